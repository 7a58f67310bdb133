/**
 * JSON text that is the same for equal values.
 *
 * @module
 */
import type { Json } from "./http_client.ts";

/**
 * Returns JSON text with sorted keys. A time is written in UTC and whole seconds, so that two spellings
 * of one second are equal: how times are spelled is a requirement of its own.
 */
export function canonical(value: Json): string {
  if (Array.isArray(value)) return `[${value.map(canonical).join()}]`;
  if (typeof value === "string") return JSON.stringify(timeInUtc(value));
  if (typeof value !== "object" || value === null) return JSON.stringify(value);
  const members = Object.keys(value).sort()
    .map((key) => `${JSON.stringify(key)}:${canonical(value[key]!)}`);
  return `{${members.join()}}`;
}

/** A time as in RFC 3339. */
const TIME = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d+)?(?:Z|[+-]\d\d:\d\d)$/;

/** Returns a time in UTC and whole seconds, and any other text as it is. */
export function timeInUtc(text: string): string {
  // Most texts are no times, and are compared often.
  if (text.length < 20 || text[10] !== "T" || text[4] !== "-" || !TIME.test(text)) return text;
  const time = new Date(text);
  return Number.isNaN(time.getTime()) ? text : `${time.toISOString().slice(0, 19)}Z`;
}
