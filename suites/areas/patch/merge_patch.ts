/**
 * Checks of generated merge patches of every type, against a model of RFC 7396.
 *
 * @module
 */
import type { TypedTarget } from "../../resources/mod.ts";
import fc from "fast-check";
import { shuffled } from "../../arbitraries/combinations.ts";
import { type Check, property } from "../../check.ts";
import { mergePatched } from "../../model/patches/merge_patch.ts";
import type { Json, JsonObject } from "../../client/http_client.ts";
import { asObject } from "../../model/object.ts";
import type { RequirementId } from "../../catalogue.ts";
import { expectPatched, expectUnchanged } from "./expectations.ts";
import { PatchedObject, type PatchTarget, patchTarget, patchTargetsOf, within } from "./targets.ts";

interface MergePatchCase {
  readonly target: string;
  readonly patches: readonly JsonObject[];
}

/** Returns an arbitrary of patches: of each map, of the list or what contains it, with nulls. */
function arbitraryPatch(target: PatchTarget): fc.Arbitrary<JsonObject> {
  const { maps, subresource } = target;
  const changes = maps.map(({ pointer, keys, value }) => {
    const change = fc.dictionary(
      fc.constantFrom(...keys),
      fc.option(fc.constantFrom("x", "y", "z").map(value), { freq: 2 }),
      { maxKeys: 5, size: "max", noNullPrototype: true },
    );
    // Null in place of the labels would remove those of the scope.
    const any = pointer === "/metadata/labels" ? change : fc.option(change, { freq: 6 });
    return any.map((each) => within(pointer, each));
  });
  return fc.tuple(
    fc.subarray(changes).chain((some) => fc.tuple(...some)),
    fc.option(listChange(target), { freq: subresource === undefined ? 2 : 10, nil: {} }),
    subresource === undefined ? extraChange(target) : counters(),
  ).map(([inMaps, inList, extra]) => [...inMaps, inList, extra].reduce(merged, {}));
}

/** Returns an arbitrary of a new list in place of the existing one; null where that is valid. */
function listChange({ resource, list, item }: PatchTarget): fc.Arbitrary<JsonObject> {
  const items = fc.uniqueArray(fc.constantFrom("v", "w", "n", "o"), { maxLength: 3 })
    .map((words) => words.map(item));
  // A patch cannot address the items of a list: the rule and the container are whole.
  if (resource.endsWith("roles")) {
    const rule = { apiGroups: ["plumbline.invalid"], resources: ["plumbs"], verbs: ["get"] };
    const rules = fc.array(items.map((resourceNames) => ({ ...rule, resourceNames })), {
      maxLength: 2,
    });
    return fc.option(rules, { freq: 5 }).map((each) => within("/rules", each));
  }
  if (list.startsWith("/spec")) {
    const container = { name: "nothing", image: "nothing.invalid/none" };
    return items.map((args) => within("/spec/template/spec/containers", [{ ...container, args }]));
  }
  return fc.option(items, { freq: 5 }).map((each) => within(list, each));
}

/** Returns an arbitrary of changes of fields that one type has. */
function extraChange({ resource }: PatchTarget): fc.Arbitrary<JsonObject> {
  switch (resource) {
    case "deployments":
      return fc.constantFrom<JsonObject>(
        {},
        { spec: { template: { spec: { nodeSelector: { plumbline: "nowhere", b: "c" } } } } },
        { spec: { template: { spec: { nodeSelector: { plumbline: null, d: null } } } } },
        { spec: { template: { spec: { nodeSelector: null } } } },
        { spec: { strategy: { rollingUpdate: { maxSurge: 3 } } } },
        { spec: { strategy: { rollingUpdate: { maxUnavailable: "7%" } } } },
        { spec: { replicas: 0, minReadySeconds: 7 } },
      );
    case "secrets":
      return fc.constantFrom<JsonObject>({}, {}, { immutable: false }, { immutable: null });
    default:
      return fc.constant({});
  }
}

/** Returns an arbitrary of counters; a server may check how those of pods fit each other. */
function counters(): fc.Arbitrary<JsonObject> {
  return fc.constantFrom<JsonObject>(
    {},
    { status: { observedGeneration: 3 } },
    { status: { observedGeneration: null } },
    { status: { replicas: 2, unavailableReplicas: 2 } },
    { status: { replicas: null, unavailableReplicas: 1 } },
  );
}

/** Patches of a target that make one change, of its list or of a map. */
interface Change {
  readonly isOfList: boolean;
  readonly patches: fc.Arbitrary<readonly JsonObject[]>;
}

/** Returns an arbitrary of patches about each change of a target, in the same order. */
function everyChange(target: PatchTarget): Change[] {
  const ofMaps = target.maps.flatMap(({ pointer, keys: [one, two, three, ...more], value }) => {
    const members = (from: readonly (string | undefined)[], each: fc.Arbitrary<Json>) =>
      fc.record(Object.fromEntries(from.map((key) => [key, each])))
        .map((change) => within(pointer, change as JsonObject));
    const word = fc.constantFrom("p", "q").map(value);
    const some = fc.tuple(members([one], word), members([two, ...more], fc.constant(null)))
      .map(([set, removed]) => merged(set, removed));
    return [
      some.map((patch) => [patch]),
      members([one, two, three, ...more], word).map((patch) => [patch]),
      // What is null is not stored in a map that is new, either.
      ...(pointer === "/metadata/labels"
        ? []
        : [some.map((patch) => [within(pointer, null), patch])]),
    ];
  });
  const list = listChange(target);
  const isNull = (change: JsonObject) => JSON.stringify(change).includes("null");
  const canBeNull = target.id !== "deployments";
  const ofList = canBeNull ? [list.filter((each) => !isNull(each)), list.filter(isNull)] : [list];
  return [
    ...ofMaps.map((patches) => ({ isOfList: false, patches })),
    ...ofList.map((one) => ({ isOfList: true, patches: one.map((patch) => [patch]) })),
  ];
}

/**
 * Returns cases with each change alone, in an order of the seed. Lists differ from type to type, and
 * come before maps, of which all types have the same.
 */
function casesOf(seed: number, of: TypedTarget): MergePatchCase[] {
  const cases = patchTargetsOf(of).flatMap((target) =>
    everyChange(target).map(({ isOfList, patches }, index) => ({
      isOfList,
      made: {
        target: target.id,
        patches: fc.sample(patches, { seed: seed + index, numRuns: 1 })[0]!,
      },
    }))
  );
  const [lists, maps] = [true, false].map((wanted) =>
    shuffled(cases.filter(({ isOfList }) => isOfList === wanted).map(({ made }) => made), seed)
  );
  return [...lists!, ...maps!];
}

/** Checks of merge patches. */
export const MERGE_PATCH: readonly Check[] = [
  property<MergePatchCase>({
    id: "patch/merge",
    version: 4,
    title: "A merge patch is applied as by RFC 7396",
    requirements: [
      "patch.returns-the-object",
      "patch.merge-replaces-values",
      "patch.merge-null-removes",
      "patch.merge-objects-merge",
      "patch.merge-lists-replace",
    ],
    arbitrary: (of) =>
      fc.constantFrom(...patchTargetsOf(of)).chain((target) =>
        fc.record({
          target: fc.constant(target.id),
          patches: fc.array(arbitraryPatch(target), { minLength: 1, maxLength: 4 }),
        })
      ),
    cases: casesOf,
    run: async (scope, { target, patches }) => {
      const patched = new PatchedObject(scope, patchTarget(scope.target, target));
      let current = await patched.create();
      for (const patch of patches) {
        const response = await patched.patch(current, patch, "merge-patch");
        const expected = mergePatched(current, patch) as JsonObject;
        current = expectPatched(requirementOf(patch), response, patched.target, expected);
      }
      await expectUnchanged("patch.returns-the-object", patched.objects, current);
    },
  }),
];

/** Returns a patch with the members of both. */
function merged(one: JsonObject, other: JsonObject): JsonObject {
  const result: JsonObject = { ...one };
  for (const [key, value] of Object.entries(other)) {
    const [left, right] = [asObject(one[key]), asObject(value)];
    result[key] = left && right ? merged(left, right) : value;
  }
  return result;
}

/** Returns the requirement that a patch verifies: that of its rarest feature. */
function requirementOf(patch: Json): RequirementId {
  const text = JSON.stringify(patch);
  if (text.includes("null")) return "patch.merge-null-removes";
  if (text.includes("[")) return "patch.merge-lists-replace";
  return text.includes('"a"') ? "patch.merge-replaces-values" : "patch.merge-objects-merge";
}
