/**
 * Watches that cannot be served as they are asked.
 *
 * @module
 */
import fc from "fast-check";
import { resourceName } from "../../arbitraries/resource_types.ts";
import { type Check, property } from "../../check.ts";
import type { RequirementId } from "../../catalogue.ts";
import { resourceType } from "../../resources/mod.ts";
import type { Scope } from "../../scope.ts";
import { expectRefusal } from "../../session/violation.ts";
import { TypeInScope } from "../../session/collection.ts";

const MADE_UP = ["abc", "never-issued", "1.5", "12a", "%"];

const SELECTORS = [
  { labelSelector: "a in" },
  { labelSelector: "a notin b" },
  { labelSelector: "=a" },
  { fieldSelector: "metadata.name" },
  { fieldSelector: "spec.nowhere=1" },
];

/** Refused watches. */
export const WATCH_REFUSALS: readonly Check[] = [
  property<{ resource: string; version: string }>({
    id: "watch/malformed-version-refused",
    title: "A watch from a version nobody issued is refused",
    requirements: ["watch.malformed-version-refused"],
    level: "convention",
    arbitrary: () => fc.record({ resource: resourceName(), version: fc.constantFrom(...MADE_UP) }),
    run: (scope, { resource, version }) =>
      expectRefused(scope, resource, "watch.malformed-version-refused", {
        resourceVersion: version,
      }),
  }),
  property<{ resource: string; selector: typeof SELECTORS[number] }>({
    id: "watch/malformed-selector-refused",
    title: "A watch with a selector that cannot be read is refused",
    requirements: ["watch.malformed-selector-refused"],
    level: "convention",
    arbitrary: () =>
      fc.record({ resource: resourceName(), selector: fc.constantFrom(...SELECTORS) }),
    run: (scope, { resource, selector }) =>
      expectRefused(scope, resource, "watch.malformed-selector-refused", selector),
  }),
];

async function expectRefused(
  scope: Scope,
  resource: string,
  requirement: RequirementId,
  query: Readonly<Record<string, string | undefined>>,
): Promise<void> {
  const at = new TypeInScope(scope, resourceType(resource));
  const { path } = at.ask(at.widest());
  const stream = await scope.watch({ path, query: { timeoutSeconds: "1", ...query } });
  const serverErrors = query.resourceVersion !== undefined;
  if (stream.answer.status !== 200) {
    return expectRefusal(requirement, stream.answer, { serverErrors });
  }
  // A stream may also begin and say in its first event that it cannot go on.
  const refused = await stream.waitFor(({ type }) => type === "ERROR", 2_000);
  if (refused === undefined) expectRefusal(requirement, stream.answer, { serverErrors });
}
