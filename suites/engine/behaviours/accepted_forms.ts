/**
 * Forms of request that are accepted where another form for the same is rejected.
 *
 * @module
 */
import { REJECTION } from "./ignored_parameters.ts";
import type { FailedCase } from "./repeat.ts";
import type { Substituted } from "./substitution.ts";
import { placesOfViolation } from "./violated_at.ts";

/**
 * Returns a form with a name that says so if its failures are requests that had to be rejected and were
 * accepted. A part of them may be about what such a request then did.
 */
export function namedByAcceptance(each: Substituted): Substituted {
  const { form, own } = each;
  if (2 * own.filter(isAccepted).length < own.length) return each;
  const name = form.name.replace(
    / does not do what (.*) does$/,
    " is accepted where $1 is rejected",
  );
  return { ...each, form: { ...form, name } };
}

/** Returns true if a case fails as a request that had to be rejected is answered with success. */
function isAccepted(one: FailedCase): boolean {
  const { requirement, violated, seen } = one;
  const own = violated.find(({ violation }) => violation.requirement === requirement)?.violation;
  return REJECTION.test(own?.expected ?? "") &&
    [...placesOfViolation(one).violatedAt].every((at) => (seen[at]?.status ?? 0) < 300);
}
