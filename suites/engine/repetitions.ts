/**
 * Repeats one failed case, to count how often it fails again.
 *
 * @module
 */
import type { Check, PropertyCheck } from "../check.ts";
import type { Json } from "../client/http_client.ts";
import { counterexampleOf } from "./counterexample.ts";
import type { Outcome } from "./execution.ts";
import {
  type FoundFailure,
  type PropertyLoopOptions,
  type PropertyOutcome,
  runProperty,
} from "./property_loop.ts";

/** A case to repeat. */
export interface Replay {
  /** The number of repetitions. */
  readonly repetitions: number;
  /** The recorded input; absent for an example. */
  readonly counterexample?: Json | undefined;
  /** True if the counterexample is the whole input; otherwise it is generated again. */
  readonly plain?: boolean | undefined;
}

/** Repeats the case; `confirmed` of each failure counts how often its requirement was violated. */
export async function repeatCase(
  check: Check,
  replay: Replay,
  options: PropertyLoopOptions,
): Promise<PropertyOutcome> {
  const discards: string[] = [];
  const failures = new Map<string, { readonly first: FoundFailure; reproduced: number }>();
  let cases = 0;
  let attempts = 0;
  let stopped: PropertyOutcome["stopped"];
  while (attempts < replay.repetitions && !options.signal.aborted && stopped === undefined) {
    const once = await runOnce(check, replay, options);
    attempts++;
    cases += once.cases;
    discards.push(...once.discards);
    for (const first of once.failures) {
      const found = failures.get(first.requirement) ?? { first, reproduced: 0 };
      found.reproduced++;
      failures.set(first.requirement, found);
    }
    options.progress(cases);
    stopped = once.stopped;
  }
  return {
    cases,
    discards,
    failures: [...failures.values()].map(({ first: { isRaw: _, ...first }, reproduced }) => ({
      ...first,
      shrinks: 0,
      confirmed: { attempts, reproduced },
    })),
    ...(stopped && { stopped }),
  };
}

/** Returns an outcome as that of a property with one case. */
export function onlyOutcome(input: unknown, outcome: Outcome): PropertyOutcome {
  const facts = { cases: 0, discards: [], failures: [] };
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

async function runOnce(
  check: Check,
  { counterexample, plain }: Replay,
  options: PropertyLoopOptions,
): Promise<PropertyOutcome> {
  if (check.kind === "example") return onlyOutcome(undefined, await options.execute(undefined));
  if (plain) {
    const input = structuredClone(counterexample);
    return onlyOutcome(input, await options.execute(input));
  }
  return await drawAgain(check, counterexample, options);
}

/** Generates the case again from its seed and path, and verifies that it is the same. */
async function drawAgain(
  check: PropertyCheck<unknown>,
  counterexample: Json | undefined,
  options: PropertyLoopOptions,
): Promise<PropertyOutcome> {
  // Without its replay path a shrunk list of commands is found only by shrinking again.
  const direct = options.replayPath === undefined || check.arbitrary.length > 1;
  const generated: Json[] = [];
  const outcome = await runProperty(check, {
    ...options,
    path: direct ? options.path : undefined,
    limits: { ...options.limits, goesOn: false, ...(direct && { shrinkExecutions: 0 }) },
    execute: async (input) => {
      const found = await options.execute(input);
      generated.push(counterexampleOf(input));
      return found;
    },
  });
  if (!direct || outcome.stopped) return outcome;
  // After a discarded case fast-check tries another one.
  const [discarded] = outcome.discards;
  if (discarded !== undefined) return { cases: 0, discards: [discarded], failures: [] };
  if (agree(generated[0], counterexample)) return outcome;
  const reason = `another case was generated than the recorded one: ${
    JSON.stringify(generated[0])
  }`;
  return { cases: 0, discards: [reason], failures: [] };
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
