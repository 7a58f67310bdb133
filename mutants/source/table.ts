/**
 * Prints results of source mutants as lines of text.
 *
 * @module
 */
import {
  countResults,
  foundPercentage,
  hasNoServer,
  isFound,
  isRuled,
  type SourceReport,
  type SourceResult,
  type SourceTrial,
} from "./result.ts";
import { describe, type SourceMutant } from "./source_mutant.ts";

/** Returns the line of a trial. */
export function trialLine(
  mutant: SourceMutant,
  trial: SourceTrial,
  done: number,
  total: number,
): string {
  const { verdict, check, cases, violation, error, duration } = trial;
  const details = check === undefined
    ? error ?? "no check failed"
    : `${check}, case ${cases}: ${violation}`;
  const seconds = (duration / 1_000).toFixed(1);
  return `${verdict.padEnd(10)} ${mutant.id} ${describe(mutant)}  (${details}, ${seconds} s)  ` +
    `${done}/${total}`;
}

/** Number of checks that are listed for a survivor. */
const LISTED = 6;

/** Returns the lines about mutants that were not found with every seed. */
export function survivorLines(results: readonly SourceResult[]): string[] {
  return results
    .filter(({ trials }) => trials.length > 0 && !hasNoServer(trials) && !trials.every(isFound))
    .filter((result) => !isRuled(result))
    .toSorted((a, b) => a.mutant.file < b.mutant.file ? -1 : 1)
    .map(({ mutant, checks, trials }) => {
      const found = trials.filter(isFound).length;
      const word = found === 0 ? "SURVIVED" : `FOUND ${found}/${trials.length}`;
      const listed = checks.slice(0, LISTED).join(" ");
      const more = checks.length > LISTED ? ` and ${checks.length - LISTED} more` : "";
      return `${word} ${mutant.id} ${describe(mutant)}\n         executed by ${listed}${more}`;
    });
}

/** Returns the last lines: the numbers of a run. */
export function summaryLines({ results, mutants, executed, seeds, runs }: SourceReport): string[] {
  const { tested, must, should, convention, unjudged, ...rest } = countResults(results);
  const { sometimes, survived, ruled, noServer, marked } = rest;
  const percentage = foundPercentage(results).toFixed(1);
  return [
    `${mutants} mutants, ${executed} executed, seeds ${seeds.join(", ")}, ${runs} cases`,
    `${tested - sometimes - survived} of ${tested} found (${percentage} %): ${must} as must, ` +
    `${should} as should, ${convention} as convention, ${unjudged} as a missing feature; ` +
    `${sometimes} with some seeds only, ` +
    `${survived} survived; not counted: ${ruled} that a rule explains, ${marked} marked, ${noServer} without a server`,
  ];
}
