/**
 * Checks options and rules that users write without types: an unknown word or a value of a wrong type
 * is named, with what was probably meant.
 *
 * @module
 */
import { nearestWord } from "@plumbline/runtime/nearest_word";

/** What is wrong with a value. */
export interface Complaint {
  /** The field, as `when.verb`; empty for the value itself. */
  readonly path: string;
  /** What follows the field in a sentence. */
  readonly words: string;
}

/** Returns what is wrong with a value; undefined for a valid one. */
export type Shape = (value: unknown) => Complaint | undefined;

type Fields = Readonly<Record<string, unknown>>;

/** The shapes of fields by name. */
export type Shapes = Readonly<Record<string, Shape>>;

/** Longer values are cut in messages. */
const MAX_SHOWN = 80;

function shown(value: unknown): string {
  if (typeof value === "function") return "a function";
  if (typeof value === "bigint" || typeof value === "symbol") return String(value);
  let text: string | undefined;
  try {
    text = JSON.stringify(value);
  } catch {
    text = "a value that is no JSON";
  }
  text ??= String(value);
  return text.length > MAX_SHOWN ? `${text.slice(0, MAX_SHOWN)}…` : text;
}

/** Returns what a value must be. */
const mustBe = (what: string, value: unknown): Complaint => ({
  path: "",
  words: `must be ${what}: current value is ${shown(value)}`,
});

/** Creates a shape from a condition and the words for what fulfils it. */
export const shape = (what: string, fits: (value: unknown) => boolean): Shape => (value) =>
  fits(value) ? undefined : mustBe(what, value);

/** Text. */
export const aText: Shape = shape("text", (value) => typeof value === "string");

/** True or false. */
export const boolean: Shape = shape("true or false", (value) => typeof value === "boolean");

/** A function. */
export const callback: Shape = shape("a function", (value) => typeof value === "function");

/** A number. */
export function number(
  least: number,
  most = Infinity,
  { whole = true }: { readonly whole?: boolean } = {},
): Shape {
  const kind = whole ? "a whole number" : "a number";
  const from = least === -Infinity ? "" : ` from ${least}`;
  const to = most === Infinity ? "" : ` to ${most}`;
  return shape(
    `${kind}${from}${to}`,
    (value) =>
      typeof value === "number" && value >= least && value <= most &&
      (!whole || Number.isSafeInteger(value)),
  );
}

/** One of several words. */
export const oneWord = (words: readonly string[]): Shape => (value) => {
  if (typeof value !== "string") return mustBe(`one of ${words.join(", ")}`, value);
  if (words.includes(value)) return undefined;
  return { path: "", words: `is ${shown(value)}. ${meant(value, words)}` };
};

/** Either a value of the shape, or undefined. */
export const optional = (inner: Shape): Shape => (value) =>
  value === undefined ? undefined : inner(value);

/** A value that fits one of several shapes. */
export const either = (what: string, ...shapes: readonly Shape[]): Shape =>
  shape(what, (value) => shapes.some((each) => each(value) === undefined));

/** A list, each item of a shape. */
export const listOf = (what: string, item: Shape): Shape => (value) => {
  if (!Array.isArray(value)) return mustBe(`a list of ${what}`, value);
  for (const [index, each] of value.entries()) {
    const wrong = item(each);
    if (wrong) return { ...wrong, path: joined(`[${index}]`, wrong.path) };
  }
  return undefined;
};

/** An object with values of a shape under any names. */
export const recordOf = (what: string, item: Shape): Shape => (value) => {
  if (!isObject(value)) return mustBe(`an object with ${what}`, value);
  for (const [name, each] of Object.entries(value)) {
    const wrong = item(each);
    if (wrong) return { ...wrong, path: joined(name, wrong.path) };
  }
  return undefined;
};

/**
 * An object with these fields and no others.
 *
 * @param noun what a field is called
 */
export const onlyFields = (shapes: Shapes, noun = "field"): Shape => (value) => {
  if (!isObject(value)) return mustBe("an object", value);
  const names = Object.keys(shapes);
  const unknown = Object.keys(value).find((name) => !Object.hasOwn(shapes, name));
  if (unknown !== undefined) {
    return { path: "", words: `has no ${noun} "${unknown}". ${meant(unknown, names)}` };
  }
  for (const name of names) {
    const wrong = shapes[name]!(value[name]);
    if (wrong) return { ...wrong, path: joined(name, wrong.path) };
  }
  return undefined;
};

/** True for an object that is no list. */
export const isObject = (value: unknown): value is Fields =>
  typeof value === "object" && value !== null && !Array.isArray(value);

/** An object with methods or members of these names, whatever else it has. */
export const having = (what: string, ...members: readonly string[]): Shape =>
  shape(
    what,
    (value) =>
      typeof value === "object" && value !== null && members.every((name) => name in value),
  );

/** Returns a sentence with the word that was meant or, where none is near, all of them. */
function meant(given: string, words: readonly string[]): string {
  const nearest = nearestWord(given, words);
  return nearest === undefined ? `Choose from ${words.join(", ")}` : `Did you mean ${nearest}?`;
}

const joined = (outer: string, inner: string): string =>
  inner === "" ? outer : inner.startsWith("[") ? `${outer}${inner}` : `${outer}.${inner}`;

/**
 * Returns a message about a value; undefined for a valid one.
 *
 * @param beginning the first words, as "Cannot use the rule"
 */
export function complaintAbout(
  value: unknown,
  shape: Shape,
  beginning: string,
): string | undefined {
  const wrong = shape(value);
  return wrong && `${beginning}: ${wrong.path || "it"} ${wrong.words}`;
}
