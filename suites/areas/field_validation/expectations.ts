/**
 * Compares responses with those expected for objects with unknown and duplicate fields.
 *
 * @module
 */
import { Violation } from "../../check.ts";
import { hasKey, type Injected } from "../../model/field_injection.ts";
import { readWarnings } from "./model/warnings.ts";
import { asObject, resourceVersionOf } from "../../model/object.ts";
import { firstLost } from "../../model/subset.ts";
import type { RequirementId } from "../../catalogue.ts";
import { describeResponse, expectError } from "../../session/violation.ts";
import type { HttpResponse } from "../../client/http_client.ts";
import type { InjectedObject } from "./injected_fields.ts";

/** Expects a response to Strict that rejects the object and names all injected fields. */
export function expectStrict({ injected, method }: InjectedObject, response: HttpResponse): void {
  const kind = injected.some((each) => each.kind === "unknown") ? "unknown" : "duplicate";
  expectError(`field-validation.strict-rejects-${kind}`, response);
  // field-validation/strict-patch-code covers patches.
  if (method !== "PATCH") expectError("field-validation.strict-code", response, { only: 400 });
  expectNamed("field-validation.strict-names-all", injected.map(({ field }) => field), response);
}

/** Expects a response that names these fields. */
export function expectNamed(
  requirement: RequirementId,
  fields: readonly string[],
  response: HttpResponse,
): void {
  // The raw text may contain escapes.
  const text = JSON.stringify(response.json) ?? response.text;
  const unnamed = fields.filter((field) => !text.includes(field));
  if (unnamed.length === 0) return;
  throw new Violation(requirement, {
    expected: `a response that names ${fields.join()}`,
    actual: `${unnamed.join()} not named: ${describeResponse(response)}`,
  });
}

/** Expects an object with all fields sent, except the injected ones. */
export function expectDropped({ clean, injected }: InjectedObject, response: HttpResponse): void {
  if (response.status >= 300) return;
  const kept = injected.find(({ kind, field }) =>
    kind === "unknown" && hasKey(response.json, field)
  );
  if (kept !== undefined) {
    throw new Violation("field-validation.unknown-dropped", {
      expected: `an object without ${describe(kept)}`,
      actual: response.text.slice(0, 400),
    });
  }
  const lost = firstLost(clean, response.json);
  if (lost === undefined) return;
  throw new Violation("field-validation.other-fields-kept", {
    expected: `${lost} as sent`,
    actual: response.text.slice(0, 400),
  });
}

/** Expects one more warning per injected field with Warn than with Ignore. */
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
      expected: `items of the form 299 - "text"`,
      actual: malformed,
    });
  }
  const others = readWarnings(ignored.headers.get("warning")).texts.length;
  if (texts.length - others === injected.length) return;
  // Some warnings show that Warn is in effect, so that only their number is wrong.
  const violated = texts.length > others ? "field-validation.warn-one-each" : requirement;
  throw new Violation(violated, {
    expected: `${injected.length} warnings, about ${injected.map(describe).join()}`,
    actual: `${texts.length - others} warnings: ${header ?? "no Warning header"}`,
  });
}

/** Describes an injected field. */
export function describe({ kind, place, field }: Injected): string {
  return `the ${kind} field ${[...place, field].join(".")}`;
}

/** Returns the resourceVersion of the object in a successful response. */
export function resourceVersionIn(response: HttpResponse): string | undefined {
  const object = asObject(response.json);
  return response.status < 300 && object !== undefined ? resourceVersionOf(object) : undefined;
}

/** Describes a response to a read. */
export function describeRead(response: HttpResponse): string {
  return response.status < 300
    ? `an object at resourceVersion ${resourceVersionIn(response)}`
    : describeResponse(response);
}
