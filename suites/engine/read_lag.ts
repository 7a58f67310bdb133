/**
 * Finds out whether reads of a target lag behind its writes, before the checks run.
 *
 * @module
 */
import { LaggingReads } from "../client/lagging_reads.ts";
import type { Target } from "../client/target.ts";
import { lagOf, lateReads } from "../session/late_reads.ts";
import type { Scopes } from "./scopes.ts";

/** The requirement that a lag violates. */
const REQUIREMENT = "concurrency.reads-show-acknowledged";

/** What is waited in addition to what was measured: a part of it, and milliseconds. */
const MARGIN = { part: 0.5, time: 50 } as const;

/** Targets that wait for reads, by the target as it was given, and what was measured of each. */
const known = new WeakMap<Target, { readonly target: Target; lag?: Promise<number> }>();

/** Returns a target that can wait for its reads; the same one for the same target. */
export function waitingForReads(target: Target): Target {
  const found = known.get(target);
  if (found !== undefined) return found.target;
  const waiting = { ...target, client: new LaggingReads(target.client) };
  known.set(target, { target: waiting });
  return waiting;
}

/**
 * Lets all later requests to a target wait for its reads, as long as it is stated or measured.
 *
 * @param given The target as it was given.
 * @param requirements The catalogue of the run: nothing is measured if it says nothing of reads.
 */
export async function waitForReads(
  given: Target,
  scopes: Scopes,
  requirements: Readonly<Record<string, unknown>>,
): Promise<void> {
  const found = known.get(given);
  const client = found?.target.client;
  if (found === undefined || !(client instanceof LaggingReads)) return;
  if (given.waits.reads !== undefined) client.lag = given.waits.reads;
  else if (REQUIREMENT in requirements) client.lag = await (found.lag ??= measure(scopes));
}

function measure(scopes: Scopes): Promise<number> {
  return scopes.survey(async (scope) => {
    const lag = lagOf(await lateReads(scope));
    return lag === 0 ? 0 : Math.ceil(lag * (1 + MARGIN.part) + MARGIN.time);
  }, () => 0);
}
