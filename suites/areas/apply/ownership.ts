/**
 * Checks of sequences of applies and updates by several managers, against the ownership model.
 *
 * @module
 */
import fc from "fast-check";
import { type Check, Discard, property, Violation } from "../../check.ts";
import {
  afterApply,
  afterUpdate,
  conflictsOf,
  type Fields,
  NO_OBJECT,
  type Owned,
} from "./model/ownership.ts";
import {
  fieldsOf,
  ownersOf,
  pathsOf,
  valuesOf,
  WHOLE_LISTS,
  withFields,
} from "./model/object_fields.ts";
import { resourceName } from "../../arbitraries/resource_types.ts";
import { leavingOut } from "../../arbitraries/leaving_out.ts";
import { asObject } from "../../model/object.ts";
import { type RequirementId, REQUIREMENTS } from "../../catalogue.ts";
import { isSpecified, type TypedTarget, typeNamed } from "../../resources/mod.ts";
import { type OwnershipCase, scenarios, type ScenarioWrite } from "./scenarios.ts";
import type { Scope } from "../../scope.ts";
import { accepted, Objects, succeeded } from "../../session/objects.ts";
import { describeResponse } from "../../session/violation.ts";
import type { HttpResponse, JsonObject } from "../../client/http_client.ts";

const arbitraryField = (resource: string): fc.Arbitrary<[string, string]> =>
  fc.constantFrom(...pathsOf(resource)).chain((path) =>
    fc.tuple(fc.constant(path), fc.constantFrom(...valuesOf(path)))
  );

const arbitraryFields = (resource: string) =>
  fc.tuple(
    fc.uniqueArray(arbitraryField(resource), { selector: ([path]) => path, maxLength: 4 }),
    fc.subarray(
      [["finalizers/plumbline.invalid/a", ""], ["finalizers/plumbline.invalid/b", ""]] as [
        string,
        string,
      ][],
    ),
  ).map(([values, members]) => [...values, ...members]);

const arbitraryWrite = (
  resource: string,
  verb: "apply" | "update",
  managers: string[],
): fc.Arbitrary<ScenarioWrite> =>
  fc.record({
    verb: fc.constant(verb),
    manager: fc.constantFrom(...managers),
    fields: arbitraryFields(resource),
    force: fc.oneof({ weight: 2, arbitrary: fc.constant(false) }, {
      weight: 1,
      arbitrary: fc.boolean(),
    }),
    givesFalse: fc.boolean(),
    again: fc.integer({ min: 0, max: 4 }).map((value) => value === 4),
  });

/** Returns an arbitrary of sequences of writes, with `again` applied. */
const arbitrarySequence = (
  one: fc.Arbitrary<ScenarioWrite>,
): fc.Arbitrary<readonly ScenarioWrite[]> =>
  fc.array(one, { minLength: 2, maxLength: 8, size: "max" }).map((writes) => {
    const last = new Map<string, ScenarioWrite>();
    return writes.map((write) => {
      const before = last.get(write.manager);
      const each = write.again && before
        ? { ...write, fields: before.fields.map(withOtherValue) }
        : write;
      last.set(each.manager, each);
      return each;
    });
  });

const withOtherValue = ([path, value]: readonly [string, string]): readonly [string, string] => [
  path,
  valuesOf(path).find((each) => each !== value) ?? value,
];

const applies = (resource: string) => arbitraryWrite(resource, "apply", ["one", "two", "three"]);
const updates = (resource: string) => arbitraryWrite(resource, "update", ["four", "five"]);

/** Generates a type and a sequence of writes to its fields. */
function ownershipCase(
  target: TypedTarget,
  writeOf: (resource: string) => fc.Arbitrary<ScenarioWrite>,
): fc.Arbitrary<OwnershipCase> {
  const generated = resourceName(target).chain((resource) =>
    fc.record<OwnershipCase>({
      resource: fc.constant(resource),
      writes: arbitrarySequence(writeOf(resource)),
    })
  );
  return leavingOut(generated, "writes");
}

/** Checks of ownership. */
export const OWNERSHIP: readonly Check[] = [
  property<OwnershipCase>({
    id: "apply/several-managers",
    version: 5,
    title: "Fields and conflicts match the ownership model across several managers that apply",
    requirements: [
      "apply.creates",
      "apply.sets-applied-fields",
      "apply.conflict-reported",
      "apply.every-conflict-reported",
      "apply.force-overrides",
      "apply.equal-values-share",
      "apply.shared-field-kept",
      "apply.leaves-other-fields",
      "apply.unapplied-field-removed",
    ],
    arbitrary: (target) => ownershipCase(target, applies),
    cases: (seed, target) => scenarios(seed, false, target),
    run: (scope, input) => runWrites(scope, input, false),
  }),
  property<OwnershipCase>({
    id: "apply/ownership",
    share: 0.5,
    version: 5,
    title: "`managedFields` matches the ownership model across applies and updates",
    requirements: [
      "apply.conflict-is-409",
      "apply.conflict-names-fields",
      "apply.owners-recorded",
      "apply.updates-never-conflict",
    ],
    arbitrary: (target) =>
      ownershipCase(
        target,
        (resource) => fc.oneof(applies(resource), applies(resource), updates(resource)),
      ),
    cases: (seed, target) => scenarios(seed, true, target),
    run: (scope, input) => runWrites(scope, input, true),
  }),
];

async function runWrites(
  scope: Scope,
  { resource, writes }: OwnershipCase,
  conventions: boolean,
): Promise<void> {
  const objects = new Objects(scope, typeNamed(scope.target, resource));
  const manifest = withFields(objects.newObject("s0"), new Map());
  let owned = NO_OBJECT;
  let last: JsonObject | undefined;
  const ignored = new Set<string>();
  const fail = (id: RequirementId, expected: string, actual: string): never => {
    // Requirements of the other level belong to the other check; the model cannot continue.
    if (REQUIREMENTS[id].level === (conventions ? "convention" : "must")) {
      throw new Violation(id, { expected, actual });
    }
    throw new Discard(`the target violates ${id}, which another check covers`);
  };
  for (const { verb, manager, fields, force, givesFalse } of writes) {
    const config = new Map(fields);
    if (verb === "update") {
      if (last === undefined) {
        const body = withFields(manifest, config);
        const response = await scope.create(objects.type, body, { fieldManager: manager });
        last = accepted(response, "the object could not be created");
        owned = afterUpdate(owned, `Update ${manager}`, config);
        if (!isSpecified(objects.type)) {
          for (const path of fieldsOf(last).keys()) if (!owned.fields.has(path)) ignored.add(path);
        }
        if (conventions) expectOwners(owned, last, fail);
        continue;
      }
      // Real servers show a removed list as null, which the writer then owns.
      for (const path of WHOLE_LISTS) {
        const value = owned.fields.get(path);
        if (value !== undefined && !config.has(path)) config.set(path, value);
      }
      const body = withFields(last, config);
      const response = await scope.send({
        method: "PUT",
        path: objects.pathOf(last),
        query: { fieldManager: manager },
        body,
      });
      if (!succeeded(response)) {
        fail("apply.updates-never-conflict", "200", describeResponse(response));
      }
      owned = afterUpdate(owned, `Update ${manager}`, config);
      last = asObject(response.json)!;
      if (conventions) expectOwners(owned, last, fail);
      continue;
    }
    const name = `Apply ${manager}`;
    const query = {
      fieldManager: manager,
      force: force ? "true" : givesFalse ? "false" : undefined,
    };
    const conflicts = conflictsOf(owned, name, config);
    const response = await objects.apply(withFields(manifest, config), query);
    if (conflicts.length > 0 && !force) {
      scope.note("conflict");
      if (response.status < 400) {
        fail(
          "apply.conflict-reported",
          `a conflict over ${conflicts.join()}`,
          describeResponse(response),
        );
      }
      if (conventions && response.status !== 409) {
        fail("apply.conflict-is-409", "409", describeResponse(response));
      }
      const named = conflicts.filter((path) => isNamed(path, response));
      if (named.length === 0) {
        const expected = `a cause for one of ${conflicts.join()}`;
        if (conventions) fail("apply.conflict-names-fields", expected, describeResponse(response));
      } else if (!conventions && named.length < conflicts.length) {
        const unnamed = conflicts.filter((path) => !named.includes(path));
        const expected = `causes for ${conflicts.join()}`;
        fail("apply.every-conflict-reported", expected, `none for ${unnamed.join()}`);
      }
      continue;
    }
    scope.note(conflicts.length > 0 ? "forced" : "applied");
    if (!succeeded(response)) {
      fail(violatedByRejection(owned, config, conflicts), "200 or 201", describeResponse(response));
    }
    const after = afterApply(owned, name, config);
    last = asObject(response.json)!;
    // A server may add fields to new objects of types that are not of the specification.
    if (response.status === 201 && !isSpecified(objects.type)) {
      for (const path of fieldsOf(last).keys()) if (!after.fields.has(path)) ignored.add(path);
    }
    expectFields({ before: owned, after, name, config, conflicts, ignored }, response, fail);
    owned = after;
    if (conventions) expectOwners(owned, last, fail);
  }
  if (last === undefined) throw new Discard("no write created the object");
  const current = await objects.read(last);
  const shown = [...fieldsOf(current ?? {})].filter(([path]) => !ignored.has(path));
  const [expected, actual] = [textOf(owned.fields), textOf(new Map(shown))];
  if (expected !== actual) fail("apply.leaves-other-fields", expected, actual);
}

/** True if a cause in the Status of a conflict names the field at a path of the model. */
function isNamed(path: string, { json }: HttpResponse): boolean {
  const causes = asObject(asObject(json)?.details)?.causes;
  const [map, key] = path.split("/");
  return (Array.isArray(causes) ? causes : []).some((cause) => {
    const field = String(asObject(cause)?.field);
    if (map === "containers") return field.includes(`containers[name="${key}"]`);
    const parent = map === "template" ? ".spec.template.metadata.annotations" : map;
    return key === undefined ? field.endsWith(`.${map}`) : field.endsWith(`${parent}.${key}`);
  });
}

type Fail = (id: RequirementId, expected: string, actual: string) => never;

function expectFields(
  { before, after, name, config, conflicts, ignored }: {
    before: Owned;
    after: Owned;
    name: string;
    config: Fields;
    conflicts: readonly string[];
    ignored: ReadonlySet<string>;
  },
  response: HttpResponse,
  fail: Fail,
): void {
  const actual = fieldsOf(asObject(response.json) ?? {});
  for (const path of new Set([...after.fields.keys(), ...actual.keys()])) {
    const [expected, value] = [after.fields.get(path), actual.get(path)];
    if (expected === value || ignored.has(path)) continue;
    const wasOwn = before.owners.get(name)?.has(path);
    const id = config.has(path)
      ? conflicts.includes(path) ? "apply.force-overrides" : "apply.sets-applied-fields"
      : !wasOwn
      ? "apply.leaves-other-fields"
      : expected === undefined
      ? "apply.unapplied-field-removed"
      : "apply.shared-field-kept";
    fail(id, `${path}: ${expected ?? "absent"}`, `${path}: ${value ?? "absent"}`);
  }
}

function expectOwners(owned: Owned, object: JsonObject, fail: Fail): void {
  const lines = (owners: Owned["owners"]) =>
    [...owners].map(([name, paths]) => `${name}: ${[...paths].sort().join(" ")}`).sort().join("; ");
  const [expected, actual] = [lines(owned.owners), lines(ownersOf(object))];
  if (expected !== actual) fail("apply.owners-recorded", expected, actual);
}

/** Returns the requirement violated by rejecting a valid apply. */
function violatedByRejection(
  { fields }: Owned,
  config: Fields,
  conflicts: readonly string[],
): RequirementId {
  if (conflicts.length > 0) return "apply.force-overrides";
  if (fields.size === 0) return "apply.creates";
  const isShared = [...config].some(([path, value]) => fields.get(path) === value);
  return isShared ? "apply.equal-values-share" : "apply.sets-applied-fields";
}

function textOf(fields: Fields): string {
  return [...fields].map(([path, value]) => `${path}=${value}`).sort().join(" ");
}
