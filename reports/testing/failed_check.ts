/**
 * The result of a check that failed once, for tests of how failures are put together.
 *
 * @module
 */
import type { CheckResult, Failure } from "../events.ts";

/**
 * Returns the result of a check.
 *
 * @param id The id of the check, with its area.
 * @param failure What its failure has of its own; it violates `acme.a` by default.
 */
export function failedCheck(
  id: string,
  failure: Partial<Failure>,
  verdict: "fail" | "warn" = "fail",
): CheckResult {
  return {
    id,
    area: id.split("/")[0]!,
    title: id,
    requirements: [failure.requirement ?? "acme.a"],
    level: "must",
    verdict,
    cases: 1,
    discards: 0,
    seed: 1,
    requests: 1,
    duration: 1,
    failures: [{
      requirement: "acme.a",
      verdict,
      shrinks: 0,
      statement: "",
      expected: "a",
      actual: "b",
      exchange: [],
      curl: [],
      replay: "",
      confirmed: { attempts: 3, reproduced: 3 },
      ...failure,
    }],
  };
}
