/**
 * Repeats failed cases, without a behaviour of the target.
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
import { placesOfViolation } from "./violated_at.ts";

/** A case that violated a requirement. */
export interface FailedCase {
  readonly check: Check;
  readonly requirement: string;
  readonly input: unknown;
  /** The behaviours without which the check ran. @default {none} */
  readonly without?: readonly Behaviour[];
  /** The part of its repetitions that violated its requirement; with 0 only the first run did. @default {1} */
  readonly failsIn?: number | undefined;
  /** The exchanges of the case. */
  readonly seen: readonly Seen[];
  /** The requirements that it violates. */
  readonly violated: readonly FoundViolation[];
}

/** What a case needs to run again. */
type Rerun =
  & Omit<FailedCase, "seen" | "violated">
  & Partial<Pick<FailedCase, "seen" | "violated">>;

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

/** How often a case with concurrent requests must pass without a behaviour. */
const PASSES = 3;

/** The repetitions of a case that fails for a behaviour in some of its runs. */
const TRIES = 8;

/** The chance that a case which fails now and then may have to pass without a behaviour that explains nothing. */
const CHANCE = 0.05;

/**
 * Returns true if a case passes without a behaviour, and with it violates its requirement again, or
 * another one by a request on which the behaviour shows, as on the one that violated its own: what
 * depends on time is not always the same.
 */
export async function passesWithout(
  behaviour: Behaviour,
  failed: Rerun,
  options: RepeatOptions,
): Promise<boolean> {
  const isViolatedWithout = () =>
    isViolated(failed, options, {
      without: behaviour,
      reaches: (seen) => reachesViolation(behaviour, failed, seen),
    });
  // Of what does not show again, many repetitions would show nothing either, and take long.
  if (failed.failsIn === 0 && behaviour.refusal !== undefined) return false;
  const passes = passesOf(failed);
  for (let times = 0; times < passes; times++) if (await isViolatedWithout()) return false;
  const { requirement, seen = [], violated = [], failsIn = 1 } = failed;
  const mayDiffer = isShownAt(behaviour, { requirement, seen, violated });
  const again = mayDiffer ? { shown: behaviour } : {};
  const isSometimes = behaviour.refusal !== undefined || behaviour.isIntermittent === true ||
    (failsIn > 0 && failsIn < 1);
  const most = isSometimes ? TRIES : 1;
  for (let tries = 1; tries <= most; tries++) {
    if (options.signal.aborted) return false;
    if (await isViolated(failed, options, again)) {
      // Of what passes with it, too, one that passed without it says little.
      const more = behaviour.isIntermittent ? tries - 1 : 0;
      for (let times = 0; times < more; times++) if (await isViolatedWithout()) return false;
      return true;
    }
    // Where every third request is refused, a case of three would meet the same answers each time.
    if (tries < most) await options.target.client.send({ method: "GET", path: "/version" });
  }
  return false;
}

/** Returns how often a case must pass: what shows now and then is not gone because it did not show once. */
function passesOf({ seen, failsIn = 1 }: Rerun): number {
  const isRace = failsIn === 0 || seen?.some(({ isAlone }) => !isAlone);
  const least = isRace ? PASSES : 1;
  if (failsIn === 0 || failsIn === 1) return least;
  const passes = Math.ceil(Math.log(CHANCE) / Math.log(1 - failsIn));
  return Math.min(TRIES, Math.max(least, passes));
}

/** Runs a case again, without a behaviour or to see whether it violates something. */
async function isViolated(
  { check, input, requirement, without = [] }: Rerun,
  { scopes, target, requirements, caseTime, excused, signal }: RepeatOptions,
  behaviour: {
    readonly without?: Behaviour;
    readonly shown?: Behaviour;
    /** Returns false for the requests of a case that passes as it ends before it could fail. */
    readonly reaches?: (seen: readonly Seen[]) => boolean;
  },
): Promise<boolean> {
  let client: RelievedClient | undefined;
  const relieved = (original: HttpClient) =>
    client = new RelievedClient(relieve(original, without), behaviour.without, target);
  const outcome = await execute(check, fc.cloneIfNeeded(input), {
    scopes: scopes.through(relieved),
    target,
    requirements,
    caseTime,
    ...(excused && { excused }),
    ending: signal,
    tally: { requests: 0, spread: {} },
  });
  await client?.end();
  // A case that broke or was cut off says nothing.
  const isDecided = outcome.kind !== "broken" && outcome.kind !== "unreachable";
  if (!isDecided) return true;
  if (outcome.kind !== "violated") return behaviour.reaches?.(client?.seen ?? []) === false;
  const { violations: violated } = outcome;
  if (violates(outcome, requirement)) return true;
  const { shown } = behaviour;
  return shown !== undefined &&
    violated.some(({ violation: { requirement } }) =>
      isShownAt(shown, { requirement, seen: client?.seen ?? [], violated })
    );
}

/**
 * Returns true if a case that ran without a behaviour got as far as where it failed: it sent the requests
 * that showed the violation. Those that the behaviour is about may be others, and what is not relieved
 * ends the case.
 */
function reachesViolation(
  behaviour: Behaviour,
  { requirement, seen: before = [], violated = [] }: Rerun,
  seen: readonly Seen[],
): boolean {
  const given = { requirement, seen: before, violated };
  if (behaviour.relieve === undefined || violated.length === 0) return true;
  if (isShownAt(behaviour, given)) return true;
  return [...placesOfViolation(given).violatedAt].every((at) => {
    const one = before[at];
    if (one === undefined || behaviour.concerns?.(one)) return true;
    const isSame = (other: Seen) => isSameRequest(one, other);
    // What is read until it changes is read once where it is right at once.
    const least = one.method === "GET" ? 1 : before.slice(0, at + 1).filter(isSame).length;
    return seen.filter(isSame).length >= least;
  });
}

/** Returns true for two requests of one verb for one object or collection, of a case and its repetition. */
function isSameRequest(one: Seen, other: Seen): boolean {
  return one.verb === other.verb && one.place?.resource === other.place?.resource &&
    ownWords(one) === ownWords(other);
}

/** Returns the name of the object of a request without the words of the run and the case. */
function ownWords({ place }: Seen): string | undefined {
  return place?.name.replace(/^[^-]+-[^-]+-/, "");
}

/** Returns true if a behaviour shows on a request that violates a requirement. */
function isShownAt(
  { shows }: Behaviour,
  one: Pick<FailedCase, "requirement" | "seen" | "violated">,
): boolean {
  const { violatedAt } = placesOfViolation(one);
  return shows(one.seen).some((each) => violatedAt.has(one.seen.indexOf(each)));
}

/** Returns a client of a target without behaviours. */
export function relieve(original: HttpClient, behaviours: readonly Behaviour[]): HttpClient {
  return behaviours.reduce((client, each) => new RelievedClient(client, each), original);
}
