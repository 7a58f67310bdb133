/**
 * Reads and changes JSON values by paths of keys and positions.
 *
 * @module
 */
import type { Json, JsonObject } from "../../client/http_client.ts";

/** The keys and positions from the top of a value to a place in it. */
export type Path = readonly (string | number)[];

/** Returns the value if it is a JSON object; an empty one otherwise. */
export function objectOf(value: Json | undefined): JsonObject {
  return typeof value === "object" && value !== null && !Array.isArray(value) ? value : {};
}

/** Returns the value if it is an array; an empty one otherwise. */
export function arrayOf(value: Json | undefined): readonly Json[] {
  return Array.isArray(value) ? value : [];
}

/** Returns the value if it is text. */
export function textOf(value: Json | undefined): string | undefined {
  return typeof value === "string" ? value : undefined;
}

/** Returns the value at a path; undefined if there is none. */
export function valueAt(value: Json | undefined, path: Path): Json | undefined {
  let found = value;
  for (const step of path) {
    found = typeof step === "number" ? arrayOf(found)[step] : objectOf(found)[step];
  }
  return found;
}

/** Returns a copy with another value at a path: undefined removes. Missing parents are created. */
export function withValueAt(value: Json | undefined, path: Path, set: Json | undefined): Json {
  const [step, ...rest] = path;
  if (step === undefined) return set ?? null;
  const isLast = rest.length === 0;
  if (typeof step === "number") {
    const items = [...arrayOf(value)];
    if (isLast && set === undefined) items.splice(step, 1);
    else items[step] = withValueAt(items[step], rest, set);
    return items;
  }
  const members = { ...objectOf(value) };
  if (isLast && set === undefined) delete members[step];
  else members[step] = withValueAt(members[step], rest, set);
  return members;
}

/** Returns true if an answered value has all that was sent; the server may add fields. */
export function contains(answered: Json | undefined, sent: Json): boolean {
  if (Array.isArray(sent)) {
    return Array.isArray(answered) && answered.length === sent.length &&
      sent.every((item, at) => contains(answered[at], item));
  }
  if (typeof sent !== "object" || sent === null) return answered === sent;
  const members = objectOf(answered);
  return Object.entries(sent).every(([key, value]) => contains(members[key], value));
}

/** Returns the value with each `{word}` in its texts replaced. */
export function withWords(value: Json, words: Readonly<Record<string, string>>): Json {
  if (typeof value === "string") {
    return value.replaceAll(/\{(\w+)\}/g, (all, word) => words[word] ?? all);
  }
  if (Array.isArray(value)) return value.map((item) => withWords(item, words));
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([key, each]) => [key, withWords(each, words)]),
  );
}

/** Parses the path of a field as servers write it: `spec.containers[0].name`. */
export function parsePath(field: string): Path {
  const steps: (string | number)[] = [];
  for (const [, name, index] of field.matchAll(/([^.[\]]+)|\[([^\]]*)\]/g)) {
    if (name !== undefined) steps.push(name);
    else steps.push(/^\d+$/.test(index!) ? Number(index) : index!);
  }
  return steps;
}
