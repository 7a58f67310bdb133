/**
 * Rules for values that several kinds have: texts of a form, numbers in a range, quantities, paths.
 * Each returns the causes of an error, none for a valid value.
 *
 * @module
 */
import { amountOfQuantity } from "../codec/scalar.ts";
import type { Cause } from "../api_error.ts";
import type { Json, JsonObject } from "../object.ts";
import {
  nameError,
  validateAnnotations,
  validateKeys,
  validateLabelValues,
} from "../registry/object_meta.ts";
import { asObject } from "../registry/resource.ts";
import { forbiddenCause, invalidCause, requiredCause } from "./field_causes.ts";
import { between } from "./field_rules.ts";

/** Returns the causes if a condition holds. */
export const when = (
  condition: unknown,
  ...causes: readonly (Cause | readonly Cause[])[]
): Cause[] => condition ? causes.flat() : [];

/** Returns the objects of a list; an empty one for another value. */
export const itemsOf = (value: Json | undefined): readonly JsonObject[] =>
  Array.isArray(value) ? value.map((item) => asObject(item) ?? {}) : [];

/** Returns the texts of a list; an empty one for another value. */
export const textsOf = (value: Json | undefined): readonly string[] =>
  Array.isArray(value) ? value.map(String) : [];

/** Requires a text, or any other value. */
export const required = (value: Json | undefined, field: string): Cause[] =>
  when(value === undefined || value === null || value === "", requiredCause(field));

/** Requires a number of 0 or more. */
export const nonnegative = (value: Json | undefined, field: string): Cause[] =>
  when(Number(value ?? 0) < 0, invalidCause(field, value, "must be greater than or equal to 0"));

/** Requires a text of a DNS label. */
export const label = (value: Json | undefined, field: string): Cause[] =>
  named(value, field, "label");

/** Requires a text of a DNS subdomain. */
export const subdomain = (value: Json | undefined, field: string): Cause[] =>
  named(value, field, "subdomain");

function named(value: Json | undefined, field: string, rule: "label" | "subdomain"): Cause[] {
  const why = nameError(String(value ?? ""), rule);
  return when(why, invalidCause(field, value ?? "", why ?? ""));
}

/** Requires a label key: a name, with or without a DNS subdomain and a slash. */
export const qualifiedName = (value: Json | undefined, field: string): Cause[] =>
  validateKeys({ [String(value ?? "")]: "" }, field);

/** Requires the value of a label. */
export const labelValue = (value: Json | undefined, field: string): Cause[] =>
  validateLabelValues({ value: String(value ?? "") }, field);

type Labels = Readonly<Record<string, string>>;

/** Requires the keys and values of labels. */
export const labels = (value: Json | undefined, field: string): Cause[] => [
  ...validateKeys(value as Labels | undefined, field),
  ...validateLabelValues(value as Labels | undefined, field),
];

/** Requires the keys of annotations, and that they are not too long. */
export const annotations = (value: Json | undefined, field: string): Cause[] =>
  validateAnnotations(value as Labels | undefined, field);

const PORT_NAME = /^[a-z0-9]+(-[a-z0-9]+)*$/;

/** Returns true for a name of a port, as the registry of IANA has them. */
export const isPortName = (text: string): boolean =>
  text.length <= 15 && PORT_NAME.test(text) && /[a-z]/.test(text);

/** Requires a number of a port. */
export const portNumber = (value: Json | undefined, field: string): Cause[] =>
  between(1, 65_535)(Number(value ?? 0), field);

/** Requires the number or the name of a port. */
export const portNumberOrName = (value: Json | undefined, field: string): Cause[] =>
  typeof value === "string"
    ? when(!isPortName(value), invalidCause(field, value, "must be the name of a port"))
    : portNumber(value, field);

const IPV4 = /^(\d{1,3})\.(\d{1,3})\.(\d{1,3})\.(\d{1,3})$/;

/** Returns the family of an IP address, undefined for another text. */
export function familyOf(text: string): "IPv4" | "IPv6" | undefined {
  const parts = IPV4.exec(text)?.slice(1);
  if (parts) return parts.every((part) => Number(part) <= 255) ? "IPv4" : undefined;
  if (!/^[0-9a-fA-F:.]+$/.test(text) || !text.includes(":")) return undefined;
  return URL.canParse(`http://[${text}]`) ? "IPv6" : undefined;
}

/** Requires an IP address. */
export const ipAddress = (value: Json | undefined, field: string): Cause[] =>
  when(
    familyOf(String(value ?? "")) === undefined,
    invalidCause(
      field,
      value ?? "",
      "must be a valid IP address, (e.g. 10.9.8.7 or 2001:db8::ffff)",
    ),
  );

/** Returns true for an address and the length of a prefix. */
export function isCidr(text: string): boolean {
  const [address = "", length = "", ...more] = text.split("/");
  const family = familyOf(address);
  return family !== undefined && more.length === 0 && /^\d{1,3}$/.test(length) &&
    Number(length) <= (family === "IPv4" ? 32 : 128);
}

/** Returns the bits of an address as a number. */
function bitsOf(address: string): bigint {
  if (familyOf(address) === "IPv4") {
    return address.split(".").reduce((sum, byte) => (sum << 8n) + BigInt(byte), 0n);
  }
  // A dotted end becomes two groups of four digits, and `::` the groups that are left out.
  const plain = new URL(`http://[${address}]`).hostname.slice(1, -1);
  const [head = "", tail] = plain.split("::");
  const groups = (text: string) => text === "" ? [] : text.split(":");
  const [first, last] = [groups(head), groups(tail ?? "")];
  const gap = tail === undefined ? [] : Array(8 - first.length - last.length).fill("0");
  return [...first, ...gap, ...last].reduce((sum, part) => (sum << 16n) + BigInt(`0x${part}`), 0n);
}

/** Returns true if a range of addresses is a strict part of another one. Both must be valid. */
export function isPartOf(part: string, range: string): boolean {
  const [[inner, innerLength], [address, length]] = [part, range].map((one) => one.split("/")) as [
    [string, string],
    [string, string],
  ];
  const family = familyOf(address);
  if (family !== familyOf(inner) || Number(length) >= Number(innerLength)) return false;
  const rest = BigInt((family === "IPv4" ? 32 : 128) - Number(length));
  return bitsOf(address) >> rest === bitsOf(inner) >> rest;
}

/** Refuses paths with a `..`. */
export const withoutBacksteps = (value: Json | undefined, field: string): Cause[] =>
  when(
    String(value ?? "").split("/").includes(".."),
    invalidCause(field, value, "must not contain '..'"),
  );

/** Requires a relative path without `..`. */
export const descending = (value: Json | undefined, field: string): Cause[] => [
  ...when(
    String(value ?? "").startsWith("/"),
    invalidCause(field, value, "must be a relative path"),
  ),
  ...withoutBacksteps(value, field),
];

/** Refuses fields, with a reason. */
export const forbiddenFields = (
  object: JsonObject,
  field: string,
  names: readonly string[],
  why: string,
): Cause[] =>
  names.filter((name) => object[name] !== undefined)
    .map((name) => forbiddenCause(`${field}.${name}`, why));

/** Returns the amount of a quantity, 0 if it is absent. */
export const amountOf = (value: Json | undefined): number => amountOfQuantity(String(value ?? "0"));

/** Requires a quantity of 0 or more. */
export const nonnegativeAmount = (value: Json | undefined, field: string): Cause[] =>
  when(amountOf(value) < 0, invalidCause(field, value, "must be greater than or equal to 0"));
