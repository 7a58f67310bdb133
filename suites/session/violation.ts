/**
 * Verifies discrepancies and responses.
 *
 * @module
 */
import type { Harm } from "@plumbline/reports/harm";
import type { Level } from "@plumbline/reports/events";
import type { KnownId } from "../check.ts";
import { type Discrepancy, harmOfRejection } from "../model/discrepancy.ts";
import { asObject } from "../model/object.ts";
import { REQUIREMENTS } from "../catalogue.ts";
import type { HttpResponse, Json } from "../client/http_client.ts";
import { stopUnless, verify, verifyAll } from "../verify.ts";

/**
 * Records every discrepancy of some levels; the case goes on.
 *
 * @param levels Only discrepancies of these levels count.
 * @param notes What is known of requests, by their numbers.
 * @returns True if there is none.
 */
export function verifyLevels(
  discrepancies: readonly Discrepancy[],
  levels: readonly Level[],
  notes?: ReadonlyMap<number, string>,
): boolean {
  const counted = discrepancies.filter(({ requirement }) =>
    levels.includes(REQUIREMENTS[requirement].level)
  );
  return verifyAll(counted, notes);
}

/** The characters of a body that are read to describe it. */
const MOST_READ = 1_000;

/** Returns the status of a response, with the reason and message of its Status, or what its body is. */
export function describeResponse({ status, json, text }: HttpResponse): string {
  const body = asObject(json);
  const details = [body?.reason, body?.message].filter((each) => typeof each === "string").join(
    ": ",
  );
  if (text === "" && status < 300) return `${status} without a body`;
  // Servers that indent their JSON would fill lists of reasons with its lines.
  return `${status} ${details || text.slice(0, MOST_READ).replaceAll(/\s+/g, " ").slice(0, 200)}`
    .trim();
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

/** Verifies that a response is a success; if not, the violation is recorded and the case ends. */
export function expectSuccess<Id extends string>(
  requirement: Id & KnownId<Id>,
  response: HttpResponse,
): void {
  const isSuccess = verify<string>(requirement, {
    holds: response.status >= 200 && response.status < 300,
    expected: "success",
    actual: describeResponse(response),
    judged: response.exchange,
    ...(response.status >= 400 && { harm: "availability" as const }),
  });
  stopUnless(isSuccess, "what follows from the response");
}

/**
 * Verifies that a response has one of these status codes.
 *
 * @returns True if it has.
 */
export function expectStatus<Id extends string>(
  requirement: Id & KnownId<Id>,
  response: HttpResponse,
  ...statuses: readonly number[]
): boolean {
  const isRejection = statuses.every((status) => status >= 400);
  return verifyStatus(
    requirement,
    response,
    statuses,
    isRejection ? harmOfRejection(response) : {},
  );
}

function verifyStatus(
  requirement: string,
  response: HttpResponse,
  statuses: readonly number[],
  harm: { readonly harm?: Harm },
): boolean {
  return verify<string>(requirement, {
    holds: statuses.includes(response.status),
    expected: statuses.join(" or "),
    actual: describeResponse(response),
    judged: response.exchange,
    ...harm,
  });
}

/**
 * Verifies that a body in YAML or Protobuf is accepted. One that is refused as unsupported did nothing,
 * and clients have JSON: that only misleads.
 *
 * @returns True if the response has one of the status codes.
 */
export function expectFormAccepted<Id extends string>(
  requirement: Id & KnownId<Id>,
  response: HttpResponse,
  ...statuses: readonly number[]
): boolean {
  const harm = response.status === 415 ? { harm: "misleading" as const } : {};
  return verifyStatus(requirement, response, statuses, harm);
}

/**
 * Verifies that two values are equal, in any order of their members.
 *
 * @returns True if they are.
 */
export function expectSame<Id extends string>(
  requirement: Id & KnownId<Id>,
  actual: Json,
  expected: Json,
): boolean {
  return verify<string>(requirement, { expected, actual });
}

/**
 * Verifies that a response is an error: a 4xx status with a Status body.
 *
 * @param options.only The only accepted status.
 * @param options.serverErrors Accepts 5xx, too.
 * @returns True if it is.
 */
export function expectError<Id extends string>(
  requirement: Id & KnownId<Id>,
  response: HttpResponse,
  options: { readonly only?: number; readonly serverErrors?: boolean } = {},
): boolean {
  const { status } = response;
  const statuses = options.only === undefined
    ? `a 4xx${options.serverErrors ? " or 5xx" : ""} status`
    : `status ${options.only}`;
  const isError = options.only === undefined
    ? status >= 400 && status < (options.serverErrors ? 600 : 500)
    : status === options.only;
  return verify<string>(requirement, {
    holds: isError && asObject(response.json)?.kind === "Status",
    expected: `an error: ${statuses} with a Status body`,
    actual: isError ? describeBody(response) : describeResponse(response),
    judged: response.exchange,
    ...harmOfRejection(response),
  });
}

/** Returns the status of an error whose body is no Status, and what the body is instead. */
function describeBody({ status, json, text }: HttpResponse): string {
  const kind = asObject(json)?.kind;
  const body = text === ""
    ? "no body"
    : json === undefined
    ? "a body that is not JSON"
    : typeof kind === "string"
    ? `the kind ${kind}`
    : "JSON without a kind";
  return `${status} with ${body}${text === "" ? "" : `: ${text.slice(0, 200).trim()}`}`;
}
