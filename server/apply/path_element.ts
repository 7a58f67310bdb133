/**
 * The steps a field path consists of, in the form field ownership has on the wire: `f:name` for a
 * field, `k:{"name":"x"}` for the item of a list that is told apart by keys, `v:"x"` for the item
 * of a set, `i:0` for a place in a list.
 *
 * @module
 */
import type { Json, JsonObject } from "../object.ts";

/** A step of a field path; two steps are the same when their texts are. */
export type PathElement = string;

/** The step to a field of an object or to a key of a map. */
export function fieldElement(name: string): PathElement {
  return knownFields.get(name) ?? remember(name);
}

/** The steps to fields that were met; a text that is kept is found again much faster than made. */
const knownFields = new Map<string, PathElement>();

/** So many names make up for all fields of all kinds and the keys in common use. */
const MAX_KNOWN = 10_000;

function remember(name: string): PathElement {
  const element = `f:${name}`;
  if (knownFields.size >= MAX_KNOWN) knownFields.clear();
  knownFields.set(name, element);
  return element;
}

/** The step to the list item with that value. */
export const valueElement = (value: Json): PathElement => `v:${textOf(value)}`;

/** The step to the list item with those key fields; their order does not matter. */
export function keyElement(keys: JsonObject): PathElement {
  const names = Object.keys(keys);
  if (names.length < 2) return `k:${textOf(keys)}`;
  return `k:${textOf(Object.fromEntries(names.sort().map((name) => [name, keys[name]!])))}`;
}

/** JSON as other servers write it in here: what might be taken for HTML is escaped. */
function textOf(value: Json): string {
  return escapeHtml(JSON.stringify(value));
}

/** A JSON text with the characters escaped that mean something to HTML or JavaScript. */
export function escapeHtml(text: string): string {
  return text.replace(
    /[<>&\u2028\u2029]/g,
    (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, "0")}`,
  );
}

/**
 * A step as a client wrote it, in the one form that is compared.
 *
 * @returns undefined for a kind of step that is not known, which is to be ignored
 * @throws {SyntaxError} when it is none
 */
export function readElement(text: string): PathElement | undefined {
  const content = text.slice(2);
  if (text[1] !== ":") {
    throw new SyntaxError(`Cannot read the path element "${text}" as it has no colon`);
  }
  switch (text[0]) {
    case "f":
      return text;
    case "v":
      return valueElement(JSON.parse(content));
    case "k":
      return keyElement(readKeys(content));
    case "i":
      if (!/^[+-]?\d+$/.test(content)) {
        throw new SyntaxError(`Cannot read the path element "${text}" as it has no number`);
      }
      return `i:${Number(content)}`;
    default:
      return undefined;
  }
}

function readKeys(text: string): JsonObject {
  const keys = JSON.parse(text);
  if (typeof keys !== "object" || keys === null || Array.isArray(keys)) {
    throw new SyntaxError(`Cannot read the keys ${text} as they must be an object`);
  }
  return keys;
}

const KINDS = "fkvi";

/** The order of steps on the wire: fields, keyed items, values, places; each by its content. */
export function compareElements(left: PathElement, right: PathElement): number {
  const kind = left[0]!;
  if (kind !== right[0]) return KINDS.indexOf(kind) - KINDS.indexOf(right[0]!);
  if (kind === "f") return left < right ? -1 : left > right ? 1 : 0;
  const [a, b] = [JSON.parse(left.slice(2)), JSON.parse(right.slice(2))];
  return kind === "k" ? compareKeys(a, b) : compareValues(a, b);
}

function compareKeys(left: JsonObject, right: JsonObject): number {
  const [a, b] = [Object.entries(left), Object.entries(right)];
  for (const [index, [name, value]] of a.entries()) {
    const other = b[index];
    if (!other) return 1;
    if (name !== other[0]) return name < other[0] ? -1 : 1;
    const order = compareValues(value, other[1]);
    if (order !== 0) return order;
  }
  return a.length - b.length;
}

const RANKS = ["number", "string", "boolean", "object"];

function compareValues(left: Json, right: Json): number {
  if (typeof left !== typeof right) return RANKS.indexOf(typeof left) - RANKS.indexOf(typeof right);
  if (left === right) return 0;
  if (typeof left === "object" || typeof right === "object") {
    return compareValues(JSON.stringify(left), JSON.stringify(right));
  }
  return left < right ? -1 : 1;
}

/** A path for people: `.spec.template.spec.containers[name="c"].image`. */
export function displayPath(path: readonly PathElement[]): string {
  return path.map(displayElement).join("");
}

function displayElement(element: PathElement): string {
  const content = element.slice(2);
  switch (element[0]) {
    case "f":
      return `.${content}`;
    case "k": {
      const keys = Object.entries(JSON.parse(content) as JsonObject);
      return `[${keys.map(([name, value]) => `${name}=${JSON.stringify(value)}`).join(",")}]`;
    }
    case "v":
      return `[=${content}]`;
    default:
      return `[${content}]`;
  }
}
