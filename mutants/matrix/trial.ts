/**
 * One trial: the reference server with a fault, and the checks that are to find it.
 *
 * @module
 */
import type { CheckResult } from "../../reports/events.ts";
import type { Kill, Trial } from "../../reports/matrix.ts";
import {
  type Check,
  CHECKS,
  FEATURE_NAMES,
  REQUIREMENTS,
  runChecks,
  type ServerThread,
  startEmbedded,
} from "../../suites/mod.ts";

/** What a trial is made of; it can be sent to another thread. */
export interface TrialOrder {
  /** The ids of the fault or variant; none for the clean server. */
  readonly subject?: string;
  /** The ids of the checks. */
  readonly checks: readonly string[];
  /** All drawing follows from it. */
  readonly seed: number;
  /** Cases a property. */
  readonly runs: number;
  /** End with the first check that finds something. */
  readonly first: boolean;
  /** How many checks run at once. @default {4} */
  readonly workers?: number;
  /** Nothing is to be found. */
  readonly harmless?: boolean;
  /** Make the counterexamples small, which takes longer than to find them. @default {true} */
  readonly shrink?: boolean;
  /** How often to try again, each time with the next seed, where nothing can be told. @default {0} */
  readonly again?: number;
}

/** Enough to see how small a counterexample becomes, without waiting for the very smallest. */
const LIMITS = {
  shrinkTime: 1_500,
  shrinkExecutions: 40,
  confirmations: 0,
  caseTime: 20_000,
  checkTime: 40_000,
};

/** Holds the checks against a server with the subject installed, run in the thread given. */
export async function runTrial(order: TrialOrder, thread?: ServerThread): Promise<Trial> {
  const { subject, checks, seed, runs, first, workers = 4, shrink = true } = order;
  const started = performance.now();
  const ending = new AbortController();
  const target = await startEmbedded({
    faults: subject === undefined ? [] : [subject],
    // The server has them all: a fault that breaks the question for one must not excuse from it.
    features: FEATURE_NAMES,
    ...(thread && { thread }),
  });
  try {
    const results = await runChecks({
      target,
      checks: checks.map(checkOf),
      catalogue: [],
      requirements: REQUIREMENTS,
      seed,
      runs,
      workers,
      limits: shrink ? LIMITS : { ...LIMITS, shrinkExecutions: 0 },
      signal: ending.signal,
      suiteVersion: "matrix",
      command: `deno task check${subject === undefined ? "" : ` --fault ${subject}`}`,
      emit: (event) => {
        if (first && event.type === "check finished" && isKill(event.result)) ending.abort();
      },
    });
    const broke = results.find(({ verdict }) => verdict === "error");
    return {
      ...(subject !== undefined && { subject }),
      seed,
      checks: results.filter(({ verdict }) => verdict !== "skipped").map(({ id }) => id),
      kills: results.filter(isKill).map(killOf),
      ...(broke && { broken: `${broke.id}: ${broke.reason}` }),
      duration: performance.now() - started,
    };
  } finally {
    await target.close();
  }
}

function checkOf(id: string): Check {
  const check = CHECKS.find((one) => one.id === id);
  if (check === undefined) throw new Error(`Cannot try the check ${id} as there is none`);
  return check;
}

/** A warning tells of a broken statement as well as a failure does. */
function isKill({ verdict, failure }: CheckResult): boolean {
  return (verdict === "fail" || verdict === "warn") && failure !== undefined;
}

function killOf({ id, cases, shrinks, failure }: CheckResult): Kill {
  const { requirement, exchange, exchangesLeftOut = 0, ...facts } = failure!;
  const { expected, actual, counterexample, curl, replay } = facts;
  return {
    check: id,
    requirement,
    cases,
    shrinks,
    requests: exchange.length + exchangesLeftOut,
    failure: {
      expected: cut(expected),
      actual: cut(actual),
      ...(counterexample !== undefined && { counterexample }),
      curl: curl.slice(0, SHOWN_LINES).map(cut),
      replay,
    },
  };
}

/** How much of a text, and how many lines to paste, a cell of the matrix keeps. */
const SHOWN = 600;
const SHOWN_LINES = 12;

function cut(text: string): string {
  return text.length > SHOWN ? `${text.slice(0, SHOWN)}…` : text;
}
