/**
 * The table of bugs × cases: for each check, in which case it finds its bugs.
 *
 * @module
 */
import type { Kill } from "@plumbline/reports/matrix";

/** A trial of one bug with the check that found it last. */
export interface CaseTrial {
  readonly bug: string;
  readonly check: string;
  readonly seed: number;
  /** The number of the first case that failed; undefined if none did. */
  readonly first: number | undefined;
}

/**
 * Returns the number of the first case that failed; undefined if none did.
 *
 * A check that warns runs all its cases, so the number of cases is no answer; the path of the failure
 * is, unless the cases were chosen among more.
 */
export function firstCase(kills: readonly Pick<Kill, "cases" | "failure">[]): number | undefined {
  if (kills.length === 0) return undefined;
  return Math.min(...kills.map(({ cases, failure: { replay } }) => {
    const position = /--path "?(\d+)/.exec(replay)?.[1];
    return position === undefined ? cases : Math.min(cases, Number(position) + 1);
  }));
}

/** Returns the table as lines: the checks that need most cases first, then the bugs that were missed. */
export function tableOf(trials: readonly CaseTrial[]): string[] {
  const rows = [...Map.groupBy(trials, ({ check }) => check)].map(([check, own]) => {
    const found = own.flatMap(({ first }) => first === undefined ? [] : [first])
      .sort((a, b) => a - b);
    const at = (share: number) => found[Math.ceil(share * found.length) - 1] ?? 0;
    return { check, own, found, percentile: at(0.95), most: at(1) };
  }).sort((a, b) => b.most - a.most || (a.check < b.check ? -1 : 1));
  const missed = trials.filter(({ first }) => first === undefined);
  return [
    "check, bugs, found of trials, first failing case: 95 % and all of them",
    ...rows.map(({ check, own, found, percentile, most }) =>
      `${check} ${new Set(own.map(({ bug }) => bug)).size} ${found.length}/${own.length} ` +
      `${percentile} ${most}`
    ),
    `missed in ${missed.length} of ${trials.length} trials`,
    ...missed.map(({ bug, check, seed }) => `${bug} by ${check}, seed ${seed}`),
  ];
}
