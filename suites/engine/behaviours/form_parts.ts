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

/**
 * Returns a form in parts if each of its cases fails for a request with parameters, and some have none in
 * common: two bugs may be of one form. A case of several parameters puts those together.
 */
export function partsOf(
  form: Behaviour,
  own: readonly FailedCase[],
): readonly (readonly [Behaviour, readonly FailedCase[]])[] {
  const parts: { facts: Set<string>; common: Set<string>; some: FailedCase[] }[] = [];
  for (const one of own) {
    const facts = new Set(decisive(form, one).flatMap(parametersOf));
    const near = parts.filter((part) => facts.size === 0 || !part.facts.isDisjointFrom(facts));
    const joined = near.reduce((all, part) => ({
      facts: all.facts.union(part.facts),
      common: all.common.intersection(part.common),
      some: [...part.some, ...all.some],
    }), { facts, common: facts, some: [one] });
    parts.splice(0, parts.length, ...parts.filter((part) => !near.includes(part)), joined);
  }
  const isPlain = own.some((one) => decisive(form, one).flatMap(parametersOf).length === 0);
  const several = parts.filter(({ some }) => some.length > 1);
  if (isPlain || parts.length === 1 || several.length === 0) return [[form, own]];
  return several.map(({ common, some }) => {
    const [words] = [...common].sort((a, b) => a.length - b.length);
    if (words === undefined) return [form, some];
    const name = form.name.replace(/ (does not|do not|has no|is not) /, ` ${words} $1 `);
    return [{ ...form, id: `${form.id} ${words}`, name }, some];
  });
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
