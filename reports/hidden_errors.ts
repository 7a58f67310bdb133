/**
 * Errors that a server answers with a success: only the Status in the body says so. The suites judge
 * such a response by its Status, and so do causes.
 *
 * @module
 */
import type { Exchange, Failure } from "./events.ts";

/** Returns a failure whose exchanges have the statuses that their bodies state. */
export function withStatedErrors(failure: Failure): Failure {
  const exchange = failure.exchange.map(withStatedError);
  return exchange.some((one, at) => one !== failure.exchange[at])
    ? { ...failure, exchange }
    : failure;
}

/** Returns an exchange with the code of the Status of a failure in place of a success. */
function withStatedError(exchange: Exchange): Exchange {
  const { status, responseBody } = exchange;
  if (status < 200 || status >= 300 || !responseBody.includes('"Failure"')) return exchange;
  try {
    const { kind, status: outcome, code } = JSON.parse(responseBody);
    const isError = kind === "Status" && outcome === "Failure" && Number.isInteger(code) &&
      code >= 400 && code < 600;
    return isError ? { ...exchange, status: code } : exchange;
  } catch {
    return exchange;
  }
}
