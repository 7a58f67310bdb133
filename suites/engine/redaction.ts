/**
 * Keeps from a report what is nobody's business: tokens, and the contents of Secrets that the run
 * did not put there itself.
 *
 * @module
 */
import type { CheckResult, Exchange } from "../../reports/events.ts";
import { Redactor } from "../client/evidence.ts";
import type { Target } from "../client/target.ts";

/** A map of data as JSON, within JSON or as it is inspected; its end may be cut off. */
const DATA = /((?:\\*"|\b)(?:data|stringData)(?:\\*")?\s*:\s*\{)([^{}]*)/g;

/** A member of such a map. */
const MEMBER = /((?:\\*")?[\w.-]+(?:\\*")?\s*:\s*\\*")([^"\\]+)/g;

/** What kubectl remembers of an object, Secrets included. */
const LAST_APPLIED =
  /("kubectl\.kubernetes\.io\/last-applied-configuration"\s*:\s*")((?:[^"\\]|\\.)+)/g;

/** What stands for what was taken out. */
const REDACTED = "[redacted]";

/** The result without tokens and without what Secrets of others hold. */
export function withoutSecrets(result: CheckResult, { identities }: Target): CheckResult {
  const tokens = new Redactor(identities.map(({ token }) => token ?? ""));
  const exchange = result.failure?.exchange ?? [];
  const sent = [
    ...exchange.map(({ requestBody }) => requestBody ?? ""),
    JSON.stringify(result.failure?.counterexample ?? ""),
  ].join("\n");
  const clean = (text: string) => withoutData(tokens.text(text), sent);
  const { failure, reason } = result;
  return {
    ...result,
    ...(reason !== undefined && { reason: clean(reason) }),
    ...(failure && {
      failure: {
        ...mapTexts(failure, (text) => tokens.text(text)),
        expected: clean(failure.expected),
        actual: clean(failure.actual),
        exchange: failure.exchange.map((one) => ({
          ...mapTexts(one, (text) => tokens.text(text)),
          responseBody: isOpaqueList(one) ? opaque(one) : clean(one.responseBody),
        })),
      },
    }),
  };
}

/** The text with all members of data maps taken out that were not sent. */
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

/** Whether a value in base64 was sent as plain text, as `stringData` is. */
function sentPlain(value: string, sent: string): boolean {
  try {
    const text = new TextDecoder().decode(Uint8Array.from(atob(value), (one) => one.charCodeAt(0)));
    return text !== "" && sent.includes(text);
  } catch {
    return false;
  }
}

/** A list or watch of Secrets in a form in which data cannot be told from the rest. */
function isOpaqueList({ method, path, responseHeaders, responseBody }: Exchange): boolean {
  const type = responseHeaders["content-type"] ?? "";
  return method === "GET" && /\/secrets(\?|$)/.test(path) && responseBody !== "" &&
    !type.includes("json");
}

function opaque({ responseBody, responseHeaders }: Exchange): string {
  return `(${responseBody.length} characters of ${responseHeaders["content-type"]}, not kept)`;
}

/** The value with every text in it replaced. */
function mapTexts<Value>(value: Value, replace: (text: string) => string): Value {
  if (typeof value === "string") return replace(value) as Value;
  if (Array.isArray(value)) return value.map((one) => mapTexts(one, replace)) as Value;
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([key, one]) => [replace(key), mapTexts(one, replace)]),
  ) as Value;
}
