/**
 * Which checks a fault is held against.
 *
 * @module
 */
import type { MutantSummary } from "../../reports/matrix.ts";
import type { Check } from "../../suites/mod.ts";

/**
 * The checks of the fault's area, and those that hold a server to what it breaks, the latter first:
 * they are the likeliest to find it.
 */
export function checksAgainst(fault: MutantSummary, checks: readonly Check[]): string[] {
  const foretold = checks.filter(({ requirements }) =>
    requirements.some((requirement) => fault.breaks.includes(requirement))
  );
  const others = checks.filter((check) =>
    check.id.startsWith(`${fault.area}/`) && !foretold.includes(check)
  );
  return [...foretold, ...others].map(({ id }) => id);
}
