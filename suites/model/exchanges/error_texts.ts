/**
 * Checks the texts of errors, which clients search and show: the message and the causes.
 *
 * @module
 */
import type { Json, JsonObject } from "../../client/http_client.ts";
import { asObject } from "../object.ts";
import { type ExchangeViolation, violation } from "./violation.ts";

/** Returns the violation of a Status of an error without the texts of its reason, if there is one. */
export function verifyTexts(status: JsonObject): ExchangeViolation[] {
  const expected = missingText(status);
  if (expected === undefined) return [];
  const { message, reason, details } = status;
  return [violation("exchanges.error-message", {
    expected,
    actual: JSON.stringify({ message, reason, details }).slice(0, 600),
  })];
}

/** The words of a message are open; that there is one is not, nor that an invalid field is named. */
function missingText({ message, reason, details: given }: JsonObject): string | undefined {
  if (!isText(message)) return "a message";
  const details = asObject(given) ?? {};
  const causes = (Array.isArray(details.causes) ? details.causes : [])
    .map((one) => asObject(one) ?? {});
  if (!causes.every((cause) => isText(cause.reason) && isText(cause.message))) {
    return "causes with reason and message";
  }
  if (reason !== "Invalid" || !isText(details.kind)) return undefined;
  // Real servers name a field that is missing as a whole <nil>; a server may add causes of its own.
  const names = causes.some(({ field }) => isText(field) && /^[A-Za-z<]/.test(field));
  return names ? undefined : "a cause that names a field";
}

const isText = (value: Json | undefined): value is string =>
  typeof value === "string" && value !== "";
