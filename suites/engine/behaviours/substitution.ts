/**
 * Finds the form of request for which cases fail: they pass where another form replaces it.
 *
 * @module
 */
import type { Behaviour, Seen } from "./behaviour.ts";
import { type FailedCase, passesWithout, type RepeatOptions } from "./repeat.ts";
import { replacedIn, SUBSTITUTES } from "./substitutes.ts";
import { placesOfViolation } from "./violated_at.ts";

/** A form of request, and the failures that do not occur without it. */
export interface Substituted {
  readonly form: Behaviour;
  readonly own: readonly FailedCase[];
  /** The requests of this form in their cases. */
  readonly requests: readonly Seen[];
}

/** How trials are run. */
interface TrialOptions extends RepeatOptions {
  /** True if no further trial is to begin. */
  readonly isOver: () => boolean;
  /** Acts on all values, on a few at the same time. */
  readonly each: <Value>(
    values: readonly Value[],
    act: (value: Value) => Promise<void>,
  ) => Promise<void>;
}

/** Cases of a form in a row that fail without it, after which no other is tried. */
const MISSES = 20;

/**
 * Repeats cases with each form of request replaced, and returns the forms without which several of them
 * pass. A case that passes without more than one belongs to that of most others.
 */
export async function substituted(
  cases: readonly FailedCase[],
  options: TrialOptions,
): Promise<Substituted[]> {
  const passed = new Map<Behaviour, FailedCase[]>();
  for (const form of SUBSTITUTES) {
    const own: FailedCase[] = [];
    let misses = 0;
    // The shortest cases have the least that could fail for other reasons.
    const using = cases.filter((one) => requestsOf(form, one).length > 0)
      .sort((a, b) => a.seen.length - b.seen.length);
    await options.each(using, async (one) => {
      if (options.isOver() || misses >= MISSES) return;
      const isOwn = await passesWithout(form, one, options);
      misses = isOwn ? 0 : misses + 1;
      if (isOwn) own.push(one);
    });
    passed.set(form, own);
  }
  const found: Substituted[] = [];
  const left = new Set(cases);
  const size = (own: readonly FailedCase[]) => own.filter((one) => left.has(one)).length;
  for (const [form, all] of [...passed].sort(([, a], [, b]) => b.length - a.length)) {
    if (size(all) < 2) continue;
    const own = cases.filter((one) => all.includes(one) && left.delete(one));
    found.push({ form, own, requests: own.flatMap((one) => requestsOf(form, one)) });
  }
  return found;
}

/** Returns the requests of a form up to the one that shows the violation. */
function requestsOf(form: Behaviour, one: FailedCase): readonly Seen[] {
  const last = Math.max(...placesOfViolation(one).violatedAt);
  return replacedIn(form, one.seen.slice(0, last + 1));
}
