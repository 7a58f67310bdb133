/**
 * The checks of counts in pages of lists: with each kind of selector, and in each form.
 *
 * @module
 */
import { enumerated } from "../../arbitraries/combinations.ts";
import { type Check, property } from "../../check.ts";
import type { JsonObject } from "../../client/http_client.ts";
import { asObject, nameOf, namespaceOf } from "../../model/object.ts";
import type { ListForm } from "../../model/selection.ts";
import { namesOf, typeNamed } from "../../resources/mod.ts";
import type { Scope } from "../../scope.ts";
import { acceptOfForm, withContent } from "../../session/list_forms.ts";
import { Objects } from "../../session/objects.ts";
import { verify } from "../../verify.ts";
import { rejected } from "../../session/objects.ts";

/** The checks. */
export const SELECTED_COUNTS: readonly Check[] = [
  property<string>({
    id: "paging/selected-pages-have-no-count",
    title: "A page of a list with a label or field selector has no `remainingItemCount`",
    requirements: ["paging.remaining-count-absent-with-selector"],
    ...enumerated((target) => namesOf(target)),
    run: async (scope, resource) => {
      const objects = new Objects(scope, typeNamed(scope.target, resource));
      const created = await objects.create(objects.newObject("one"));
      for (const words of ["two", "three"]) await objects.create(objects.newObject(words));
      const unlikely = `metadata.name!=${nameOf(created)}`;
      const selectors: readonly Readonly<Record<string, string>>[] = [
        { labelSelector: scope.selector },
        { fieldSelector: unlikely },
        { labelSelector: scope.selector, fieldSelector: unlikely },
        ...(objects.type.namespaced
          ? [{ fieldSelector: `metadata.namespace=${namespaceOf(created)}` }]
          : []),
      ];
      for (const selector of selectors) {
        const response = await scope.send({
          method: "GET",
          path: objects.collectionOf(created),
          query: { ...selector, limit: "1" },
        });
        const metadata = asObject(asObject(response.json)?.metadata);
        if (response.status !== 200 || metadata === undefined) {
          throw rejected(response, "a list was rejected");
        }
        verify("paging.remaining-count-absent-with-selector", {
          holds: metadata.remainingItemCount === undefined,
          expected: `no remainingItemCount with ${JSON.stringify(selector)}`,
          actual: `${metadata.remainingItemCount}`,
        });
      }
    },
  }),
  property<string>({
    id: "paging/counts-in-every-form",
    title: "A page has a `remainingItemCount` in every form if it has one in JSON",
    requirements: ["paging.remaining-count-in-every-form"],
    ...enumerated((target) => namesOf(target)),
    run: async (scope, resource) => {
      const objects = new Objects(scope, typeNamed(scope.target, resource));
      const created = await objects.create(objects.newObject("one"));
      await objects.create(objects.newObject("two"));
      const path = objects.collectionOf(created);
      const first = await firstPage(scope, path, undefined);
      // A server need not count.
      if (first?.remainingItemCount === undefined) return;
      for (const form of FORMS) {
        const metadata = await firstPage(scope, path, form);
        // Without a token nobody knows whether more objects follow.
        if (!metadata?.continue) continue;
        verify("paging.remaining-count-in-every-form", {
          holds: typeof metadata.remainingItemCount === "number",
          expected: `a remainingItemCount in a page in the form ${form}`,
          actual: JSON.stringify(metadata),
        });
      }
    },
  }),
];

const FORMS = ["Protobuf", "YAML", "Table"] as const satisfies readonly ListForm[];

/** Returns the metadata of a page with one object; undefined for a form that the target lacks. */
async function firstPage(
  scope: Scope,
  path: string,
  form: ListForm | undefined,
): Promise<JsonObject | undefined> {
  const accept = acceptOfForm(form, scope.target.dialect);
  const response = withContent(
    await scope.send({
      method: "GET",
      path,
      query: { limit: "1" },
      ...(accept !== undefined && { headers: { accept } }),
    }),
  );
  return asObject(asObject(response.json)?.metadata);
}
