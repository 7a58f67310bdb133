/**
 * Rules and subjects that give nobody anything: resources no server has, people nobody is.
 *
 * @module
 */
import fc from "fast-check";
import type { JsonObject } from "../../client/http_client.ts";

/** In any order: it is kept, too. */
const some = <Item>(...items: Item[]) => fc.shuffledSubarray(items, { minLength: 1 });

/** A rule for resources of no server. */
export function resourceRule(): fc.Arbitrary<JsonObject> {
  return fc.record({
    verbs: some("get", "list", "plumb"),
    apiGroups: some("plumbline.invalid", "more.plumbline.invalid"),
    resources: some("plumbs", "plumbs/status"),
    resourceNames: some("one", "two"),
  }, { requiredKeys: ["verbs", "apiGroups", "resources"] }).map((rule) => ({ ...rule }));
}

/** A rule for paths of no server. */
export function pathRule(): fc.Arbitrary<JsonObject> {
  return fc.record({
    verbs: some("get", "post"),
    nonResourceURLs: some("/plumbline-none", "/plumbline-none/*"),
  }).map((rule) => ({ ...rule }));
}

/** A subject without its apiGroup. */
export function subject(): fc.Arbitrary<JsonObject> {
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
