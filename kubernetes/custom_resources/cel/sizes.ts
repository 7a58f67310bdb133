/**
 * How large values of a schema can be in one request: what the estimated cost of a rule depends on.
 * The numbers are those of real servers, as they decide which rules can be written.
 *
 * @module
 */
import { type JsonSchema, valuesOf } from "../json_schema.ts";

/** The size of the largest request, in bytes. */
const LARGEST_REQUEST = 3 * 1024 * 1024;

/** The longest text of a format in JSON. */
const FORMAT_LENGTHS: Readonly<Record<string, number>> = {
  duration: 32,
  date: 12,
  "date-time": 32,
};

/** The shortest text of a format in JSON, with its quotes. */
const LEAST_LENGTHS: Readonly<Record<string, number>> = {
  duration: 3,
  date: 12,
  "date-time": 21,
};

/** Returns the least size of a value in JSON, in bytes. */
function leastSize(schema: JsonSchema): number {
  if (schema["x-kubernetes-int-or-string"]) return 1;
  switch (schema.type) {
    case "boolean":
      return 4;
    case "integer":
    case "number":
      return 1;
    case "string":
      return LEAST_LENGTHS[schema.format ?? ""] ?? 2;
    case "object":
      return valuesOf(schema) ? 2 : 2 + requiredSize(schema);
    default:
      return 2;
  }
}

const requiredSize = ({ properties = {}, required = [] }: JsonSchema): number =>
  Object.entries(properties)
    .filter(([name, property]) => required.includes(name) && property.default === undefined)
    .reduce((sum, [name, property]) => sum + name.length + leastSize(property) + 4, 0);

/** Returns the most items, entries or bytes of a value; 0 for a value without parts. */
export function mostParts(schema: JsonSchema): number {
  if (schema["x-kubernetes-int-or-string"]) return LARGEST_REQUEST - 2;
  switch (schema.type) {
    case "array":
      return schema.maxItems ??
        Math.floor((LARGEST_REQUEST - 2) / (leastSize(schema.items ?? {}) + 1));
    case "object": {
      const values = valuesOf(schema);
      if (!values) return 0;
      return schema.maxProperties ?? Math.floor((LARGEST_REQUEST - 2) / (leastSize(values) + 6));
    }
    case "string":
      return lengthOf(schema);
    default:
      return 0;
  }
}

function lengthOf({ format = "", maxLength }: JsonSchema): number {
  const known = FORMAT_LENGTHS[format];
  if (known !== undefined) return known;
  if (maxLength === undefined) return LARGEST_REQUEST - 2;
  // A character has up to four bytes.
  return format === "byte" ? maxLength : 4 * maxLength;
}

/** Returns how often a value of a schema can occur in a request at most. */
export const mostOccurrences = (schema: JsonSchema): number =>
  Math.floor(LARGEST_REQUEST / (leastSize(schema) + 1));
