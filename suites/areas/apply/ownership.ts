/**
 * Any sequence of appliers and other writers, against the model of ownership.
 *
 * @module
 */
import fc from "fast-check";
import { type Check, Discard, property, Violation } from "../../check.ts";
import {
  applied,
  conflictsOf,
  type Fields,
  NOTHING,
  type Owned,
  updated,
} from "./model/ownership.ts";
import { fieldsOf, ownersOf, withFields } from "./model/secret_fields.ts";
import { asObject } from "../../model/object.ts";
import { type RequirementId, REQUIREMENTS } from "../../catalogue.ts";
import { resourceType } from "../../resources/mod.ts";
import type { Scope } from "../../scope.ts";
import { Objects, succeeded } from "../../session/objects.ts";
import { describeAnswer } from "../../session/violation.ts";
import type { HttpResponse, JsonObject } from "../../client/http_client.ts";
import { apply } from "./requests.ts";

/** One write: an apply or a PUT of these fields by one of the managers. */
interface Write {
  readonly verb: "apply" | "update";
  readonly manager: string;
  readonly fields: readonly (readonly [string, string])[];
  readonly force: boolean;
  /** The same fields as the last write of this manager, each with the other value. */
  readonly again: boolean;
}

const PATHS = ["data/a", "data/b", "data/c", "annotations/a", "annotations/b"];

const VALUES = ["eA==", "eQ=="];

const fields = () =>
  fc.tuple(
    fc.uniqueArray(
      fc.tuple(fc.constantFrom(...PATHS), fc.constantFrom(...VALUES)),
      { selector: ([path]) => path, maxLength: 4 },
    ),
    fc.subarray(
      [["finalizers/plumbline.invalid/a", ""], ["finalizers/plumbline.invalid/b", ""]] as [
        string,
        string,
      ][],
    ),
  ).map(([texts, members]) => [...texts, ...members]);

const write = (verb: "apply" | "update", managers: string[]): fc.Arbitrary<Write> =>
  fc.record({
    verb: fc.constant(verb),
    manager: fc.constantFrom(...managers),
    fields: fields(),
    force: fc.oneof({ weight: 2, arbitrary: fc.constant(false) }, {
      weight: 1,
      arbitrary: fc.boolean(),
    }),
    again: fc.integer({ min: 0, max: 4 }).map((drawn) => drawn === 4),
  });

/** Sequences of writes, in which who writes again may say the same fields again. */
const sequences = (one: fc.Arbitrary<Write>): fc.Arbitrary<readonly Write[]> =>
  fc.array(one, { minLength: 2, maxLength: 8, size: "max" }).map((writes) => {
    const last = new Map<string, Write>();
    return writes.map((write) => {
      const before = last.get(write.manager);
      const each = write.again && before ? { ...write, fields: before.fields.map(other) } : write;
      last.set(each.manager, each);
      return each;
    });
  });

const other = ([path, value]: readonly [string, string]): readonly [string, string] => [
  path,
  VALUES.find((each) => value !== "" && each !== value) ?? value,
];

const applies = () => write("apply", ["one", "two", "three"]);
const updates = () => write("update", ["four", "five"]);

/** Sequences of writes. */
export const OWNERSHIP: readonly Check[] = [
  property<readonly Write[]>({
    id: "apply/appliers",
    title: "Whoever applies what and gives up what, fields and conflicts are as ownership says",
    requirements: [
      "apply.creates",
      "apply.sets-what-it-says",
      "apply.conflict-reported",
      "apply.force-overrides",
      "apply.equal-values-share",
      "apply.handed-over-stays",
      "apply.keeps-what-others-own",
    ],
    level: "must",
    arbitrary: () => sequences(applies()),
    run: (scope, writes) => runWrites(scope, writes, false),
  }),
  property<readonly Write[]>({
    id: "apply/ownership",
    title: "Among appliers and other writers, every field's owners are recorded",
    requirements: [
      "apply.conflict-is-409",
      "apply.given-up-is-removed",
      "apply.owners-recorded",
      "apply.updates-meet-no-conflict",
    ],
    level: "convention",
    arbitrary: () => sequences(fc.oneof(applies(), applies(), updates())),
    run: (scope, writes) => runWrites(scope, writes, true),
  }),
];

async function runWrites(scope: Scope, writes: readonly Write[], conventions: boolean) {
  const objects = new Objects(scope, resourceType("secrets"));
  const { apiVersion, kind, metadata } = objects.make("s0");
  const bare: JsonObject = { apiVersion: apiVersion!, kind: kind!, metadata: metadata! };
  let owned = NOTHING;
  let last: JsonObject | undefined;
  const fail = (id: RequirementId, expected: string, actual: string): never => {
    // What is only conventional is another check's; the model no longer knows what comes after.
    if (REQUIREMENTS[id].level === (conventions ? "convention" : "must")) {
      throw new Violation(id, { expected, actual });
    }
    throw new Discard(`${id} does not hold`);
  };
  for (const { verb, manager, fields, force } of writes) {
    const config: Fields = new Map(fields);
    if (verb === "update") {
      if (last === undefined) continue;
      const body = withFields(last, config);
      const answer = await scope.send({
        method: "PUT",
        path: objects.pathOf(last),
        query: { fieldManager: manager },
        body,
      });
      if (!succeeded(answer)) fail("apply.updates-meet-no-conflict", "200", describeAnswer(answer));
      owned = updated(owned, `Update ${manager}`, config);
      last = asObject(answer.json)!;
      expectOwners(owned, last, fail);
      continue;
    }
    const name = `Apply ${manager}`;
    const query = { fieldManager: manager, ...(force && { force: "true" }) };
    const conflicts = conflictsOf(owned, name, config);
    const answer = await apply(objects, withFields(bare, config), query);
    if (conflicts.length > 0 && !force) {
      scope.note("conflict");
      if (answer.status < 400) {
        fail(
          "apply.conflict-reported",
          `a conflict over ${conflicts.join()}`,
          describeAnswer(answer),
        );
      }
      if (conventions && answer.status !== 409) {
        fail("apply.conflict-is-409", "409", describeAnswer(answer));
      }
      continue;
    }
    scope.note(conflicts.length > 0 ? "forced" : "applied");
    if (!succeeded(answer)) {
      fail(requirementOf(owned, config, conflicts), "200 or 201", describeAnswer(answer));
    }
    const after = applied(owned, name, config);
    last = asObject(answer.json)!;
    expectFields({ before: owned, after, name, config, conflicts }, answer, fail);
    owned = after;
    if (conventions) expectOwners(owned, last, fail);
  }
  if (last === undefined) throw new Discard("nothing was made");
  const there = await objects.read(last);
  const [expected, actual] = [textOf(owned.fields), textOf(fieldsOf(there ?? {}))];
  if (expected !== actual) fail("apply.keeps-what-others-own", expected, actual);
}

type Fail = (id: RequirementId, expected: string, actual: string) => never;

function expectFields(
  { before, after, name, config, conflicts }: {
    before: Owned;
    after: Owned;
    name: string;
    config: Fields;
    conflicts: readonly string[];
  },
  answer: HttpResponse,
  fail: Fail,
): void {
  const actual = fieldsOf(asObject(answer.json) ?? {});
  for (const path of new Set([...after.fields.keys(), ...actual.keys()])) {
    const due = after.fields.get(path);
    const found = actual.get(path);
    if (due === found) continue;
    const wasOwn = before.owners.get(name)?.has(path);
    const id = config.has(path)
      ? conflicts.includes(path) ? "apply.force-overrides" : "apply.sets-what-it-says"
      : !wasOwn
      ? "apply.keeps-what-others-own"
      : due === undefined
      ? "apply.given-up-is-removed"
      : "apply.handed-over-stays";
    fail(id, `${path}: ${due ?? "absent"}`, `${path}: ${found ?? "absent"}`);
  }
}

function expectOwners(owned: Owned, object: JsonObject, fail: Fail): void {
  const lines = (owners: Owned["owners"]) =>
    [...owners].map(([name, paths]) => `${name}: ${[...paths].sort().join(" ")}`).sort().join("; ");
  const [expected, actual] = [lines(owned.owners), lines(ownersOf(object))];
  if (expected !== actual) fail("apply.owners-recorded", expected, actual);
}

/** What is broken where an apply is refused that should not be. */
function requirementOf(
  { fields }: Owned,
  config: Fields,
  conflicts: readonly string[],
): RequirementId {
  if (conflicts.length > 0) return "apply.force-overrides";
  if (fields.size === 0) return "apply.creates";
  const isShared = [...config].some(([path, value]) => fields.get(path) === value);
  return isShared ? "apply.equal-values-share" : "apply.sets-what-it-says";
}

function textOf(fields: Fields): string {
  return [...fields].map(([path, value]) => `${path}=${value}`).sort().join(" ");
}
