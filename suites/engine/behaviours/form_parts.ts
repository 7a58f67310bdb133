/**
 * Which requests of a form decide a failure, and the parts of a form that fail for unlike parameters.
 *
 * @module
 */
import type { Behaviour, Seen } from "./behaviour.ts";
import type { FailedCase } from "./repeat.ts";
import { factsOf } from "./request_facts.ts";
import { replacedIn } from "./substitutes.ts";
import { placesOfViolation } from "./violated_at.ts";

/** A part of a form, and the failures that are of it. */
type Part = readonly [form: Behaviour, own: readonly FailedCase[]];

/** Failures of a form from which on a lone one of another type is likely to be of it, too. */
const LARGE = 20;

/** How many times the failures of a large part may be all of the form: the few others are of it, too. */
const NEARLY = 1.1;

/** The parts of a form, a large one among them, from which on it is not of some types only. */
const MANY = 3;

/** Returns true for a requirement that holds of every exchange. */
const isOfAll = (requirement: string): boolean =>
  /^(exchanges|requests|errors)\./.test(requirement);

/**
 * Returns a form in parts, as two bugs may be of one form: failures of other types that violate other
 * requirements, and then those that have no parameter in common.
 */
export function partsOf(form: Behaviour, own: readonly FailedCase[]): readonly Part[] {
  const groups = connected(own, (one) => {
    const types = decisive(form, one).map(({ place }) => `of ${place?.resource}`);
    // What holds of every exchange is violated for many reasons.
    const violates = `violates ${one.requirement}`;
    return [
      ...isOfAll(one.requirement) ? types.map((type) => `${violates} ${type}`) : [violates],
      `in ${one.check.id}`,
      ...types,
    ];
  }).sort((a, b) => b.length - a.length);
  const several = groups.filter(({ length }) => length > 1);
  const [largest = own] = several;
  if (several.length === 0) {
    // What has nothing but the form in common is of one bug in one area only.
    return connected(own, ({ requirement }) => [requirement.split(".")[0]!])
      .filter(({ length }) => length > 1).flatMap((some) => withParameters(form, some));
  }
  // One failure alone is named by its requirement.
  const isLarge = largest.length >= LARGE;
  const isWhole = isLarge && (own.length <= NEARLY * largest.length || several.length >= MANY);
  if (several.length < 2 || isWhole) {
    return withParameters(form, isLarge ? own : largest);
  }
  return several.flatMap((some) => {
    const on = some.flatMap((one) => decisive(form, one));
    const types = [...new Set(on.flatMap(({ place }) => place?.resource ?? []))].sort();
    return withParameters(named(form, `of ${types.join(", ")}`), some);
  });
}

/**
 * Returns a form in parts if each of its cases fails for a request with parameters, and some have none in
 * common.
 */
function withParameters(form: Behaviour, own: readonly FailedCase[]): readonly Part[] {
  const parametersIn = (one: FailedCase) => decisive(form, one).flatMap(parametersOf);
  const parts = connected(own, parametersIn);
  const several = parts.filter(({ length }) => length > 1);
  const isPlain = own.some((one) => parametersIn(one).length === 0);
  if (isPlain || parts.length === 1 || several.length === 0) return [[form, own]];
  return several.map((some): Part => {
    const common = some.map((one) => new Set(parametersIn(one)))
      .reduce((all, each) => all.intersection(each));
    const [words] = [...common].sort((a, b) => a.length - b.length);
    return [words === undefined ? form : named(form, words), some];
  });
}

/** Returns cases in groups: two that have a word in common are in one. */
function connected(
  cases: readonly FailedCase[],
  wordsOf: (one: FailedCase) => readonly string[],
): (readonly FailedCase[])[] {
  let groups: { readonly words: ReadonlySet<string>; readonly own: readonly FailedCase[] }[] = [];
  for (const one of cases) {
    const words = new Set(wordsOf(one));
    const near = groups.filter((group) => !group.words.isDisjointFrom(words));
    groups = [...groups.filter((group) => !near.includes(group)), {
      words: near.reduce((all, group) => all.union(group.words), words),
      own: [...near.flatMap(({ own }) => own), one],
    }];
  }
  return groups.map(({ own }) => own);
}

/** Returns a form with words for its requests. */
function named(form: Behaviour, words: string): Behaviour {
  const name = form.name.replace(/ (does not|do not|has no|is not) /, ` ${words} $1 `);
  return { ...form, id: `${form.id} ${words}`, name };
}

/** Returns the requests of a form that show the violation of a case, or the last one before it. */
function decisive(form: Behaviour, one: FailedCase): readonly Seen[] {
  const places = placesOf(one);
  const direct = replacedIn(form, places);
  return direct.length > 0 ? direct : requestsOf(form, one).slice(-1);
}

/** Returns the parameters of a request, as words. */
function parametersOf(one: Seen): readonly string[] {
  return factsOf(one).flatMap((fact) => /^form: (with .*)$/.exec(fact)?.[1] ?? []);
}

/** Returns true if a request of a form shows the violation, or is the last write before it. */
export function isAtViolation(form: Behaviour, one: FailedCase): boolean {
  return replacedIn(form, placesOf(one)).length > 0;
}

/** Returns the requests that show the violation of a case, and the last write before them. */
function placesOf(one: FailedCase): readonly Seen[] {
  const { violatedAt, writtenAt } = placesOfViolation(one);
  return [...violatedAt, writtenAt].flatMap((at) => one.seen[at] ?? []);
}

/** Returns the requests of a form up to the one that shows the violation. */
export function requestsOf(form: Behaviour, one: FailedCase): readonly Seen[] {
  const last = Math.max(...placesOfViolation(one).violatedAt);
  return replacedIn(form, one.seen.slice(0, last + 1));
}
