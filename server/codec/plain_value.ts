/**
 * Values without parts: whether they are of their type, and their canonical form.
 *
 * @module
 */
import type { Json } from "../object.ts";
import { canonicalQuantity } from "./quantity.ts";
import type { IntegerSchema, PlainSchema } from "./schema.ts";
import { canonicalTime } from "./time.ts";

/** What a type is called in an error. */
export function describe(schema: PlainSchema | IntegerSchema): string {
  return schema.type === "integer" ? `a whole number of ${schema.width} bits` : NAMES[schema.type];
}

const NAMES: Readonly<Record<PlainSchema["type"], string>> = {
  string: "a string",
  boolean: "a boolean",
  number: "a number",
  bytes: "a base64 string",
  time: "a time in RFC 3339",
  microTime: "a time in RFC 3339",
  intOrString: "a whole number of 32 bits or a string",
  quantity: "a quantity",
  any: "any value",
  fields: "an object",
};

/** What null stands for where a value must be: the empty value of the type. */
export function emptyValue(schema: PlainSchema | IntegerSchema): Json {
  switch (schema.type) {
    case "integer":
    case "number":
    case "intOrString":
      return 0;
    case "boolean":
      return false;
    case "quantity":
      return "0";
    case "string":
    case "bytes":
      return "";
    default:
      return null;
  }
}

/** The value in its canonical form, or undefined when it is not of the type. */
export function readPlainValue(value: Json, schema: PlainSchema | IntegerSchema): Json | undefined {
  switch (schema.type) {
    case "string":
      return typeof value === "string" ? value : undefined;
    case "boolean":
      return typeof value === "boolean" ? value : undefined;
    case "integer":
      return isInteger(value, schema.width) ? value : undefined;
    case "number":
      return typeof value === "number" ? value : undefined;
    case "bytes":
      return typeof value === "string" ? canonicalBase64(value) : undefined;
    case "time":
      return typeof value === "string" ? canonicalTime(value, 0) : undefined;
    case "microTime":
      return typeof value === "string" ? canonicalTime(value, 6) : undefined;
    case "intOrString":
      return typeof value === "string" || isInteger(value, 32) ? value : undefined;
    case "quantity":
      return typeof value === "string" || typeof value === "number"
        ? canonicalQuantity(String(value))
        : undefined;
    case "any":
    case "fields":
      return value;
  }
}

function isInteger(value: Json, width: 32 | 64): value is number {
  const bound = 2 ** (width - 1);
  return Number.isInteger(value) && (value as number) >= -bound && (value as number) < bound;
}

/** RFC 4648 section 4 with its padding; line breaks within are left out. */
const BASE64 = /^(?:[A-Za-z0-9+/]{4})*(?:[A-Za-z0-9+/]{2}==|[A-Za-z0-9+/]{3}=)?$/;

function canonicalBase64(value: string): string | undefined {
  const text = /[\r\n]/.test(value) ? value.replaceAll(/[\r\n]/g, "") : value;
  if (!BASE64.test(text)) return undefined;
  if (!text.endsWith("=")) return text;
  // The last digits may carry bits that belong to no byte: they are lost.
  return text.slice(0, -4) + btoa(atob(text.slice(-4)));
}
