/**
 * Writes JSON texts with duplicate keys.
 *
 * @module
 */
import type { Json } from "@plumbline/server/api";

/**
 * Writes a value as JSON.
 *
 * A duplicate key has another value of the same type first if it is a scalar, so that it shows
 * whether the last one counts; objects and lists are written twice the same, as real servers read
 * the first one too and merge. So have the values of a secret, which must stay base64.
 *
 * @param doubled the places to write twice, as dotted paths where numbers are indices
 */
export function jsonText(value: Json, doubled: readonly string[] = []): string {
  return doubled.length === 0 ? JSON.stringify(value) : write(value, "", doubled);
}

function write(value: Json, path: string, doubled: readonly string[]): string {
  const below = (key: string | number) => path === "" ? String(key) : `${path}.${key}`;
  if (Array.isArray(value)) {
    return `[${value.map((item, at) => write(item, below(at), doubled)).join()}]`;
  }
  if (typeof value !== "object" || value === null) return JSON.stringify(value);
  const members = Object.entries(value).flatMap(([key, inner]) => {
    const inData = path === "data" || path === "stringData";
    const member = `${JSON.stringify(key)}:${write(inner, below(key), doubled)}`;
    return doubled.includes(below(key))
      ? [`${JSON.stringify(key)}:${JSON.stringify(inData ? inner : other(inner))}`, member]
      : [member];
  });
  return `{${members.join()}}`;
}

function other(value: Json): Json {
  switch (typeof value) {
    case "string":
      // Times and quantities must remain valid.
      return /^-?\d/.test(value) ? value : `${value}a`;
    case "number":
      return value + 1;
    case "boolean":
      return !value;
    default:
      return value;
  }
}
