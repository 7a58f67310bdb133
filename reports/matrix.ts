/**
 * The mutant matrix: which checks kill which mutants (seeded bugs) of the reference server.
 *
 * @module
 */
import type { Failure } from "./events.ts";

/** A change of the reference server: a mutant or a benign variant. */
export interface ChangeSummary {
  /** The id: `area/name`. */
  readonly id: string;
  /** The area of the suites. */
  readonly area: string;
  /** The changed behaviour. */
  readonly description: string;
  /** The reason why an engineer might implement it so. */
  readonly reason: string;
}

/** A mutant: a bug seeded into the server, which checks must find. */
export interface MutantSummary extends ChangeSummary {
  /** The ids of the requirements it violates. */
  readonly breaks: readonly string[];
}

/** A benign variant: another conformant behaviour, which no check may fail. */
export interface BenignVariantSummary extends ChangeSummary {
  /** The statement of the specification that allows it. */
  readonly allowedBy: string;
}

/** A check that killed a mutant. */
export interface Kill {
  /** The id of the check. */
  readonly check: string;
  /** The requirement that the check reported as violated. */
  readonly requirement: string;
  /** Number of cases up to the first failing one. */
  readonly cases: number;
  /** Number of steps by which the failing case was shrunk. */
  readonly shrinks: number;
  /** Number of requests of the smallest failing case. */
  readonly requests: number;
  /** Number of requests that the check sent in all: what the kill costs. */
  readonly sent?: number;
  /** The failure, with the command that reproduces it. */
  readonly failure: Pick<Failure, "expected" | "actual" | "counterexample" | "curl" | "replay">;
}

/** A run of checks against one mutant, one benign variant or the unchanged server. */
export interface Trial {
  /** The id of the mutant or benign variant; absent for the unchanged server. */
  readonly subject?: string;
  /** The seed of all generated input. */
  readonly seed: number;
  /** The ids of the checks that ran. */
  readonly checks: readonly string[];
  /** The checks that failed. */
  readonly kills: readonly Kill[];
  /** The error that ended the trial, such as an exception in a check or a server that hung. */
  readonly broken?: string;
  /** Why the first check of a `must` was not run, if the server lacks a feature that it needs. */
  readonly unsupported?: string;
  /** Number of attempts until a check failed, if more than one. */
  readonly attempts?: number;
  /** Duration in milliseconds. */
  readonly duration: number;
}

/** The whole matrix: the content of `matrix.json`. */
export interface Matrix {
  /** The version of the matrix format. */
  readonly schema: 1;
  /** The version of the suites. */
  readonly suiteVersion: string;
  /** Cases per property. */
  readonly runs: number;
  /** The start, as an RFC 3339 time. */
  readonly started: string;
  /** The end, as an RFC 3339 time. */
  readonly finished: string;
  /** The mutants. */
  readonly mutants: readonly MutantSummary[];
  /** The benign variants. */
  readonly benignVariants: readonly BenignVariantSummary[];
  /** The trials of the unchanged server. */
  readonly clean: readonly Trial[];
  /** The trials of mutants, one for each mutant and seed. */
  readonly trials: readonly Trial[];
  /** The trials of benign variants. */
  readonly benignTrials: readonly Trial[];
}

/** The results of all trials of a mutant. */
export interface MutantRecord {
  /** The mutant. */
  readonly mutant: MutantSummary;
  /** The trials. */
  readonly trials: readonly Trial[];
  /** Number of trials in which a check killed it. */
  readonly killed: number;
  /** The ids of the checks that killed it, most frequent first. */
  readonly checks: readonly string[];
}

/** A check, as far as the matrix needs it. */
export interface MatrixCheck {
  /** The id of the check. */
  readonly id: string;
  /** The ids of the requirements that it covers. */
  readonly requirements: readonly string[];
}

/** Returns the results of each mutant, in the order of the matrix. */
export function mutantRecords(
  { mutants, trials }: Pick<Matrix, "mutants" | "trials">,
): MutantRecord[] {
  const bySubject = Map.groupBy(trials, ({ subject }) => subject);
  return mutants.map((mutant) => {
    const own = bySubject.get(mutant.id) ?? [];
    const found = Map.groupBy(own.flatMap(({ kills }) => kills), ({ check }) => check);
    return {
      mutant,
      trials: own,
      killed: own.filter(({ kills }) => kills.length > 0).length,
      checks: [...found].sort(([, a], [, b]) => b.length - a.length || costOf(a) - costOf(b))
        .map(([check]) => check),
    };
  });
}

/** Returns the number of requests that some kills took. */
const costOf = (kills: readonly Kill[]): number =>
  kills.reduce((sum, { sent = 0 }) => sum + sent, 0);

/** The share of trials that must kill a mutant: 19 of 20. */
const MINIMUM_KILL_RATE = 0.95;

/** Returns the mutants that were not killed, or in too few of their trials. */
export function survivors(matrix: Matrix): MutantRecord[] {
  return mutantRecords(matrix).filter(({ killed, trials }) =>
    trials.length === 0 || killed < MINIMUM_KILL_RATE * trials.length
  );
}

/**
 * Returns the mutants that were killed only by failures of requirements that they do not violate:
 * such a failure misleads its reader.
 */
export function killedForAnotherReason(matrix: Matrix): MutantRecord[] {
  return mutantRecords(matrix).filter(({ mutant, trials, killed }) =>
    killed > 0 &&
    !trials.some(({ kills }) =>
      kills.some(({ requirement }) => mutant.breaks.includes(requirement))
    )
  );
}

/** Returns the trials of conformant servers in which a check failed. */
export function falseAlarms({ clean, benignTrials }: Matrix): Trial[] {
  return [...clean, ...benignTrials].filter((trial) =>
    trial.kills.length > 0 || trial.broken !== undefined
  );
}

/** Returns, for each requirement, the mutants that only its own checks killed. */
export function soleKills(
  matrix: Matrix,
  checks: readonly MatrixCheck[],
): Map<string, string[]> {
  const requirementsOf = new Map(checks.map(({ id, requirements }) => [id, requirements]));
  const found = new Map<string, string[]>();
  for (const { mutant, checks: killers } of mutantRecords(matrix)) {
    const [first = [], ...rest] = killers.map((id) => requirementsOf.get(id) ?? []);
    for (const requirement of first) {
      if (!rest.every((others) => others.includes(requirement))) continue;
      found.set(requirement, [...found.get(requirement) ?? [], mutant.id]);
    }
  }
  return found;
}

/** Returns the checks that ran against mutants and killed none. */
export function idleChecks(matrix: Matrix): string[] {
  const tried = new Set(matrix.trials.flatMap(({ checks }) => checks));
  for (const { kills } of matrix.trials) for (const { check } of kills) tried.delete(check);
  return [...tried].sort();
}

/** Returns the totals of the matrix as one line. */
export function matrixLine(matrix: Matrix): string {
  const { mutants, benignVariants, benignTrials } = matrix;
  const killed = mutants.length - survivors(matrix).length;
  const red = new Set(
    benignTrials.filter(({ kills, broken }) => kills.length > 0 || broken).map((trial) =>
      trial.subject
    ),
  );
  return `${killed} of ${mutants.length} mutants killed, ` +
    `${benignVariants.length - red.size} of ${benignVariants.length} benign variants passed`;
}
