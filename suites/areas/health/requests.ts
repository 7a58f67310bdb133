/**
 * Requests to the health endpoints.
 *
 * @module
 */
import { Discard, Violation } from "../../check.ts";
import { type CheckLine, PASSED, readVerbose } from "./model/verbose.ts";
import type { Scope } from "../../scope.ts";
import { describeAnswer } from "../../session/violation.ts";
import type { HttpResponse } from "../../client/http_client.ts";

/**
 * Sends a GET to a health path with a raw query, whose parameters may lack a value or repeat.
 *
 * @throws {Discard} if the current identity may not read health
 */
export async function askHealth(scope: Scope, path: string, query = ""): Promise<HttpResponse> {
  const answer = await scope.send({
    method: "GET",
    path: path + (query === "" ? "" : `?${query}`),
    headers: { accept: "*/*" },
  });
  if (answer.status === 401 || answer.status === 403) {
    throw new Discard(`the current identity may not read health: ${answer.status}`);
  }
  return answer;
}

/**
 * Lists the checks in the verbose output of a path.
 *
 * @throws {Violation} if there is none
 */
export async function checksAt(scope: Scope, path: string): Promise<readonly CheckLine[]> {
  const answer = await askHealth(scope, path, "verbose");
  const { checks } = readVerbose(answer.text);
  if (checks.length > 0) return checks;
  const isOther = /^\[\+\]/.test(answer.text);
  throw new Violation(isOther ? "health.verbose-passing-line" : "health.verbose-line-per-check", {
    expected: `a line for each check and the last line ${PASSED}`,
    actual: describeAnswer(answer),
  });
}
