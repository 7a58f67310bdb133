/**
 * Repeats failed cases, with or without a behaviour of the target.
 *
 * @module
 */
import fc from "fast-check";
import type { Check } from "../../check.ts";
import type { HttpClient } from "../../client/http_client.ts";
import type { Target } from "../../client/target.ts";
import type { Requirement } from "../../requirement.ts";
import type { FoundViolation } from "../decision.ts";
import { execute } from "../execution.ts";
import { violates } from "../property_loop.ts";
import type { Scopes } from "../scopes.ts";
import type { Behaviour, Seen } from "./behaviour.ts";
import { RelievedClient } from "./relieved_client.ts";

/** A case that violated a requirement. */
export interface FailedCase {
  readonly check: Check;
  readonly requirement: string;
  readonly input: unknown;
  /** The behaviours without which the check ran. @default {none} */
  readonly without?: readonly Behaviour[];
}

/** Options of repetitions. */
export interface RepeatOptions {
  readonly target: Target;
  readonly scopes: Scopes;
  readonly requirements: Readonly<Record<string, Pick<Requirement, "level">>>;
  readonly caseTime: number;
  /** Requirements that are checked nowhere. @default {none} */
  readonly excused?: ReadonlySet<string>;
  readonly signal: AbortSignal;
}

/** What a repeated case showed. */
export interface RepeatedCase {
  readonly isViolated: boolean;
  readonly seen: readonly Seen[];
  /** The requirements that the case violates. */
  readonly violated: readonly FoundViolation[];
}

/** Runs a case again, without a behaviour if one is given. */
export async function caseAgain(
  { check, input, requirement, without = [] }: FailedCase,
  { scopes, target, requirements, caseTime, excused, signal }: RepeatOptions,
  behaviour?: Behaviour,
): Promise<RepeatedCase> {
  let client: RelievedClient | undefined;
  const relieved = (original: HttpClient) =>
    client = new RelievedClient(relieve(original, without), behaviour);
  const outcome = await execute(check, fc.cloneIfNeeded(input), {
    scopes: scopes.through(relieved),
    target,
    requirements,
    caseTime,
    ...(excused && { excused }),
    ending: signal,
    tally: { requests: 0, spread: {} },
  });
  // A case that broke or was cut off says nothing.
  const isDecided = outcome.kind !== "broken" && outcome.kind !== "unreachable";
  return {
    isViolated: !isDecided || violates(outcome, requirement),
    seen: client?.seen ?? [],
    violated: outcome.kind === "violated" ? outcome.violations : [],
  };
}

/** Returns a client of a target without behaviours. */
export function relieve(original: HttpClient, behaviours: readonly Behaviour[]): HttpClient {
  return behaviours.reduce((client, each) => new RelievedClient(client, each), original);
}
