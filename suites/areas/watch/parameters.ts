/**
 * Watch parameters: on lists that are not watches, and with invalid values.
 *
 * @module
 */
import { combinations, enumerated } from "../../arbitraries/combinations.ts";
import type { RequirementId } from "../../catalogue.ts";
import { type Check, Discard, example, property } from "../../check.ts";
import { everyType } from "../../session/every_type.ts";
import { asObject } from "../../model/object.ts";
import { collectionPath, namesOf, typeNamed, typesOf } from "../../resources/mod.ts";
import type { Scope } from "../../scope.ts";
import { TypeInScope } from "../../session/collection.ts";
import { describeResponse, expectError } from "../../session/violation.ts";
import { hasBegun } from "../../session/rejected_watch.ts";
import { verify } from "../../verify.ts";

/** Texts that no server issues as a resourceVersion. */
const INVALID_VERSIONS = ["abc", "never-issued", "1.5", "12a", "%"];

const MALFORMED_SELECTORS = [
  { labelSelector: "a in" },
  { labelSelector: "a notin b" },
  { labelSelector: "=a" },
  { fieldSelector: "metadata.name" },
  { fieldSelector: "spec.nowhere=1" },
];

const LIST_QUERIES: readonly Readonly<Record<string, string>>[] = [
  { timeoutSeconds: "5" },
  { timeoutSeconds: "9223372036854775807" },
  { allowWatchBookmarks: "true" },
  { watch: "false" },
];

/** Checks of watch parameters. */
export const WATCH_PARAMETERS: readonly Check[] = [
  example({
    id: "watch/plain-lists",
    title:
      "A request without `watch=1` returns a list, also with `timeoutSeconds` or `allowWatchBookmarks`",
    requirements: ["watch.parameters-of-plain-lists"],
    run: async (scope) => {
      await everyType(scope, typesOf(scope.target), async (type) => {
        const path = collectionPath(type, scope.target.dialect, scope.namespaces[0]);
        for (const parameters of LIST_QUERIES) {
          const query = { ...parameters, labelSelector: scope.selector };
          const response = await scope.send({ method: "GET", path, query });
          if (response.status === 403) {
            throw new Discard(`the current identity may not list ${type.resource}`);
          }
          verify("watch.parameters-of-plain-lists", {
            holds: asObject(response.json)?.kind === `${type.kind}List`,
            expected: `a ${type.kind}List with ${JSON.stringify(parameters)}`,
            actual: describeResponse(response),
          });
        }
      });
    },
  }),
  property<{ resource: string; version: string }>({
    id: "watch/malformed-version-rejected",
    title: "A watch from a malformed resourceVersion is rejected",
    requirements: ["watch.malformed-version-rejected"],
    version: 2,
    ...enumerated((target) =>
      combinations({ resource: namesOf(target), version: INVALID_VERSIONS }, 0)
    ),
    run: (scope, { resource, version }) =>
      expectRejected(scope, resource, "watch.malformed-version-rejected", {
        resourceVersion: version,
      }),
  }),
  property<{ resource: string; selector: typeof MALFORMED_SELECTORS[number] }>({
    id: "watch/malformed-selector-rejected",
    title: "A watch with a malformed selector is rejected with a 4xx Status",
    requirements: ["watch.malformed-selector-rejected"],
    version: 2,
    ...enumerated((target) =>
      combinations({ resource: namesOf(target), selector: MALFORMED_SELECTORS }, 0)
    ),
    run: (scope, { resource, selector }) =>
      expectRejected(scope, resource, "watch.malformed-selector-rejected", selector),
  }),
];

async function expectRejected(
  scope: Scope,
  resource: string,
  requirement: RequirementId,
  query: Readonly<Record<string, string | undefined>>,
): Promise<void> {
  const at = new TypeInScope(scope, typeNamed(scope.target, resource));
  const { path } = at.listRequest(at.widest());
  const stream = await scope.watch({ path, query: { timeoutSeconds: "1", ...query } });
  const serverErrors = query.resourceVersion !== undefined;
  if (!await hasBegun(stream)) throw new Discard("the response to the watch did not begin");
  if (stream.response.status !== 200) {
    expectError(requirement, stream.response, { serverErrors });
    return;
  }
  // A server may also start the stream and send an ERROR event.
  const error = await stream.waitFor(({ type }) => type === "ERROR", 2_000);
  if (error === undefined) expectError(requirement, stream.response, { serverErrors });
}
