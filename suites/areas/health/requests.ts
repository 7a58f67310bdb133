/**
 * Requests to the health endpoints.
 *
 * @module
 */
import { Discard, Violation } from "../../check.ts";
import { type CheckLine, PASSED, readVerbose } from "./model/verbose.ts";
import type { Scope } from "../../scope.ts";
import { describeResponse } from "../../session/violation.ts";
import type { HttpResponse } from "../../client/http_client.ts";

/**
 * Sends a GET to a health path with a raw query, whose parameters may lack a value or repeat.
 *
 * @throws {Discard} if any is rejected read health
 */
export async function getHealth(scope: Scope, path: string, query = ""): Promise<HttpResponse> {
  const response = await scope.send({
    method: "GET",
    path: path + (query === "" ? "" : `?${query}`),
    headers: { accept: "*/*" },
  });
  if (response.status === 401 || response.status === 403) {
    throw new Discard(`the current identity may not read health: ${response.status}`);
  }
  return response;
}

/**
 * Lists the checks in the verbose output of a path.
 *
 * @throws {Violation} if there is none
 */
export async function checksAt(scope: Scope, path: string): Promise<readonly CheckLine[]> {
  const response = await getHealth(scope, path, "verbose");
  const { checks } = readVerbose(response.text);
  if (checks.length > 0) return checks;
  const isOther = /^\[\+\]/.test(response.text);
  throw new Violation(isOther ? "health.verbose-passing-line" : "health.verbose-line-per-check", {
    expected: `a line for each check and the last line ${PASSED}`,
    actual: describeResponse(response),
  });
}
