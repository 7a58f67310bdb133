/**
 * Checks that JSON patches that cannot be applied are rejected, in every type.
 *
 * @module
 */
import type { TypedTarget } from "../../resources/mod.ts";
import fc from "fast-check";
import { shuffled } from "../../arbitraries/combinations.ts";
import { leavingOut } from "../../arbitraries/leaving_out.ts";
import type { RequirementId } from "../../catalogue.ts";
import { type Check, property } from "../../check.ts";
import type { Json, JsonObject } from "../../client/http_client.ts";
import { describeResponse, expectError } from "../../session/violation.ts";
import { expectUnchanged } from "./expectations.ts";
import { initialWords, PatchedObject, patchTarget, patchTargetsOf } from "./targets.ts";
import { skip, verify } from "../../verify.ts";

/** What rejected patches are about. */
interface Subject {
  /** The pointer of a map of texts; a subresource has none. */
  readonly map: string | undefined;
  readonly list: string;
  /** A valid item of the list. */
  readonly item: Json;
  /** The items that the list has. */
  readonly items: readonly Json[];
}

/** The patches of a case: every case creates an object, so that it sends several of them. */
const PATCHES_PER_CASE = 8;

/** Checks of JSON patches that are rejected. */
export const REJECTED_JSON_PATCHES: readonly Check[] = [
  rejected(
    "json-missing",
    "A JSON patch that removes or moves a missing value is rejected",
    "patch.json-missing-rejected",
    ({ map, list }) => [
      ...of(map, (map) => [
        patch({ op: "remove", path: `${map}/nowhere` }),
        patch({ op: "move", from: `${map}/nowhere`, path: `${map}/a` }),
        patch({ op: "add", path: `${map}/n`, value: "eA==" }, {
          op: "remove",
          path: `${map}/nowhere`,
        }),
      ]),
      patch({ op: "remove", path: `${list}/5` }),
      patch({ op: "remove", path: `${list}/-` }),
      patch({ op: "move", from: `${list}/5`, path: `${list}/0` }),
      // Every list, and every object of some languages, has members of these names.
      patch({ op: "remove", path: `${list}/length` }),
      patch({ op: "move", from: `${list}/length`, path: `${list}/0` }),
      ...of(map, (map) => [
        patch({ op: "remove", path: `${map}/constructor` }),
        patch({ op: "move", from: `${map}/__proto__`, path: `${map}/n` }),
      ]),
    ],
    3,
  ),
  rejected(
    "json-index",
    "A JSON patch that inserts beyond the end of a list is rejected",
    "patch.json-index-rejected",
    ({ list, item }) => [
      patch({ op: "add", path: `${list}/6`, value: item }),
      patch({ op: "add", path: `${list}/first`, value: item }),
      // The move shortens the list first.
      patch({ op: "move", from: `${list}/0`, path: `${list}/5` }),
      ...["length", "", " 1", "1 ", "0x1", "1e0", "1.0", "1,0"].map((token) =>
        patch({ op: "add", path: `${list}/${token}`, value: item })
      ),
      patch({ op: "copy", from: `${list}/1e0`, path: `${list}/0` }),
      patch({ op: "remove", path: `${list}/0x1` }),
    ],
    3,
  ),
  rejected(
    "json-index-spellings",
    "A JSON patch with a sign or leading zeros in the index of an item is rejected",
    "patch.json-index-spelling-rejected",
    ({ list, item }) =>
      ["01", "00", "+1", "-1"].flatMap((token) => [
        patch({ op: "add", path: `${list}/${token}`, value: item }),
        patch({ op: "remove", path: `${list}/${token}` }),
        patch({ op: "move", from: `${list}/${token}`, path: `${list}/-` }),
      ]),
    1,
  ),
  rejected(
    "json-replace-missing",
    "A JSON patch that replaces a missing value is rejected",
    "patch.json-replace-missing-rejected",
    ({ map, list, item }) => [
      ...of(map, (map) => [patch({ op: "replace", path: `${map}/nowhere`, value: "eA==" })]),
      patch({ op: "replace", path: `${list}/5`, value: item }),
    ],
  ),
  rejected(
    "json-copy-missing",
    "A JSON patch that copies a missing value is rejected",
    "patch.json-copy-missing-rejected",
    ({ map, list }) => [
      ...of(map, (map) => [patch({ op: "copy", from: `${map}/nowhere`, path: `${map}/a` })]),
      patch({ op: "copy", from: `${list}/5`, path: `${list}/0` }),
      patch({ op: "copy", from: `${list}/-`, path: `${list}/0` }),
      patch({ op: "copy", from: `${list}/length`, path: `${list}/0` }),
    ],
    3,
  ),
  rejected(
    "json-parent-missing",
    "A JSON patch that adds to a missing object or list is rejected",
    "patch.json-parent-missing-rejected",
    ({ map, list, item }) => [
      patch({ op: "add", path: "/metadata/nowhere/a", value: "x" }),
      patch({ op: "remove", path: list }, { op: "add", path: `${list}/-`, value: item }),
      ...of(map, (map) => [
        patch({ op: "remove", path: map }, { op: "add", path: `${map}/a`, value: "eA==" }),
        patch({ op: "add", path: `${map}/a/b`, value: "eA==" }),
      ]),
    ],
  ),
  rejected(
    "json-malformed",
    "A malformed JSON patch is rejected",
    "patch.json-malformed-rejected",
    ({ list, item }) => {
      const path = `${list}/0`;
      const add: JsonObject = { op: "add", path, value: item };
      return [
        add,
        "text",
        [null],
        ["text"],
        [[add]],
        patch({ ...add, op: "plumb" }),
        patch({ ...add, op: "ADD" }),
        patch({ path, value: item }),
        patch({ op: "add", value: item }),
        patch({ ...add, path: 7 }),
        patch({ op: "test", path }),
        patch({ op: "move", path }),
        patch({ op: "copy", path }),
        patch(add, { ...add, op: "plumb" }),
        patch({ op: "copy", from: 7, path: `${list}/-` }),
      ];
    },
    3,
  ),
  rejected(
    "json-pointers",
    "A JSON patch with a pointer that does not begin with a slash is rejected",
    "patch.json-pointer-rejected",
    ({ list, item }) => {
      const [path, wrong] = [`${list}/0`, `${list.slice(1)}/0`];
      return [
        patch({ op: "add", path: wrong, value: item }),
        patch({ op: "add", path: `#${path}`, value: item }),
        patch({ op: "remove", path: wrong }),
        patch({ op: "move", from: wrong, path: `${list}/1` }),
        patch({ op: "copy", from: wrong, path: `${list}/-` }),
      ];
    },
    1,
  ),
  rejected(
    "json-tests-of-types",
    "A test of a value of another type in a JSON patch fails",
    "patch.json-test-fails",
    ({ map, list, item, items }) => [
      ...[{ ...items }, items.slice(1), [...items, item], [items], null, "", 0, false].map(
        (value) => patch({ op: "test", path: list, value: value as Json }),
      ),
      ...[[items[0]!], { 0: items[0]! }, null, true, 1].map((value) =>
        patch({ op: "test", path: `${list}/0`, value: value as Json })
      ),
      ...[{}, [], ["s"], null, true].map((value) =>
        patch({ op: "test", path: "/metadata/name", value })
      ),
      ...of(map, (map) => [
        ...[[], {}, null, "", true].map((value) => patch({ op: "test", path: map, value })),
        patch({ op: "test", path: `${map}/nowhere`, value: "" }),
      ]),
      patch({ op: "test", path: "", value: {} }),
    ],
    1,
  ),
  rejected(
    "json-value-required",
    "A JSON patch that adds or replaces without a value is rejected",
    "patch.json-value-required",
    ({ map, list }) => [
      patch({ op: "add", path: `${list}/-` }),
      patch({ op: "replace", path: `${list}/0` }),
      ...of(map, (map) => [
        patch({ op: "add", path: `${map}/n` }),
        patch({ op: "add", path: `${map}/a` }),
        patch({ op: "replace", path: `${map}/a` }),
      ]),
    ],
    1,
  ),
  rejected(
    "json-move-into-itself",
    "A JSON patch that moves a value into itself is rejected",
    "patch.json-move-into-itself-rejected",
    ({ map, list }) => [
      patch({ op: "move", from: list, path: `${list}/0` }),
      patch({ op: "move", from: list, path: `${list}/-` }),
      patch({ op: "move", from: "/metadata", path: "/metadata/name" }),
      ...of(map, (map) => [patch({ op: "move", from: map, path: `${map}/a` })]),
    ],
    1,
  ),
];

/** Returns a patch of these operations; each is checked to be JSON on its own. */
function patch(...operations: JsonObject[]): Json {
  return operations;
}

function of(map: string | undefined, patches: (map: string) => Json[]): Json[] {
  return map === undefined ? [] : patches(map);
}

function rejected(
  name: string,
  title: string,
  requirement: RequirementId,
  patchesOf: (subject: Subject) => Json[],
  version = 2,
): Check {
  const inputsOf = (of: TypedTarget) =>
    patchTargetsOf(of).flatMap((target) => {
      const { id, maps, list, item } = target;
      const items = initialWords(target).map(item);
      const map = maps.at(-1)?.pointer === "/data" ? "/data" : maps[0]?.pointer;
      const patches = patchesOf({ map, list, item: item("n"), items });
      const starts = patches.map((_, at) => at).filter((at) => at % PATCHES_PER_CASE === 0);
      return starts.map((at) => ({
        target: id,
        patches: patches.slice(at, at + PATCHES_PER_CASE),
      }));
    });
  return property<{ target: string; patches: readonly Json[] }>({
    id: `patch/${name}`,
    version,
    title,
    requirements: [requirement, "patch.rejected-changes-nothing"],
    arbitrary: (of) => leavingOut(fc.constantFrom(...inputsOf(of)), "patches"),
    caseList: (of, { seed, runs }) => ({ inputs: shuffled(inputsOf(of), seed).slice(0, runs) }),
    run: async (scope, { target, patches }) => {
      const patched = new PatchedObject(scope, patchTarget(scope.target, target));
      const created = await patched.create();
      let areAllRejected = true;
      for (const patch of patches) {
        const response = await patched.patch(created, patch, "json-patch");
        const isRejected = verify(requirement, {
          holds: response.status >= 400,
          expected: `${JSON.stringify(patch)} is rejected`,
          actual: describeResponse(response),
        });
        if (isRejected) expectError(requirement, response);
        else areAllRejected = false;
      }
      // The requirement that rejects the patch covers what an accepted one changes.
      if (!areAllRejected) return skip("what the rejected patches change");
      await expectUnchanged("patch.rejected-changes-nothing", patched.objects, created);
    },
  });
}
