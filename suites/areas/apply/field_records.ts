/**
 * Checks of the records in `managedFields`, field by field, on objects with all their fields.
 *
 * @module
 */
import fc from "fast-check";
import { shuffled } from "../../arbitraries/combinations.ts";
import { type Check, Discard, property } from "../../check.ts";
import { asObject, metadataOf, nameOf, namespaceOf } from "../../model/object.ts";
import { filledIn, merged, rightValue, shapeFields } from "../../model/fields/shape.ts";
import { FIELDED_TYPES, type FieldedType, fieldedType } from "../../model/fields/stored_types.ts";
import { type Place, valueAtPlace } from "../../model/field_injection.ts";
import { type TypedTarget, typeNamed, typesOf } from "../../resources/mod.ts";
import type { Scope } from "../../scope.ts";
import { accepted, Objects } from "../../session/objects.ts";
import type { Target } from "../../client/target.ts";
import { changeRequest, supports, WRITE_FORMS } from "../../session/write_forms.ts";
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

/** The second write: none, or one that takes a field over or removes it. */
const SECOND = ["none", ...WRITE_FORMS] as const;

interface RecordCase {
  readonly type: string;
  readonly first: "apply" | "create";
  readonly second: typeof SECOND[number];
  /** A second write that is no apply removes its field. */
  readonly removes: boolean;
  /** The second write changes a field within an item of a list, if the items have owners. */
  readonly inItem: boolean;
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
    version: 2,
    requirements: ["apply.fields-recorded"],
    share: 0.75,
    arbitrary: (target) =>
      fc.record({
        type: fc.constantFrom(...typeIdsOf(target)),
        first: fc.constantFrom(...FIRST),
        second: fc.constantFrom(...SECOND.filter(isSupportedBy(target))),
        removes: fc.boolean(),
        inItem: fc.boolean(),
        field: fc.nat(999),
        finalizers: fc.boolean(),
        unknown: fc.integer({ min: 0, max: 3 }).map((value) => value === 3),
        position: fc.nat(1),
      }),
    cases: everyForm,
    run: verifyRecords,
  }),
];

const FIRST = ["apply", "create"] as const;

const typeIdsOf = (target: TypedTarget) =>
  TYPES.filter(({ resource }) => typesOf(target).some((each) => each.resource === resource))
    .map(({ id }) => id);

const isSupportedBy = (target: Pick<Target, "lacks">) => (form: typeof SECOND[number]) =>
  form === "none" || supports(target, form);

/** Returns a change in items of a list in each form, and then the other ones of each type. */
function everyForm(seed: number, target: Target): readonly RecordCase[] {
  const forms = SECOND.filter(isSupportedBy(target));
  const ids = typeIdsOf(target);
  const inItems = forms.flatMap((second) =>
    ids.filter((id) => id === "deployments" && second !== "none")
      .map((type) => ({ type, second, removes: false, inItem: true }))
  );
  const others = forms.flatMap((second) =>
    [false, ...(second === "none" || second === "apply" ? [] : [true])].flatMap((removes) =>
      ids.map((type) => ({ type, second, removes, inItem: false }))
    )
  );
  return [...shuffled(inItems, seed), ...shuffled(others, seed)].map((change, at) => ({
    ...change,
    first: FIRST[(seed + at) & 1]!,
    field: (seed + at) >>> 0,
    finalizers: at % 3 === 0,
    unknown: at % 4 === 3,
    position: at % 2,
  }));
}

async function verifyRecords(scope: Scope, input: RecordCase): Promise<void> {
  const { first, second, field } = input;
  const type = fieldedType(input.type);
  scope.note(`${first}, ${second}${second !== "none" && input.removes ? " that removes" : ""}`);
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
  if (second === "apply") {
    const { place, value } = changeOf(config, type, wordsOf(scope, created), input);
    const left = without(applied, elementsOf(config, place), { keepsEmptied: first === "create" });
    const changed = withValue(config, place, value) as JsonObject;
    const response = await objects.apply(changed, { fieldManager: "two", force: "true" });
    const object = accepted(response, "the apply with force was rejected");
    verifyRecord(object, "Apply two", recordOf(config));
    verifyRecord(object, one, left);
    return;
  }
  const removal = input.removes ? removalOf(config, field) : undefined;
  const { place, value } = removal ?? changeOf(config, type, wordsOf(scope, created), input);
  const elements = elementsOf(config, place);
  const keepsEmptied = first === "create" && value !== null;
  const left = without(applied, elements, { keepsEmptied });
  const { managedFields: _, ...metadata } = metadataOf(created);
  const before = { ...created, metadata };
  const [whole] = place;
  const isInList = place.some((step) => typeof step === "number");
  // A merge patch has a list as a whole. A strategic one merges ports by one of their two keys.
  const form = isInList && second === "strategic-merge-patch" ? "json-patch" : second;
  const change = isInList
    ? { [whole!]: asObject(withValue(before, place, value))![whole!]! }
    : withValue({}, place, value) as JsonObject;
  const request = changeRequest(scope, objects.type, before, form, change, {
    query: { fieldManager: "two" },
  });
  const operation = { op: "replace", path: pointerTo(place), value };
  const isOperation = isInList && form === "json-patch";
  const response = await scope.send({ ...request, ...(isOperation && { body: [operation] }) });
  const object = accepted(response, "the write was rejected");
  verifyRecord(object, "Update two", value === null ? {} : single(elements));
  verifyRecord(object, one, left);
}

const pointerTo = (place: Place): string =>
  place.map((step) => `/${String(step).replaceAll("~", "~0").replaceAll("/", "~1")}`).join("");

/** Returns the change of a field, within an item of a list if that is asked for. */
function changeOf(
  config: JsonObject,
  type: FieldedType,
  words: Words,
  { field, inItem }: RecordCase,
): { readonly place: Place; readonly value: Json } {
  const all = changesOf(config, type, words);
  const inItems = all.filter(({ place }) =>
    elementsOf(config, place).some((element) => element.startsWith("k:"))
  );
  const changes = inItem && inItems.length > 0 ? inItems : all;
  return changes[field % changes.length]!;
}

/** Returns the removal of an entry of a map: nothing takes its place. Undefined without one. */
function removalOf(
  config: JsonObject,
  field: number,
): { readonly place: Place; readonly value: Json } | undefined {
  const { labels, annotations } = metadataOf(config);
  const places = [
    ...Object.keys(asObject(config.data) ?? {}).map((key) => ["data", key]),
    ...Object.keys(asObject(annotations) ?? {}).map((key) => ["metadata", "annotations", key]),
    ...Object.keys(asObject(labels) ?? {}).filter((key) => key === "written")
      .map((key) => ["metadata", "labels", key]),
  ];
  const place = places[field % places.length];
  return place && { place, value: null };
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
