/**
 * Checks of the records in `managedFields`, field by field, on objects with all their fields.
 *
 * @module
 */
import fc from "fast-check";
import { type Check, Discard, property } from "../../check.ts";
import { asObject, metadataOf, nameOf, namespaceOf } from "../../model/object.ts";
import { filledIn, merged, rightValue, shapeFields } from "../../model/fields/shape.ts";
import { FIELDED_TYPES, type FieldedType, fieldedType } from "../../model/fields/stored_types.ts";
import { valueAtPlace } from "../../model/field_injection.ts";
import { typeNamed, typesOf } from "../../resources/mod.ts";
import type { Scope } from "../../scope.ts";
import { accepted, Objects } from "../../session/objects.ts";
import type { Json, JsonObject } from "../../client/http_client.ts";
import {
  elementsOf,
  recordedPaths,
  recordOf,
  recordText,
  single,
  unmarkedText,
  without,
} from "./model/field_records.ts";
import { verify } from "../../verify.ts";

/** The types whose configuration is a whole object. */
const TYPES = FIELDED_TYPES.filter(({ id, subresource }) =>
  subresource === undefined && id !== "deployments-recreated"
);

/** The second write: none, an update or an apply that takes a field over. */
const SECOND = ["none", "update", "apply"] as const;

interface RecordCase {
  readonly type: string;
  readonly first: "apply" | "create";
  readonly second: typeof SECOND[number];
  /** Selects the field that the second write changes. */
  readonly field: number;
  readonly finalizers: boolean;
  /** The configuration has fields that its type does not have. */
  readonly unknown: boolean;
  /** The position of the right values. */
  readonly position: number;
}

type Words = Readonly<Record<string, string>>;

/** Checks of records. */
export const FIELD_RECORDS: readonly Check[] = [
  property<RecordCase>({
    id: "apply/field-records",
    title: "`managedFields` records exactly the fields that a manager applied or changed",
    requirements: ["apply.fields-recorded"],
    share: 0.5,
    arbitrary: (target) =>
      fc.record({
        type: fc.constantFrom(
          ...TYPES.filter(({ resource }) =>
            typesOf(target).some((each) => each.resource === resource)
          )
            .map(({ id }) => id),
        ),
        first: fc.constantFrom("apply" as const, "create" as const),
        second: fc.constantFrom(...SECOND),
        field: fc.nat(999),
        finalizers: fc.boolean(),
        unknown: fc.integer({ min: 0, max: 3 }).map((value) => value === 3),
        position: fc.nat(1),
      }),
    run: verifyRecords,
  }),
];

async function verifyRecords(scope: Scope, input: RecordCase): Promise<void> {
  const { first, second, field } = input;
  const type = fieldedType(input.type);
  scope.note(`${first}, ${second}`);
  const objects = new Objects(scope, typeNamed(scope.target, type.resource));
  const config = configuration(objects, type, input);
  const query = { fieldManager: "one", ...(input.unknown && { fieldValidation: "Ignore" }) };
  const sent = input.unknown ? withUnknown(config) : config;
  const created = accepted(
    first === "apply"
      ? await objects.apply(config, query, sent)
      : await scope.create(objects.type, sent, query),
    "the write was rejected",
  );
  if (metadataOf(created).managedFields === undefined) {
    throw new Discard("the target does not return managedFields");
  }
  const one = first === "apply" ? "Apply one" : "Update one";
  const applied = recordOf(first === "apply" ? config : writtenPart(created));
  verifyRecord(created, one, applied);
  if (second === "none") return;
  const changes = changesOf(config, type, wordsOf(scope, created));
  const { place, value } = changes[field % changes.length]!;
  const elements = elementsOf(config, place);
  const left = without(applied, elements, { keepsEmptied: first === "create" });
  if (second === "update") {
    const { managedFields: _, ...metadata } = metadataOf(created);
    const changed = withValue({ ...created, metadata }, place, value) as JsonObject;
    const path = objects.pathOf(created);
    const query = { fieldManager: "two" };
    const response = await scope.send({ method: "PUT", path, query, body: changed });
    const object = accepted(response, "the update was rejected");
    verifyRecord(object, "Update two", single(elements));
    verifyRecord(object, one, left);
  } else {
    const changed = withValue(config, place, value) as JsonObject;
    const response = await objects.apply(changed, { fieldManager: "two", force: "true" });
    const object = accepted(response, "the apply with force was rejected");
    verifyRecord(object, "Apply two", recordOf(config));
    verifyRecord(object, one, left);
  }
}

/** Returns an object with all fields of its type. */
function configuration(
  objects: Objects,
  { id, shape }: FieldedType,
  { finalizers, position }: RecordCase,
): JsonObject {
  const { scope } = objects;
  const { apiVersion, kind, metadata } = objects.newObject("s0");
  const own = { apiVersion: apiVersion!, kind: kind!, metadata: metadata! };
  const all = filledIn(rightValue(shape, position), wordsOf(scope, own)) as JsonObject;
  const { stringData: _, apiVersion: __, kind: ___, ...fields } = all;
  const object = merged(own, fields);
  const whole = finalizers
    ? merged(object, { metadata: { finalizers: ["plumbline.invalid/a"] } })
    : object;
  return id === "deployments" ? withItems(whole) : whole;
}

/** Returns what a create has written, with its defaults: nobody owns what the server sets. */
function writtenPart({ status: _, rules, ...object }: JsonObject): JsonObject {
  const { labels, annotations, finalizers } = metadataOf(object);
  // An empty map or list is equivalent to an absent one.
  const metadata = Object.fromEntries(
    Object.entries({ labels, annotations, finalizers })
      .filter(([, value]) => Object.keys(value ?? {}).length > 0),
  );
  // Controllers write the rules of aggregated roles.
  const own: JsonObject = rules !== undefined && !object.aggregationRule ? { rules } : {};
  return { ...object, ...own, metadata: JSON.parse(JSON.stringify(metadata)) };
}

/** Adds a field that no type has to each object whose members have owners of their own. */
function withUnknown(config: JsonObject): JsonObject {
  const spec = asObject(config.spec);
  const template = asObject(spec?.template);
  const pod = asObject(template?.spec);
  const stray = { plumbline: { line: "up" } };
  if (spec === undefined || template === undefined || pod === undefined) {
    return { ...config, ...stray };
  }
  const containers = (pod.containers as JsonObject[]).map((each) => ({ ...each, ...stray }));
  const inner = { ...template, ...stray, spec: { ...pod, ...stray, containers } };
  return { ...config, ...stray, spec: { ...spec, ...stray, template: inner } };
}

/** Adds ports, whose second key has a default, and a container; a number that is 0 is left out. */
function withItems(deployment: JsonObject): JsonObject {
  const { containers } = asObject(asObject(asObject(deployment.spec)?.template)?.spec) ?? {};
  const [first] = containers as JsonObject[];
  const ports: Json = [{ containerPort: 80 }, { containerPort: 80, protocol: "UDP", name: "dns" }];
  const all: Json = [{ ...first!, ports }, { name: "other", image: "nothing.invalid/none" }];
  return merged(deployment, {
    spec: { minReadySeconds: 5, template: { spec: { containers: all } } },
  });
}

function wordsOf({ target }: Scope, object: JsonObject): Words {
  return {
    name: nameOf(object),
    namespace: namespaceOf(object),
    group: `rbac.authorization.${target.dialect.suffix}`,
  };
}

/** Returns the fields that a write can change alone, with a value that differs and is not empty. */
function changesOf(config: JsonObject, { shape }: FieldedType, words: Words) {
  return shapeFields(shape).flatMap(({ place, values = [], unset, writeOnly, mergeKey }) => {
    if (values.length < 2 || unset || writeOnly || mergeKey) return [];
    const current = valueAtPlace(config, place);
    const value = values.map((each) => filledIn(each, words)).find((each) =>
      each && each !== current
    );
    return value === undefined ? [] : [{ place, value }];
  });
}

/** Returns a value with another one at a place. */
function withValue(whole: Json, [key, ...rest]: readonly (string | number)[], value: Json): Json {
  if (key === undefined) return value;
  if (Array.isArray(whole)) {
    return whole.map((item, at) => at === key ? withValue(item, rest, value) : item);
  }
  const members = asObject(whole) ?? {};
  return { ...members, [key]: withValue(members[key] ?? {}, rest, value) };
}

function verifyRecord(object: JsonObject, name: string, expected: JsonObject): void {
  const { managedFields } = metadataOf(object);
  const entries = (Array.isArray(managedFields) ? managedFields : []).map((each) =>
    asObject(each) ?? {}
  );
  const found = entries.filter(({ operation, manager }) => `${operation} ${manager}` === name);
  const [entry] = found;
  // Records of updates mark new maps and lists themselves, too: those of real servers differ there.
  const textOf = name.startsWith("Apply") ? recordText : unmarkedText;
  const isRight = Object.keys(expected).length === 0
    ? found.length === 0
    : found.length === 1 && entry!.apiVersion === object.apiVersion &&
      textOf(entry!.fieldsV1) === textOf(expected);
  const whole = {
    expected: `the record of ${name} of ${object.apiVersion} with ${textOf(expected)}`,
    actual: JSON.stringify(found),
  };
  const isOne = found.length === 1 && entry!.apiVersion === object.apiVersion;
  const fields = isOne
    ? otherFields(`the record of ${name}`, expected, entry!.fieldsV1)
    : undefined;
  verify("apply.fields-recorded", { holds: isRight, ...(fields ?? whole) });
}

/** Returns which fields a record lacks, or else has beside those expected; undefined if none. */
function otherFields(record: string, expected: JsonObject, found: Json | undefined) {
  const [due, recorded] = [expected, found].map((fields) => recordedPaths(fields)) as [
    string[],
    string[],
  ];
  const missing = due.filter((path) => !recorded.includes(path)).join(", ");
  if (missing !== "") return { expected: `${record} with ${missing}`, actual: "nothing" };
  const more = recorded.filter((path) => !due.includes(path)).join(", ");
  return more === "" ? undefined : { expected: `${record} without ${more}`, actual: more };
}
