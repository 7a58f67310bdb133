/**
 * Changes bodies and paths at random, so that a search finds those that cost most.
 *
 * @module
 */
import type { Random } from "../../program/random.ts";

/** A JSON value. */
export type Value = null | boolean | number | string | Value[] | { [key: string]: Value };

/** What texts are repeated of: what parsers, patterns and selectors have to look at. */
const PIECES = [
  "a",
  "*",
  "\\",
  "{",
  "[",
  "-",
  ".",
  "/",
  "é",
  "%",
  " ",
  "\n",
  "=",
  "~1",
  "a-",
  "1e",
];

/** How often a part is repeated. */
const TIMES = [2, 10, 100, 1_000, 10_000];

/** Returns a copy of a value in which one part is changed. */
export function varyValue(value: Value, others: readonly Value[], random: Random): Value {
  const copy = structuredClone(value);
  const places = placesIn(copy);
  if (places.length === 0) return copy;
  const { parent, key } = random.of(places);
  const at = parent as { [key: string]: Value };
  at[key] = changed(at[key]!, others, random);
  return copy;
}

/** A member or an item. */
interface Place {
  readonly parent: Value[] | { [key: string]: Value };
  readonly key: string;
}

/** The most places that are considered: a body can have 50,000. */
const MAX_PLACES = 2_000;

function placesIn(root: Value): Place[] {
  const places: Place[] = [];
  const visit = (value: Value): void => {
    if (typeof value !== "object" || value === null) return;
    for (const key of Object.keys(value)) {
      if (places.length >= MAX_PLACES) return;
      places.push({ parent: value, key });
      visit((value as { [key: string]: Value })[key]!);
    }
  };
  visit(root);
  return places;
}

function changed(value: Value, others: readonly Value[], random: Random): Value {
  const times = random.of(TIMES);
  switch (random.below(7)) {
    case 0:
      return multiplied(value, times);
    case 1:
      return random.of(PIECES).repeat(times);
    case 2:
      return random.of(PIECES).repeat(times) + "!";
    case 3: {
      const places = placesIn(random.of(others));
      if (places.length === 0) return value;
      const { parent, key } = random.of(places);
      return structuredClone((parent as { [key: string]: Value })[key]!);
    }
    case 4:
      return nested(value, Math.min(times, 1_000), random.below(2) === 0);
    case 5:
      return Array.from(
        { length: times },
        (_, at) => typeof value === "string" ? `${value}${at}` : at,
      );
    default:
      return Object.fromEntries(Array.from({ length: times }, (_, at) => [`k${at}`, value]));
  }
}

/** Returns a list with each item several times, a map with as many keys, a text repeated. */
function multiplied(value: Value, times: number): Value {
  if (typeof value === "string") return value.repeat(times);
  if (typeof value !== "object" || value === null) return Array(times).fill(value);
  if (Array.isArray(value)) {
    return Array.from({ length: times }, (_, at) => value.map((item) => numbered(item, at))).flat();
  }
  return Object.fromEntries(
    Array.from({ length: times }, (_, at) => at)
      .flatMap((at) => Object.entries(value).map(([key, inner]) => [`${key}${at || ""}`, inner])),
  );
}

/** Returns an item whose texts have a number, as names must differ. */
function numbered(item: Value, at: number): Value {
  if (typeof item === "string") return `${item}${at}`;
  if (typeof item !== "object" || item === null || Array.isArray(item)) return item;
  const [first, ...rest] = Object.entries(item);
  if (!first) return item;
  const [key, inner] = first;
  return {
    [key]: typeof inner === "string" ? `${inner}${at}` : inner,
    ...Object.fromEntries(rest),
  };
}

function nested(value: Value, depth: number, inLists: boolean): Value {
  let whole = value;
  for (let level = 0; level < depth; level++) whole = inLists ? [whole] : { a: whole };
  return whole;
}

/** Returns a text with one part repeated or replaced. */
export function varyText(text: string, random: Random): string {
  const from = random.below(text.length + 1);
  const part = text.slice(from, from + 1 + random.below(20));
  const times = random.of(TIMES);
  const inserted = random.below(2) === 0 ? part.repeat(times) : random.of(PIECES).repeat(times);
  return text.slice(0, from) + inserted + text.slice(from);
}
