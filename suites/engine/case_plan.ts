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

/** The cases that are generated where few run: a value that one in forty has is among them. */
const GENERATED = 200;

/** The number of cases up to which they are chosen. More have nearly all variants by chance. */
const FEW = 30;

/** A field with more distinct values has none that are variants. */
const MOST_VALUES = 40;

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
 */
export function chooseCases(inputs: readonly unknown[], runs: number): ReadonlySet<number> {
  const variants = variantsOf(inputs);
  const open = new Map<string, number>();
  const features = variants.map((own) => {
    const types = own.filter((each) => each.startsWith("resource="));
    const others = own.filter((each) => !types.includes(each));
    const pairs = types.flatMap((type) => others.map((other) => `${type} ${other}`));
    for (const each of own) open.set(each, WEIGHT);
    for (const each of pairs) open.set(each, 1);
    return [...own, ...pairs];
  });
  const chosen = new Set<number>();
  const gainOf = (index: number) =>
    features[index]!.reduce((gain, each) => gain + (open.get(each) ?? 0), 0);
  while (chosen.size < Math.min(runs, inputs.length)) {
    let best = { index: -1, gain: 0 };
    for (const index of features.keys()) {
      if (chosen.has(index)) continue;
      const gain = gainOf(index);
      if (gain > best.gain) best = { index, gain };
    }
    // Nothing new is left: the rest are those that were generated first.
    const next = best.gain > 0
      ? best.index
      : [...features.keys()].find((index) => !chosen.has(index))!;
    chosen.add(next);
    for (const each of features[next]!) open.delete(each);
  }
  return chosen;
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

function isEnumerated(values: ReadonlySet<string>): boolean {
  return values.size > 1 && values.size <= MOST_VALUES;
}

function fieldOf(variant: string): string {
  return variant.slice(0, variant.indexOf("="));
}

function* valuesIn(json: Json, field: string, depth: number): Generator<string> {
  if (typeof json === "string" || typeof json === "boolean") {
    const text = String(json);
    if (text.length <= LONGEST) yield `${field}=${text}`;
  } else if (typeof json === "object" && json !== null && depth < DEPTH) {
    for (const [name, inner] of Object.entries(json)) {
      // The place in a list is no part of a variant.
      const place = Array.isArray(json) ? field : field === "" ? name : `${field}.${name}`;
      yield* valuesIn(inner, place, depth + 1);
    }
  }
}
