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
import type { ShrinkBudget } from "./shrink_budget.ts";

/** Options of a loop. */
export interface PropertyLoopOptions {
  readonly target: Target;
  /** Fast-check's seed. */
  readonly seed: number;
  /** The number of cases to decide. */
  readonly runs: number;
  /** The inputs to run, each once, instead of generated ones. */
  readonly inputs?: readonly unknown[] | undefined;
  readonly limits: Limits;
  /** The time for shrinking that is left in the run. */
  readonly shrinking: ShrinkBudget;
  /** Ends the loop early. */
  readonly signal: AbortSignal;
  /** Start at this case instead of the first, and run it alone. */
  readonly path?: string | undefined;
  /** The path within that case's commands. */
  readonly replayPath?: string | undefined;
  /** Returns true if a violation counts as a failure; others are skipped. @default {all count} */
  counts?(violation: Violation): boolean;
  /** Runs one case. */
  execute(input: unknown): Promise<Outcome>;
  /** Receives the number of cases so far, after each case. */
  progress(cases: number): void;
}

/** The outcome of a loop. */
export interface PropertyOutcome {
  /** Cases that could have failed, those of shrinking not counted. */
  readonly cases: number;
  /** The reasons of discarded cases, one per case. */
  readonly discards: readonly string[];
  /** The number of shrinking steps. */
  readonly shrinks: number;
  /** The smallest case that failed. */
  readonly failed?: { readonly input: unknown; readonly outcome: Violated };
  /** The error that ended the loop, other than a violation. */
  readonly stopped?: Extract<Outcome, { kind: "broken" | "unreachable" }>;
  /** True if a violation was skipped. */
  readonly passedOver?: boolean;
  readonly path?: string;
  readonly replayPath?: string;
  /** The repetitions of a repeated case, and how many failed. */
  readonly confirmed?: Failure["confirmed"];
}

/** Runs the property until it fails, stops or enough cases are decided. */
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
  let shrinking = { since: 0, executions: 0, time: 0 };

  // If a smaller case passes, fast-check tries its siblings.
  const isAlone = () =>
    options.path !== undefined && failed === undefined && cases + discards.length > 0;
  const isOver = () =>
    stopped !== undefined || options.signal.aborted || isAlone() ||
    (failed !== undefined &&
      (performance.now() - shrinking.since >= shrinking.time ||
        shrinking.executions >= limits.shrinkExecutions));

  const once = async (input: unknown) => {
    // Passing from here on ends the search at the smallest known case.
    if (isOver()) return;
    const outcome = await options.execute(input);
    if (failed === undefined) {
      if (outcome.kind === "discarded") discards.push(outcome.reason);
      if (outcome.kind === "passed" || outcome.kind === "violated") cases++;
      options.progress(cases);
    } else {
      shrinking.executions++;
    }
    // A generated case that is discarded is replaced by another one.
    if (outcome.kind === "discarded") fc.pre(options.inputs !== undefined);
    if (outcome.kind === "violated") {
      if (options.counts?.(outcome.violations[0].violation) === false) {
        passedOver = true;
        return;
      }
      if (failed === undefined) {
        // Each smaller case would wait for the response again.
        const time = outcome.isUnanswered ? 0 : options.shrinking.take(limits.shrinkTime);
        shrinking = { since: performance.now(), executions: 0, time };
      }
      failed = { input, outcome };
      throw outcome.violations[0].violation;
    }
    if (outcome.kind === "broken" || outcome.kind === "unreachable") {
      stopped = outcome;
      throw new Error("the loop is over");
    }
  };

  const { path, replayPath, inputs, target } = options;
  const listed = inputs ?? check.cases?.(options.seed, target) ?? [];
  const examples = listed.map((input): [unknown] => [input]);
  const details = await fc.check(
    fc.asyncProperty(check.arbitrary(target, replayPath), once),
    {
      seed: options.seed,
      numRuns: path === undefined ? inputs?.length ?? options.runs : 1,
      ...(path !== undefined && { path }),
      examples,
      maxSkipsPerRun: 1,
      interruptAfterTimeLimit: limits.checkTime,
    },
  );
  if (failed) options.shrinking.spend(performance.now() - shrinking.since);
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
