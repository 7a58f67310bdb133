/**
 * Selectors that look into the past: what they pick is decided by the state that is shown.
 *
 * @module
 */
import fc from "fast-check";
import { labelRequirement } from "../../arbitraries/labels.ts";
import { populate, type Population, population } from "../../arbitraries/population.ts";
import { type Check, Discard, property, Violation } from "../../check.ts";
import type { LabelRequirement } from "../../model/selection.ts";

/** A past, and one selector that looks back into it. */
interface PastCase {
  readonly past: Population;
  readonly labels: LabelRequirement;
  readonly version: number;
}

/** Selectors at versions of the past. */
export const PAST_SELECTORS: readonly Check[] = [
  property<PastCase>({
    id: "resource-versions/selectors-of-the-past",
    title: "A selector picks by the labels of the state that is shown, not by those of now",
    requirements: ["resource-versions.list-label-selector"],
    level: "convention",
    arbitrary: () =>
      fc.record({
        past: population({ changes: 4 }),
        labels: labelRequirement(),
        version: fc.nat({ max: 9 }),
      }),
    run: async (scope, { past, labels, version }) => {
      const session = await populate(scope, past);
      const { reader, at } = session;
      const named = session.remembered(version, { passed: true });
      if (named === undefined) throw new Discard("no version was passed by a write");
      await reader.list({ ...at.widest(), labels: [labels] }, { version: named, match: "Exact" }, {
        freshness: { kind: "exact", version: named },
        cell: "resource-versions.list-label-selector",
      });
      try {
        session.verifyReads();
        session.verifyReads("convention");
      } catch (error) {
        // The same list without a selector is what other checks hold to its version.
        if (!(error instanceof Violation)) throw error;
        const { expected, actual } = error;
        throw new Violation("resource-versions.list-label-selector", { expected, actual });
      }
    },
  }),
];
