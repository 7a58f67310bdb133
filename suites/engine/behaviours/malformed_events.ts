/**
 * Watches that send text which is no document: other requests show the changes that it hides.
 *
 * @module
 */
import type { FailedCase } from "./repeat.ts";
import type { Substituted } from "./substitution.ts";
import { WATCHES } from "./watch_substitutes.ts";

/** Returns a form with a name that says so if most of its cases receive text that is no document. */
export function namedByMalformedEvents(each: Substituted): Substituted {
  const { form, own } = each;
  if (form.id !== WATCHES.id || 2 * own.filter(isMalformed).length < own.length) return each;
  return { ...each, form: { ...form, name: "A watch sends text that is no JSON document" } };
}

const isMalformed = ({ violated }: FailedCase): boolean =>
  violated.some(({ violation: { requirement, expected } }) =>
    requirement === "exchanges.event-shape" && expected.startsWith("a JSON document ")
  );
