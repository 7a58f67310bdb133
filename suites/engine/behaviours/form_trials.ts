/**
 * Trials of the form of requests that a behaviour is of, for the cases that show nothing of it: a watch
 * that replays what exists sends nothing of what is gone.
 *
 * @module
 */
import type { Behaviour } from "./behaviour.ts";
import { isAtViolation } from "./form_parts.ts";
import { type FailedCase, passesWithout } from "./repeat.ts";
import { replacedIn } from "./substitutes.ts";
import type { TrialOptions } from "./substitution.ts";
import { placesOfViolation } from "./violated_at.ts";

/** Cases of a requirement in a row that fail without the form, too, after which no other is tried. */
const MISSES = 3;

/** The part of the time that the trials of one form take at most. */
const PART = 0.3;

/** Returns the cases that pass with the form of requests replaced that a behaviour is of. */
export async function passingInForm(
  { form }: Behaviour,
  cases: readonly FailedCase[],
  options: TrialOptions & { readonly time: number },
): Promise<readonly FailedCase[]> {
  if (form === undefined) return [];
  // The shortest cases have the least that could fail for other reasons.
  const using = inTurn(
    cases.filter((one) => mayShow(form, one)).sort((a, b) =>
      Number(isAtViolation(form, b)) - Number(isAtViolation(form, a)) ||
      a.seen.length - b.seen.length
    ),
  );
  const own: FailedCase[] = [];
  const until = performance.now() + PART * options.time;
  const misses = new Map<string, number>();
  await options.each(using, async (one) => {
    const { requirement } = one;
    const isOver = options.isOver() || performance.now() > until;
    if (isOver || (misses.get(requirement) ?? 0) >= MISSES) return;
    const isOwn = await passesWithout(form, one, options);
    misses.set(requirement, isOwn ? 0 : (misses.get(requirement) ?? 0) + 1);
    if (isOwn) own.push(one);
  });
  return own;
}

/** Returns true if a case has a request of a form, and is not known to fail for one that no watch changes. */
function mayShow(form: Behaviour, one: FailedCase): boolean {
  const requests = replacedIn(form, one.seen);
  const { violatedAt, isNamed } = placesOfViolation(one);
  const isOfOthers = isNamed && requests.every(({ verb }) => verb === "watch") &&
    [...violatedAt].every((at) => one.seen[at]?.verb !== "watch");
  // What a request has as its effect shows in later ones.
  const isAnswer = form.isOfEffect === true &&
    [...violatedAt].some((at) => one.seen[at] && requests.includes(one.seen[at]));
  return requests.length > 0 && !isOfOthers && !isAnswer;
}

/**
 * Returns cases in turn: the first one of each requirement, the second ones, and so on. What one of a
 * requirement shows, the others need not, if there is no time.
 */
function inTurn(cases: readonly FailedCase[]): readonly FailedCase[] {
  const counts = new Map<string, number>();
  const turns = cases.map((one) => {
    const turn = counts.get(one.requirement) ?? 0;
    counts.set(one.requirement, turn + 1);
    return { one, turn };
  });
  return turns.toSorted((a, b) => a.turn - b.turn).map(({ one }) => one);
}
