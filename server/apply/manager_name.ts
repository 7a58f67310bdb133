/**
 * What field managers are called.
 *
 * @module
 */
import type { Cause } from "../api_error.ts";
import type { Json, JsonObject } from "../object.ts";

/** The longest name of a manager, in bytes. */
const MAX_MANAGER_NAME = 128;

/** The longest name of a subresource in `managedFields`, in bytes. */
const MAX_SUBRESOURCE = 256;

const UNPRINTABLE = /[^\p{L}\p{M}\p{N}\p{P}\p{S} ]/gu;

/** What nearly all names look like. */
const PLAIN = /^[\x20-\x7e]{0,128}$/;

const encoder = new TextEncoder();
const sizeOf = (text: string): number => encoder.encode(text).length;

/** What is wrong with the name of a manager that a client gives. */
export function validateManagerName(name: string, field: string): Cause[] {
  if (PLAIN.test(name)) return [];
  const tooLong = sizeOf(name) > MAX_MANAGER_NAME ? [tooLongCause(field, MAX_MANAGER_NAME)] : [];
  const unprintable = [...name.matchAll(UNPRINTABLE)].map(({ index, 0: character }): Cause => ({
    reason: "FieldValueInvalid",
    field,
    message: `Invalid value: ${JSON.stringify(name)}: invalid character ${
      codePoint(character)
    } (at position ${sizeOf(name.slice(0, index))})`,
  }));
  return [...tooLong, ...unprintable];
}

const codePoint = (character: string): string =>
  `U+${character.codePointAt(0)!.toString(16).toUpperCase().padStart(4, "0")}`;

const tooLongCause = (field: string, limit: number): Cause => ({
  reason: "FieldValueTooLong",
  field,
  message: `Too long: must have at most ${limit} bytes`,
});

/** What is wrong with the managers that stand in an object's metadata. */
export function validateManagedFields(entries: Json | undefined, field: string): Cause[] {
  if (!Array.isArray(entries)) return [];
  return entries.flatMap((entry, index): Cause[] => {
    const { manager, subresource } = (entry ?? {}) as JsonObject;
    const where = `${field}[${index}]`;
    return [
      ...validateManagerName(String(manager ?? ""), `${where}.manager`),
      ...(sizeOf(String(subresource ?? "")) > MAX_SUBRESOURCE
        ? [tooLongCause(`${where}.subresource`, MAX_SUBRESOURCE)]
        : []),
    ];
  });
}

/**
 * The name of a client that gives none: what its User-Agent says before the first slash.
 *
 * @returns empty when there is nothing to go by
 */
export function nameOfUserAgent(userAgent: string | null): string {
  const printable = (userAgent ?? "").split("/", 1)[0]!.replace(UNPRINTABLE, "");
  if (printable.length * 3 <= MAX_MANAGER_NAME) return printable;
  let name = "";
  for (const character of printable) {
    if (sizeOf(name + character) > MAX_MANAGER_NAME) break;
    name += character;
  }
  return name;
}
