/**
 * Behaviours that show on requests of a form: where some of its failures show one, they are of that.
 *
 * @module
 */
import type { Behaviour } from "./behaviour.ts";
import { requestsOf } from "./form_parts.ts";
import type { FailedCase } from "./repeat.ts";
import type { Substituted } from "./substitution.ts";

/** Returns the cases of forms in which a behaviour shows on a request of the form itself. */
export function shownInForms(
  behaviour: Behaviour,
  forms: readonly Pick<Substituted, "form" | "own">[],
): readonly FailedCase[] {
  return forms.flatMap(({ form, own }) =>
    own.filter((one) => {
      const requests = requestsOf(form, one);
      return behaviour.shows(one.seen).some((each) => requests.includes(each));
    })
  );
}

/** Returns forms without the cases that a behaviour explains; one failure alone is named otherwise. */
export function withoutExplained(
  forms: readonly Substituted[],
  explained: ReadonlySet<FailedCase>,
): Substituted[] {
  return forms.flatMap((each) => {
    const own = each.own.filter((one) => !explained.has(one));
    if (own.length === each.own.length) return [each];
    return own.length < 2
      ? []
      : [{ ...each, own, requests: own.flatMap((one) => requestsOf(each.form, one)) }];
  });
}
