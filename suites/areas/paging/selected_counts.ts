/**
 * The check of counts in pages of lists with each kind of selector.
 *
 * @module
 */
import { enumerated } from "../../arbitraries/combinations.ts";
import { type Check, property } from "../../check.ts";
import { asObject, nameOf, namespaceOf } from "../../model/object.ts";
import { namesOf, typeNamed } from "../../resources/mod.ts";
import { Objects } from "../../session/objects.ts";
import { verify } from "../../verify.ts";
import { rejected } from "../../session/objects.ts";

/** The check. */
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
];
