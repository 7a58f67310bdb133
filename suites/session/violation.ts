/**
 * Throws violations for discrepancies and unexpected responses.
 *
 * @module
 */
import type { Level } from "../../reports/events.ts";
import { type KnownId, Violation } from "../check.ts";
import { canonical } from "../model/content.ts";
import { type Discrepancy, mostSevere } from "../model/discrepancy.ts";
import { asObject } from "../model/object.ts";
import { REQUIREMENTS } from "../catalogue.ts";
import type { HttpResponse, Json } from "../client/http_client.ts";

/**
 * Throws a violation for the most severe discrepancy, if there is any.
 *
 * @param level Only discrepancies of this level count; all where absent.
 * @param notes What is known of requests, by their numbers.
 * @throws {Violation}
 */
export function throwMostSevere(
  discrepancies: readonly Discrepancy[],
  level?: Level,
  notes?: ReadonlyMap<number, string>,
): void {
  const worst = mostSevere(
    discrepancies.filter(({ requirement }) =>
      level === undefined || REQUIREMENTS[requirement].level === level
    ),
  );
  if (worst === undefined) return;
  throw new Violation(worst.requirement, { ...worst, ...(notes && { notes }) });
}

/** Returns the status of a response, with the reason and message of its Status. */
export function describeResponse({ status, json, text }: HttpResponse): string {
  const body = asObject(json);
  const details = [body?.reason, body?.message].filter((each) => typeof each === "string").join(
    ": ",
  );
  return `${status} ${details || text.slice(0, 200)}`.trim();
}

/** Returns how many of simultaneous requests succeeded, and the responses to the others. */
export function describeWinners(responses: readonly HttpResponse[]): string {
  const won = responses.filter(({ status }) => status < 300);
  const count = won.length === 0 ? "none" : won.length === responses.length ? "all" : won.length;
  const codes = won.map(({ status }) => status).join(", ");
  const others = Map.groupBy(
    responses.filter((response) => !won.includes(response)).map(describeResponse),
    (words) => words,
  );
  return [
    `${count} of ${responses.length} requests succeeded${codes === "" ? "" : ` (${codes})`}`,
    ...[...others].map(([words, all]) => `${all.length} × ${words}`),
  ].join("; ");
}

/**
 * Verifies that a response is a success.
 *
 * @throws {Violation}
 */
export function expectSuccess<Id extends string>(
  requirement: Id & KnownId<Id>,
  response: HttpResponse,
): void {
  if (response.status >= 200 && response.status < 300) return;
  throw new Violation<string>(requirement, {
    expected: "success",
    actual: describeResponse(response),
  });
}

/**
 * Verifies that a response has one of these status codes.
 *
 * @throws {Violation}
 */
export function expectStatus<Id extends string>(
  requirement: Id & KnownId<Id>,
  response: HttpResponse,
  ...statuses: readonly number[]
): void {
  if (statuses.includes(response.status)) return;
  throw new Violation<string>(requirement, {
    expected: statuses.join(" or "),
    actual: describeResponse(response),
  });
}

/**
 * Verifies that two values are equal, in any order of their members.
 *
 * @throws {Violation}
 */
export function expectSame<Id extends string>(
  requirement: Id & KnownId<Id>,
  actual: Json,
  expected: Json,
): void {
  const [actualText, expectedText] = [canonical(actual), canonical(expected)];
  if (actualText !== expectedText) {
    throw new Violation<string>(requirement, { expected: expectedText, actual: actualText });
  }
}

/**
 * Verifies that a response is an error: a 4xx status with a Status body.
 *
 * @param options.only The only accepted status.
 * @param options.serverErrors Accepts 5xx, too.
 * @throws {Violation}
 */
export function expectError<Id extends string>(
  requirement: Id & KnownId<Id>,
  response: HttpResponse,
  options: { readonly only?: number; readonly serverErrors?: boolean } = {},
): void {
  const { status } = response;
  const statuses = options.only === undefined
    ? `a 4xx${options.serverErrors ? " or 5xx" : ""} status`
    : `status ${options.only}`;
  const expected = `an error: ${statuses} with a Status body`;
  const isError = options.only === undefined
    ? status >= 400 && status < (options.serverErrors ? 600 : 500)
    : status === options.only;
  const isStatus = asObject(response.json)?.kind === "Status";
  if (isError && isStatus) return;
  throw new Violation<string>(requirement, { expected, actual: describeResponse(response) });
}
