/**
 * Finds the checks that find a seeded bug.
 *
 * @module
 */
import { mutants } from "@plumbline/mutants";
import { CHECKS } from "@plumbline/suites/areas";
import type { Check } from "@plumbline/suites/check";

/** Returns the checks of the requirements that a bug breaks, those of its area first. */
export function checkersOf(id: string): readonly Check[] {
  const bug = mutants.find((one) => one.id === id);
  if (bug === undefined) return [];
  const area = id.split("/")[0]!;
  const found = CHECKS.filter(({ requirements }) =>
    requirements.some((each) => bug.breaks.includes(each))
  );
  return found.toSorted((a, b) => rank(a) - rank(b));

  function rank(check: Check): number {
    return check.id.startsWith(`${area}/`) ? 0 : 1;
  }
}
