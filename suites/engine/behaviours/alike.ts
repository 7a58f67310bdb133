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
  /** What was expected and observed. */
  readonly words: string;
  readonly traits: readonly Trait[];
  /** The indices of the exchanges that show the violation. */
  readonly violatedAt: ReadonlySet<number>;
  /** The index of the last write before them, whose effect they may show. */
  readonly writtenAt: number;
}

/** A trait, and the failures whose cases show it. */
interface Alike {
  readonly text: string;
  readonly own: ShowingCase[];
}

/** Returns true for an exchange of a case whose traits count. */
type Place = (one: ShowingCase, at: number, trait?: Pick<Trait, "isFault" | "isLocal">) => boolean;

/** The path of a field: what a case shows of whole objects is no reason for what one field is. */
const FIELD_PATH = /(^|[\s.])(data|metadata|spec|status|stringData|roleRef|subjects|rules)\.\w/;

/** The failures from which on a trait that most of them show, whatever they violate, explains none. */
const MANY = 40;

/** The part of them that are most. */
const MOST = 0.5;

/** Checks that may pass although their cases show a trait. */
const PASSING = 1;

/**
 * Returns the traits that several failures have in common, each with those failures. What a case shows
 * before the request that violates the requirement is its preparation: another bug may have hit that.
 */
export function alikeIn(
  cases: readonly ShowingCase[],
  passing: Pick<PassingTraits, "count" | "isNew" | "countTolerated">,
): { readonly text: string; readonly failures: ExplainedCause["failures"] }[] {
  // On a server that answers each create wrongly, no case with one passes; what most of them show all the same
  // is no reason for what only some violate.
  const isTelling = (text: string, requirement?: string) =>
    passing.count(text) +
        (requirement === undefined ? 0 : passing.countTolerated(text, requirement)) <= PASSING;
  const usual = usualIn(cases);
  const open = new Set(cases);
  const found: Alike[] = [];
  const isBefore: Place = ({ violatedAt }, at, { isFault, isLocal } = {}) =>
    isFault === true && isLocal !== true && at <= Math.max(...violatedAt);
  const places: readonly Place[] = [
    ({ violatedAt }, at) => violatedAt.has(at),
    ({ violatedAt, writtenAt }, at, { isLocal } = {}) =>
      violatedAt.has(at) || (at === writtenAt && isLocal !== true),
    // What no right server shows matters, wherever it is.
    isBefore,
  ];
  for (const isAt of places) {
    const byText = new Map<string, Set<ShowingCase>>();
    for (const one of cases) {
      for (const trait of one.traits) {
        const { texts, field, at, isFault, isOfField } = trait;
        // A field that the failure does not name has another bug.
        if (!isAt(one, at, trait) || (field && !names(one.words, field))) continue;
        if (trait.isBehaviour && !isNeeded(texts[0]!, one, cases)) continue;
        if (isFault && !isOfField && FIELD_PATH.test(one.words)) continue;
        const requirement = isFault || field ? undefined : one.failure.requirement;
        for (
          const text of texts.filter((text) =>
            (field || !usual.has(text)) && (isTelling(text, requirement) ||
              (isFault && passing.isNew(one.failure.check, text) && isAt(one, at)))
          )
        ) {
          byText.set(text, (byText.get(text) ?? new Set()).add(one));
        }
      }
    }
    for (const [text, own] of isAt === isBefore ? byText : []) {
      // Not if most checks go along with it.
      const failing = new Set([...own].map(({ failure: { check } }) => check));
      if (passing.countTolerated(text) >= failing.size) byText.delete(text);
    }
    for (let best = bestOf(byText, open); best !== undefined; best = bestOf(byText, open)) {
      for (const one of best.own) open.delete(one);
      // Others may have been found before, by a trait at their own request.
      const earlier = found.filter(({ own }) =>
        own.some((one) => byText.get(best!.text)!.has(one))
      );
      if (earlier.length === 1) earlier[0]!.own.push(...best.own);
      else found.push(best);
    }
  }
  return found.map(({ text, own }) => ({ text, failures: own.map(({ failure }) => failure) }));
}

/** Returns the traits that most of many failures show: each write of the server does, say. */
function usualIn(cases: readonly ShowingCase[]): ReadonlySet<string> {
  if (cases.length < MANY) return new Set();
  const shown = cases.flatMap(({ traits }) => [...new Set(traits.flatMap(({ texts }) => texts))]);
  const usual = [...Map.groupBy(shown, (text) => text)].filter(([, own]) =>
    own.length > MOST * cases.length
  );
  return new Set(usual.map(([text]) => text));
}

/** The part of the failures of a requirement that show a behaviour, from which on it may be needed for them. */
const NEEDED = 2 / 3;

/** Returns true if the cases that violate a requirement show a behaviour: it may be there by chance. */
function isNeeded(
  text: string,
  { failure: { requirement } }: ShowingCase,
  cases: readonly ShowingCase[],
): boolean {
  const same = cases.filter(({ failure }) => failure.requirement === requirement);
  const shown = same.filter(({ traits }) => traits.some(({ texts }) => texts[0] === text));
  return shown.length >= NEEDED * same.length;
}

/**
 * Returns true if words name a field, as it is written or with dashes as in ids of requirements. The
 * first part of an id is an area.
 */
function names(words: string, field: string): boolean {
  return words.includes(field) ||
    words.replace(/^[\w-]+\./, "").replaceAll("-", "").toLowerCase().includes(field.toLowerCase());
}

/** Returns the trait that most open failures have; of two, the shorter one, which is more general. */
function bestOf(
  byText: ReadonlyMap<string, ReadonlySet<ShowingCase>>,
  open: ReadonlySet<ShowingCase>,
): Alike | undefined {
  let best: Alike | undefined;
  let most = 0;
  for (const [text, all] of byText) {
    const own = [...all].filter((one) => open.has(one));
    const isBetter = best === undefined || own.length > most ||
      own.length === most && text.length < best.text.length;
    if (!isBetter || own.length === 0 || all.size === 1) continue;
    best = { text, own };
    most = own.length;
  }
  return best;
}
