/**
 * Values as Go prints them (`%#v`), which the messages of real servers contain.
 *
 * @module
 */
import type { Json } from "@plumbline/server/api";

/** Returns a JSON value as Go prints it. */
export function goText(value: Json | undefined): string {
  if (value === undefined || value === null) return "interface {}(nil)";
  if (Array.isArray(value)) return `[]interface {}{${value.map(goText).join(", ")}}`;
  if (typeof value !== "object") return JSON.stringify(value);
  const members = Object.keys(value).sort().map((name) =>
    `${JSON.stringify(name)}:${goText(value[name])}`
  );
  return `map[string]interface {}{${members.join(", ")}}`;
}
