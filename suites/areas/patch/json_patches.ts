/**
 * JSON patches, drawn, against the model of RFC 6902.
 *
 * @module
 */
import fc from "fast-check";
import { Discard, example, property } from "../../check.ts";
import { jsonPatched, type Operation } from "./model/json_patch.ts";
import type { RequirementId } from "../../catalogue.ts";
import { resourceType } from "../../resources/mod.ts";
import { Objects } from "../../session/objects.ts";
import { expectRefusal } from "../../session/violation.ts";
import type { Json } from "../../client/http_client.ts";
import { type Checks, expectPatched, expectUntouched } from "./judge.ts";

const ANNOTATIONS = "/metadata/annotations";
const NAMES = "/rules/0/resourceNames";

/** What holds a patch to which statement. */
const HELD = {
  add: "patch.json-add",
  remove: "patch.json-remove",
  replace: "patch.json-replace",
  move: "patch.json-move",
  copy: "patch.json-copy",
  test: "patch.json-test-holds",
} as const satisfies Record<Operation["op"], RequirementId>;

const REFUSED = {
  add: "patch.json-index-refused",
  remove: "patch.json-missing-refused",
  replace: "patch.json-replace-missing-refused",
  move: "patch.json-missing-refused",
  copy: "patch.json-copy-missing-refused",
  test: "patch.json-test-fails",
} as const satisfies Record<Operation["op"], RequirementId>;

const text = () => fc.constantFrom("x", "y", "z");
const member = () =>
  fc.constantFrom("a", "b", "c", "plumbline.invalid~1d").map((key) => `${ANNOTATIONS}/${key}`);
const itemOf = (list: string, most: number) =>
  fc.integer({ min: 0, max: most }).map((index) => `${list}/${index}`);

/** Operations that read or take at one kind of place and put at another. */
const operation = (
  source: fc.Arbitrary<string>,
  target: fc.Arbitrary<string>,
): fc.Arbitrary<Operation> =>
  fc.oneof(
    fc.record({ op: fc.constant("add" as const), path: target, value: text() }),
    fc.record({ op: fc.constant("remove" as const), path: source }),
    fc.record({ op: fc.constant("test" as const), path: source, value: text() }),
    {
      weight: 2,
      arbitrary: fc.record({ op: fc.constant("move" as const), from: source, path: target }),
    },
    fc.record({ op: fc.constant("copy" as const), from: source, path: target }),
  );

const inMap = () => operation(member(), member());

/** In a list of five, two of them equal: most fit, and some go one place too far. */
const inList = (list = NAMES) =>
  operation(itemOf(list, 4), fc.oneof(itemOf(list, 5), itemOf(list, 4), fc.constant(`${list}/-`)));

const changeIn = (list: string): fc.Arbitrary<Operation> =>
  fc.oneof(
    fc.record({ op: fc.constant("add" as const), path: itemOf(list, 4), value: text() }),
    fc.record({ op: fc.constant("remove" as const), path: itemOf(list, 4) }),
  );

const anywhere = () => {
  const place = () => fc.oneof(member(), itemOf(NAMES, 5));
  return operation(place(), fc.oneof(place(), fc.constant(`${NAMES}/-`)));
};

/** A rule as it stands there at first, its members in another order. */
const ruleTested: Operation = {
  op: "test",
  path: "/rules/0",
  value: {
    verbs: ["get"],
    resourceNames: ["v", "w", "x", "y", "x"],
    resources: ["plumbs"],
    apiGroups: ["plumbline.invalid"],
  },
};

/** A rule is copied, and then one of the two is changed: the other must not follow. */
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

/** Operations on texts in a map and a list: each leaves an object that is valid. */
const operations = (): fc.Arbitrary<readonly Operation[]> => {
  const some = (one: fc.Arbitrary<Operation>) => fc.array(one, { minLength: 1, maxLength: 4 });
  return fc.oneof(
    { weight: 3, arbitrary: some(inList()) },
    { weight: 2, arbitrary: some(inMap()) },
    { weight: 2, arbitrary: some(anywhere()) },
    { weight: 2, arbitrary: inCopies() },
    {
      weight: 1,
      arbitrary: fc.array(inMap(), { maxLength: 2 }).map((more) => [ruleTested, ...more]),
    },
  );
};

const startOf = (objects: Objects) => ({
  ...objects.make("s0", { annotations: { a: "x", b: "y", "plumbline.invalid/d": "z" } }),
  rules: [{
    apiGroups: ["plumbline.invalid"],
    resources: ["plumbs"],
    resourceNames: ["v", "w", "x", "y", "x"],
    verbs: ["get"],
  }],
});

/** JSON patches. */
export const JSON_PATCHES: Checks = [
  property<readonly Operation[]>({
    id: "patch/json",
    title: "A JSON patch does what RFC 6902 says, all of it or nothing",
    requirements: [
      "patch.json-add",
      "patch.json-remove",
      "patch.json-move",
      "patch.json-copy",
      "patch.json-test-holds",
      "patch.json-in-order",
      "patch.json-test-fails",
      "patch.json-missing-refused",
      "patch.json-index-refused",
      "patch.refused-leaves-no-trace",
      "patch.answers-the-object",
    ],
    level: "must",
    arbitrary: operations,
    run: async (scope, operations) => {
      const objects = new Objects(scope, resourceType("roles"));
      const made = await objects.create(startOf(objects));
      const due = jsonPatched(made, operations);
      const answer = await objects.patch(made, operations as unknown as Json, "json-patch");
      const first = operations[0]!;
      if (due === undefined) {
        scope.note("refused");
        const misfit = operations.findIndex((_, index) =>
          jsonPatched(made, operations.slice(0, index + 1)) === undefined
        );
        // Copies of what is not there have a check of their own.
        if (operations[misfit]!.op === "copy") throw new Discard("a copy that does not fit");
        expectRefusal(REFUSED[operations[misfit]!.op], answer);
        await expectUntouched("patch.refused-leaves-no-trace", objects, made);
      } else {
        scope.note("done");
        expectPatched(
          operations.length === 1 ? HELD[first.op] : "patch.json-in-order",
          answer,
          due,
        );
      }
    },
  }),
  property<{ path: string; value: string }>({
    id: "patch/json-replace",
    title: "The JSON patch operation replace changes what is there",
    requirements: ["patch.json-replace", "patch.answers-the-object"],
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
      const made = await objects.create(startOf(objects));
      const operations: Operation[] = [
        { op: "replace", path, value },
        { op: "replace", path: "/rules/0/verbs", value: ["list"] },
      ];
      const answer = await objects.patch(made, operations as unknown as Json, "json-patch");
      expectPatched("patch.json-replace", answer, jsonPatched(made, operations));
    },
  }),
  refusedExample("json-missing", "patch.json-missing-refused", [
    { op: "remove", path: `${ANNOTATIONS}/nowhere` },
  ], [
    { op: "remove", path: `${NAMES}/5` },
  ], [
    { op: "move", from: `${ANNOTATIONS}/nowhere`, path: `${ANNOTATIONS}/a` },
  ], [
    { op: "move", from: `${NAMES}/5`, path: `${NAMES}/0` },
  ]),
  refusedExample("json-index", "patch.json-index-refused", [
    { op: "add", path: `${NAMES}/6`, value: "x" },
  ], [
    // Without what is moved the list is shorter by one.
    { op: "move", from: `${NAMES}/0`, path: `${NAMES}/5` },
  ]),
  refusedExample("json-replace-missing", "patch.json-replace-missing-refused", [
    { op: "replace", path: `${ANNOTATIONS}/nowhere`, value: "x" },
  ]),
  refusedExample("json-copy-missing", "patch.json-copy-missing-refused", [
    { op: "copy", from: `${ANNOTATIONS}/nowhere`, path: `${ANNOTATIONS}/a` },
  ]),
  refusedExample("json-parent-missing", "patch.json-parent-missing-refused", [
    { op: "add", path: "/metadata/nowhere/a", value: "x" },
  ], [
    { op: "add", path: "/metadata/finalizers/-", value: "plumbline.invalid/a" },
  ], [
    { op: "remove", path: ANNOTATIONS },
    { op: "add", path: `${ANNOTATIONS}/a`, value: "x" },
  ]),
  refusedExample("json-malformed", "patch.json-malformed-refused", { op: "add" }, [
    { op: "plumb", path: `${ANNOTATIONS}/a`, value: "x" },
  ]),
];

function refusedExample(words: string, requirement: RequirementId, ...patches: Json[]) {
  return example({
    id: `patch/${words}`,
    title: `${words.replaceAll("-", " ")}: refused`,
    requirements: [requirement, "patch.refused-leaves-no-trace"],
    level: "must",
    run: async (scope) => {
      const objects = new Objects(scope, resourceType("roles"));
      const made = await objects.create(startOf(objects));
      for (const patch of patches) {
        expectRefusal(requirement, await objects.patch(made, patch, "json-patch"));
      }
      await expectUntouched("patch.refused-leaves-no-trace", objects, made);
    },
  });
}
