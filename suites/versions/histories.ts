/**
 * Long lists of steps in which writers and readers meet, judged against the recorded history.
 *
 * @module
 */
<<<<<<< HEAD
import { history, readingSteps } from "../arbitraries/step_lists.ts";
import type { Check } from "../check.ts";
=======
import fc from "fast-check";
import { labelRequirement } from "../arbitraries/labels.ts";
import { populate, type Population, population } from "../arbitraries/population.ts";
import { readingSteps, runSteps, type StepList } from "../arbitraries/step_lists.ts";
import { type Check, Discard, property, Violation } from "../check.ts";
import type { LabelRequirement } from "../model/selection.ts";
>>>>>>> 34f4538 (Break every convention by a fault, too; look into the past with a selector)

/** Reads among writes and races. */
export const READ_HISTORIES: readonly Check[] = [
  history({
    id: "versions/histories",
    title: "Whatever happens meanwhile, every read shows one state that was due, under its version",
    requirements: [
      "versions.list-is-one-state",
      "versions.label-names-state",
      "versions.items-carry-own-version",
      "versions.object-carries-version",
      "versions.collection-carries-version",
      "versions.change-gives-new-version",
      "versions.unchanged-keeps-version",
      "versions.recreated-is-another",
      "versions.reads-never-go-back",
      "versions.list-all-namespaces",
      "versions.list-one-namespace",
      "versions.get-unset-most-recent",
      "versions.get-zero-any",
      "versions.get-other-not-older",
      "versions.list-plain-whole-unset",
      "versions.list-plain-whole-zero",
      "versions.list-plain-whole-other",
      "versions.list-exact-whole-other",
      "watch.nothing-lost",
    ],
    level: "must",
  }, readingSteps),
  history({
    id: "versions/selectors",
    title: "Label and field selectors pick what they say, at any version",
    requirements: [
      "versions.list-label-selector",
      "versions.list-field-selector",
      "versions.stale-write-conflicts",
    ],
    level: "convention",
<<<<<<< HEAD
  }, readingSteps),
=======
    arbitrary: (_target, replayPath) => readingSteps(replayPath),
    run: (scope, input) => runSteps(scope, input, "convention"),
  }),
  property<PastCase>({
    id: "versions/selectors-of-the-past",
    title: "A selector picks by the labels of the state that is shown, not by those of now",
    requirements: ["versions.list-label-selector"],
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
        cell: "versions.list-label-selector",
      });
      try {
        session.judgeLedger();
        session.judgeLedger("convention");
      } catch (error) {
        // The same list without a selector is what other checks hold to its version.
        if (!(error instanceof Violation)) throw error;
        const { expected, actual } = error;
        throw new Violation("versions.list-label-selector", { expected, actual });
      }
    },
  }),
>>>>>>> 34f4538 (Break every convention by a fault, too; look into the past with a selector)
];

/** A past, and one selector that looks back into it. */
interface PastCase {
  readonly past: Population;
  readonly labels: LabelRequirement;
  readonly version: number;
}
