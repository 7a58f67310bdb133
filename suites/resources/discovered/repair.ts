/**
 * Changes an object as the causes of a refusal ask for.
 *
 * @module
 */
import type { Json, JsonObject } from "../../client/http_client.ts";
import { arrayOf, objectOf, parsePath, type Path, textOf, valueAt, withValueAt } from "./json.ts";
import type { Schema } from "./schema.ts";
import { SAMPLES } from "./texts.ts";
import { OBJECT_LABELS, validValue } from "./valid_object.ts";

/**
 * Returns the object with values for what the causes of an `Invalid` Status name, or undefined if
 * they name nothing that can be changed.
 *
 * @param tries the number of earlier repairs: another value is tried each time
 */
export function repaired(
  object: JsonObject,
  status: Json | undefined,
  schema: Schema,
  tries: number,
): JsonObject | undefined {
  let result: Json = object;
  for (const cause of arrayOf(objectOf(objectOf(status).details).causes).map(objectOf)) {
    const path = parsePath(textOf(cause.field) ?? "");
    if (path.length === 0 || path[0] === "metadata") continue;
    const value = valueFor(cause, path, schema, valueAt(result, path), tries);
    if (value !== undefined) result = withValueAt(result, path, value ?? undefined);
  }
  return JSON.stringify(result) === JSON.stringify(object) ? undefined : result as JsonObject;
}

/** Returns the value for a cause; null removes the field. */
function valueFor(
  { reason, message }: JsonObject,
  path: Path,
  schema: Schema,
  current: Json | undefined,
  tries: number,
): Json | undefined {
  const text = textOf(message) ?? "";
  const at = schemaAt(schema, path);
  const field = String(path.findLast((step) => typeof step === "string") ?? "");
  const supported = quoted(/(?:valid|supported) values: (.*)/.exec(text)?.[1] ?? "");
  if (supported.length > 0) return inForm(at, supported[tries % supported.length]!);
  const named = fieldNamedIn(text, at, tries);
  switch (reason) {
    case "FieldValueRequired":
      if (named !== undefined) return { ...objectOf(current), ...named };
      return at === undefined ? "plumbline" : validValue(at, field);
    case "FieldValueForbidden":
      return null;
    case "FieldValueInvalid":
      if (field === "labels") return OBJECT_LABELS;
      if (field === "namespace") return "{namespace}";
      if (named !== undefined) return { ...objectOf(current), ...named };
      return validInstead(text, current, tries);
    default:
      return undefined;
  }
}

/** Returns the supported value, or the list or map that has it. */
function inForm(schema: Schema | undefined, supported: string): Json {
  if (schema?.type === "list") return [supported];
  const values = schema?.type === "map" ? schema.field(supported) : undefined;
  return values === undefined ? supported : { [supported]: validValue(values, supported) };
}

/** Returns one of the fields that a message about an object names, with a valid value. */
function fieldNamedIn(text: string, schema: Schema | undefined, tries: number) {
  if (schema?.type !== "object") return undefined;
  const words = new Set(text.match(/\w+/g));
  const named = schema.fields.filter((field) => words.has(field));
  const scalars = named.filter((field) => schema.field(field)!.type === "string");
  const key =
    [...scalars, ...named.filter((field) => !scalars.includes(field))][tries % named.length];
  return key === undefined ? undefined : { [key]: validValue(schema.field(key)!, key) };
}

/** Returns another value than one that a message calls invalid. */
function validInstead(text: string, current: Json | undefined, tries: number): Json | undefined {
  const least = /greater than or equal to (-?\d+)/.exec(text)?.[1];
  if (least !== undefined) return Number(least);
  const below = /greater than (-?\d+)/.exec(text)?.[1];
  if (below !== undefined) return Number(below) + 1;
  const from = /between (\d+)/.exec(text)?.[1];
  if (from !== undefined) return Number(from);
  const shown = quoted(/(?:e\.g\.|one of) (.*?)(?:, regex|\)|$)/.exec(text)?.[1] ?? "");
  if (shown.length > 0) return shown[tries % shown.length];
  return typeof current === "string" ? SAMPLES[(tries + 1) % SAMPLES.length] : undefined;
}

/** Returns the texts in quotes in a list of values. */
function quoted(text: string): string[] {
  return [...text.matchAll(/["']([^"']*)["']/g)].map(([, value]) => value!);
}

function schemaAt(schema: Schema, path: Path): Schema | undefined {
  let found: Schema | undefined = schema;
  for (const step of path) {
    found = typeof step === "number" ? found?.items : found?.field(step);
  }
  return found;
}
