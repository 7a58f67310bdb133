/**
 * Errors that a server answers with a success: only the Status in the body says so. The suites judge
 * such a response by its Status, and so do causes.
 *
 * @module
 */
import { documentsOf } from "./answered_versions.ts";
import type { Exchange, Failure } from "./events.ts";
import { membersOf } from "./json.ts";

/** Returns the code of the Status of a failure; undefined for any other document. */
export function codeOfFailure(document: unknown): number | undefined {
  const { kind, status, code } = membersOf(document) ?? {};
  const isCode = typeof code === "number" && code >= 400 && code < 600;
  return kind === "Status" && status === "Failure" && isCode ? code : undefined;
}

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
  const code = codeOfFailure(documentsOf(responseBody)[0]);
  return code === undefined ? exchange : { ...exchange, status: code };
}
