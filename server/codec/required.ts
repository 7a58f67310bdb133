/**
 * Required fields: what is missing is named, with a cause a field.
 *
 * @module
 */
import type { Cause } from "../api_error.ts";
import type { Json, JsonObject } from "../object.ts";
import { type FieldPath, formatPath } from "./field_path.ts";
import type { Field, ObjectSchema, Schema } from "./schema.ts";

/**
 * Fields that are required by the schema and may still be empty: the empty value says something
 * there, or the server fills them in.
 */
const MAY_BE_EMPTY: ReadonlySet<string> = new Set([
  "authorization.v1.SubjectAccessReviewStatus.allowed",
  "authorization.v1.SubjectRulesReviewStatus.incomplete",
  "authorization.v1.SubjectRulesReviewStatus.nonResourceRules",
  "authorization.v1.SubjectRulesReviewStatus.resourceRules",
  "core.v1.HTTPHeader.value",
  "core.v1.ISCSIVolumeSource.lun",
  "core.v1.ScaleIOVolumeSource.secretRef",
  "core.v1.Sysctl.value",
]);

/**
 * The required fields that an object lacks. To be asked after defaulting. An empty string, an empty
 * list and zero are as good as nothing where something is required, as real servers see it.
 *
 * @param object an object of the schema
 * @param schema the schema of the kind
 */
export function missingFields(object: JsonObject, schema: ObjectSchema): Cause[] {
  const causes: Cause[] = [];
  findMissing(object, schema, [], causes);
  return causes;
}

function findMissing(value: Json, schema: Schema, path: FieldPath, causes: Cause[]): void {
  if (schema.type === "object") {
    const object = value as JsonObject;
    for (const { field, insistsOn, hasParts } of concerned(schema)) {
      const inner = object[field.name];
      if (insistsOn && isEmpty(inner)) causes.push(missing([...path, field.name]));
      else if (hasParts && inner !== undefined && inner !== null) {
        findMissing(inner, field.schema, [...path, field.name], causes);
      }
    }
  } else if (schema.type === "list") {
    (value as Json[]).forEach((item, at) => findMissing(item, schema.items, [...path, at], causes));
  } else if (schema.type === "map") {
    for (const [key, inner] of Object.entries(value as JsonObject)) {
      findMissing(inner, schema.values, [...path, key], causes);
    }
  }
}

const missing = (path: FieldPath): Cause => ({
  reason: "FieldValueRequired",
  message: "Required value",
  field: formatPath(path),
});

/** A field that may be missing, or in which something may be. */
interface ConcernedField {
  readonly field: Field;
  readonly insistsOn: boolean;
  readonly hasParts: boolean;
}

const known = new WeakMap<ObjectSchema, readonly ConcernedField[]>();

/** The fields of an object that have to be looked at: each write passes here, and most need not be. */
function concerned(schema: ObjectSchema): readonly ConcernedField[] {
  let fields = known.get(schema);
  if (fields === undefined) {
    fields = [...schema.fields.values()].map((field) => ({
      field,
      insistsOn: field.required && !MAY_BE_EMPTY.has(`${schema.name}.${field.name}`),
      hasParts: hasObjects(field.schema),
    })).filter(({ insistsOn, hasParts }) => insistsOn || hasParts);
    known.set(schema, fields);
  }
  return fields;
}

/** Only objects have fields that can be missing. */
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

function isEmpty(value: Json | undefined): boolean {
  return value === undefined || value === null || value === "" || value === 0 ||
    (Array.isArray(value) && value.length === 0);
}
