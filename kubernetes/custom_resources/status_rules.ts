/**
 * The rules for the schema of a version with the subresource `status`.
 *
 * @module
 */
import type { Cause } from "@plumbline/server/api";
import { invalidCause } from "@plumbline/server/rules";
import type { JsonSchema } from "./json_schema.ts";

/** The fields that the root of such a schema may have besides the type. */
const AT_ROOT: readonly string[] = [
  "description",
  "type",
  "format",
  "title",
  "maximum",
  "exclusiveMaximum",
  "minimum",
  "exclusiveMinimum",
  "maxLength",
  "minLength",
  "pattern",
  "maxItems",
  "minItems",
  "uniqueItems",
  "multipleOf",
  "required",
  "items",
  "properties",
  "externalDocs",
  "example",
  "x-kubernetes-preserve-unknown-fields",
  "x-kubernetes-validations",
];

/** The fields whose empty value is one, too. */
const POINTERS: readonly string[] = ["default", "x-kubernetes-list-type", "x-kubernetes-map-type"];

/** Returns the cause of a root that has other fields, whose meaning a write of the status loses. */
export function validateRootWithStatus(schema: JsonSchema, path: string): Cause[] {
  // A part that is no object is reported elsewhere.
  if (schema.type && schema.type !== "object") return [];
  const isSet = ([name, value]: readonly [string, unknown]) =>
    value !== undefined && value !== null &&
    (POINTERS.includes(name) || value !== false && value !== "");
  const others = Object.entries(schema).filter((entry) =>
    !AT_ROOT.includes(entry[0]) && isSet(entry)
  );
  const why = `only ${AT_ROOT.join(", ")} may be at the root of the schema beside a status`;
  return others.length === 0 ? [] : [invalidCause(path, others[0]![0], why)];
}
