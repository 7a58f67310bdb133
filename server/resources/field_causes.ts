/**
 * Causes of invalid fields, by type.
 *
 * @module
 */
import type { Cause } from "../api_error.ts";
import { nameError } from "../registry/object_meta.ts";

/** Returns the cause of a missing field. */
export const requiredCause = (field: string, why?: string): Cause => ({
  reason: "FieldValueRequired",
  field,
  message: why ? `Required value: ${why}` : "Required value",
});

/** Returns the cause of an invalid value. */
export const invalidCause = (field: string, value: unknown, why: string): Cause => ({
  reason: "FieldValueInvalid",
  field,
  message: `Invalid value: ${JSON.stringify(value)}: ${why}`,
});

/** Returns the cause of a value outside an enum. */
export const unsupportedCause = (
  field: string,
  value: unknown,
  supported: readonly string[],
): Cause => ({
  reason: "FieldValueNotSupported",
  field,
  message: `Unsupported value: ${JSON.stringify(value)}: supported values: ${
    supported.map((word) => JSON.stringify(word)).join(", ")
  }`,
});

/** Returns the cause of a field that is not allowed beside others. */
export const forbiddenCause = (field: string, why: string): Cause => ({
  reason: "FieldValueForbidden",
  field,
  message: `Forbidden: ${why}`,
});

/** Returns the cause of a duplicate list item. */
export const duplicateCause = (field: string, value: unknown): Cause => ({
  reason: "FieldValueDuplicate",
  field,
  message: `Duplicate value: ${JSON.stringify(value)}`,
});

/** Returns the cause of a text that is too long. */
export const tooLongCause = (field: string, most: number): Cause => ({
  reason: "FieldValueTooLong",
  field,
  message: `Too long: may not be longer than ${most}`,
});

/** Returns the causes of an invalid name; none for an empty one. */
export function nameCauses(field: string, name: unknown, rule: "label" | "subdomain"): Cause[] {
  const message = name ? nameError(String(name), rule) : undefined;
  return message ? [{ reason: "FieldValueInvalid", field, message }] : [];
}
