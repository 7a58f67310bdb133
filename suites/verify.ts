/**
 * Verifies requirements within a case. A violation is recorded and the case goes on: what lies behind
 * it is judged as well. What can no longer be judged is named.
 *
 * @module
 */
import { AsyncLocal } from "@plumbline/runtime/async_local";
import type { Harm } from "@plumbline/reports/harm";
import { type KnownId, type MissingEvent, Violation } from "./check.ts";
import { canonical } from "./client/canonical_json.ts";
import type { Json } from "./client/http_client.ts";

/** What a requirement demands, and what was observed. */
export interface Observation {
  /** The behaviour that the requirement demands: a value, or words. */
  readonly expected: Json | undefined;
  /** The observed behaviour: a value, or words. */
  readonly actual: Json | undefined;
  /** The numbers of the requests whose responses contradict each other, as far as known. */
  readonly exchanges?: readonly number[];
  /** The resourceVersions of the events that are wrong or missing, as far as known. */
  readonly versions?: readonly string[];
  /** The events that are missing, as far as known. */
  readonly missing?: readonly MissingEvent[];
  /** What is known of requests, by their numbers. */
  readonly notes?: ReadonlyMap<number, string>;
  /** The number of the request whose response is wrong by itself, if one is known to be. */
  readonly judged?: number | undefined;
  /** What it does to users, if that is less than the requirement states. */
  readonly harm?: Harm;
}

/** A discrepancy that an oracle returned. */
export interface Contradiction extends Observation {
  /** The id of the violated requirement. */
  readonly requirement: string;
}

/** A violation of a case. */
export interface RecordedViolation {
  readonly violation: Violation;
  /** The number of requests that the case had sent. */
  readonly requests: number;
}

/** What a case has shown so far. */
class CaseRecord {
  readonly violations: RecordedViolation[] = [];
  readonly skipped: string[] = [];
  readonly #requests: () => number;

  constructor(requests: () => number) {
    this.#requests = requests;
  }

  add(violation: Violation): void {
    this.violations.push({ violation, requests: this.#requests() });
  }
}

/** Ends the steps of a case whose violations are recorded. */
class CaseEnded extends Error {
  override readonly name = "CaseEnded";
}

const current = new AsyncLocal<CaseRecord>();

/**
 * Verifies that what was observed is what a requirement demands. If not, the violation is recorded,
 * and the case goes on.
 *
 * @param requirement The id of the requirement.
 * @param observation The values, which must be equal in any order of their members; or, with
 * `holds`, the words for a condition that is no equality.
 * @returns True if the requirement holds.
 *
 * @example
 * ```ts
 * import { assert } from "@std/assert";
 * import { verify } from "@plumbline/plumbline/suites";
 *
 * assert(verify("acme.labels-kept", { expected: { a: "1", b: "2" }, actual: { b: "2", a: "1" } }));
 * const count = 3;
 * assert(verify("acme.few", { holds: count < 5, expected: "fewer than 5", actual: `${count}` }));
 * ```
 */
export function verify<Id extends string>(
  requirement: Id & KnownId<Id>,
  observation: Observation & { readonly holds?: boolean },
): boolean {
  const { expected, actual } = observation;
  const holds = observation.holds ?? jsonOf(expected) === jsonOf(actual);
  if (!holds) recordViolation<string>(requirement, observation);
  return holds;
}

/**
 * Records a violation; the case goes on.
 *
 * @param requirement The id of the violated requirement.
 * @param observation The expected and the observed behaviour.
 * @throws {Violation} if no case is running, as in a test of a helper
 */
export function recordViolation<Id extends string>(
  requirement: Id & KnownId<Id>,
  observation: Observation,
): void {
  const [expected, actual] = textsOf(observation);
  record(new Violation<string>(requirement, { ...observation, expected, actual }));
}

/**
 * Records every discrepancy that an oracle found; the case goes on.
 *
 * @param discrepancies The discrepancies.
 * @param notes What is known of requests, by their numbers.
 * @returns True if there is none.
 */
export function verifyAll(
  discrepancies: readonly Contradiction[],
  notes?: ReadonlyMap<number, string>,
): boolean {
  for (const { requirement, ...facts } of discrepancies) {
    recordViolation<string>(requirement, { ...facts, ...(notes && { notes }) });
  }
  return discrepancies.length === 0;
}

/**
 * Names what a case cannot judge after a violation, for the report.
 *
 * @param what What is not judged, such as `the pages after the first`.
 */
export function skip(what: string): void {
  current.get()?.skipped.push(what);
}

/**
 * Ends the case if the rest of it needs what does not hold; its violation is recorded already.
 *
 * @param holds What {@linkcode verify} returned.
 * @param what What can then not be judged, such as `the pages after the first`.
 */
export function stopUnless(holds: boolean, what: string): asserts holds {
  if (holds) return;
  skip(what);
  throw new CaseEnded(`the case ended at a violation: ${what} cannot be judged`);
}

/**
 * Runs a part of a case on which the rest does not depend: a violation ends the part, not the case.
 *
 * @param what What the part judges, such as `secrets`.
 * @param steps The steps.
 *
 * @internal
 */
export async function part(what: string, steps: () => Promise<void>): Promise<void> {
  try {
    await steps();
  } catch (error) {
    if (error instanceof Violation && current.get() !== undefined) {
      record(error);
      skip(`the rest of ${what}`);
    } else if (!(error instanceof CaseEnded)) {
      throw error;
    }
  }
}

/**
 * Runs steps without reporting what they violate, for a check that tries again or reports it in other
 * words.
 *
 * @param steps The steps.
 * @returns The violations, in the order in which they were found.
 */
export async function violationsOf(
  steps: () => void | Promise<void>,
): Promise<readonly Violation[]> {
  const { violations, error } = await recorded(steps, () => 0);
  if (error !== undefined) throw error;
  return violations.map(({ violation }) => violation);
}

/** How the steps of a case ended, and what they recorded. */
export interface Recording {
  readonly violations: readonly RecordedViolation[];
  /** What could not be judged after a violation. */
  readonly skipped: readonly string[];
  /** The error that ended the steps; absent if they ended by themselves, or with a violation. */
  readonly error?: unknown;
}

/**
 * Runs the steps of a case, and records what they violate. A violation that they throw is recorded,
 * too, and ends them.
 *
 * @param steps The steps.
 * @param requests Returns the number of requests that the case has sent.
 *
 * @internal
 */
export async function recorded(
  steps: () => void | Promise<void>,
  requests: () => number,
): Promise<Recording> {
  const own = new CaseRecord(requests);
  try {
    await current.run(own, steps);
  } catch (error) {
    if (error instanceof Violation) {
      own.add(error);
      own.skipped.push("the rest of the case");
    } else if (!(error instanceof CaseEnded)) {
      return { ...snapshot(own), error: error ?? new Error("rejected without a reason") };
    }
  }
  return snapshot(own);
}

/** Steps that go on after their time is up change nothing. */
function snapshot({ violations, skipped }: CaseRecord): Recording {
  return { violations: [...violations], skipped: [...new Set(skipped)] };
}

function record(violation: Violation): void {
  const own = current.get();
  if (own === undefined) throw violation;
  own.add(violation);
}

/** Returns words as they are, and other values as JSON; both as JSON if the words are the same. */
function textsOf({ expected, actual }: Observation): [string, string] {
  const [one, other] = [expected, actual].map((value) =>
    typeof value === "string" ? value : jsonOf(value)
  );
  return one === other ? [jsonOf(expected), jsonOf(actual)] : [one!, other!];
}

/** Returns JSON with sorted keys. */
function jsonOf(value: Json | undefined): string {
  return value === undefined ? "absent" : canonical(value);
}
