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
export function describeAnswer({ status, json, text }: HttpResponse): string {
  const body = asObject(json);
  const said = [body?.reason, body?.message].filter((each) => typeof each === "string").join(": ");
  return `${status} ${said || text.slice(0, 200)}`.trim();
}

/**
 * Holds an answer to being a success.
 *
 * @throws {Violation}
 */
export function expectSuccess<Id extends string>(
  requirement: Id & KnownId<Id>,
  answer: HttpResponse,
): void {
  if (answer.status >= 200 && answer.status < 300) return;
  throw new Violation<string>(requirement, { expected: "success", actual: describeAnswer(answer) });
}

/**
 * Holds an answer to having one of these statuses.
 *
 * @throws {Violation}
 */
export function expectStatus<Id extends string>(
  requirement: Id & KnownId<Id>,
  answer: HttpResponse,
  ...statuses: readonly number[]
): void {
  if (statuses.includes(answer.status)) return;
  throw new Violation<string>(requirement, {
    expected: statuses.join(" or "),
    actual: describeAnswer(answer),
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
  const [found, due] = [canonical(actual), canonical(expected)];
  if (found !== due) throw new Violation<string>(requirement, { expected: due, actual: found });
}

/**
 * Holds an answer to being a refusal: a status of the 400s with a Status body that agrees with it.
 *
 * @param options.only The one status that will do.
 * @param options.serverErrors Statuses of the 500s will do, too.
 * @throws {Violation}
 */
export function expectRefusal<Id extends string>(
  requirement: Id & KnownId<Id>,
  answer: HttpResponse,
  options: { readonly only?: number; readonly serverErrors?: boolean } = {},
): void {
  const { status } = answer;
  const statuses = options.only === undefined
    ? `a 4xx${options.serverErrors ? " or 5xx" : ""} status`
    : `status ${options.only}`;
  const expected = `an error: ${statuses} with a Status body`;
  const refused = options.only === undefined
    ? status >= 400 && status < (options.serverErrors ? 600 : 500)
    : status === options.only;
  const isStatus = asObject(answer.json)?.kind === "Status";
  if (refused && isStatus) return;
  throw new Violation<string>(requirement, { expected, actual: describeAnswer(answer) });
}
