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
  /** True if the case violated its requirement once, and in no repetition. */
  readonly isUnsure?: boolean;
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
  const isViolatedWithout = () => isViolated(failed, options, { without: behaviour });
  // Of what does not show again, many repetitions would show nothing either, and take long.
  if (failed.isUnsure && behaviour.refusal !== undefined) return false;
  // What a race shows now and then is not gone because it did not show once.
  const isRace = failed.isUnsure || failed.seen?.some(({ isAlone }) => !isAlone);
  const passes = isRace ? PASSES : 1;
  for (let times = 0; times < passes; times++) if (await isViolatedWithout()) return false;
  const { requirement, seen = [], violated = [] } = failed;
  const mayDiffer = isShownAt(behaviour, { requirement, seen, violated });
  const again = mayDiffer ? { shown: behaviour } : {};
  const most = behaviour.refusal || behaviour.isIntermittent ? TRIES : 1;
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

/** Runs a case again, without a behaviour or to see whether it violates something. */
async function isViolated(
  { check, input, requirement, without = [] }: Rerun,
  { scopes, target, requirements, caseTime, excused, signal }: RepeatOptions,
  behaviour: { readonly without?: Behaviour; readonly shown?: Behaviour },
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
  if (outcome.kind !== "violated") return false;
  const { violations: violated } = outcome;
  if (violates(outcome, requirement)) return true;
  const { shown } = behaviour;
  return shown !== undefined &&
    violated.some(({ violation: { requirement } }) =>
      isShownAt(shown, { requirement, seen: client?.seen ?? [], violated })
    );
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
