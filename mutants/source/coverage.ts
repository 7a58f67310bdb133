/**
 * Coverage: how often each check executes each source mutant.
 *
 * @module
 */
import type { Trial } from "@plumbline/reports/matrix";
import { runTrials } from "../matrix/trial_pool.ts";
import { type InstrumentedServer, serverWorker, TRIAL_WORKER } from "./instrumented_server.ts";
import type { SourceMutant } from "./source_mutant.ts";
import type { SourceTrialOptions } from "./trial_worker.ts";

/** Which checks execute a mutant, and how often. */
export class Coverage {
  readonly #checks: readonly CheckCoverage[];

  constructor(checks: readonly CheckCoverage[]) {
    this.#checks = checks;
  }

  /** Returns the checks that execute the mutant, the most promising ones first. */
  checksOf({ number }: SourceMutant): string[] {
    const promise = ({ hits, duration }: CheckCoverage) =>
      Math.log2(1 + (hits[number] ?? 0)) / (duration + SERVER_START);
    return this.#checks.filter(({ hits }) => hits[number] !== undefined)
      .sort((a, b) => promise(b) - promise(a))
      .map(({ check }) => check);
  }

  /** Returns how often all checks together execute the mutant. */
  hitsOf({ number }: SourceMutant): number {
    return this.#checks.reduce((sum, { hits }) => sum + (hits[number] ?? 0), 0);
  }

  /** What is written as JSON: the parameter of the constructor. */
  toJSON(): readonly CheckCoverage[] {
    return this.#checks;
  }
}

/** Milliseconds that a check takes at least, so that the order is not one of measuring errors. */
const SERVER_START = 50;

/** What one check executes. */
export interface CheckCoverage {
  readonly check: string;
  /** Milliseconds that the check takes. */
  readonly duration: number;
  /** Executions by the number of the mutant, from the import of the server on. */
  readonly hits: Readonly<Record<string, number>>;
  /** The hash of the sources of the check's area when it was measured. */
  readonly area?: string | undefined;
}

/** How to measure coverage. */
export interface CoverageOptions {
  readonly checks: readonly string[];
  readonly seed: number;
  /** Cases per property. */
  readonly runs: number;
  /** Number of checks that run at once. */
  readonly jobs: number;
  /** Called after each check. */
  onCheck(trial: Trial, done: number): void;
}

/** Runs each check alone against the instrumented server, without a mutant. */
export async function measureCoverage(
  server: InstrumentedServer,
  { checks, seed, runs, jobs, onCheck }: CoverageOptions,
): Promise<Coverage> {
  const folder = await Deno.makeTempDir({ prefix: "plumbline-coverage-" });
  const fileOf = (index: number) => `${folder}/${index}.json`;
  const measured: CheckCoverage[] = [];
  let done = 0;
  try {
    await runTrials(
      checks.map((check, index): SourceTrialOptions => ({
        ...{ checks: [check], seed, runs, stopAtFirstKill: false, detectFeatures: true },
        server: serverWorker(server, { coverage: fileOf(index) }),
      })),
      {
        jobs,
        timeLimit: 120_000,
        worker: TRIAL_WORKER,
        onTrial: (trial, index) => {
          // A trial that is given up writes none.
          const hits = trial.broken === undefined
            ? JSON.parse(Deno.readTextFileSync(fileOf(index)))
            : {};
          measured[index] = { check: checks[index]!, duration: trial.duration, hits };
          onCheck(trial, ++done);
        },
      },
    );
  } finally {
    await Deno.remove(folder, { recursive: true });
  }
  return new Coverage(measured);
}
