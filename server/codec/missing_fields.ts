/**
 * Finds the required fields that an object lacks (specification, "Field validation").
 *
 * @module
 */
import type { Cause } from "../api_error.ts";
import type { Json, JsonObject } from "../object.ts";
import { type FieldPath, formatPath } from "./json.ts";
import { checkedFields, type Field, type ObjectSchema, type Schema } from "./schema.ts";

/** Required fields that may be empty: their empty value has a meaning, or the server sets them. */
const MAY_BE_EMPTY: ReadonlySet<string> = new Set([
  "apps.v1.ControllerRevision.revision",
  "apps.v1.StatefulSetSpec.serviceName",
  "authorization.v1.SubjectAccessReviewStatus.allowed",
  "authorization.v1.SubjectRulesReviewStatus.incomplete",
  "authorization.v1.SubjectRulesReviewStatus.nonResourceRules",
  "authorization.v1.SubjectRulesReviewStatus.resourceRules",
  "core.v1.HTTPHeader.value",
  "core.v1.ISCSIPersistentVolumeSource.lun",
  "core.v1.ISCSIVolumeSource.lun",
  "core.v1.ScaleIOVolumeSource.secretRef",
  "core.v1.Sysctl.value",
  "discovery.v1.EndpointSlice.endpoints",
  "scheduling.v1.PriorityClass.value",
]);

/** The definitions whose missing fields `custom_resources/definition_rules.ts` reports. */
const OWN_RULES = "apiextensions.";

/**
 * Returns the required fields that are missing from an object with defaults. An empty string, an
 * empty list and zero count as missing, as in real servers.
 *
 * @param object an object of the schema @param schema the schema of the kind
 */
export function missingFields(object: JsonObject, schema: ObjectSchema): Cause[] {
  const causes: Cause[] = [];
  findMissing(object, schema, [], causes);
  return causes;
}

/** @param path the path of the value, which is the same again afterwards */
function findMissing(
  value: Json,
  schema: Schema,
  path: (string | number)[],
  causes: Cause[],
): void {
  if (schema.type === "object") {
    const object = value as JsonObject;
    const all = concerned(schema);
    for (let at = 0; at < all.length; at++) {
      const { field, insistsOn, hasParts } = all[at]!;
      const inner = object[field.name];
      if (insistsOn && isMissing(inner, field)) causes.push(missingCause([...path, field.name]));
      else if (hasParts && inner !== undefined && inner !== null) {
        findIn(field.name, inner, field.schema, path, causes);
      }
    }
  } else if (schema.type === "list") {
    (value as Json[]).forEach((item, at) => findIn(at, item, schema.items, path, causes));
  } else if (schema.type === "map") {
    for (const [key, inner] of Object.entries(value as JsonObject)) {
      findIn(key, inner, schema.values, path, causes);
    }
  }
}

/** Finds the missing fields of a part of a value. */
function findIn(
  step: string | number,
  part: Json,
  schema: Schema,
  path: (string | number)[],
  causes: Cause[],
): void {
  path.push(step);
  findMissing(part, schema, path, causes);
  path.pop();
}

const missingCause = (path: FieldPath): Cause => ({
  reason: "FieldValueRequired",
  message: "Required value",
  field: formatPath(path),
});

/** A field that may be missing, or contain an object with missing fields. */
interface ConcernedField {
  readonly field: Field;
  readonly insistsOn: boolean;
  readonly hasParts: boolean;
}

const requiredFields = new WeakMap<ObjectSchema, readonly ConcernedField[]>();

/** Returns the fields of an object to check. They are cached, because every write passes here. */
function concerned(schema: ObjectSchema): readonly ConcernedField[] {
  let fields = requiredFields.get(schema);
  if (fields === undefined) {
    fields = checkedFields(schema).map((field) => ({
      field,
      insistsOn: field.required && !schema.name.startsWith(OWN_RULES) &&
        !MAY_BE_EMPTY.has(`${schema.name}.${field.name}`),
      hasParts: hasObjects(field.schema) && !isFreeStatus(schema, field) &&
        !isMetadataOfPods(schema, field),
    })).filter(({ insistsOn, hasParts }) => insistsOn || hasParts);
    requiredFields.set(schema, fields);
  }
  return fields;
}

/** The status of most kinds is written by controllers, and may lack anything. */
const isFreeStatus = ({ name }: ObjectSchema, field: Field): boolean =>
  field.name === "status" && field.schema.type === "object" && name !== "apps.v1.Deployment";

/** The owners of pods are those that their controller sets, not those of a template. */
const isMetadataOfPods = ({ name }: ObjectSchema, field: Field): boolean =>
  field.name === "metadata" && name === "core.v1.PodTemplateSpec";

/** Returns true if a value can contain objects; only they have required fields. */
function hasObjects(schema: Schema): boolean {
  switch (schema.type) {
    case "object":
      return true;
    case "list":
      return hasObjects(schema.items);
    case "map":
      return hasObjects(schema.values);
    default:
      return false;
  }
}

function isMissing(value: Json | undefined, { acceptsEmpty = false }: Field): boolean {
  if (value === undefined || value === null) return true;
  return !acceptsEmpty &&
    (value === "" || value === 0 || (Array.isArray(value) && value.length === 0));
}
