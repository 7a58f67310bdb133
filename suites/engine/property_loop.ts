/**
 * Runs a property many times and shrinks the case that fails.
 *
 * @module
 */
import fc from "fast-check";
import type { Failure } from "../../reports/events.ts";
import type { PropertyCheck, Violation } from "../check.ts";
import type { Target } from "../client/target.ts";
import { replayPathOf } from "./counterexample.ts";
import type { Outcome, Violated } from "./execution.ts";
import type { Limits } from "./limits.ts";

/** What a loop is given. */
export interface PropertyLoopOptions {
  readonly target: Target;
  /** Fast-check's seed. */
  readonly seed: number;
  /** How many cases are to tell something. */
  readonly runs: number;
  readonly limits: Limits;
  /** Ends the loop early. */
  readonly signal: AbortSignal;
  /** Start at this case instead of the first, and run it alone. */
  readonly path?: string | undefined;
  /** The path within that case's commands. */
  readonly replayPath?: string | undefined;
  /** Whether a violation makes its case fail; one that does not is passed over. All where absent. */
  counts?(violation: Violation): boolean;
  /** Runs one case. */
  execute(input: unknown): Promise<Outcome>;
  /** Told after each case, of the cases so far. */
  progress(cases: number): void;
}

/** What came of it. */
export interface PropertyOutcome {
  /** Cases that could have failed, those of shrinking not counted. */
  readonly cases: number;
  /** Why cases were thrown away, one entry a case. */
  readonly discards: readonly string[];
  /** How many steps smaller the failing case became. */
  readonly shrinks: number;
  /** The smallest case that failed. */
  readonly failed?: { readonly input: unknown; readonly outcome: Violated };
  /** What ended the loop beside the target's faults. */
  readonly stopped?: Extract<Outcome, { kind: "broken" | "unreachable" }>;
  /** True where a violation was passed over. */
  readonly passedOver?: boolean;
  readonly path?: string;
  readonly replayPath?: string;
  /** How often a case that was to be repeated failed. */
  readonly confirmed?: Failure["confirmed"];
}

/** Runs the property until it fails, stops or has told enough. */
export async function runProperty(
  check: PropertyCheck<unknown>,
  options: PropertyLoopOptions,
): Promise<PropertyOutcome> {
  const { limits } = options;
  const discards: string[] = [];
  let cases = 0;
  let failed: PropertyOutcome["failed"];
  let stopped: PropertyOutcome["stopped"];
  let passedOver = false;
  let shrinking = { since: 0, executions: 0 };

  // Where a case within a shrunk one passes, fast-check goes on to those that are beside it.
  const isAlone = () =>
    options.path !== undefined && failed === undefined && cases + discards.length > 0;
  const isOver = () =>
    stopped !== undefined || options.signal.aborted || isAlone() ||
    (failed !== undefined &&
      (performance.now() - shrinking.since > limits.shrinkTime ||
        shrinking.executions >= limits.shrinkExecutions));

  const once = async (input: unknown) => {
    // Passing from here on lets the search run out at the smallest case known.
    if (isOver()) return;
    const outcome = await options.execute(input);
    if (failed === undefined) {
      if (outcome.kind === "discarded") discards.push(outcome.reason);
      if (outcome.kind === "passed" || outcome.kind === "violated") cases++;
      options.progress(cases);
    } else {
      shrinking.executions++;
    }
    if (outcome.kind === "discarded") fc.pre(false);
    if (outcome.kind === "violated") {
      if (options.counts?.(outcome.violation) === false) {
        passedOver = true;
        return;
      }
      if (failed === undefined) shrinking = { since: performance.now(), executions: 0 };
      failed = { input, outcome };
      throw outcome.violation;
    }
    if (outcome.kind === "broken" || outcome.kind === "unreachable") {
      stopped = outcome;
      throw new Error("the loop is over");
    }
  };

  const { path, replayPath } = options;
  const details = await fc.check(
    fc.asyncProperty(check.arbitrary(options.target, replayPath), once),
    {
      seed: options.seed,
      numRuns: path === undefined ? options.runs : 1,
      ...(path !== undefined && { path }),
      maxSkipsPerRun: 1,
      interruptAfterTimeLimit: limits.checkTime,
    },
  );
  const found = details.counterexamplePath;
  const within = failed && replayPathOf(failed.input);
  return {
    cases,
    discards,
    shrinks: failed ? details.numShrinks : 0,
    ...(failed && { failed }),
    ...(stopped && { stopped }),
    passedOver,
    ...(failed && found !== null && { path: found }),
    ...(within !== undefined && { replayPath: within }),
  };
}
