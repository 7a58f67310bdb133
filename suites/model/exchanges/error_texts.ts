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

function missingText({ message, reason, details: given }: JsonObject): string | undefined {
  if (!isText(message)) return "a message";
  const details = asObject(given) ?? {};
  const isNamed = ["NotFound", "AlreadyExists", "Invalid"].includes(String(reason));
  if (isNamed && isText(details.name) && !message.includes(`"${details.name}"`)) {
    return `a message that names ${details.name}`;
  }
  const { causes } = details;
  if (!Array.isArray(causes) || causes.length === 0) {
    return reason === "Invalid" && isText(details.kind) ? "causes" : undefined;
  }
  for (const cause of causes.map((one) => asObject(one) ?? {})) {
    if (!isText(cause.reason) || !isText(cause.message)) return "causes with reason and message";
    if (reason !== "Invalid") continue;
    // Real servers name a field that is missing as a whole <nil>.
    if (!isText(cause.field) || !/^[A-Za-z<]/.test(cause.field)) {
      return "a cause that names a field";
    }
    if (!message.includes(cause.message)) return `a message with the cause ${cause.message}`;
  }
  return undefined;
}

const isText = (value: Json | undefined): value is string =>
  typeof value === "string" && value !== "";
