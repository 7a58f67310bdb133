/**
 * Checks of strategic merge patches of every type: maps, lists without a key and finalizers.
 *
 * @module
 */
import fc from "fast-check";
import { shuffled } from "../../arbitraries/combinations.ts";
import type { RequirementId } from "../../catalogue.ts";
import { type Check, property } from "../../check.ts";
import type { Json, JsonObject } from "../../client/http_client.ts";
import { asObject, metadataOf } from "../../model/object.ts";
import type { TypedTarget } from "../../resources/mod.ts";
import { expectPatched } from "./expectations.ts";
import { mergePatched } from "../../model/patches/merge_patch.ts";
import { PatchedObject, type PatchTarget, patchTarget, patchTargetsOf, within } from "./targets.ts";

/** A patch, and the merge patches that have the same result. */
interface Patch {
  readonly requirement: RequirementId;
  readonly strategic: JsonObject;
  equal(current: JsonObject): readonly JsonObject[];
}

const FINALIZERS = ["a", "b", "c"].map((word) => `plumbline.invalid/${word}`);

const idsOf = (target: TypedTarget) =>
  patchTargetsOf(target).filter(({ subresource }) => subresource === undefined)
    .map(({ id }) => id);

/** Checks of strategic merge patches of every type. */
export const STRATEGIC_MERGE_TYPES: readonly Check[] = [
  property<string>({
    id: "patch/strategic-types",
    version: 2,
    title: "A strategic merge patch merges maps and finalizers of every type, and replaces lists",
    requirements: [
      "patch.strategic-merges-maps",
      "patch.strategic-replaces-lists",
      "patch.strategic-replace-map",
      "patch.strategic-merges-primitive-lists",
    ],
    types: "any",
    arbitrary: (target) => fc.constantFrom(...idsOf(target)),
    caseList: (target, { seed, runs }) => ({
      inputs: shuffled(idsOf(target), seed).slice(0, runs),
    }),
    run: async (scope, target) => {
      const patched = new PatchedObject(scope, patchTarget(scope.target, target));
      let current = await patched.create();
      for (const { requirement, strategic, equal } of patchesOf(patched.target)) {
        const response = await patched.patch(current, strategic, "strategic-merge-patch");
        const expected = sorted(
          equal(current).reduce<Json>(mergePatched, current) as JsonObject,
        );
        const answered = { ...response, json: sorted(asObject(response.json) ?? {}) };
        current = expectPatched(requirement, answered, patched.target, expected);
      }
    },
  }),
];

/** Returns the patches of a target, in the order in which they are sent. */
function patchesOf(target: PatchTarget): Patch[] {
  const same = (requirement: RequirementId, patch: JsonObject): Patch => (
    { requirement, strategic: patch, equal: () => [patch] }
  );
  const merging = target.maps.map(({ pointer, keys: [one, two, three], value }) =>
    same(
      "patch.strategic-merges-maps",
      within(pointer, { [one!]: value("q"), [two!]: null, [three!]: value("p") }),
    )
  );
  const map = target.maps[0]!.pointer;
  const [removed, ...kept] = FINALIZERS;
  const withAdded = (added: readonly string[]) => (current: JsonObject) => {
    const all = new Set([...finalizersOf(current), ...added]);
    if (added === kept) all.delete(removed!);
    return [{ metadata: { finalizers: [...all] } }];
  };
  const first = FINALIZERS.slice(0, 2);
  return [
    ...merging,
    ...listsOf(target),
    {
      requirement: "patch.strategic-merges-primitive-lists",
      strategic: { metadata: { finalizers: first } },
      equal: withAdded(first),
    },
    {
      requirement: "patch.strategic-merges-primitive-lists",
      strategic: {
        metadata: { finalizers: kept, "$deleteFromPrimitiveList/finalizers": [removed!] },
      },
      equal: withAdded(kept),
    },
    {
      requirement: "patch.strategic-replace-map",
      strategic: within(map, { $patch: "replace", n: "new" }),
      equal: () => [within(map, null), within(map, { n: "new" })],
    },
    {
      requirement: "patch.strategic-replace-map",
      strategic: within(map, { $patch: "delete" }),
      equal: () => [within(map, null)],
    },
  ];
}

/** Returns a patch of the list of a target, where no key identifies its items. */
function listsOf({ resource, list, item }: PatchTarget): Patch[] {
  const requirement = "patch.strategic-replaces-lists";
  // The finalizers of another type are merged.
  if (resource === "secrets" || list === "/metadata/finalizers") return [];
  if (resource === "deployments") {
    const args = ["n", "n"];
    const containers = "/spec/template/spec/containers";
    const name = "nothing";
    return [args, []].map((args) => ({
      requirement,
      strategic: within(containers, [{ name, args }]),
      equal: () => [within(containers, [{ name, image: "nothing.invalid/none", args }])],
    }));
  }
  const rule = { apiGroups: ["plumbline.invalid"], resources: ["plumbs"], verbs: ["list"] };
  const patch = resource.endsWith("roles")
    ? within("/rules", [rule])
    : within(list, [item("n"), item("v")]);
  const isPolicy = resource.endsWith("roles") || resource.endsWith("rolebindings");
  // The lists of other types may need an item.
  const empty = isPolicy ? [within(resource.endsWith("roles") ? "/rules" : list, [])] : [];
  return [patch, ...empty].map((each) => ({ requirement, strategic: each, equal: () => [each] }));
}

function finalizersOf(object: JsonObject): string[] {
  const { finalizers } = metadataOf(object);
  return Array.isArray(finalizers) ? finalizers.map(String) : [];
}

/** Returns the object with its finalizers in alphabetical order, as their order is open. */
function sorted(object: JsonObject): JsonObject {
  const finalizers = finalizersOf(object).sort();
  return { ...object, metadata: { ...metadataOf(object), finalizers } };
}
