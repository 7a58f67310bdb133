/**
 * Exit codes of the program.
 *
 * @module
 */
import { USAGE_EXIT_CODE } from "@plumbline/options";
import type { Gate } from "@plumbline/reports/gate";
import type { Report } from "@plumbline/reports/report";

/** Exit codes by their meaning; `docs/exit-codes.md` explains them. */
export const EXIT = {
  conformant: 0,
  notConformant: 1,
  usage: USAGE_EXIT_CODE,
  unreachable: 3,
  nothingRan: 4,
  suiteBroke: 5,
  unjudged: 6,
  /** The code that shells use for a program ended by Ctrl-C. */
  interrupted: 130,
} as const;

/** Returns the exit code of a completed run. */
export function exitCodeOf(
  { verdict }: Gate,
  { unreachable }: Pick<Report, "unreachable">,
): number {
  switch (verdict) {
    case "conformant":
    case "not reproduced":
      return EXIT.conformant;
    case "not conformant":
    case "reproduced":
    case "stale deviations":
      return EXIT.notConformant;
    case "incomplete":
      return EXIT.unjudged;
    case "inconclusive":
      return EXIT.nothingRan;
    case "suite error":
      return EXIT.suiteBroke;
    case "aborted":
      return unreachable ? EXIT.unreachable : EXIT.interrupted;
  }
}
