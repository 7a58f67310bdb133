/**
 * Compares responses with those expected for objects with unknown and duplicate fields.
 *
 * @module
 */
import { hasKey, type Injected } from "../../model/field_injection.ts";
import { firstLost } from "../../model/subset.ts";
import type { RequirementId } from "../../catalogue.ts";
import { describeResponse } from "../../session/violation.ts";
import type { HttpResponse } from "../../client/http_client.ts";
import type { InjectedObject } from "./injected_fields.ts";
import { recordViolation, verify } from "../../verify.ts";

/** Expects a response that names these fields. */
export function expectNamed(
  requirement: RequirementId,
  fields: readonly string[],
  response: HttpResponse,
): void {
  // The raw text may contain escapes.
  const text = JSON.stringify(response.json) ?? response.text;
  const unnamed = fields.filter((field) => !text.includes(field));
  verify(requirement, {
    holds: unnamed.length === 0,
    expected: `a response that names ${fields.join()}`,
    actual: `${unnamed.join()} not named: ${describeResponse(response)}`,
  });
}

/** Expects an object with all fields sent, except the injected ones. */
export function expectDropped(
  { kept: due, injected }: InjectedObject,
  response: HttpResponse,
): void {
  if (response.status >= 300) return;
  const kept = injected.find(({ kind, field }) =>
    kind === "unknown" && hasKey(response.json, field)
  );
  if (kept !== undefined) {
    recordViolation("field-validation.unknown-dropped", {
      expected: `an object without ${describeInjected(kept)}`,
      actual: response.text.slice(0, 400),
    });
  }
  const lost = firstLost(due, response.json);
  verify("field-validation.other-fields-kept", {
    holds: lost === undefined,
    expected: `${lost} as sent`,
    actual: response.text.slice(0, 400),
  });
}

/** Describes an injected field. */
export function describeInjected({ kind, place, field }: Injected): string {
  return `the ${kind} field ${[...place, field].join(".")}`;
}
