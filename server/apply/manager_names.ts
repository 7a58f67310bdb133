/**
 * The names of field managers: which are valid, and which a writer without one has.
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

/**
 * Nearly all names match this, so that the slow check is rare. The length is compared apart: V8 does
 * not compile a pattern that counts so far.
 */
const PLAIN = /^[\x20-\x7e]*$/;

const encoder = new TextEncoder();
const sizeOf = (text: string): number => encoder.encode(text).length;

/** Validates the name of a field manager. */
export function validateManagerName(name: string, field: string): Cause[] {
  if (name.length <= MAX_MANAGER_NAME && PLAIN.test(name)) return [];
  const tooLong = sizeOf(name) > MAX_MANAGER_NAME ? [tooLongCause(field, MAX_MANAGER_NAME)] : [];
  const shown = JSON.stringify(name);
  let [end, position] = [0, 0];
  const unprintable = [...name.matchAll(UNPRINTABLE)].map(({ index, 0: character }): Cause => {
    position += sizeOf(name.slice(end, index));
    end = index;
    return {
      reason: "FieldValueInvalid",
      field,
      message: `Invalid value: ${shown}: invalid character ${
        codePoint(character)
      } (at position ${position})`,
    };
  });
  return [...tooLong, ...unprintable];
}

const codePoint = (character: string): string =>
  `U+${character.codePointAt(0)!.toString(16).toUpperCase().padStart(4, "0")}`;

const tooLongCause = (field: string, limit: number): Cause => ({
  reason: "FieldValueTooLong",
  field,
  message: `Too long: must have at most ${limit} bytes`,
});

/** Validates the entries of `managedFields`. */
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
 * Returns the default name of a field manager: the User-Agent before its first slash.
 *
 * @returns empty if there is no User-Agent
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
