/**
 * Decides how many cases of a check run, and which: as few as have as many variants of the inputs, and
 * pairs of them, as the cases of the run would have if they were generated one after the other.
 *
 * @module
 */
import type { Check } from "../check.ts";
import { casesToGenerate } from "./case_plan.ts";
import { variantsIn } from "./case_variants.ts";
import { wordsOf } from "./counterexample.ts";
import { coverGreedily } from "./greedy_cover.ts";

/** The cases that are generated where fewer of them run. */
const GENERATED = 200;

/** More cases than this all run: a longer run is to try more than pairs. */
const MOST_CHOSEN = 100;

/** The cases that run at least, as what no variant shows differs, too. */
const LEAST = 40;

/** The generated cases that run at least beside those that a check lists. */
const BESIDE_LISTED = 20;

/** What a variant weighs, compared with a pair. */
const WEIGHT = 1_000;

/** How many cases are generated and how many of them run. */
export interface CaseNumbers {
  /** The number of cases to generate. */
  readonly generated: number;
  /** The number of cases that run if none is chosen: that of the run, or the check's share of it. */
  readonly usual: number;
  /** The number of cases of the run, of which a check may take a share. */
  readonly most: number;
  /** True if as few run as have the pairs of the usual ones. */
  readonly isReduced: boolean;
  /** True if of equal inputs one runs. */
  readonly isDistinct: boolean;
}

/**
 * Returns how many cases of a check are generated, and how many run at most.
 *
 * @param runs The cases per property of the run.
 */
export function caseNumbers(check: Check, runs: number): CaseNumbers {
  const { share = 1, runsAllCases = false, repeatsInputs = false } = check.kind === "property"
    ? check
    : {};
  const usual = Math.max(1, Math.ceil(runs * share));
  const generated = casesToGenerate(usual);
  // Few are chosen by their variants alone.
  const isReduced = generated === usual && usual <= MOST_CHOSEN && !runsAllCases;
  const isDistinct = usual <= MOST_CHOSEN && !repeatsInputs;
  return { generated: isReduced ? GENERATED : generated, usual, most: runs, isReduced, isDistinct };
}

/** Returns the places of the inputs that are equal to none before them. */
export function placesOfDistinct(inputs: readonly unknown[]): readonly number[] {
  const known = new Set<string>();
  return [...inputs.keys()].filter((place) => {
    const words = wordsOf(inputs[place]);
    if (known.has(words)) return false;
    known.add(words);
    return true;
  });
}

/**
 * Returns the places of the cases to run.
 *
 * @param inputs The inputs that the check lists, and the generated ones.
 * @param usual The number of cases that would run otherwise.
 * @param listed The number of inputs at the beginning that run before all others.
 */
export function chooseByPairs(
  inputs: readonly unknown[],
  usual: number,
  listed = 0,
): ReadonlySet<number> {
  const { of, variants, pairs } = variantsIn(inputs);
  const weights = new Float64Array(variants + pairs).fill(1).fill(WEIGHT, 0, variants);
  const least = Math.max(LEAST, listed === 0 ? 0 : listed + BESIDE_LISTED);
  const goal = new Set(of.slice(0, usual).flat()).size;
  const found = new Set<number>();
  const chosen = new Set<number>();
  for (const index of coverGreedily({ of, weights, most: usual, first: listed })) {
    if (chosen.size >= least && found.size >= goal) break;
    chosen.add(index);
    for (const each of of[index]!) found.add(each);
  }
  return chosen;
}
