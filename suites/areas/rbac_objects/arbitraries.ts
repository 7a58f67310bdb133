/**
 * Arbitraries of rules and subjects that grant nothing: unserved resources and unknown users.
 *
 * @module
 */
import fc from "fast-check";
import type { JsonObject } from "../../client/http_client.ts";

/** Returns an arbitrary of nonempty subsets, shuffled since order is returned as written. */
const someOf = <Item>(...items: Item[]) => fc.shuffledSubarray(items, { minLength: 1 });

/** Returns an arbitrary of rules for unserved resources. */
export function arbitraryResourceRule(): fc.Arbitrary<JsonObject> {
  return fc.record({
    verbs: someOf("get", "list", "plumb"),
    apiGroups: someOf("plumbline.invalid", "more.plumbline.invalid"),
    resources: someOf("plumbs", "plumbs/status"),
    resourceNames: someOf("one", "two"),
  }, { requiredKeys: ["verbs", "apiGroups", "resources"] }).map((rule) => ({ ...rule }));
}

/** Returns an arbitrary of rules for unserved paths. */
export function arbitraryPathRule(): fc.Arbitrary<JsonObject> {
  return fc.record({
    verbs: someOf("get", "post"),
    nonResourceURLs: someOf("/plumbline-none", "/plumbline-none/*"),
  }).map((rule) => ({ ...rule }));
}

/** Returns an arbitrary of unknown subjects, without `apiGroup`. */
export function arbitrarySubject(): fc.Arbitrary<JsonObject> {
  return fc.oneof(
    fc.record({
      kind: fc.constantFrom("User", "Group"),
      name: fc.constantFrom("plumbline-nobody", "plumbline:nobody@nowhere.invalid"),
    }),
    fc.record({
      kind: fc.constant("ServiceAccount"),
      name: fc.constantFrom("plumbline-nobody", "plumbline-no-one"),
      namespace: fc.constant("plumbline-nowhere"),
    }),
  ).map((each) => ({ ...each }));
}
