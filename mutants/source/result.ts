/**
 * Results of source mutants: what the checks found, and how much of it.
 *
 * @module
 */
import type { Kill, Trial } from "@plumbline/reports/matrix";
import type { Level } from "@plumbline/reports/events";
import { AREAS } from "@plumbline/suites/areas";
import { requirementsOf } from "@plumbline/suites/area";
import type { Mark } from "./marks.ts";
import type { SourceMutant } from "./source_mutant.ts";

/**
 * The verdict of a trial: the highest level of a violated requirement; `unjudged` if no check found
 * a violation, but the server lacks a feature that a `must` needs, so that a run ends with the exit
 * code 6; `survived` if there is neither; `error` if no check did and one could not end; `no server` if the mutant
 * keeps the server from starting, so that there is nothing to check.
 */
export type Verdict = Level | "unjudged" | "survived" | "error" | "no server";

/** What one seed showed. */
export interface SourceTrial {
  readonly seed: number;
  readonly verdict: Verdict;
  /** The check that found the violation and the violated requirement. */
  readonly check?: string;
  readonly requirement?: string;
  /** Number of cases up to the violation. */
  readonly cases?: number;
  /** The first line of what was expected and what was there. */
  readonly violation?: string;
  /** The error of the trial or the feature that is missing, if there is one. */
  readonly error?: string;
  /** Milliseconds. */
  readonly duration: number;
}

/** The trials of a mutant, one for each seed. */
export interface SourceResult {
  readonly mutant: SourceMutant;
  /** The checks that execute it and ran against it. */
  readonly checks: readonly string[];
  readonly trials: readonly SourceTrial[];
  /** Why it cannot be found, if that is known; then it has no trials. */
  readonly mark?: Mark;
}

/** A run over source mutants: what is written as JSON. */
export interface SourceReport {
  readonly schema: 1;
  readonly suiteVersion: string;
  readonly started: string;
  readonly finished: string;
  /** Cases per property. */
  readonly runs: number;
  readonly seeds: readonly number[];
  /** Number of mutants of the server's sources, and of those that a check executes. */
  readonly mutants: number;
  readonly executed: number;
  readonly results: readonly SourceResult[];
}

const CATALOGUE = requirementsOf(AREAS);
const LEVELS: readonly Level[] = ["must", "should", "convention"];
const levelOf = ({ requirement }: Kill): Level => CATALOGUE[requirement]?.level ?? "must";

/** Returns what a trial of the pool showed. */
export function sourceTrial(trial: Trial): SourceTrial {
  const { seed, kills, broken, unsupported, checks, duration } = trial;
  const [kill] = kills.toSorted((a, b) => LEVELS.indexOf(levelOf(a)) - LEVELS.indexOf(levelOf(b)));
  const error = broken !== undefined && { error: broken.split("\n")[0]! };
  if (kill === undefined) {
    if (unsupported !== undefined && broken === undefined) {
      return { seed, verdict: "unjudged", error: unsupported, duration };
    }
    // Without a target no check starts.
    const missing = checks.length === 0 && !/^timed out/.test(broken ?? "");
    const verdict = broken === undefined ? "survived" : missing ? "no server" : "error";
    return { seed, verdict, ...error, duration };
  }
  const { check, requirement, cases, failure: { expected, actual } } = kill;
  const violation = `expected ${line(expected)}, got ${line(actual)}`;
  return { seed, verdict: levelOf(kill), check, requirement, cases, violation, ...error, duration };
}

const line = (text: string) => text.split("\n")[0]!.slice(0, 160);

/** True if a trial found a violation of any level, or a feature that is missing. */
export const isFound = ({ verdict }: SourceTrial): boolean => FOUND.includes(verdict);

/** The verdicts of mutants that are found, from the highest. */
const FOUND: readonly Verdict[] = ["must", "should", "convention", "unjudged"];

/** True if the first trial found less than the second. */
export const isLower = (one: SourceTrial, other: SourceTrial): boolean =>
  rank(one.verdict) > rank(other.verdict);

/** Returns 0 for the highest verdict. */
const rank = (verdict: Verdict) => FOUND.includes(verdict) ? FOUND.indexOf(verdict) : FOUND.length;

/** The numbers of a run. */
export interface SourceCounts {
  /** Mutants that were tested and have a server, without survivors that a rule explains. */
  readonly tested: number;
  /** Those that every seed found, by the lowest verdict of its seeds. */
  readonly must: number;
  readonly should: number;
  readonly convention: number;
  readonly unjudged: number;
  /** Those that some seeds found and some did not. */
  readonly sometimes: number;
  readonly survived: number;
  /** Those that no seed found, in code that a rule names. */
  readonly ruled: number;
  readonly noServer: number;
  readonly marked: number;
}

/** Counts the results. */
export function countResults(results: readonly SourceResult[]): SourceCounts {
  const tested = results.filter((result) =>
    result.trials.length > 0 && !hasNoServer(result.trials) && !isRuled(result)
  );
  const found = tested.filter(({ trials }) => trials.every(isFound));
  const lowest = ({ trials }: SourceResult) =>
    FOUND.findLast((level) => trials.some(({ verdict }) => verdict === level))!;
  const of = (level: Verdict) => found.filter((result) => lowest(result) === level).length;
  const some = tested.filter(({ trials }) => trials.some(isFound)).length;
  return {
    tested: tested.length,
    must: of("must"),
    should: of("should"),
    convention: of("convention"),
    unjudged: of("unjudged"),
    sometimes: some - found.length,
    survived: tested.length - some,
    ruled: results.filter(isRuled).length,
    noServer: results.filter(({ trials }) => hasNoServer(trials)).length,
    marked: results.filter(({ mark, trials }) => mark !== undefined && trials.length === 0).length,
  };
}

/** True for a survivor that a rule explains. */
export const isRuled = ({ mutant, trials }: SourceResult): boolean =>
  mutant.rule !== undefined && trials.length > 0 &&
  trials.every(({ verdict }) => verdict === "survived");

/** True if the server with the mutant does not start. */
export const hasNoServer = (trials: readonly SourceTrial[]): boolean =>
  trials.length > 0 && trials.every(({ verdict }) => verdict === "no server");

/** Returns how many marked mutants violate a `must`: a mark says that none can. */
export function contradictions(results: readonly SourceResult[]): number {
  return results.filter(({ trials }) => trials.some(({ verdict }) => verdict === "must")).length;
}

/** Returns the share of the tested mutants that every seed found, in percent. */
export function foundPercentage(results: readonly SourceResult[]): number {
  const { tested, sometimes, survived } = countResults(results);
  return tested === 0 ? 100 : 100 * (tested - sometimes - survived) / tested;
}
