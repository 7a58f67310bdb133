/**
 * Puts together the failures whose cases show the same, which cases that pass do not show.
 *
 * @module
 */
import type { ExplainedCause } from "@plumbline/reports/events";
import type { PassingTraits } from "./passing_traits.ts";
import type { Trait } from "./traits.ts";

/** A failure, and what its case shows. */
export interface ShowingCase {
  readonly failure: ExplainedCause["failures"][number];
  readonly traits: readonly Trait[];
  /** The index of the exchange that shows the violation, or of the last one before it. */
  readonly at: number;
}

/** How much a failure counts whose violation and trait are in the same exchange, beside another. */
const SAME_EXCHANGE = 0.5;

/** How much a check counts against a trait that passes although its case shows it. */
const PASSING = 2;

/** Returns the traits that several failures have in common, each with those failures. */
export function alikeIn(
  cases: readonly ShowingCase[],
  passing: Pick<PassingTraits, "count">,
): { readonly text: string; readonly failures: ExplainedCause["failures"] }[] {
  const byText = tellingTexts(cases, passing);
  const found: { text: string; failures: ExplainedCause["failures"] }[] = [];
  const open = new Set(cases);
  while (true) {
    let best: { text: string; own: ShowingCase[]; score: number } | undefined;
    for (const [text, all] of byText) {
      const own = [...all.keys()].filter((one) => open.has(one));
      if (own.length < 2) continue;
      const same = own.filter((one) => all.get(one) === one.at).length;
      const score = own.length + SAME_EXCHANGE * same - PASSING * passing.count(text);
      // Of two that say as much, the shorter one is the more general.
      const isBetter = best === undefined || score > best.score ||
        score === best.score && text.length < best.text.length;
      if (isBetter) best = { text, own, score };
    }
    if (best === undefined || best.score < 2) return found;
    found.push({ text: best.text, failures: best.own.map(({ failure }) => failure) });
    for (const one of best.own) open.delete(one);
  }
}

/** Returns the traits before the violations that at most one check passes with, by their texts. */
function tellingTexts(
  cases: readonly ShowingCase[],
  passing: Pick<PassingTraits, "count">,
): Map<string, Map<ShowingCase, number>> {
  const byText = new Map<string, Map<ShowingCase, number>>();
  for (const one of cases) {
    for (const { texts, at } of one.traits) {
      if (at > one.at) continue;
      for (const text of texts) {
        if (passing.count(text) > 1) continue;
        const all = byText.get(text) ?? new Map<ShowingCase, number>();
        byText.set(text, all.set(one, at));
      }
    }
  }
  return byText;
}
