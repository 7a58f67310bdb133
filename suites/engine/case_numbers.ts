/**
 * Decides how many cases a check runs, and chooses those of a check whose cases send many requests: they
 * have every variant of the inputs at least once and most pairs of variants, as far as their number
 * allows.
 *
 * @module
 */
import type { Check } from "../check.ts";
import { casesToGenerate } from "./case_plan.ts";
import { variantsIn } from "./case_variants.ts";
import { coverGreedily } from "./greedy_cover.ts";
import costs from "./requests_per_case.json" with { type: "json" };

/** The cases that are generated where fewer than usual run. */
const GENERATED = 200;

/** The requests for each case of the run that a check may send before it runs fewer cases. */
const REQUESTS = 2.4;

/** A check runs so many cases whatever they send, or this share of those of a longer run. */
const LEAST = { cases: 40, share: 0.4 } as const;

/** The generated cases that run at least beside those that a check lists. */
const BESIDE_LISTED = 20;

/** What a variant weighs, compared with a pair. */
const WEIGHT = 1_000;

/** How many cases are generated and how many of them run. */
export interface CaseNumbers {
  /** The number of cases to generate. */
  readonly generated: number;
  /** The number of cases to run. */
  readonly most: number;
  /** The number of cases to run if so many are listed that fewer generated ones would be too few. */
  readonly usual: number;
}

/**
 * Returns how many cases of a check are generated and run: fewer where a case sends many requests, but
 * then they are chosen among many.
 *
 * @param runs The cases per property of the run.
 */
export function caseNumbers(check: Check, runs: number): CaseNumbers {
  const { share = 1 } = check.kind === "property" ? check : {};
  const usual = Math.max(1, Math.ceil(runs * share));
  const affordable = Math.ceil(runs * REQUESTS / requestsPerCase(check.id));
  const least = Math.max(LEAST.cases, Math.ceil(runs * LEAST.share));
  const most = Math.min(usual, Math.max(affordable, least));
  const generated = most < usual ? Math.max(GENERATED, runs) : casesToGenerate(most);
  return { generated, most, usual };
}

/** Returns how many cases run of a check that lists some: all of these, and some generated ones. */
export function casesBeside(listed: number, { most, usual }: CaseNumbers): number {
  return listed === 0 ? most : Math.min(usual, Math.max(most, listed + BESIDE_LISTED));
}

/** Returns how many requests a case of a check was measured to send; few if that is not known. */
function requestsPerCase(id: string): number {
  return (costs as Readonly<Record<string, number>>)[id] ?? 1;
}

/**
 * Returns the places of the cases to run: first those that add variants, then those that add pairs,
 * then those generated first.
 *
 * @param inputs The generated inputs.
 * @param first The number of inputs at the beginning that run before all others.
 */
export function chooseByPairs(
  inputs: readonly unknown[],
  most: number,
  first = 0,
): ReadonlySet<number> {
  const { of, variants, pairs } = variantsIn(inputs);
  const weights = new Float64Array(variants + pairs).fill(1).fill(WEIGHT, 0, variants);
  return coverGreedily({ of, weights, most, first });
}
