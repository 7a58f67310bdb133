/**
 * What a secret holds after a write: a small model of `data` and `stringData`.
 *
 * @module
 */

/** Values by key, in base64. */
export type SecretData = Readonly<Record<string, string>>;

/** What of a write says what a secret is to hold. */
export interface SecretWrite {
  /** A null removes the key: in a merge patch only. */
  readonly data?: Readonly<Record<string, string | null>>;
  readonly stringData?: Readonly<Record<string, string>>;
}

/** The data after a write: `before` is empty for a whole object, and what was there for a patch. */
export function written(
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

/** The bytes of a text in UTF-8, or of a list of them, in base64 (RFC 4648, section 4). */
export function base64(value: string | readonly number[]): string {
  const bytes = typeof value === "string" ? new TextEncoder().encode(value) : value;
  return btoa(String.fromCharCode(...bytes));
}

/** The first key whose value is not as it is due, with both; undefined where all are. */
export function firstDifference(
  due: SecretData,
  told: unknown,
): { key: string; due: string | undefined; told: unknown } | undefined {
  const found = new Map(Object.entries(typeof told === "object" && told !== null ? told : {}));
  for (const key of new Set([...Object.keys(due), ...found.keys()])) {
    if (due[key] !== found.get(key)) return { key, due: due[key], told: found.get(key) };
  }
  return undefined;
}
