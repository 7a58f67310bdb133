/**
 * What cases show that no right server does, and forms of requests: where most cases of a form show a
 * fault, other failures with the fault have the same cause.
 *
 * @module
 */
import type { AlikeFailures } from "@plumbline/reports/events";
import type { FailedCase } from "./repeat.ts";
import type { Substituted } from "./substitution.ts";
import { traitsOf } from "./traits.ts";

/** The part of the cases of a form that show a fault, from which on the form has it. */
const MOST = 2 / 3;

/** The cases of a form from which on it is no chance that most show a fault. */
const SEVERAL = 5;

/** Returns what failures show alike, named by the form whose cases show the same fault. */
export function namedByForms(
  alike: readonly AlikeFailures[],
  forms: readonly Pick<Substituted, "form" | "own">[],
): AlikeFailures[] {
  const faulty = forms.filter(({ own }) => own.length >= SEVERAL)
    .map(({ form, own }) => ({ form, size: own.length, faults: countsIn(own) }));
  return alike.map((each) => {
    if (each.id !== undefined) return each;
    const [found, ...others] = faulty.filter(({ faults, size }) =>
      (faults.get(each.title) ?? 0) >= MOST * size
    );
    return found === undefined || others.length > 0
      ? each
      : { ...each, id: found.form.id, title: found.form.name };
  });
}

/** Returns the number of cases that show each fault. */
function countsIn(cases: readonly FailedCase[]): ReadonlyMap<string, number> {
  const counts = new Map<string, number>();
  for (const { seen } of cases) {
    const texts = traitsOf(seen).flatMap(({ texts, isFault }) => isFault ? texts : []);
    for (const text of new Set(texts)) counts.set(text, (counts.get(text) ?? 0) + 1);
  }
  return counts;
}
