/**
 * Removes secrets from results: tokens, and the contents of Secrets that the run
 * did not create itself.
 *
 * @module
 */
import type { CheckResult, Exchange } from "@plumbline/reports/events";
import { Redactor } from "../client/evidence.ts";
import { placeOf } from "../client/request_place.ts";
import type { Target } from "../client/target.ts";

/** A map of data as JSON, within JSON or as it is inspected; its end may be cut off. */
const DATA = /((?:\\*"|\b)(?:data|stringData)(?:\\*")?\s*:\s*\{)([^{}]*)/g;

/** A member of such a map. */
const MEMBER = /((?:\\*")?[\w.-]+(?:\\*")?\s*:\s*\\*")([^"\\]+)/g;

/** The annotation in which kubectl stores an object, Secrets included. */
const LAST_APPLIED =
  /("kubectl\.kubernetes\.io\/last-applied-configuration"\s*:\s*")((?:[^"\\]|\\.)+)/g;

/** The replacement for removed text. */
const REDACTED = "[redacted]";

/** Returns the result without tokens and without the data of foreign Secrets. */
export function withoutSecrets(result: CheckResult, { identities }: Target): CheckResult {
  const tokens = new Redactor(identities.map(({ token }) => token ?? ""));
  const sent = result.failures.flatMap(({ exchange, counterexample = "" }) => [
    ...exchange.map(({ requestBody }) => requestBody ?? ""),
    JSON.stringify(counterexample),
  ]).join("\n");
  const clean = (text: string) => withoutData(tokens.text(text), sent);
  const { failures, reason, types } = result;
  return {
    ...result,
    ...(reason !== undefined && { reason: clean(reason) }),
    ...(types && { types: mapTexts(types, clean) }),
    failures: failures.map((failure) => ({
      ...mapTexts(failure, (text) => tokens.own(text)),
      expected: withoutData(tokens.own(failure.expected), sent),
      actual: clean(failure.actual),
      exchange: failure.exchange.map((one) => ({
        ...mapTexts(one, (text) => tokens.own(text)),
        responseHeaders: mapTexts(one.responseHeaders, (text) => tokens.text(text)),
        responseBody: isOpaqueList(one) ? opaque(one) : clean(one.responseBody),
      })),
    })),
  };
}

/** Returns the text without the members of data maps that were not sent. */
function withoutData(text: string, sent: string): string {
  const keep = (value: string) => sent.includes(value) || sentPlain(value, sent);
  return text
    .replaceAll(LAST_APPLIED, (_, head: string) => head + REDACTED)
    .replaceAll(
      DATA,
      (_, head: string, members: string) =>
        head +
        members.replaceAll(
          MEMBER,
          (whole, name: string, value: string) => keep(value) ? whole : name + REDACTED,
        ),
    );
}

/** Returns true if a value in base64 was sent as plain text, like `stringData`. */
function sentPlain(value: string, sent: string): boolean {
  try {
    const text = new TextDecoder().decode(Uint8Array.from(atob(value), (one) => one.charCodeAt(0)));
    return text !== "" && sent.includes(text);
  } catch {
    return false;
  }
}

/** Returns true for a list or watch of Secrets in an encoding in which data cannot be found. */
function isOpaqueList({ method, path, responseHeaders, responseBody }: Exchange): boolean {
  const type = responseHeaders["content-type"] ?? "";
  if (method !== "GET" || responseBody === "" || type.includes("json")) return false;
  const place = placeOf(path.split("?")[0]!);
  return place?.resource === "secrets" && place.name === "";
}

function opaque({ responseBody, responseHeaders }: Exchange): string {
  return `(${responseBody.length} characters of ${responseHeaders["content-type"]}, not kept)`;
}

/** Returns the value with every string in it replaced; the keys are names of ours. */
function mapTexts<Value>(value: Value, replace: (text: string) => string): Value {
  if (typeof value === "string") return replace(value) as Value;
  if (Array.isArray(value)) return value.map((one) => mapTexts(one, replace)) as Value;
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([key, one]) => [key, mapTexts(one, replace)]),
  ) as Value;
}
