/**
 * What is due to objects with unknown and duplicate fields.
 *
 * @module
 */
import { Violation } from "../../check.ts";
import { hasKey, type Injected } from "../../model/field_injection.ts";
import { readWarnings } from "./model/warnings.ts";
import { asObject, resourceVersionOf } from "../../model/object.ts";
import { firstLost } from "../../model/subset.ts";
import type { RequirementId } from "../../catalogue.ts";
import { describeAnswer, expectRefusal } from "../../session/violation.ts";
import type { HttpResponse } from "../../client/http_client.ts";
import type { Dirty } from "./dirty.ts";

/** Holds an answer under Strict to a refusal that names all that is wrong. */
export function expectStrict({ injected, method }: Dirty, answer: HttpResponse): void {
  const kind = injected.some((each) => each.kind === "unknown") ? "unknown" : "duplicate";
  expectRefusal(`field-validation.strict-refuses-${kind}`, answer);
  // A patch's code has a check of its own.
  if (method !== "PATCH") expectRefusal("field-validation.strict-code", answer, { only: 400 });
  expectNamed("field-validation.strict-names-all", injected.map(({ field }) => field), answer);
}

/** Holds an answer to naming these fields. */
export function expectNamed(
  requirement: RequirementId,
  fields: readonly string[],
  answer: HttpResponse,
): void {
  // The answer as JSON: its text may spell a name with escapes.
  const text = JSON.stringify(answer.json) ?? answer.text;
  const unnamed = fields.filter((field) => !text.includes(field));
  if (unnamed.length === 0) return;
  throw new Violation(requirement, {
    expected: `an answer that names ${fields.join()}`,
    actual: `${unnamed.join()} not named: ${describeAnswer(answer)}`,
  });
}

/** Holds an answer to having what was sent, without what is unknown. */
export function expectDropped({ clean, injected }: Dirty, answer: HttpResponse): void {
  if (answer.status >= 300) return;
  const kept = injected.find(({ kind, field }) => kind === "unknown" && hasKey(answer.json, field));
  if (kept !== undefined) {
    throw new Violation("field-validation.unknown-dropped", {
      expected: `an object without ${describe(kept)}`,
      actual: answer.text.slice(0, 400),
    });
  }
  const lost = firstLost(clean, answer.json);
  if (lost === undefined) return;
  throw new Violation("field-validation.rest-kept", {
    expected: `${lost} as it was sent`,
    actual: answer.text.slice(0, 400),
  });
}

/** Holds a warned answer to one item more than an ignored one for each field. */
export function expectCount(
  requirement: RequirementId,
  injected: readonly Injected[],
  ignored: HttpResponse,
  warned: HttpResponse,
): void {
  const header = warned.headers.get("warning");
  const { texts, malformed } = readWarnings(header);
  if (malformed !== undefined) {
    throw new Violation("field-validation.warning-well-formed", {
      expected: `items such as 299 - "text"`,
      actual: malformed,
    });
  }
  const others = readWarnings(ignored.headers.get("warning")).texts.length;
  if (texts.length - others === injected.length) return;
  // Where some are warned of, it is not that nobody warns.
  const found = texts.length > others ? "field-validation.warn-one-each" : requirement;
  throw new Violation(found, {
    expected: `${injected.length} warnings, of ${injected.map(describe).join()}`,
    actual: `${texts.length - others}: ${header ?? "no header"}`,
  });
}

/** A field in a few words. */
export function describe({ kind, place, field }: Injected): string {
  return `the ${kind} field ${[...place, field].join(".")}`;
}

/** The version of the object in an answer, where it is a success. */
export function versionIn(answer: HttpResponse): string | undefined {
  const object = asObject(answer.json);
  return answer.status < 300 && object !== undefined ? resourceVersionOf(object) : undefined;
}

/** What was read, in a few words. */
export function describeRead(answer: HttpResponse): string {
  return answer.status < 300 ? `an object at ${versionIn(answer)}` : describeAnswer(answer);
}
