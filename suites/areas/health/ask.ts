/**
 * Asks for health.
 *
 * @module
 */
import { Discard, Violation } from "../../check.ts";
import { type CheckLine, PASSED, readVerbose } from "./model/verbose.ts";
import type { Scope } from "../../scope.ts";
import { describeAnswer } from "../../session/violation.ts";
import type { Answer } from "../../client/http_client.ts";

/**
 * Asks for a health path with a query as it stands: parameters may have no value or come twice.
 *
 * @throws {Discard} when who asks may not
 */
export async function askHealth(scope: Scope, path: string, query = ""): Promise<Answer> {
  const answer = await scope.ask({
    method: "GET",
    path: path + (query === "" ? "" : `?${query}`),
    headers: { accept: "*/*" },
  });
  if (answer.status === 401 || answer.status === 403) {
    throw new Discard(`who asks may not ask for health: ${answer.status}`);
  }
  return answer;
}

/**
 * The checks that the verbose form of a path names.
 *
 * @throws {Violation} when it names none
 */
export async function checksAt(scope: Scope, path: string): Promise<readonly CheckLine[]> {
  const answer = await askHealth(scope, path, "verbose");
  const { checks } = readVerbose(answer.text);
  if (checks.length > 0) return checks;
  const isOther = /^\[\+\]/.test(answer.text);
  throw new Violation(isOther ? "health.verbose-passing-line" : "health.verbose-line-per-check", {
    expected: `a line for each check and ${PASSED}`,
    actual: describeAnswer(answer),
  });
}
