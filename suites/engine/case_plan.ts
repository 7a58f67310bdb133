/**
 * Chooses, of many generated cases, those that run: together they have every variant of the inputs at
 * least once, as far as their number allows.
 *
 * A variant is a value of a field of the input that has few values: a resource type, a verb, a form.
 *
 * @module
 */
import type { Json } from "../client/http_client.ts";
import { inputJson } from "./counterexample.ts";
import { coverGreedily } from "./greedy_cover.ts";

/** The cases that are generated where few run: a value that one in forty has is among them. */
const GENERATED = 200;

/** The number of cases up to which they are chosen. More have nearly all variants by chance. */
const FEW = 30;

/** A field with more distinct values has none that are variants. */
const MOST_VALUES = 40;

/** An object with more distinct sets of keys is a map, whose keys are no fields. */
const MOST_SHAPES = 8;

/** A longer text is no name of a variant. */
const LONGEST = 40;

/** The depth up to which fields are read. */
const DEPTH = 3;

/** What a variant of its own weighs, compared with a combination with a resource type. */
const WEIGHT = 1_000;

/** Returns the number of cases to generate, of which some are chosen. */
export function casesToGenerate(runs: number): number {
  return runs <= FEW ? GENERATED : runs;
}

/**
 * Returns the indices of the cases to run: first those that add variants, then those generated first.
 *
 * @param inputs The generated inputs.
 * @param runs The number of cases to run.
 * @param variants The variants of each input, if they are known.
 */
export function chooseCases(
  inputs: readonly unknown[],
  runs: number,
  variants = variantsOf(inputs),
): ReadonlySet<number> {
  const numbers = new Map<string, number>();
  const weights: number[] = [];
  const numberOf = (feature: string, weight: number) => {
    const number = numbers.get(feature) ?? numbers.size;
    numbers.set(feature, number);
    weights[number] = weight;
    return number;
  };
  const of = variants.map((own) => {
    const types = own.filter((each) => each.startsWith("resource="));
    const others = own.filter((each) => !types.includes(each));
    const pairs = types.flatMap((type) => others.map((other) => `${type} ${other}`));
    return [
      ...own.map((each) => numberOf(each, WEIGHT)),
      ...pairs.map((each) => numberOf(each, 1)),
    ];
  });
  // Where nothing new is left, those come first that were generated first.
  return coverGreedily({ of, weights, most: runs });
}

/** A variant that is a resource type. */
const TYPE = /(?:^|\.)resource=/;

/**
 * Returns the indices of cases with one of each resource type that none of them has: a check that runs a
 * share of the cases of a run is to judge each type all the same.
 *
 * @param chosen The indices of the cases to run.
 * @param variants The variants of all inputs.
 * @param most The number of cases up to which some are added.
 */
export function withEachType(
  chosen: ReadonlySet<number>,
  variants: readonly (readonly string[])[],
  most: number,
): ReadonlySet<number> {
  const all = new Set(chosen);
  const types = variants.map((own) => own.filter((each) => TYPE.test(each)));
  const reached = new Set([...chosen].flatMap((index) => types[index]!));
  for (const [index, own] of types.entries()) {
    if (all.size >= most) break;
    if (own.every((type) => reached.has(type))) continue;
    all.add(index);
    for (const type of own) reached.add(type);
  }
  return all;
}

/** Returns the values of an input that may be variants, as `field=value`. */
export function inputValues(input: unknown): readonly string[] {
  return [...new Set(valuesIn(inputJson(input), "", 0))];
}

/** Returns the variants of each input: `field=value` for the fields that have few values. */
export function variantsOf(inputs: readonly unknown[]): readonly (readonly string[])[] {
  const all = inputs.map(inputValues);
  const values = new Map<string, Set<string>>();
  for (const each of all.flat()) {
    const field = fieldOf(each);
    const known = values.get(field) ?? new Set();
    values.set(field, known.add(each));
  }
  return all.map((own) => own.filter((each) => isEnumerated(values.get(fieldOf(each))!)));
}

/**
 * Returns the variants whose fields have each value twice or more: not those of texts that are generated
 * at random, of which few come again, nor what is below keys that are.
 */
export function recurringVariants(
  inputs: readonly unknown[],
  variants = variantsOf(inputs),
): ReadonlySet<string> {
  const maps = mapsIn(inputs);
  const all = variants.flat().filter((variant) =>
    !maps.some((map) => variant.startsWith(`${map}.`))
  );
  const recurring = new Set<string>();
  for (const own of Map.groupBy(all, fieldOf).values()) {
    const distinct = new Set(own);
    if (own.length >= 2 * distinct.size) { for (const each of distinct) recurring.add(each); }
  }
  return recurring;
}

/** Returns the fields whose values are maps: objects that have many different sets of keys. */
function mapsIn(inputs: readonly unknown[]): readonly string[] {
  const shapes = new Map<string, Set<string>>();
  const read = (json: Json, field: string) => {
    if (typeof json !== "object" || json === null) return;
    if (Array.isArray(json)) return json.forEach((one) => read(one, field));
    const known = shapes.get(field) ?? new Set();
    shapes.set(field, known.add(Object.keys(json).sort().join()));
    for (const [name, inner] of Object.entries(json)) {
      read(inner, field === "" ? name : `${field}.${name}`);
    }
  };
  for (const input of inputs) read(inputJson(input), "");
  return [...shapes].filter(([field, own]) => field !== "" && own.size > MOST_SHAPES)
    .map(([field]) => field);
}

function isEnumerated(values: ReadonlySet<string>): boolean {
  return values.size > 1 && values.size <= MOST_VALUES;
}

function fieldOf(variant: string): string {
  return variant.slice(0, variant.indexOf("="));
}

function* valuesIn(json: Json, field: string, depth: number): Generator<string> {
  if (typeof json === "string" || typeof json === "boolean") {
    // Variants are listed, each on its line.
    const text = String(json).replaceAll("\n", "\\n");
    if (text.length <= LONGEST) yield `${field}=${text}`;
  } else if (typeof json === "object" && json !== null && depth < DEPTH) {
    for (const [name, inner] of Object.entries(json)) {
      // The place in a list is no part of a variant.
      const place = Array.isArray(json) ? field : field === "" ? name : `${field}.${name}`;
      yield* valuesIn(inner, place, depth + 1);
    }
  }
}
