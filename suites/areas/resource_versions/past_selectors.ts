/**
 * Selectors in lists of past states: the labels of the listed state decide.
 *
 * @module
 */
import fc from "fast-check";
import { labelRequirement } from "../../arbitraries/labels.ts";
import { populate, type Population, population } from "../../arbitraries/population.ts";
import { several } from "../../arbitraries/several.ts";
import { type Check, Discard, property } from "../../check.ts";
import type { LabelRequirement } from "../../model/selection.ts";
import { recordViolation, violationsOf } from "../../verify.ts";

/** Objects to create and change, and selectors for lists at past resourceVersions. */
interface PastCase {
  readonly past: Population;
  /** Several, as each costs fewer requests than the objects. */
  readonly lists: readonly { readonly labels: LabelRequirement; readonly version: number }[];
}

/** The lists of a case. */
const LISTS = 4;

/** Checks of selectors at past resourceVersions. */
export const PAST_SELECTORS: readonly Check[] = [
  property<PastCase>({
    id: "resource-versions/selectors-at-past-versions",
    title: "A selector matches the labels of the listed state, not the current ones",
    requirements: ["resource-versions.list-label-selector"],
    share: 0.25,
    arbitrary: (target) =>
      fc.record({
        past: population({ target, changes: 4 }),
        lists: several(
          fc.record({ labels: labelRequirement(), version: fc.nat({ max: 9 }) }),
          LISTS,
        ),
      }),
    run: async (scope, { past, lists }) => {
      const session = await populate(scope, past);
      const { reader, at } = session;
      for (const { labels, version } of lists) {
        const named = session.remembered(version, { passed: true });
        if (named === undefined) {
          throw new Discard("no resourceVersion is older than the current state");
        }
        const options = { version: named, match: "Exact" };
        await reader.list({ ...at.widest(), labels: [labels] }, options, {
          freshness: { kind: "exact", version: named },
          cell: "resource-versions.list-label-selector",
        });
      }
      // Whatever is wrong is blamed on the selector: other checks cover lists without one.
      for (const level of ["must", "convention"] as const) {
        const [first] = await violationsOf(() => session.verifyReads(level));
        if (first === undefined) continue;
        const { expected, actual } = first;
        recordViolation("resource-versions.list-label-selector", { expected, actual });
      }
    },
  }),
];
