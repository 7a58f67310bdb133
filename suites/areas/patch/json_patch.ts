/**
 * Checks of generated JSON patches, against a model of RFC 6902.
 *
 * @module
 */
import fc from "fast-check";
import { type Check, Discard, example, property } from "../../check.ts";
import { jsonPatched, type Operation } from "./model/json_patch.ts";
import type { RequirementId } from "../../catalogue.ts";
import { resourceType } from "../../resources/mod.ts";
import { Objects } from "../../session/objects.ts";
import { expectError } from "../../session/violation.ts";
import type { Json } from "../../client/http_client.ts";
import { expectPatched, expectUnchanged } from "./expectations.ts";

const ANNOTATIONS = "/metadata/annotations";
const NAMES = "/rules/0/resourceNames";

/** The requirement that a successful operation verifies. */
const SUCCEEDING = {
  add: "patch.json-add",
  remove: "patch.json-remove",
  replace: "patch.json-replace",
  move: "patch.json-move",
  copy: "patch.json-copy",
  test: "patch.json-test-succeeds",
} as const satisfies Record<Operation["op"], RequirementId>;

/** The requirement that a rejected operation verifies. */
const REJECTED = {
  add: "patch.json-index-rejected",
  remove: "patch.json-missing-rejected",
  replace: "patch.json-replace-missing-rejected",
  move: "patch.json-missing-rejected",
  copy: "patch.json-copy-missing-rejected",
  test: "patch.json-test-fails",
} as const satisfies Record<Operation["op"], RequirementId>;

const arbitraryValue = () => fc.constantFrom("x", "y", "z");
const memberPath = () =>
  fc.constantFrom("a", "b", "c", "plumbline.invalid~1d").map((key) => `${ANNOTATIONS}/${key}`);
const itemPath = (list: string, max: number) =>
  fc.integer({ min: 0, max }).map((index) => `${list}/${index}`);

/** Returns an arbitrary of operations that read or remove at `source` and write at `target`. */
const arbitraryOperation = (
  source: fc.Arbitrary<string>,
  target: fc.Arbitrary<string>,
): fc.Arbitrary<Operation> =>
  fc.oneof(
    fc.record({ op: fc.constant("add" as const), path: target, value: arbitraryValue() }),
    fc.record({ op: fc.constant("remove" as const), path: source }),
    fc.record({ op: fc.constant("test" as const), path: source, value: arbitraryValue() }),
    {
      weight: 2,
      arbitrary: fc.record({ op: fc.constant("move" as const), from: source, path: target }),
    },
    fc.record({ op: fc.constant("copy" as const), from: source, path: target }),
  );

const inMap = () => arbitraryOperation(memberPath(), memberPath());

/** Operations on a list of five items, two of them equal; some paths are one beyond its end. */
const inList = (list = NAMES) =>
  arbitraryOperation(
    itemPath(list, 4),
    fc.oneof(itemPath(list, 5), itemPath(list, 4), fc.constant(`${list}/-`)),
  );

const changeIn = (list: string): fc.Arbitrary<Operation> =>
  fc.oneof(
    fc.record({
      op: fc.constant("add" as const),
      path: itemPath(list, 4),
      value: arbitraryValue(),
    }),
    fc.record({ op: fc.constant("remove" as const), path: itemPath(list, 4) }),
  );

const anywhere = () => {
  const path = () => fc.oneof(memberPath(), itemPath(NAMES, 5));
  return arbitraryOperation(path(), fc.oneof(path(), fc.constant(`${NAMES}/-`)));
};

/** A test of the initial rule with its members in another order. */
const testOfRule: Operation = {
  op: "test",
  path: "/rules/0",
  value: {
    verbs: ["get"],
    resourceNames: ["v", "w", "x", "y", "x"],
    resources: ["plumbs"],
    apiGroups: ["plumbline.invalid"],
  },
};

/** Copies a rule and changes one of the two, which must leave the other unchanged. */
const inCopies = (): fc.Arbitrary<Operation[]> =>
  fc.tuple(
    fc.constantFrom("/rules/0", "/rules/-").map((path) => (
      { op: "copy" as const, from: "/rules/0", path }
    )),
    fc.array(fc.oneof(changeIn(NAMES), changeIn("/rules/1/resourceNames")), {
      minLength: 1,
      maxLength: 2,
    }),
  ).map(([copy, changes]) => [copy, ...changes]);

/** Operations on strings in a map and a list, which keep the object valid. */
const arbitraryOperations = (): fc.Arbitrary<readonly Operation[]> => {
  const some = (one: fc.Arbitrary<Operation>) => fc.array(one, { minLength: 1, maxLength: 4 });
  return fc.oneof(
    { weight: 3, arbitrary: some(inList()) },
    { weight: 2, arbitrary: some(inMap()) },
    { weight: 2, arbitrary: some(anywhere()) },
    { weight: 2, arbitrary: inCopies() },
    {
      weight: 1,
      arbitrary: fc.array(inMap(), { maxLength: 2 }).map((more) => [testOfRule, ...more]),
    },
  );
};

const initialObject = (objects: Objects) => ({
  ...objects.newObject("s0", { annotations: { a: "x", b: "y", "plumbline.invalid/d": "z" } }),
  rules: [{
    apiGroups: ["plumbline.invalid"],
    resources: ["plumbs"],
    resourceNames: ["v", "w", "x", "y", "x"],
    verbs: ["get"],
  }],
});

/** Checks of JSON patches. */
export const JSON_PATCH: readonly Check[] = [
  property<readonly Operation[]>({
    id: "patch/json",
    title: "A JSON patch is applied as by RFC 6902, completely or not at all",
    requirements: [
      "patch.json-add",
      "patch.json-remove",
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
    level: "must",
    arbitrary: arbitraryOperations,
    run: async (scope, operations) => {
      const objects = new Objects(scope, resourceType("roles"));
      const created = await objects.create(initialObject(objects));
      const expected = jsonPatched(created, operations);
      const response = await objects.patch(created, operations as unknown as Json, "json-patch");
      const first = operations[0]!;
      if (expected === undefined) {
        scope.note("rejected");
        const failing = operations.findIndex((_, index) =>
          jsonPatched(created, operations.slice(0, index + 1)) === undefined
        );
        // patch/json-copy-missing covers copies of missing values.
        if (operations[failing]!.op === "copy") {
          throw new Discard("the patch copies a missing value, which another check covers");
        }
        expectError(REJECTED[operations[failing]!.op], response);
        await expectUnchanged("patch.rejected-changes-nothing", objects, created);
      } else {
        scope.note("applied");
        expectPatched(
          operations.length === 1 ? SUCCEEDING[first.op] : "patch.json-in-order",
          response,
          expected,
        );
      }
    },
  }),
  property<{ path: string; value: string }>({
    id: "patch/json-replace",
    title: "The JSON patch operation `replace` replaces existing values",
    requirements: ["patch.json-replace", "patch.returns-the-object"],
    level: "must",
    arbitrary: () =>
      fc.record({
        path: fc.constantFrom(
          `${ANNOTATIONS}/a`,
          `${ANNOTATIONS}/plumbline.invalid~1d`,
          `${NAMES}/0`,
          `${NAMES}/2`,
        ),
        value: fc.constantFrom("p", "q"),
      }),
    run: async (scope, { path, value }) => {
      const objects = new Objects(scope, resourceType("roles"));
      const created = await objects.create(initialObject(objects));
      const operations: Operation[] = [
        { op: "replace", path, value },
        { op: "replace", path: "/rules/0/verbs", value: ["list"] },
      ];
      const response = await objects.patch(created, operations as unknown as Json, "json-patch");
      expectPatched("patch.json-replace", response, jsonPatched(created, operations));
    },
  }),
  rejectedExample(
    "json-missing",
    "A JSON patch that removes or moves a missing value is rejected",
    "patch.json-missing-rejected",
    [
      { op: "remove", path: `${ANNOTATIONS}/nowhere` },
    ],
    [
      { op: "remove", path: `${NAMES}/5` },
    ],
    [
      { op: "move", from: `${ANNOTATIONS}/nowhere`, path: `${ANNOTATIONS}/a` },
    ],
    [
      { op: "move", from: `${NAMES}/5`, path: `${NAMES}/0` },
    ],
  ),
  rejectedExample(
    "json-index",
    "A JSON patch that inserts beyond the end of a list is rejected",
    "patch.json-index-rejected",
    [
      { op: "add", path: `${NAMES}/6`, value: "x" },
    ],
    [
      // The move shortens the list first.
      { op: "move", from: `${NAMES}/0`, path: `${NAMES}/5` },
    ],
  ),
  rejectedExample(
    "json-replace-missing",
    "A JSON patch that replaces a missing value is rejected",
    "patch.json-replace-missing-rejected",
    [
      { op: "replace", path: `${ANNOTATIONS}/nowhere`, value: "x" },
    ],
  ),
  rejectedExample(
    "json-copy-missing",
    "A JSON patch that copies a missing value is rejected",
    "patch.json-copy-missing-rejected",
    [
      { op: "copy", from: `${ANNOTATIONS}/nowhere`, path: `${ANNOTATIONS}/a` },
    ],
  ),
  rejectedExample(
    "json-parent-missing",
    "A JSON patch that adds to a missing object or list is rejected",
    "patch.json-parent-missing-rejected",
    [
      { op: "add", path: "/metadata/nowhere/a", value: "x" },
    ],
    [
      { op: "add", path: "/metadata/finalizers/-", value: "plumbline.invalid/a" },
    ],
    [
      { op: "remove", path: ANNOTATIONS },
      { op: "add", path: `${ANNOTATIONS}/a`, value: "x" },
    ],
  ),
  rejectedExample(
    "json-malformed",
    "A malformed JSON patch is rejected",
    "patch.json-malformed-rejected",
    { op: "add" },
    [
      { op: "plumb", path: `${ANNOTATIONS}/a`, value: "x" },
    ],
  ),
];

function rejectedExample(
  name: string,
  title: string,
  requirement: RequirementId,
  ...patches: Json[]
) {
  return example({
    id: `patch/${name}`,
    title,
    requirements: [requirement, "patch.rejected-changes-nothing"],
    level: "must",
    run: async (scope) => {
      const objects = new Objects(scope, resourceType("roles"));
      const created = await objects.create(initialObject(objects));
      for (const patch of patches) {
        expectError(requirement, await objects.patch(created, patch, "json-patch"));
      }
      await expectUnchanged("patch.rejected-changes-nothing", objects, created);
    },
  });
}
