/**
 * Scalar values of schemas and query parameters: their types and their canonical forms.
 *
 * @module
 */
import { badRequest } from "../api_error.ts";
import type { Json } from "../object.ts";
import type { IntegerSchema, PlainSchema } from "./schema.ts";

/** Returns the name of a type in errors, which is that of Go. */
export function describeType(schema: PlainSchema | IntegerSchema): string {
  return schema.type === "integer" ? `int${schema.width}` : NAMES[schema.type];
}

const NAMES: Readonly<Record<PlainSchema["type"], string>> = {
  string: "string",
  boolean: "bool",
  number: "float64",
  bytes: "[]uint8",
  time: "v1.Time",
  microTime: "v1.MicroTime",
  intOrString: "intstr.IntOrString",
  quantity: "resource.Quantity",
  any: "interface {}",
  fields: "v1.FieldsV1",
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

/** Padded text whose last digits have no bits beyond the last byte. */
const WHOLE_BYTES = /(?:[AQgw]=|[AEIMQUYcgkosw048])=$/;

function canonicalBase64(value: string): string | undefined {
  const text = /[\r\n]/.test(value) ? value.replaceAll(/[\r\n]/g, "") : value;
  if (!BASE64.test(text)) return undefined;
  if (!text.endsWith("=") || WHOLE_BYTES.test(text)) return text;
  // The last digits carry bits that belong to no byte: they are lost.
  return text.slice(0, -4) + btoa(atob(text.slice(-4)));
}

const TIME =
  /^(\d{4})-(\d\d)-(\d\d)T([01]\d|2[0-3]):[0-5]\d:[0-5]\d(?:[.,](\d+))?(?:Z|[+-](?:[01]\d|2[0-3]):[0-5]\d)$/;

/**
 * The same point in time in UTC, or undefined when the text is none.
 *
 * @param text for example `2020-01-01T02:00:00.5+02:00`
 * @param fractionDigits how many digits the second's fraction must have; none: it is cut off
 */
export function canonicalTime(text: string, fractionDigits: 0 | 6): string | undefined {
  if (fractionDigits === 0 && knownTimes.has(text)) return text;
  const match = TIME.exec(text);
  if (!match) return undefined;
  const [, year, month, day, , fraction = ""] = match;
  if (!isDay(Number(year), Number(month), Number(day))) return undefined;
  if (fractionDigits > 0 && fraction.length !== fractionDigits) return undefined;
  if (fractionDigits === 0 && text.length === CANONICAL_LENGTH) return rememberTime(text);
  const seconds = new Date(text.replace(/[.,]\d+/, "")).toISOString().slice(0, 19);
  return fractionDigits === 0 ? `${seconds}Z` : `${seconds}.${fraction}Z`;
}

/** Of a time in UTC without a fraction: the shortest of its forms. */
const CANONICAL_LENGTH = "2006-01-02T15:04:05Z".length;

/** Canonical times that were read lately: each patch reads those of its object and its managers. */
const knownTimes = new Set<string>();

const MAX_KNOWN_TIMES = 1_000;

function rememberTime(text: string): string {
  if (knownTimes.size >= MAX_KNOWN_TIMES) knownTimes.clear();
  knownTimes.add(text);
  return text;
}

function isDay(year: number, month: number, day: number): boolean {
  if (month >= 1 && month <= 12 && day >= 1 && day <= 28) return true;
  const date = new Date(Date.UTC(2000, month - 1, day));
  date.setUTCFullYear(year, month - 1, day);
  // A day that the month does not have is in another month.
  return date.getUTCMonth() === month - 1;
}

/** How the unit of a quantity is spelled: `Ki`, `k` or `e3`. */
type Format = "binary" | "decimal" | "exponent";

interface Quantity {
  /** The number in units of 10⁻⁹, the smallest there is. */
  readonly nano: bigint;
  readonly format: Format;
}

const DECIMAL_UNITS: Readonly<Record<string, number>> = {
  n: -9,
  u: -6,
  m: -3,
  "": 0,
  k: 3,
  M: 6,
  G: 9,
  T: 12,
  P: 15,
  E: 18,
};
const BINARY_UNITS = ["", "Ki", "Mi", "Gi", "Ti", "Pi", "Ei"];

const NANO = 1_000_000_000n;
const QUANTITY =
  /^([+-]?)(?=\.?[0-9])([0-9]*)\.?([0-9]*)([KMGTPE]i|[numkMGTPE]?|[eE]([+-]?[0-9]{1,3}))$/;

function parseQuantity(text: string): Quantity | undefined {
  const match = QUANTITY.exec(text);
  if (!match) return undefined;
  const [, sign, whole, fraction, unit = "", exponent] = match;
  const digits = BigInt(`${whole}${fraction}`);
  const binary = BINARY_UNITS.indexOf(unit);
  const format = exponent !== undefined ? "exponent" : binary > 0 ? "binary" : "decimal";
  const power = 9 - fraction!.length + Number(exponent ?? DECIMAL_UNITS[unit] ?? 0);
  const scaled = format === "binary" ? digits << BigInt(10 * binary) : digits;
  const nano = power >= 0
    ? scaled * 10n ** BigInt(power)
    : dividedUp(scaled, 10n ** BigInt(-power));
  return { nano: sign === "-" ? -nano : nano, format };
}

/** Returns the amount of a quantity as a number; NaN if the text is none. */
export function amountOfQuantity(text: string): number {
  const quantity = parseQuantity(text);
  return quantity === undefined ? NaN : Number(quantity.nano) / Number(NANO);
}

/** Rounds away from zero, so that a small quantity does not become zero. */
function dividedUp(value: bigint, divisor: bigint): bigint {
  return value < 0n ? -dividedUp(-value, divisor) : (value + divisor - 1n) / divisor;
}

/**
 * The canonical spelling of a quantity, or undefined when the text is none.
 *
 * @param text the quantity
 * @param smallest the unit to which it is rounded up, as a power of ten
 *
 * @example
 * ```ts
 * import { assertEquals } from "@std/assert";
 * import { canonicalQuantity } from "./scalar.ts";
 *
 * assertEquals(canonicalQuantity("0.5"), "500m");
 * assertEquals(canonicalQuantity("1.5Gi"), "1536Mi");
 * ```
 */
export function canonicalQuantity(text: string, smallest: -9 | -3 = -9): string | undefined {
  const quantity = parseQuantity(text);
  if (!quantity) return undefined;
  const step = 10n ** BigInt(9 + smallest);
  const nano = dividedUp(quantity.nano, step) * step;
  if (nano === 0n) return "0";
  const large = nano <= -1024n * NANO || nano >= 1024n * NANO;
  if (quantity.format === "binary" && large) return spellBinary(dividedUp(nano, NANO));
  return spellDecimal(nano, quantity.format);
}

function spellBinary(value: bigint): string {
  let unit = 0;
  while (value % 1024n === 0n && unit < BINARY_UNITS.length - 1) {
    value /= 1024n;
    unit++;
  }
  return `${value}${BINARY_UNITS[unit]}`;
}

function spellDecimal(nano: bigint, format: Format): string {
  let value = nano;
  let power = -9;
  while (value % 1000n === 0n && (power < 18 || format === "exponent")) {
    value /= 1000n;
    power += 3;
  }
  if (format === "exponent") return power === 0 ? `${value}` : `${value}e${power}`;
  const unit = Object.keys(DECIMAL_UNITS).find((name) => DECIMAL_UNITS[name] === power);
  return `${value}${unit}`;
}

/** The largest integer of 64 bits. */
const LARGEST = 2n ** 63n - 1n;

/**
 * Returns the integer of a query parameter; 0 if it is absent or empty. Beyond the safe integers the
 * nearest of those is returned.
 *
 * @throws {ApiError} BadRequest for anything but an integer of 64 bits
 */
export function readInteger(query: URLSearchParams, name: string): number {
  const text = query.get(name);
  if (!text) return 0;
  const isInteger = /^[+-]?\d+$/.test(text);
  const value = isInteger ? BigInt(text.replace("+", "")) : 0n;
  if (!isInteger || value > LARGEST || value < -LARGEST - 1n) {
    const fault = isInteger ? "value out of range" : "invalid syntax";
    throw badRequest(
      `${name}: Invalid value: "${text}": strconv.ParseInt: parsing "${text}": ${fault}`,
    );
  }
  const { MAX_SAFE_INTEGER: most } = Number;
  return Math.max(-most, Math.min(most, Number(value)));
}

/** Returns the boolean of a query parameter: `watch` alone means `watch=true`. */
export function readBoolean(query: URLSearchParams, name: string): boolean {
  const text = query.get(name);
  return text !== null && text !== "0" && text.toLowerCase() !== "false";
}
