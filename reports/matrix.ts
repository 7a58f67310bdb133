/**
 * The matrix of seeded mutants against checks: what shows that the suites see, and what follows from
 * it.
 *
 * @module
 */
import type { Failure } from "./events.ts";

/** A change to the reference server, as the matrix names it. */
export interface ChangeSummary {
  /** Its area and name. */
  readonly id: string;
  /** The area of the suites it concerns. */
  readonly area: string;
  /** What the server does differently. */
  readonly description: string;
  /** Why a careful engineer might have done so. */
  readonly reason: string;
}

/** A seeded bug: checks are to find it. */
export interface MutantSummary extends ChangeSummary {
  /** The requirements it breaks. */
  readonly breaks: readonly string[];
}

/** A harmless variant: no check may find anything. */
export interface BenignVariantSummary extends ChangeSummary {
  /** What in the interface allows it. */
  readonly allowedBy: string;
}

/** A check that found a mutant. */
export interface Kill {
  /** The check. */
  readonly check: string;
  /** The requirement it said was broken. */
  readonly requirement: string;
  /** Cases until the first that failed. */
  readonly cases: number;
  /** How many steps smaller the failing case became. */
  readonly shrinks: number;
  /** Requests of the smallest failing case. */
  readonly requests: number;
  /** What a reader needs to see it. */
  readonly failure: Pick<Failure, "expected" | "actual" | "counterexample" | "curl" | "replay">;
}

/** The suites held against a server with one mutant, or with none. */
export interface Trial {
  /** The mutant's id, the benign variant's, or none for the clean server. */
  readonly subject?: string;
  /** All drawing followed from it. */
  readonly seed: number;
  /** The checks that ran. */
  readonly checks: readonly string[];
  /** Those of them that found something. */
  readonly kills: readonly Kill[];
  /** What went wrong with the trial itself: a suite that broke, a server that hung. */
  readonly broken?: string;
  /** How many seeds were tried until something was found, where the first was not enough. */
  readonly attempts?: number;
  /** Milliseconds. */
  readonly duration: number;
}

/** The whole matrix: what `matrix.json` holds. */
export interface Matrix {
  /** The version of this shape. */
  readonly schema: 1;
  /** The version of the suites. */
  readonly suiteVersion: string;
  /** Cases a property. */
  readonly runs: number;
  /** An RFC 3339 time. */
  readonly started: string;
  /** An RFC 3339 time. */
  readonly finished: string;
  /** The mutants that were tried. */
  readonly mutants: readonly MutantSummary[];
  /** The harmless variants that were tried. */
  readonly benignVariants: readonly BenignVariantSummary[];
  /** The checks held against the clean server. */
  readonly clean: readonly Trial[];
  /** Those against a server with a mutant; one each, or one for each seed. */
  readonly trials: readonly Trial[];
  /** Those against benign variants. */
  readonly benignTrials: readonly Trial[];
}

/** How a mutant fared over all its trials. */
export interface MutantRecord {
  /** The mutant. */
  readonly mutant: MutantSummary;
  /** Its trials. */
  readonly trials: readonly Trial[];
  /** In how many of them a check found it. */
  readonly killed: number;
  /** The ids of the checks that found it, those that did most often first. */
  readonly checks: readonly string[];
}

/** What the matrix needs to know of a check. */
export interface MatrixCheck {
  /** The check's id. */
  readonly id: string;
  /** What it holds the target to. */
  readonly requirements: readonly string[];
}

/** How each mutant fared, in the order of the matrix. */
export function mutantRecords({ mutants, trials }: Matrix): MutantRecord[] {
  const bySubject = Map.groupBy(trials, ({ subject }) => subject);
  return mutants.map((mutant) => {
    const own = bySubject.get(mutant.id) ?? [];
    const found = Map.groupBy(own.flatMap(({ kills }) => kills), ({ check }) => check);
    return {
      mutant,
      trials: own,
      killed: own.filter(({ kills }) => kills.length > 0).length,
      checks: [...found].sort(([, a], [, b]) => b.length - a.length).map(([check]) => check),
    };
  });
}

/** The share of a mutant's trials in which it must be found: 19 of 20. */
export const MINIMUM_KILL_RATE = 0.95;

/** The mutants that were not found, or in too few of their trials. */
export function survivors(matrix: Matrix): MutantRecord[] {
  return mutantRecords(matrix).filter(({ killed, trials }) =>
    trials.length === 0 || killed < MINIMUM_KILL_RATE * trials.length
  );
}

/**
 * The mutants that were found, and every time by a failure that names a requirement they do not
 * break: who reads it looks in the wrong place.
 */
export function killedForAnotherReason(matrix: Matrix): MutantRecord[] {
  return mutantRecords(matrix).filter(({ mutant, trials, killed }) =>
    killed > 0 &&
    !trials.some(({ kills }) =>
      kills.some(({ requirement }) => mutant.breaks.includes(requirement))
    )
  );
}

/** The trials in which something was found where nothing is wrong. */
export function falseAlarms({ clean, benignTrials }: Matrix): Trial[] {
  return [...clean, ...benignTrials].filter((trial) =>
    trial.kills.length > 0 || trial.broken !== undefined
  );
}

/** For each requirement, the mutants that only checks of its own found. */
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

/** The checks that were held against mutants and found none. */
export function idleChecks(matrix: Matrix): string[] {
  const tried = new Set(matrix.trials.flatMap(({ checks }) => checks));
  for (const { kills } of matrix.trials) for (const { check } of kills) tried.delete(check);
  return [...tried].sort();
}

/** The matrix in one sentence. */
export function matrixLine(matrix: Matrix): string {
  const { mutants, benignVariants, benignTrials } = matrix;
  const killed = mutants.length - survivors(matrix).length;
  const red = new Set(
    benignTrials.filter(({ kills, broken }) => kills.length > 0 || broken).map((trial) =>
      trial.subject
    ),
  );
  return `${killed} of ${mutants.length} mutants killed, ` +
    `${benignVariants.length - red.size} of ${benignVariants.length} benign variants green`;
}
