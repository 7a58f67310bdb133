/**
 * What happens to fields that the schema does not know or that occur twice (interface, "Field
 * validation"): dropped in silence, warned about, or refused.
 *
 * @module
 */
import { badRequest, type Cause } from "../api_error.ts";

/** The policies a request can choose with the parameter `fieldValidation`. */
const FIELD_VALIDATIONS = ["Ignore", "Warn", "Strict"] as const;

/** One of the policies. */
export type FieldValidation = typeof FIELD_VALIDATIONS[number];

/** The fields of a body that its object does not show. */
export interface DroppedFields {
  readonly unknown: readonly string[];
  readonly duplicates: readonly string[];
}

/** What the parameter `fieldValidation` asks for: Warn when it is absent or empty. */
export function fieldValidationOf(value: string | null | undefined): FieldValidation {
  return FIELD_VALIDATIONS.find((known) => known === value) ?? "Warn";
}

/** What is wrong with the parameter `fieldValidation`. */
export function validateFieldValidation(value: string | null | undefined): Cause[] {
  if (!value || FIELD_VALIDATIONS.some((known) => known === value)) return [];
  const words = FIELD_VALIDATIONS.join(", ");
  return [{
    reason: "FieldValueNotSupported",
    field: "fieldValidation",
    message: `Unsupported value: ${JSON.stringify(value)}: use one of ${words}`,
  }];
}

/**
 * Deals with dropped fields by the policy.
 *
 * @returns the items of the `Warning` header, one a field
 * @throws {ApiError} BadRequest that names every field, when the policy is Strict
 *
 * @example
 * ```ts
 * import { assertEquals } from "@std/assert";
 * import { judgeDroppedFields } from "./field_validation.ts";
 *
 * assertEquals(judgeDroppedFields({ unknown: ["spec.foo"], duplicates: [] }, "Warn"), [
 *   '299 - "unknown field \\"spec.foo\\""',
 * ]);
 * ```
 */
export function judgeDroppedFields(dropped: DroppedFields, policy: FieldValidation): string[] {
  if (policy === "Ignore") return [];
  const texts = [
    ...dropped.unknown.map((path) => `unknown field ${JSON.stringify(path)}`),
    ...dropped.duplicates.map((path) => `duplicate field ${JSON.stringify(path)}`),
  ];
  if (texts.length === 0) return [];
  if (policy === "Warn") return warningItems(texts);
  throw badRequest(`Cannot read the body strictly as it has fields to drop: ${texts.join(", ")}`);
}

/** How many characters of one text are kept: a field's name can be as long as a body. */
const MAX_TEXT = 1_000;

/** What the items of one answer's `Warning` header may have in all, in bytes: clients bound headers. */
const MAX_HEADER = 8_192;

/**
 * The items of a `Warning` header (RFC 7234 section 5.5), as many as clients will take.
 *
 * @param texts one text for each warning
 */
export function warningItems(texts: readonly string[]): string[] {
  const items: string[] = [];
  let length = 0;
  for (const text of texts) {
    const item = warningItem(text);
    length += item.length + ", ".length;
    if (length > MAX_HEADER) {
      items.push(warningItem(`and ${texts.length - items.length} more`));
      break;
    }
    items.push(item);
  }
  return items;
}

/**
 * One item of a `Warning` header: code 299, no agent, the text as a quoted string.
 *
 * A header's value is bytes, for which a string of characters up to U+00FF stands: other
 * characters become the bytes of their UTF-8 form. Control characters become spaces.
 *
 * @param text what the client should know
 */
export function warningItem(text: string): string {
  const kept = text.length > MAX_TEXT ? `${text.slice(0, MAX_TEXT)}…` : text;
  const bytes = String.fromCharCode(...new TextEncoder().encode(kept));
  // deno-lint-ignore no-control-regex -- these are what a header may not have
  const printable = bytes.replaceAll(/[\x00-\x1f\x7f]/g, " ");
  return `299 - "${printable.replaceAll(/[\\"]/g, "\\$&")}"`;
}
