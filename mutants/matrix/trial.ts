/**
 * Runs a trial: checks against the reference server with a mutant, a benign variant or neither.
 *
 * @module
 */
import { PROGRAM } from "@plumbline/runtime/program";
import type { CheckResult, Failure } from "@plumbline/reports/events";
import type { Kill, Trial } from "@plumbline/reports/matrix";
import { AREAS, CHECKS, OPTIONAL_CHECKS } from "@plumbline/suites/areas";
import type { Check } from "@plumbline/suites/check";
import type { ServerThread } from "@plumbline/suites/embedded/server_thread";
import type { KnownDeviation } from "@plumbline/suites/engine/known_deviations";
import { runChecks } from "@plumbline/suites/engine/run";
import { benignVariants } from "../benign_variants/mod.ts";
import { startMutated } from "../embedded/mod.ts";
import { FEATURE_NAMES } from "@plumbline/suites/features";

/** Parameters of a trial; can be sent to a worker. */
export interface TrialOptions {
  /** Id of the mutant or benign variant; none for the unchanged server. */
  readonly subject?: string;
  /** Ids of the checks. */
  readonly checks: readonly string[];
  /** Seed of all generated values. */
  readonly seed: number;
  /** Cases per property. */
  readonly runs: number;
  /** End the trial at the first check that fails. */
  readonly stopAtFirstKill: boolean;
  /** Do not end the trial after a warning, only after a violated `must`. @default {false} */
  readonly untilMust?: boolean;
  /** Detect the features of the server, as a run does, and declare none. @default {false} */
  readonly detectFeatures?: boolean;
  /** Number of checks that run at once. @default {4} */
  readonly workers?: number;
  /** No check is expected to fail. @default {false} */
  readonly expectGreen?: boolean;
  /** Shrink counterexamples, which takes longer than generating them. @default {true} */
  readonly shrink?: boolean;
  /** Number of retries without a result, each with the next seed. @default {0} */
  readonly retries?: number;
  /**
   * Measure before the checks how late reads show writes, as a run does: hundreds of requests, which
   * find nothing on a server whose reads are not late.
   *
   * @default {true}
   */
  readonly measuresReads?: boolean;
  /** Checks to try one by one before all others, as they are likely to fail. @default {[]} */
  readonly first?: readonly string[];
  /** Checks to try last, if no other check found the mutant. @default {[]} */
  readonly furthest?: readonly string[];
}

/** Enough for small counterexamples without waiting for the smallest ones. */
const LIMITS = {
  shrinkTime: 1_500,
  shrinkExecutions: 40,
  confirmations: 0,
  caseTime: 60_000,
  checkTime: 40_000,
  failures: 1,
  goesOn: false,
};

/** Runs the checks against a server with the subject installed, in the given thread. */
export async function runTrial(options: TrialOptions, thread?: ServerThread): Promise<Trial> {
  const { subject, checks, seed, runs, stopAtFirstKill, workers = 4, shrink = true } = options;
  const { untilMust = false, detectFeatures = false, measuresReads = true } = options;
  const started = performance.now();
  const known = knownOf(subject);
  const ending = new AbortController();
  const target = await startMutated({
    mutants: subject === undefined ? [] : [subject],
    // All features are declared, so that a mutant cannot hide by breaking feature detection.
    ...(!detectFeatures && { features: FEATURE_NAMES }),
    ...(thread && { thread }),
  });
  try {
    const results = await runChecks({
      target: measuresReads ? target : { ...target, waits: { ...target.waits, reads: 0 } },
      checks: checks.map(checkOf),
      areas: AREAS,
      seed,
      runs,
      workers,
      known,
      limits: {
        ...LIMITS,
        ...(!shrink && { shrinkExecutions: 0 }),
        // A case goes on behind what is known, and so does its check.
        ...(known.length > 0 && { goesOn: true, failures: known.length + 1 }),
      },
      signal: ending.signal,
      command: `${PROGRAM} check${subject === undefined ? "" : ` --mutant ${subject}`}`,
      emit: (event) => {
        if (!stopAtFirstKill || event.type !== "check finished") return;
        const { result } = event;
        // A missing feature does not end it: another check may find what is wrong with the rest.
        const isKilled = killsOf(result).length > 0;
        if (isKilled && (!untilMust || result.verdict === "fail")) ending.abort();
      },
    });
    const broke = results.find(({ verdict }) => verdict === "error");
    const lacking = results.find(isLacking);
    return {
      ...(subject !== undefined && { subject }),
      seed,
      checks: results.filter(({ verdict }) => verdict !== "skipped").map(({ id }) => id),
      kills: results.flatMap(killsOf),
      ...(broke && { broken: `${broke.id}: ${broke.reason}` }),
      ...(lacking?.reason !== undefined && { unsupported: lacking.reason }),
      duration: performance.now() - started,
    };
  } finally {
    await target.close();
  }
}

/** Returns the known deviations of a benign variant. */
function knownOf(subject: string | undefined): KnownDeviation[] {
  const { known = [], reason = "" } = benignVariants.find(({ id }) => id === subject) ?? {};
  return known.map((requirement) => ({ requirement, reason, target: "the reference server" }));
}

function checkOf(id: string): Check {
  const check = [...CHECKS, ...OPTIONAL_CHECKS].find((one) => one.id === id);
  if (check === undefined) throw new Error(`Cannot run the check ${id} as it does not exist`);
  return check;
}

/** Returns the violated requirements that a check reported; warnings count as well as failures. */
function killsOf(result: CheckResult): Kill[] {
  return result.failures.filter(({ verdict }) => verdict !== "known deviation")
    .map((failure) => killOf(result, failure));
}

/** True if the target does not support what a `must` needs. */
function isLacking({ level, verdict }: CheckResult): boolean {
  return verdict === "unsupported" && level === "must";
}

function killOf({ id, cases, requests: sent }: CheckResult, failure: Failure): Kill {
  const { requirement, exchange, omittedExchanges = 0, shrinks, ...facts } = failure;
  const { expected, actual, counterexample, curl, replay } = facts;
  return {
    check: id,
    requirement,
    cases,
    shrinks,
    requests: exchange.length + omittedExchanges,
    sent,
    failure: {
      expected: cut(expected),
      actual: cut(actual),
      ...(counterexample !== undefined && { counterexample }),
      curl: curl.slice(0, SHOWN_LINES).map(cut),
      replay,
    },
  };
}

/** Maximum length of a text and number of curl lines kept per kill. */
const SHOWN = 600;
const SHOWN_LINES = 12;

function cut(text: string): string {
  return text.length > SHOWN ? `${text.slice(0, SHOWN)}…` : text;
}
