/**
 * From discrepancies to the errors a check throws.
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
 * Throws the mostSevere discrepancy, if there is one.
 *
 * @param level Only discrepancies of this level count; all where absent.
 * @throws {Violation}
 */
export function throwMostSevere(discrepancies: readonly Discrepancy[], level?: Level): void {
  const worst = mostSevere(
    discrepancies.filter(({ requirement }) =>
      level === undefined || REQUIREMENTS[requirement].level === level
    ),
  );
  if (worst !== undefined) throw new Violation(worst.requirement, worst);
}

/** An answer's status, with the reason and the message a Status gives. */
export function describeResponse({ status, json, text }: HttpResponse): string {
  const body = asObject(json);
  const details = [body?.reason, body?.message].filter((each) => typeof each === "string").join(
    ": ",
  );
  return `${status} ${details || text.slice(0, 200)}`.trim();
}

/**
 * Holds an answer to being a success.
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
 * Holds an answer to having one of these statuses.
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
 * Holds one value to being another, in whatever order their members come.
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
 * Holds an answer to being a refusal: a status of the 400s with a Status body that agrees with it.
 *
 * @param options.only The one status that will do.
 * @param options.serverErrors Statuses of the 500s will do, too.
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
