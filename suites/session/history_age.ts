/**
 * Judges responses that a resourceVersion or a `continue` token has expired, by the greatest age that
 * it can have.
 *
 * @module
 */
import type { RequirementId } from "../catalogue.ts";
import { Discard, Violation } from "../check.ts";
import type { TypeInScope } from "./collection.ts";
import { describeResponse } from "./violation.ts";

/** The time for which history and tokens are kept by default, in milliseconds. */
const DEFAULT_HISTORY = 5 * 60_000;

/**
 * Throws for a version or token of a session that has expired, as the response says.
 *
 * @param at The resource type in its scope: no version of the session is older than it.
 * @throws {Violation} if it is too young to have expired
 * @throws {Discard} otherwise
 */
export function expectExpired(
  requirement: RequirementId,
  { scope, age }: Pick<TypeInScope, "scope" | "age">,
  response: Parameters<typeof describeResponse>[0],
): never {
  if (age < (scope.target.waits.history ?? DEFAULT_HISTORY)) {
    const seconds = (age / 1_000).toFixed(1);
    throw new Violation(requirement, {
      expected: `success, as it was issued no more than ${seconds} s ago`,
      actual: describeResponse(response),
    });
  }
  throw new Discard("the resourceVersion expired during the case");
}
