/**
 * Chooses, of a failing case and the larger ones that it was shrunk from, the one that fails most
 * often: a race may hardly show in the smallest.
 *
 * @module
 */
import fc from "fast-check";
import type { Failure } from "@plumbline/reports/events";
import type { Check } from "../check.ts";
import { confirm } from "./confirmation.ts";
import type { Outcome } from "./execution.ts";
import { type FailedInput, violates } from "./property_loop.ts";
import type { RunContext } from "./run_context.ts";

/** The share of repetitions that fail, from which on no larger case is tried. */
const OFTEN = 0.5;

/** The repetitions that show which of several cases fails most often. */
const TRIALS = 8;

/** How to repeat the cases. */
export interface SurestOptions {
  readonly check: Pick<Check, "alone">;
  readonly context: Pick<RunContext, "limits" | "signal" | "shrinking">;
  /** Runs a case again. */
  again(input: unknown): Promise<Outcome>;
}

/** A case, and how often it violated each requirement again. */
export interface SurestCase {
  readonly found: FailedInput;
  readonly confirmed: ReadonlyMap<string, Failure["confirmed"]>;
}

/**
 * Repeats the smallest case. If it fails seldom, tries larger ones, and repeats the one that fails
 * most often.
 *
 * @param cases The cases, the smallest first.
 * @param requirements The requirements that the smallest one violates.
 */
export async function surestOf(
  cases: readonly [FailedInput, ...FailedInput[]],
  requirements: readonly string[],
  { check, context, again }: SurestOptions,
): Promise<SurestCase> {
  const repeated = async (found: FailedInput, most?: number): Promise<SurestCase> => {
    const once = () => again(fc.cloneIfNeeded(found.input));
    const options = { ...context, isAlone: check.alone, most };
    return { found, confirmed: await confirm(requirements, once, options) };
  };
  const [smallest, ...larger] = cases;
  const first = await repeated(smallest);
  const candidates = check.alone || context.shrinking.isLow || rateOf(first) >= OFTEN
    ? []
    : someOf(larger.filter(({ outcome }) => requirements.every((each) => violates(outcome, each))));
  let best: SurestCase | undefined;
  for (const candidate of candidates) {
    if (context.signal.aborted) break;
    const tried = await repeated(candidate, TRIALS);
    if (rateOf(tried) > Math.max(rateOf(first), best ? rateOf(best) : 0)) best = tried;
  }
  return best === undefined ? first : await repeated(best.found);
}

/** Returns the share of the repetitions that violated all requirements, at most. */
function rateOf({ confirmed }: SurestCase): number {
  return Math.min(
    ...[...confirmed.values()].map(({ attempts, reproduced }) =>
      reproduced / Math.max(1, attempts)
    ),
  );
}

/** Returns the case in the middle and the largest one. */
function someOf(cases: readonly FailedInput[]): readonly FailedInput[] {
  const [middle, last] = [cases[Math.floor(cases.length / 2)], cases.at(-1)];
  return [...new Set([middle, last])].filter((found) => found !== undefined);
}
