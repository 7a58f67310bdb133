/**
 * What the program's exit codes mean.
 *
 * @module
 */
import { USAGE_EXIT_CODE } from "../command_line/mod.ts";
import type { Gate } from "../reports/gate.ts";
import type { Report } from "../reports/report.ts";

/** The exit codes by what they tell. */
export const EXIT = {
  conformant: 0,
  notConformant: 1,
  usage: USAGE_EXIT_CODE,
  unreachable: 3,
  nothingRan: 4,
  suiteBroke: 5,
  /** What shells use for a program ended by Ctrl-C. */
  interrupted: 130,
} as const;

/** The exit code of a run that came to its end, by what its gate decided. */
export function exitCodeOf(
  { verdict }: Gate,
  { unreachable }: Pick<Report, "unreachable">,
): number {
  switch (verdict) {
    case "conformant":
      return EXIT.conformant;
    case "not conformant":
    case "stale deviations":
      return EXIT.notConformant;
    case "inconclusive":
      return EXIT.nothingRan;
    case "suite broke":
      return EXIT.suiteBroke;
    case "aborted":
      return unreachable ? EXIT.unreachable : EXIT.interrupted;
  }
}
