/**
 * Cases of behaviours that are tried with other forms of requests, too: what both explain is one cause.
 *
 * @module
 */
import type { Behaviour } from "./behaviour.ts";
import type { FailedCase } from "./repeat.ts";
import type { Substituted } from "./substitution.ts";

/** The cases of a behaviour for which other forms of requests are tried, too. */
const SAMPLE = 4;

/**
 * Returns a few cases of each behaviour that explains by ending them: what a form of request explains
 * as well is of the same cause.
 */
export function samplesOf(
  explained: ReadonlyMap<Behaviour, readonly FailedCase[]>,
): ReadonlyMap<FailedCase, Behaviour> {
  return new Map(
    [...explained].flatMap(([behaviour, own]) =>
      // One that explains what it states, and nothing else, names no form.
      behaviour.relieve !== undefined || behaviour.refusal !== undefined || behaviour.isStatedOnly
        ? []
        : own.slice(0, SAMPLE).map((one) => [one, behaviour] as const)
    ),
  );
}

/**
 * Returns forms without the samples of behaviours. A form that explains most of one has its name, if what
 * else it explains concerns that: a list that is right in place of an object that is not found passes, too.
 */
export function namedByBehaviours(
  forms: readonly Substituted[],
  ended: ReadonlyMap<FailedCase, Behaviour>,
): readonly Substituted[] {
  const samples = Map.groupBy(ended.keys(), (one) => ended.get(one)!);
  return forms.flatMap((each) => {
    const own = each.own.filter((one) => !ended.has(one));
    const [name, ...others] = [...samples].filter(([, some]) =>
      2 * some.filter((one) => each.own.includes(one)).length > some.length
    ).map(([behaviour]) => behaviour).filter((behaviour) => areAbout(behaviour, own));
    if (name !== undefined && others.length === 0) {
      const form = { ...each.form, id: name.id, name: name.name };
      return own.length > 0 ? [{ ...each, form, own }] : [];
    }
    // One failure alone is named by its requirement.
    return own.length > 1 ? [{ ...each, own }] : [];
  });
}

/** Returns true if a behaviour concerns the requests of most cases. */
function areAbout({ concerns }: Behaviour, cases: readonly FailedCase[]): boolean {
  return concerns === undefined ||
    2 * cases.filter(({ seen }) => seen.some(concerns)).length >= cases.length;
}
