/**
 * Checks of generated JSON patches of every type, against a model of RFC 6902.
 *
 * @module
 */
import type { TypedTarget } from "../../resources/mod.ts";
import fc from "fast-check";
import { type Check, Discard, property } from "../../check.ts";
import { shuffled } from "../../arbitraries/combinations.ts";
import { leavingOut } from "../../arbitraries/leaving_out.ts";
import { jsonPatched, type PatchOperation } from "../../model/patches/json_patch.ts";
import type { RequirementId } from "../../catalogue.ts";
import type { Json, JsonObject } from "../../client/http_client.ts";
import { expectError } from "../../session/violation.ts";
import { expectPatched, expectUnchanged } from "./expectations.ts";
import { arbitraryOperations, operationsAbout, TOPICS } from "./operations.ts";
import { PatchedObject, patchTarget, patchTargetsOf } from "./targets.ts";
import { skip } from "../../verify.ts";

/** The requirement that a successful operation verifies. */
const SUCCEEDING = {
  add: "patch.json-add",
  remove: "patch.json-remove",
  replace: "patch.json-replace",
  move: "patch.json-move",
  copy: "patch.json-copy",
  test: "patch.json-test-succeeds",
} as const satisfies Record<PatchOperation["op"], RequirementId>;

/** The requirement that a rejected operation verifies. */
const REJECTED = {
  add: "patch.json-index-rejected",
  remove: "patch.json-missing-rejected",
  replace: "patch.json-replace-missing-rejected",
  move: "patch.json-missing-rejected",
  copy: "patch.json-copy-missing-rejected",
  test: "patch.json-test-fails",
} as const satisfies Record<PatchOperation["op"], RequirementId>;

interface JsonPatchCase {
  readonly target: string;
  readonly operations: readonly PatchOperation[];
}

const arbitraryCase = (of: TypedTarget): fc.Arbitrary<JsonPatchCase> =>
  leavingOut(
    fc.constantFrom(...patchTargetsOf(of)).chain((target) =>
      fc.record({ target: fc.constant(target.id), operations: arbitraryOperations(target) })
    ),
    "operations",
  );

/** Returns a case of every topic in every target, in an order of the seed. */
function casesOf(seed: number, of: TypedTarget): JsonPatchCase[] {
  const cases = patchTargetsOf(of).flatMap((target, at) =>
    TOPICS.flatMap((topic, index): JsonPatchCase[] =>
      fc.sample(operationsAbout(target, topic), { seed: seed + 100 * at + index, numRuns: 1 })
        .map((operations) => ({ target: target.id, operations }))
    )
  );
  return shuffled(cases, seed);
}

/** Checks of JSON patches. */
export const JSON_PATCH: readonly Check[] = [
  property<JsonPatchCase>({
    id: "patch/json",
    version: 3,
    title: "A JSON patch is applied as by RFC 6902, completely or not at all",
    requirements: [
      "patch.json-add",
      "patch.json-remove",
      "patch.json-replace",
      "patch.json-move",
      "patch.json-copy",
      "patch.json-test-succeeds",
      "patch.json-in-order",
      "patch.json-test-fails",
      "patch.json-missing-rejected",
      "patch.json-index-rejected",
      "patch.rejected-changes-nothing",
      "patch.returns-the-object",
    ],
    arbitrary: arbitraryCase,
    cases: casesOf,
    run: async (scope, { target, operations }) => {
      const patched = new PatchedObject(scope, patchTarget(scope.target, target));
      const created = await patched.create();
      const expected = jsonPatched(created, operations) as JsonObject | undefined;
      const response = await patched.patch(created, operations as unknown as Json, "json-patch");
      const isTestOfMap = operations.some(({ op, path }) =>
        op === "test" && /^\/metadata\/(annotations|labels)$/.test(path)
      );
      if (isTestOfMap && response.leaveOut !== undefined) {
        throw new Discard("the target adds members to a map that is tested as a whole");
      }
      if (expected !== undefined) {
        scope.note("applied");
        const requirement = operations.every(({ op }) => op === operations[0]!.op)
          ? SUCCEEDING[operations[0]!.op]
          : "patch.json-in-order";
        return void expectPatched(requirement, response, patched.target, expected);
      }
      scope.note("rejected");
      const failing = operations.findIndex((_, index) =>
        jsonPatched(created, operations.slice(0, index + 1)) === undefined
      );
      const { op } = operations[failing]!;
      // The checks of missing values cover these.
      if (op === "copy" || op === "replace") {
        throw new Discard(`the patch has a ${op} of a missing value, which another check covers`);
      }
      expectError(REJECTED[op], response);
      // The requirement that rejects the patch covers what an accepted one changes.
      if (response.status < 400) return skip("what the patch changes");
      await expectUnchanged("patch.rejected-changes-nothing", patched.objects, created);
    },
  }),
  property<string>({
    id: "patch/json-other-members",
    title: "Members that a JSON patch operation does not define are ignored",
    requirements: ["patch.json-other-members-ignored"],
    arbitrary: (of) => fc.constantFrom(...patchTargetsOf(of).map(({ id }) => id)),
    caseList: (of, { seed, runs }) => ({
      inputs: shuffled(patchTargetsOf(of).map(({ id }) => id), seed).slice(0, runs),
    }),
    run: async (scope, target) => {
      const patched = new PatchedObject(scope, patchTarget(scope.target, target));
      const created = await patched.create();
      const { list, item } = patched.target;
      const operations = [
        { op: "add", path: `${list}/-`, value: item("n"), from: `${list}/9`, plumb: "line" },
        { op: "replace", path: `${list}/2`, value: item("p"), from: "/nowhere", position: 0 },
        { op: "move", from: `${list}/0`, path: `${list}/1`, value: item("q") },
        { op: "remove", path: `${list}/0`, from: "/nowhere", value: item("q") },
      ] as const;
      const expected = jsonPatched(created, operations) as JsonObject;
      const response = await patched.patch(created, operations as unknown as Json, "json-patch");
      expectPatched("patch.json-other-members-ignored", response, patched.target, expected);
    },
  }),
];
