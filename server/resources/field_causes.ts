/**
 * What is wrong with a field, in the words of the kind of finding it is.
 *
 * @module
 */
import type { Cause } from "../api_error.ts";
import { nameFault } from "../registry/object_meta.ts";

/** A field that says nothing. */
export const requiredCause = (field: string, why?: string): Cause => ({
  reason: "FieldValueRequired",
  field,
  message: why ? `Required value: ${why}` : "Required value",
});

/** A field that says what it may not. */
export const invalidCause = (field: string, value: unknown, why: string): Cause => ({
  reason: "FieldValueInvalid",
  field,
  message: `Invalid value: ${JSON.stringify(value)}: ${why}`,
});

/** A field that says none of the words it may say. */
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

/** A field that may not be there beside the others. */
export const forbiddenCause = (field: string, why: string): Cause => ({
  reason: "FieldValueForbidden",
  field,
  message: `Forbidden: ${why}`,
});

/** An item of a list that is there already. */
export const duplicateCause = (field: string, value: unknown): Cause => ({
  reason: "FieldValueDuplicate",
  field,
  message: `Duplicate value: ${JSON.stringify(value)}`,
});

/** A field that should name something and does not; none where it is empty. */
export function nameCauses(field: string, name: unknown, rule: "label" | "subdomain"): Cause[] {
  const message = name ? nameFault(String(name), rule) : undefined;
  return message ? [{ reason: "FieldValueInvalid", field, message }] : [];
}
