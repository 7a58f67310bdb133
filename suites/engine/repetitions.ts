/**
 * Repeats one failed case, to count how often it fails again.
 *
 * @module
 */
import fc from "fast-check";
import type { Check, PropertyCheck } from "../check.ts";
import type { Json } from "../client/http_client.ts";
import { repeat } from "./confirmation.ts";
import { counterexampleOf } from "./counterexample.ts";
import type { Outcome } from "./execution.ts";
import {
  type PropertyLoopOptions,
  type PropertyOutcome,
  runProperty,
  violates,
} from "./property_loop.ts";

/** A case to repeat. */
export interface Replay {
  /** The number of repetitions. */
  readonly repetitions: number;
  /** The milliseconds after which a case that failed each time is not repeated again. @default {Infinity} */
  readonly patience?: number | undefined;
  /** The recorded input; absent for an example. */
  readonly counterexample?: Json | undefined;
  /** True if the counterexample is the whole input; otherwise it is generated again. */
  readonly plain?: boolean | undefined;
  /** The requirement that it violated. @default {any} */
  readonly requirement?: string | undefined;
}

/** A repetition, and the input that it ran with. */
interface Once {
  readonly input: unknown;
  readonly outcome: Outcome;
  /** True if nothing can be repeated: another case was generated than the recorded one. */
  readonly isOther?: true;
}

/**
 * Repeats the case in the way in which failures are confirmed; `confirmed` of each failure counts how
 * often its requirement was violated.
 */
export async function repeatCase(
  check: Check,
  replay: Replay,
  options: PropertyLoopOptions,
): Promise<PropertyOutcome> {
  const { patience = Infinity } = replay;
  const started = performance.now();
  let first: Once | undefined;
  let cases = 0;
  const again = async (): Promise<Outcome> => {
    const isFirst = first === undefined;
    const once = first ??= await runFirst(check, replay, options);
    const outcome = isFirst ? once.outcome : await options.execute(fc.cloneIfNeeded(once.input));
    if (isDecided(outcome)) options.progress(++cases);
    return outcome;
  };
  const isFailed = (outcome: Outcome) =>
    replay.requirement === undefined
      ? outcome.kind === "violated"
      : violates(outcome, replay.requirement);
  const { outcomes, loaded } = await repeat(again, {
    most: replay.repetitions,
    isAlone: check.alone,
    isFailed,
    isEnough: (outcomes) =>
      options.signal.aborted || first?.isOther === true || outcomes.some(isStop) ||
      (outcomes.length > 0 && outcomes.every(isFailed) && performance.now() - started > patience),
  });
  const attempts = outcomes.length;
  const failures = outcomes.flatMap((outcome) =>
    outcome.kind === "violated"
      ? outcome.violations.map(({ violation: { requirement } }) => ({ requirement, outcome }))
      : []
  );
  const stopped = outcomes.find(isStop);
  return {
    cases,
    requested: replay.repetitions,
    discards: outcomes.flatMap((each) => each.kind === "discarded" ? [each.reason] : []),
    failures: [...Map.groupBy(failures, ({ requirement }) => requirement).values()].map((same) => ({
      ...same[0]!,
      input: first?.input,
      ...(options.path !== undefined && { path: options.path }),
      ...(options.replayPath !== undefined && { replayPath: options.replayPath }),
      shrinks: 0,
      confirmed: { attempts, reproduced: same.length, ...(loaded > 0 && { loaded }) },
    })),
    ...(stopped && { stopped }),
  };
}

function isDecided({ kind }: Outcome): boolean {
  return kind === "passed" || kind === "violated";
}

function isStop(
  outcome: Outcome,
): outcome is Extract<Outcome, { kind: "broken" | "unreachable" }> {
  return outcome.kind === "broken" || outcome.kind === "unreachable";
}

/** Returns an outcome as that of a property with one case. */
export function onlyOutcome(input: unknown, outcome: Outcome): PropertyOutcome {
  const facts = { cases: 0, requested: 1, discards: [], failures: [] };
  switch (outcome.kind) {
    case "passed":
      return { ...facts, cases: 1 };
    case "discarded":
      return { ...facts, discards: [outcome.reason] };
    case "violated":
      return {
        ...facts,
        cases: 1,
        failures: outcome.violations.map(({ violation: { requirement } }) => ({
          requirement,
          input,
          outcome,
          shrinks: 0,
        })),
      };
    default:
      return { ...facts, stopped: outcome };
  }
}

/** Runs the case for the first time, and finds its input. */
async function runFirst(
  check: Check,
  { counterexample, plain }: Replay,
  options: PropertyLoopOptions,
): Promise<Once> {
  if (check.kind === "example") {
    return { input: undefined, outcome: await options.execute(undefined) };
  }
  if (plain) {
    const input = structuredClone(counterexample);
    return { input, outcome: await options.execute(input) };
  }
  return await generateAgain(check, counterexample, options);
}

/** Generates the case again from its seed and path, and verifies that it is the same. */
async function generateAgain(
  check: PropertyCheck<unknown>,
  counterexample: Json | undefined,
  options: PropertyLoopOptions,
): Promise<Once> {
  // Without its replay path a shrunk list of commands is found only by shrinking again.
  const direct = options.replayPath === undefined || check.arbitrary.length > 1;
  const generated: (Once & { readonly json: Json })[] = [];
  const { failures, stopped } = await runProperty(check, {
    ...options,
    path: direct ? options.path : undefined,
    limits: { ...options.limits, goesOn: false, ...(direct && { shrinkExecutions: 0 }) },
    execute: async (input) => {
      const outcome = await options.execute(input);
      generated.push({ input, outcome, json: counterexampleOf(input) });
      return outcome;
    },
  });
  const [failed] = failures;
  if (failed !== undefined && !direct) return failed;
  // After a discarded case fast-check tries another one; without a path, cases pass until one fails.
  const once = generated.find(({ outcome }) => outcome === failed?.outcome) ?? generated[0];
  if (once === undefined) {
    return { input: undefined, outcome: stopped ?? discarded("no case was generated") };
  }
  if (!direct || counterexample === undefined || agree(once.json, counterexample)) return once;
  const why = `another case was generated than the recorded one: ${JSON.stringify(once.json)}`;
  return { input: once.input, outcome: discarded(why), isOther: true };
}

function discarded(reason: string): Outcome {
  return { kind: "discarded", reason };
}

/**
 * Returns true for the same data. Of a list of commands those that ran are recorded: fewer if it
 * failed earlier, more if it no longer fails.
 */
function agree(one: Json | undefined, other: Json | undefined): boolean {
  if (Array.isArray(one) && Array.isArray(other)) {
    const length = Math.min(one.length, other.length);
    return one.slice(0, length).every((item, index) => agree(item, other[index]));
  }
  if (isMap(one) && isMap(other)) {
    const keys = new Set([...Object.keys(one), ...Object.keys(other)]);
    return [...keys].every((key) => agree(one[key], other[key]));
  }
  return one === other;
}

function isMap(json: Json | undefined): json is { [key: string]: Json } {
  return typeof json === "object" && json !== null && !Array.isArray(json);
}
