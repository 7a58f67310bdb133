/**
 * JSON text that is the same for equal values.
 *
 * @module
 */
import type { Json } from "./http_client.ts";

/** Returns JSON text with sorted keys. */
export function canonical(value: Json): string {
  if (Array.isArray(value)) return `[${value.map(canonical).join()}]`;
  if (typeof value !== "object" || value === null) return JSON.stringify(value);
  const members = Object.keys(value).sort()
    .map((key) => `${JSON.stringify(key)}:${canonical(value[key]!)}`);
  return `{${members.join()}}`;
}
