/**
 * The rules for the types of lists and maps in a schema (`x-kubernetes-list-type`,
 * `x-kubernetes-map-type`).
 *
 * @module
 */
import type { Cause } from "@plumbline/server/api";
import {
  forbiddenCause,
  invalidCause,
  requiredCause,
  unsupportedCause,
} from "@plumbline/server/rules";
import type { JsonSchema } from "./json_schema.ts";

/** Returns the causes of wrong types of a list or a map, and of wrong keys of its items. */
export function validateListType(schema: JsonSchema, path: string): Cause[] {
  const listType = schema["x-kubernetes-list-type"];
  const keys = schema["x-kubernetes-list-map-keys"];
  const mapType = schema["x-kubernetes-map-type"];
  const causes: Cause[] = [];
  const field = `${path}.x-kubernetes-list-map-keys`;
  if (mapType && schema.type !== "object") {
    const why = "must be object if x-kubernetes-map-type is specified";
    causes.push(invalidCause(`${path}.type`, schema.type ?? "", why));
  }
  if (mapType !== undefined && mapType !== "granular" && mapType !== "atomic") {
    causes.push(unsupportedCause(`${path}.x-kubernetes-map-type`, mapType, ["granular", "atomic"]));
  }
  if (listType && schema.type !== "array") {
    const why = "must be array if x-kubernetes-list-type is specified";
    causes.push(invalidCause(`${path}.type`, schema.type ?? "", why));
  }
  if (listType !== undefined && !["atomic", "set", "map"].includes(listType)) {
    const known = ["atomic", "set", "map"];
    causes.push(unsupportedCause(`${path}.x-kubernetes-list-type`, listType, known));
  }
  if (keys && keys.length > 0 && listType !== "map") {
    const why = `must be map if ${field.split(".").at(-1)} is non-empty`;
    causes.push(
      listType
        ? invalidCause(`${path}.x-kubernetes-list-type`, listType, why)
        : requiredCause(`${path}.x-kubernetes-list-type`, why),
    );
  }
  if (schema.type !== "array") return causes;
  if (listType === "map") causes.push(...validateMapKeys(schema, keys ?? [], path, field));
  if (listType === "set") causes.push(...validateSetItems(schema.items, `${path}.items`));
  return causes;
}

/** Items of a set are plain, or objects and lists with one owner as a whole. */
function validateSetItems(items: JsonSchema | undefined, path: string): Cause[] {
  const wrong = (word: string, value: unknown): Cause[] => [
    invalidCause(
      `${path}.${word}`,
      value ?? "null",
      "must be atomic as item of a list with x-kubernetes-list-type=set",
    ),
  ];
  if (items?.nullable) {
    const why = "cannot be nullable when x-kubernetes-list-type is set";
    return [forbiddenCause(`${path}.nullable`, why)];
  }
  const mapType = items?.["x-kubernetes-map-type"];
  const listType = items?.["x-kubernetes-list-type"];
  if (items?.type === "object" && mapType !== "atomic") {
    return wrong("x-kubernetes-map-type", mapType);
  }
  if (items?.type === "array" && listType && listType !== "atomic") {
    return wrong("x-kubernetes-list-type", listType);
  }
  return [];
}

function validateMapKeys(
  { items }: JsonSchema,
  keys: readonly string[],
  path: string,
  field: string,
): Cause[] {
  if (keys.length === 0) {
    return [requiredCause(field, "must not be empty if x-kubernetes-list-type is map")];
  }
  if (items?.type !== "object") {
    const why = "must be object if parent array's x-kubernetes-list-type is map";
    return [invalidCause(`${path}.items.type`, items?.type ?? "", why)];
  }
  const { properties = {}, required = [] } = items;
  const shown = `[]string{${keys.map((key) => JSON.stringify(key)).join(", ")}}`;
  const wrong = (why: string): Cause => ({
    reason: "FieldValueInvalid",
    field,
    message: `Invalid value: ${shown}: ${why}`,
  });
  const causes: Cause[] = [];
  if (new Set(keys).size < keys.length) causes.push(wrong("must not contain duplicate entries"));
  const known = keys.filter((key) => Object.hasOwn(properties, key));
  if (known.length < keys.length) {
    causes.push(wrong("entries must all be names of item properties"));
  }
  for (const key of known) {
    const at = `${path}.items.properties[${key}]`;
    const property = properties[key]!;
    if (property.type === "array" || property.type === "object") {
      causes.push(
        invalidCause(
          `${at}.type`,
          property.type,
          "must be a scalar type if parent array's x-kubernetes-list-type is map",
        ),
      );
    }
    if (property.nullable) {
      const why = "this property is in x-kubernetes-list-map-keys, so it cannot be nullable";
      causes.push(forbiddenCause(`${at}.nullable`, why));
    }
    if (property.default === undefined && !required.includes(key)) {
      const why =
        "this property is in x-kubernetes-list-map-keys, so it must have a default or be " +
        "a required property";
      causes.push({ ...requiredCause(`${at}.default`, why) });
    }
  }
  return causes;
}
