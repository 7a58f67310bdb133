/**
 * Model of a secret: its `data` after a write of `data` and `stringData`.
 *
 * @module
 */

/** Base64 values by key. */
export type SecretData = Readonly<Record<string, string>>;

/** The part of a write that determines the data. */
export interface SecretWrite {
  /** A null removes the key; permitted in merge patches only. */
  readonly data?: Readonly<Record<string, string | null>>;
  readonly stringData?: Readonly<Record<string, string>>;
}

/** Returns the data after a write; `before` is empty for a create or update. */
export function dataAfterWrite(
  before: SecretData,
  { data = {}, stringData = {} }: SecretWrite,
): SecretData {
  const after = new Map(Object.entries(before));
  for (const [key, value] of Object.entries(data)) {
    if (value === null) after.delete(key);
    else after.set(key, value);
  }
  for (const [key, text] of Object.entries(stringData)) after.set(key, base64(text));
  return Object.fromEntries([...after].sort(([a], [b]) => a < b ? -1 : 1));
}

/** Encodes the UTF-8 bytes of a string, or a list of bytes, as base64 (RFC 4648 section 4). */
export function base64(value: string | readonly number[]): string {
  const bytes = typeof value === "string" ? new TextEncoder().encode(value) : value;
  return btoa(String.fromCharCode(...bytes));
}

/** Returns the first key whose value is not the expected one; undefined if there is none. */
export function firstDifference(
  expected: SecretData,
  actual: unknown,
): { key: string; expected: string | undefined; actual: unknown } | undefined {
  const values = new Map(
    Object.entries(typeof actual === "object" && actual !== null ? actual : {}),
  );
  for (const key of new Set([...Object.keys(expected), ...values.keys()])) {
    if (expected[key] !== values.get(key)) {
      return { key, expected: expected[key], actual: values.get(key) };
    }
  }
  return undefined;
}
