/**
 * Validates values by structural schemas, with the messages of real servers.
 *
 * @module
 */
import {
  type Cause,
  type CauseReason,
  equal,
  type Json,
  type JsonObject,
} from "@plumbline/server/api";
import { hasFormat } from "./formats.ts";
import { isObject, type JsonSchema, pathOf, valuesOf } from "./json_schema.ts";
import { goPattern } from "../cel/go_pattern.ts";
import { goText } from "./go_text.ts";

/**
 * Returns the causes of an invalid value; none for a valid one.
 *
 * @param path the path of the value, which the causes name
 *
 * @example
 * ```ts
 * import { assertEquals } from "@std/assert";
 * import { validateBySchema } from "./schema_validation.ts";
 *
 * assertEquals(validateBySchema(0, { type: "integer", minimum: 1 }, "spec.size"), [{
 *   reason: "FieldValueInvalid",
 *   field: "spec.size",
 *   message: "Invalid value: 0: spec.size in body should be greater than or equal to 1",
 * }]);
 * ```
 */
export function validateBySchema(value: Json, schema: JsonSchema, path: string): Cause[] {
  if (value === null && schema.nullable === true) return [];
  return [
    ...validateType(value, schema, path),
    ...validateAlternatives(value, schema, path),
    ...(typeof value === "string" ? validateText(value, schema, path) : []),
    ...(typeof value === "number" ? validateNumber(value, schema, path) : []),
    ...(Array.isArray(value) ? validateList(value, schema, path) : []),
    ...validateEnum(value, schema, path),
    ...(isObject(value) ? validateObject(value, schema, path) : []),
  ];
}

/** Returns the name of the JSON type of a value. */
function typeNameOf(value: Json): string {
  if (value === null) return "null";
  if (Array.isArray(value)) return "array";
  if (typeof value === "number") return Number.isInteger(value) ? "integer" : "number";
  return typeof value;
}

/** Returns the types that a schema allows; all of them without one. */
function allowedTypes(schema: JsonSchema): readonly string[] {
  if (schema["x-kubernetes-int-or-string"] && !schema.type) return ["integer", "string"];
  return schema.type ? [schema.type] : [];
}

function validateType(value: Json, schema: JsonSchema, path: string): Cause[] {
  const allowed = allowedTypes(schema);
  if (allowed.length === 0) return [];
  const actual = typeNameOf(value);
  const isAllowed = allowed.includes(actual) ||
    (actual === "integer" && allowed.includes("number"));
  const { format } = schema;
  if (!isAllowed && format && value !== null && typeof value !== "string") {
    // With a format, real servers take any list for a string, and report the type of Go.
    const isText = !allowed.includes("number") && !allowed.includes("integer");
    if (Array.isArray(value)) return isText ? [] : [wrongType(actual, path, allowed.join(","))];
    return [wrongType(GO_FORMATS[actual] ?? "", path, format)];
  }
  if (!isAllowed) return [wrongType(actual, path, allowed.join(","))];
  return format && typeof value === "string" && !hasFormat(value, format)
    ? [wrongType(value, path, format)]
    : [];
}

const GO_FORMATS: Readonly<Record<string, string>> = { integer: "int64", number: "float64" };

const wrongType = (shown: string, path: string, type: string): Cause => ({
  reason: "FieldValueTypeInvalid",
  field: path,
  message: `Invalid value: ${JSON.stringify(shown)}: ${path} in body must be of type ${type}: ${
    JSON.stringify(shown)
  }`,
});

const cause = (reason: CauseReason, field: string, message: string): Cause => ({
  reason,
  field,
  message,
});

const unmet = (value: Json, path: string, rule: string): Cause =>
  cause(
    "FieldValueInvalid",
    path,
    `Invalid value: ${JSON.stringify(value)}: ${path} in body should ${rule}`,
  );

/** Errors about alternatives name no field, as in real servers. */
const unnamed = (path: string, rule: string): Cause =>
  cause("FieldValueInvalid", "<nil>", `Invalid value: "": ${JSON.stringify(path)} must ${rule}`);

function validateAlternatives(value: Json, schema: JsonSchema, path: string): Cause[] {
  const { allOf = [], anyOf = [], oneOf = [], not } = schema;
  const causes: Cause[] = [];
  const attempts = (schemas: readonly JsonSchema[]) =>
    schemas.map((schema) => validateBySchema(value, schema, path));
  const closest = (failures: readonly Cause[][]) =>
    failures.reduce((best, next) => next.length < best.length ? next : best);
  if (anyOf.length > 0) {
    const failures = attempts(anyOf);
    if (failures.every(({ length }) => length > 0)) {
      causes.push(unnamed(path, "validate at least one schema (anyOf)"), ...closest(failures));
    }
  }
  if (oneOf.length > 0) {
    const failures = attempts(oneOf);
    const valid = failures.filter(({ length }) => length === 0).length;
    const only = "validate one and only one schema (oneOf). Found";
    if (valid === 0) causes.push(unnamed(path, `${only} none valid`), ...closest(failures));
    if (valid > 1) causes.push(unnamed(path, `${only} ${valid} valid alternatives`));
  }
  if (allOf.length > 0) {
    const failures = attempts(allOf);
    const failed = failures.filter(({ length }) => length > 0);
    if (failed.length > 0) {
      const none = failed.length === allOf.length ? ". None validated" : "";
      causes.push(...failed.flat(), unnamed(path, `validate all the schemas (allOf)${none}`));
    }
  }
  if (not && validateBySchema(value, not, path).length === 0) {
    causes.push(unnamed(path, "not validate the schema (not)"));
  }
  return causes;
}

/** Returns the first violation only, as real servers do. */
function validateText(value: string, schema: JsonSchema, path: string): Cause[] {
  const { minLength, maxLength, pattern } = schema;
  const length = [...value].length;
  if (maxLength !== undefined && length > maxLength) {
    const message = `Too long: may not be longer than ${maxLength}`;
    return [cause("FieldValueTooLong", path, message)];
  }
  if (minLength !== undefined && length < minLength) {
    return [unmet(value, path, `be at least ${minLength} chars long`)];
  }
  return pattern && !goPattern(pattern).test(value)
    ? [unmet(value, path, `match '${pattern}'`)]
    : [];
}

function validateNumber(value: number, schema: JsonSchema, path: string): Cause[] {
  const { exclusiveMinimum, exclusiveMaximum, multipleOf } = schema;
  // Real servers compare integers with bounds that are cut to integers.
  const boundOf = (bound: number | undefined) =>
    bound !== undefined && Number.isInteger(value) ? Math.trunc(bound) : bound;
  const [minimum, maximum] = [boundOf(schema.minimum), boundOf(schema.maximum)];
  const causes: Cause[] = [];
  if (multipleOf && !Number.isInteger(Number((value / multipleOf).toPrecision(12)))) {
    causes.push(unmet(value, path, `be a multiple of ${multipleOf}`));
  }
  if (maximum !== undefined && (exclusiveMaximum ? value >= maximum : value > maximum)) {
    causes.push(
      unmet(value, path, `be less than ${exclusiveMaximum ? "" : "or equal to "}${maximum}`),
    );
  }
  if (minimum !== undefined && (exclusiveMinimum ? value <= minimum : value < minimum)) {
    causes.push(
      unmet(value, path, `be greater than ${exclusiveMinimum ? "" : "or equal to "}${minimum}`),
    );
  }
  return causes;
}

function validateList(value: readonly Json[], schema: JsonSchema, path: string): Cause[] {
  const { items, minItems, maxItems, uniqueItems } = schema;
  const causes = items
    ? value.flatMap((item, at) => validateBySchema(item, items, `${path}[${at}]`))
    : [];
  if (minItems !== undefined && value.length < minItems) {
    causes.push(unmet(value.length, path, `have at least ${minItems} items`));
  }
  if (maxItems !== undefined && value.length > maxItems) {
    causes.push(tooMany(value.length, maxItems, path));
  }
  if (uniqueItems && value.some((item, at) => value.slice(0, at).some((one) => equal(one, item)))) {
    causes.push(
      cause(
        "FieldValueInvalid",
        path,
        `Invalid value: "": ${path} in body shouldn't contain duplicates`,
      ),
    );
  }
  return causes;
}

const tooMany = (count: number, limit: number, path: string): Cause =>
  cause("FieldValueTooMany", path, `Too many: ${count}: must have at most ${limit} items`);

function validateEnum(value: Json, schema: JsonSchema, path: string): Cause[] {
  const { enum: allowed } = schema;
  if (!allowed || allowed.length === 0) return [];
  // Real servers convert a number to the type of the allowed one, which truncates it.
  const matches = (one: Json) =>
    equal(one, typeof value === "number" && Number.isInteger(one) ? Math.trunc(value) : value);
  if (allowed.some(matches)) return [];
  const text = (one: Json) => JSON.stringify(typeof one === "string" ? one : JSON.stringify(one));
  return [cause(
    "FieldValueNotSupported",
    path,
    `Unsupported value: ${shownValue(value)}: supported values: ${allowed.map(text).join(", ")}`,
  )];
}

/** Lists and objects are printed as in Go. */
const shownValue = (value: Json): string =>
  typeof value === "object" && value !== null ? goText(value) : JSON.stringify(value);

function validateObject(value: JsonObject, schema: JsonSchema, path: string): Cause[] {
  const { properties = {}, required = [], minProperties, maxProperties } = schema;
  const causes: Cause[] = [];
  const count = Object.keys(value).length;
  if (minProperties !== undefined && count < minProperties) {
    causes.push(unmet(count, path, `have at least ${minProperties} properties`));
  }
  if (maxProperties !== undefined && count > maxProperties) {
    causes.push(tooMany(count, maxProperties, path));
  }
  for (const name of required) {
    if (!Object.hasOwn(value, name)) {
      causes.push(cause("FieldValueRequired", pathOf(path, name), "Required value"));
    }
  }
  const values = valuesOf(schema);
  for (const [name, inner] of Object.entries(value)) {
    const known = Object.hasOwn(properties, name) ? properties[name] : values;
    if (known) causes.push(...validateBySchema(inner, known, pathOf(path, name)));
  }
  return causes;
}
