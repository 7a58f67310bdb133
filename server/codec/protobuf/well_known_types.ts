/**
 * The messages whose JSON form is a single value rather than an object of their fields.
 *
 * @module
 */
import type { Json, JsonObject } from "../../object.ts";

/** Converts between a message and its JSON value. */
export interface WellKnownType {
  /** The value of a message without any field. */
  readonly zero: Json;
  /** True if an empty field of the message differs from an absent one. */
  readonly explicit?: boolean;
  /** Returns the fields of the message for a value; undefined if the message has none. */
  fields(value: Json): JsonObject | undefined;
  /** Returns the value of a message with these fields. */
  value(fields: JsonObject): Json;
}

/** Deeper field sets than any schema has are rejected: recursion could exhaust the stack. */
const DEEPEST_FIELD_SET = 200;
/** 0001-01-01T00:00:00Z and 9999-12-31T23:59:59Z: the range of a four-digit year. */
const FIRST_SECOND = -62_135_596_800;
const LAST_SECOND = 253_402_300_799;
const TIME = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d+)?(?:Z|[+-]\d\d:\d\d)$/;

/** A time: RFC 3339 in UTC, to the second; the first second of year 1 means unset. */
const time: WellKnownType = {
  zero: null,
  fields(value) {
    if (value === null) return undefined;
    const seconds = Math.floor(millisecondsOf(value) / 1000);
    return seconds === FIRST_SECOND ? undefined : { seconds };
  },
  value({ seconds = 0 }) {
    expectSeconds(seconds);
    if (seconds === FIRST_SECOND) return null;
    return new Date(seconds * 1000).toISOString().replace(".000Z", "Z");
  },
};

/** A time to the microsecond. */
const microTime: WellKnownType = {
  zero: null,
  fields(value) {
    if (value === null) return undefined;
    const seconds = Math.floor(millisecondsOf(value) / 1000);
    // Digits beyond the microsecond are cut off, as the type has none.
    const fraction = /\.(\d+)/.exec(value as string)?.[1] ?? "";
    const nanos = Number(fraction.slice(0, 6).padEnd(6, "0")) * 1000;
    return seconds === FIRST_SECOND && nanos === 0 ? undefined : { seconds, nanos };
  },
  value({ seconds = 0, nanos = 0 }) {
    expectSeconds(seconds);
    if (typeof nanos !== "number" || nanos < 0 || nanos > 999_999_999) {
      throw new TypeError(`nanos must be 0 to 999999999: current value is ${nanos}`);
    }
    if (seconds === FIRST_SECOND && nanos === 0) return null;
    const micros = String(Math.floor(nanos / 1000)).padStart(6, "0");
    return new Date(seconds * 1000).toISOString().replace(".000Z", `.${micros}Z`);
  },
};

function millisecondsOf(value: Json): number {
  const milliseconds = typeof value === "string" && TIME.test(value) ? Date.parse(value) : NaN;
  if (Number.isNaN(milliseconds)) throw new TypeError(`it must be a time: ${quote(value)}`);
  return milliseconds;
}

function expectSeconds(seconds: Json): asserts seconds is number {
  if (typeof seconds !== "number" || seconds < FIRST_SECOND || seconds > LAST_SECOND) {
    throw new TypeError(`a time must lie in the years 1 to 9999: current value is ${seconds}`);
  }
}

/** A quantity, kept as it is written; JSON may write it as a number. */
const quantity: WellKnownType = {
  zero: "0",
  explicit: true,
  fields(value) {
    if (value !== null && typeof value !== "string" && typeof value !== "number") {
      throw new TypeError(`it must be a quantity: ${quote(value)}`);
    }
    return { string: String(value ?? 0) };
  },
  value({ string = "0" }) {
    if (string === "") throw new TypeError("a quantity must be an amount: it is empty text");
    return string;
  },
};

/** A number (type 0) or a string (type 1), such as a port's name or a percentage. */
const intOrString: WellKnownType = {
  zero: 0,
  fields: (value): JsonObject =>
    typeof value === "string" ? { type: 1, strVal: value } : { intVal: value },
  value({ type = 0, intVal = 0, strVal = "" }) {
    if (type !== 0 && type !== 1) {
      throw new TypeError(`the type of an IntOrString must be 0 or 1: current value is ${type}`);
    }
    return type === 0 ? intVal : strVal;
  },
};

/** A list of strings in a message of its own. */
const strings: WellKnownType = {
  zero: [],
  fields: (value) => ({ items: value }),
  value: ({ items = [] }) => items,
};

/** A set of owned fields: JSON inside the message. */
const fieldsV1: WellKnownType = {
  zero: null,
  fields: (value) => value === null ? undefined : { Raw: JSON.stringify(value) },
  value({ Raw: text }) {
    const value: Json = typeof text === "string" ? JSON.parse(text) : null;
    if (!nestsWithin(value, DEEPEST_FIELD_SET)) {
      throw new TypeError(`a field set must not nest deeper than ${DEEPEST_FIELD_SET} levels`);
    }
    return value;
  },
};

/** A value of any shape: JSON inside the message, as bytes. */
const rawExtension: WellKnownType = {
  zero: null,
  fields: (value) => value === null ? undefined : { raw: JSON.stringify(value) },
  value: ({ raw: text }) => typeof text === "string" && text !== "" ? JSON.parse(text) : null,
};

/** The well-known types by the names of their messages. */
export const WELL_KNOWN_TYPES: Readonly<Record<string, WellKnownType>> = {
  Time: time,
  MicroTime: microTime,
  RawExtension: rawExtension,
  Quantity: quantity,
  IntOrString: intOrString,
  Strings: strings,
  FieldsV1: fieldsV1,
};

function nestsWithin(value: Json, levels: number): boolean {
  if (value === null || typeof value !== "object") return true;
  return levels > 0 && Object.values(value).every((inner) => nestsWithin(inner, levels - 1));
}

function quote(value: Json): string {
  return `current value is ${JSON.stringify(value)}`;
}
