/**
 * Reads what varies in generated inputs: the variants and their pairs.
 *
 * A variant is a value of a field that has few values (a resource type, a verb, a form), the length of
 * a list, the fields that an object has, and what follows what in a list. A pair is two variants of the
 * same object, or of an element of a list and the object around all.
 *
 * @module
 */
import type { Json } from "../client/http_client.ts";
import { inputJson } from "./counterexample.ts";

/** A field with more distinct values has none that are variants. */
const MOST_VALUES = 40;

/** The same of what follows what in a list. */
const MOST_FOLLOWING = 100;

/** A longer text is no name of a variant. */
const LONGEST = 40;

/** The depth up to which fields are read. */
const DEPTH = 6;

/** A list of more elements counts as one of so many. */
const LENGTHS = 5;

/** The variants and pairs of inputs, as numbers: first those of variants, then those of pairs. */
export interface Variants {
  /** The variants and pairs of each input. */
  readonly of: readonly (readonly number[])[];
  /** The number of variants. */
  readonly variants: number;
  /** The number of pairs. */
  readonly pairs: number;
}

/** Returns the variants of inputs and their pairs. */
export function variantsIn(inputs: readonly unknown[]): Variants {
  const read = inputs.map((input) => new Reading(inputJson(input)));
  const values = new Map<string, Set<string>>();
  for (const { objects } of read) {
    for (const value of objects.flat()) {
      const field = fieldOf(value);
      values.set(field, (values.get(field) ?? new Set()).add(value));
    }
  }
  const numbers = new Map<string, number>();
  for (const [field, own] of values) {
    const most = field.endsWith(FOLLOWING) ? MOST_FOLLOWING : MOST_VALUES;
    if (own.size <= 1 || own.size > most) continue;
    for (const value of own) numbers.set(value, numbers.size);
  }
  const pairs = new Map<number, number>();
  const pairOf = (one: number, other: number) => {
    const key = Math.min(one, other) * numbers.size + Math.max(one, other);
    const known = pairs.get(key) ?? numbers.size + pairs.size;
    pairs.set(key, known);
    return known;
  };
  const of = read.map(({ objects }) => {
    const [around = [], ...elements] = objects.map((own) =>
      [...new Set(own)].flatMap((value) => numbers.get(value) ?? [])
    );
    const found = new Set([...around, ...elements.flat()]);
    const pair = (own: readonly number[], others: readonly number[]) => {
      for (const one of own) {
        for (const other of others) if (one !== other) found.add(pairOf(one, other));
      }
    };
    pair(around, around);
    for (const own of elements) {
      pair(own, own);
      pair(around, own);
    }
    return [...found];
  });
  return { of, variants: numbers.size, pairs: pairs.size };
}

/** The end of a field that stands for what follows what in a list. */
const FOLLOWING = ">";

/** Reads the values of an input, by the objects that they are in. */
class Reading {
  /** The values of the object around all, and of each element of a list, as `field=value`. */
  readonly objects: string[][] = [[]];

  constructor(input: Json) {
    this.#read(input, "", this.objects[0]!, 0);
  }

  #read(json: Json, field: string, object: string[], depth: number): void {
    if (typeof json !== "object" || json === null) {
      const text = String(json);
      if (text.length <= LONGEST) object.push(`${field}=${text}`);
    } else if (depth < DEPTH) {
      if (Array.isArray(json)) this.#readList(json, field, object, depth);
      else this.#readObject(json, field, object, depth);
    }
  }

  #readList(list: readonly Json[], field: string, object: string[], depth: number): void {
    object.push(`${field}#=${Math.min(list.length, LENGTHS)}`);
    const names = list.map(nameOf);
    for (const [index, element] of list.entries()) {
      let own = object;
      if (typeof element === "object" && element !== null) this.objects.push(own = []);
      this.#read(element, field, own, depth + 1);
      const [before, name] = [names[index - 1], names[index]];
      if (before === undefined || name === undefined) continue;
      object.push(`${field}${FOLLOWING}=${before} ${name}`);
    }
  }

  #readObject(
    json: { readonly [key: string]: Json },
    field: string,
    object: string[],
    depth: number,
  ): void {
    const keys = Object.keys(json);
    object.push(`${field}{}=${keys.toSorted().join()}`);
    for (const key of keys) {
      this.#read(json[key]!, field === "" ? key : `${field}.${key}`, object, depth + 1);
    }
  }
}

/** Returns the text that an element of a list begins with, as the name of what it does. */
function nameOf(element: Json): string | undefined {
  const text = typeof element === "object" && element !== null && !Array.isArray(element)
    ? Object.values(element).find((value) => typeof value === "string")
    : element;
  return typeof text === "string" && text.length <= LONGEST ? text : undefined;
}

function fieldOf(value: string): string {
  return value.slice(0, value.indexOf("="));
}
