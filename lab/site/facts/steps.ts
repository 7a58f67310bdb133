/**
 * The requests of a failure, as pages show them: only those that are needed, with shortened bodies.
 *
 * @module
 */
import type { Exchange, Failure } from "@plumbline/reports/events";
import type { SequenceStep } from "./sequences.ts";

/** The most characters of a body. */
const MAX_BODY = 1_200;

/** The most requests of a sequence. */
const MAX_STEPS = 12;

/** The headers that matter, unless they have their usual value. */
const HEADERS = ["content-type", "accept", "impersonate-user", "accept-encoding"];

/** The requests of a failure, and the number of those that are left out. */
export interface Steps {
  readonly steps: readonly SequenceStep[];
  readonly leftOut: number;
}

/** Returns the requests of a failure; `admin` is the name of the identity that is not shown. */
export function stepsOf(
  { exchange, omittedExchanges = 0 }: Pick<Failure, "exchange" | "omittedExchanges">,
  admin: string,
): Steps {
  const needed = exchange.filter(({ needed }) => needed);
  const shown = (needed.length > 0 ? needed : exchange).slice(-MAX_STEPS);
  return {
    steps: shown.map((one) => stepOf(one, admin)),
    leftOut: omittedExchanges + exchange.length - shown.length,
  };
}

function stepOf(exchange: Exchange, admin: string): SequenceStep {
  const { method, path, requestBody, status, responseBody, identity } = exchange;
  const headers = Object.fromEntries(
    Object.entries(exchange.requestHeaders).filter(([name, value]) =>
      HEADERS.includes(name) && value !== "application/json"
    ),
  );
  return {
    ...{ method, path, status },
    response: shortened(responseBody),
    ...(Object.keys(headers).length > 0 && { headers }),
    ...(requestBody !== undefined && requestBody !== "" && { body: shortened(requestBody) }),
    ...(identity !== admin && { identity }),
  };
}

/** Cuts a text off that is too long to be read. */
export const shortened = (text: string): string =>
  text.length > MAX_BODY ? `${text.slice(0, MAX_BODY)}…` : text;
