/**
 * One execution of a check: a new scope, the check's steps, and the outcome.
 *
 * @module
 */
import type { Exchange } from "@plumbline/reports/events";
import { ranksOf } from "../catalogue.ts";
import { type Check, Discard, Violation } from "../check.ts";
import { TargetUnreachable } from "../client/http_client.ts";
import type { Target } from "../client/target.ts";
import type { ExchangeViolation } from "../model/exchanges/violation.ts";
import type { Requirement } from "../requirement.ts";
import { recorded } from "../verify.ts";
import { wordsOf } from "./counterexample.ts";
import { CASE_REQUESTS } from "./limits.ts";
import { decide, type Decision, type Ending, type FoundViolation } from "./decision.ts";
import type { Scopes } from "./scopes.ts";
import type { TypeTally } from "./type_tally.ts";

/** An execution in which the target violated requirements. */
export interface Violated {
  readonly kind: "violated";
  /** One for each violated requirement, the most severe first. */
  readonly violations: readonly [FoundViolation, ...FoundViolation[]];
  /** What the steps could not judge after a violation. */
  readonly skipped: readonly string[];
  /** The exchanges, in the order they were sent. */
  readonly exchanges: readonly Exchange[];
  /** The namespaces created for the execution, which are deleted after it. */
  readonly madeNamespaces: readonly string[];
  /** The label of the run. */
  readonly labels: Readonly<Record<string, string>>;
  /** True if a request was not answered, or not completely, within the limits of the client. */
  readonly isUnanswered?: true;
  /** True if an event did not come, and was not awaited as long as the check asked for. */
  readonly isHurried?: true;
}

/** The outcome of an execution. */
export type Outcome = Exclude<Decision, { readonly kind: "violated" }> | Violated;

/** The counters of one check so far. */
export interface Tally {
  requests: number;
  readonly spread: Record<string, number>;
}

/** Options of an execution. */
export interface ExecutionOptions {
  readonly scopes: Pick<Scopes, "open" | "close">;
  readonly target: Target;
  readonly tally: Tally;
  /** Counts the case for its resource types; absent for what is no case. */
  readonly types?: TypeTally;
  /** Milliseconds the steps may take beside waiting for history to expire. */
  readonly caseTime: number;
  /** Aborted if the run ends early: the steps are then not awaited for long. */
  readonly ending?: AbortSignal | undefined;
  /** The catalogue of the run: what it does not contain is not checked on every exchange. */
  readonly requirements: Readonly<Record<string, Pick<Requirement, "level">>>;
  /** Requirements that are checked nowhere, as the target is declared to lack what they need. */
  readonly excused?: ReadonlySet<string>;
  /** Requirements that are not checked on every exchange, and what to call if one is violated. */
  readonly passOver?: PassOver;
  /** True if every wait for an event takes the time that the check asks for. @default {false} */
  readonly isPatient?: boolean;
}

/** Requirements on every exchange that other checks have reported. */
export interface PassOver {
  readonly requirements: ReadonlySet<string>;
  /** Is called with each of them that the execution violates. */
  readonly found: (requirement: string) => void;
}

/** Runs a check once; `input` is the generated input of a property. */
export async function execute(
  check: Check,
  input: unknown,
  options: ExecutionOptions,
): Promise<Outcome> {
  const { scopes, target, tally, types, caseTime, ending, requirements, passOver } = options;
  const isExcused = (requirement: string) => options.excused?.has(requirement) === true;
  try {
    const note = (word: string) => {
      tally.spread[word] = (tally.spread[word] ?? 0) + 1;
    };
    const { sharesNamespaces = false } = check;
    const words = `${check.id} ${wordsOf(input)}`;
    const { isPatient = false } = options;
    const scope = await scopes.open(note, undefined, { words, sharesNamespaces, isPatient });
    try {
      const steps = () => check.kind === "example" ? check.run(scope) : check.run(scope, input);
      const { error, violations, skipped } = await recorded(
        () =>
          within(caseTime + waitingTime(target), steps, {
            ending,
            sent: () => scope.requests,
          }),
        () => scope.requests,
      );
      // What the catalogue of the run does not contain is not checked.
      const observed = [
        ...scope.observed().filter(({ requirement }) => requirement in requirements),
        ...refusalIn(error, target),
      ];
      const end = await endingOf(error, target);
      const unanswered = end.kind === "unanswered" ? [asViolation(end.error, check)] : [];
      const decision = decide({
        ending: end.kind === "unanswered" ? { kind: "finished" } : end,
        own: [
          ...violations.filter(({ violation }) => !isExcused(violation.requirement)),
          ...unanswered,
        ],
        observed: observed.filter(({ requirement }) =>
          !isExcused(requirement) && !isPassedOver(requirement, passOver)
        ),
      }, (requirement) => ranksOf(requirement, requirements));
      if (decision.kind === "discarded") types?.add(input, scope, decision.reason);
      if (decision.kind !== "violated") {
        if (decision.kind === "passed") types?.add(input, scope);
        return decision;
      }
      types?.add(input, scope);
      return {
        ...decision,
        skipped: [...skipped, ...afterViolation(end)],
        exchanges: [...scope.exchanges],
        madeNamespaces: scope.madeNamespaces,
        labels: { "plumbline/run": scope.labels["plumbline/run"]! },
        ...(end.kind === "unanswered" && end.error.isUnanswered && { isUnanswered: true }),
        ...(scope.isHurried && { isHurried: true }),
      };
    } finally {
      tally.requests += scope.requests;
      await scopes.close(scope);
    }
  } catch (error) {
    const end = await endingOf(error, target);
    if (end.kind === "finished") return { kind: "broken", error };
    if (end.kind !== "unanswered") return end;
    const violations = [asViolation(end.error, check)] as const;
    const facts = { violations, skipped: [], exchanges: [], madeNamespaces: [], labels: {} };
    return { kind: "violated", ...facts, ...(end.error.isUnanswered && { isUnanswered: true }) };
  }
}

/** Returns true for a requirement that other checks have reported. */
function isPassedOver(requirement: string, passOver: PassOver | undefined): boolean {
  const isReported = passOver?.requirements.has(requirement) === true;
  if (isReported) passOver.found(requirement);
  return isReported;
}

/**
 * Returns the violation of a target that calls a valid request invalid. Whether a request for a
 * discovered type is valid is not certain.
 */
function refusalIn(error: unknown, { types }: Target): ExchangeViolation[] {
  const refusal = error instanceof Discard ? error.refusal : undefined;
  if (refusal === undefined || types !== undefined) return [];
  const requirement = "exchanges.valid-request-accepted";
  return [{ requirement, expected: "success of a valid request", actual: refusal }];
}

/** Returns what a case could not judge, because its steps did not end by themselves. */
function afterViolation(end: Ending | Unanswered): string[] {
  switch (end.kind) {
    case "discarded":
      return [`the rest of the case: ${end.reason}`];
    case "broken":
      return [
        `the rest of the case: ${end.error instanceof Error ? end.error.message : end.error}`,
      ];
    case "unanswered":
      return ["the rest of the case"];
    default:
      return [];
  }
}

/** Returns the time that a check may wait for history to expire: none if the clock can be moved. */
function waitingTime({ waits, advanceClock }: Target): number {
  return advanceClock === undefined ? 5 * (waits.history ?? 0) : 0;
}

/** The milliseconds that the steps of a case have when the run ends early. */
const LAST_STEPS = 2_000;

/** How often steps have their time again, as long as a slow target answers their requests. */
const AGAIN = 4;

/** What sends more requests than these is no slow target's: the largest cases have some hundreds more. */
const MANY = 3 * CASE_REQUESTS;

/** Awaits the steps; a check that does not finish is an error of the suite. */
async function within(
  time: number,
  steps: () => Promise<void>,
  { ending, sent }: { readonly ending: AbortSignal | undefined; readonly sent: () => number },
): Promise<void> {
  const { promise: late, reject } = Promise.withResolvers<never>();
  const timers: ReturnType<typeof setTimeout>[] = [];
  const wait = (before: number, times = 1) => {
    timers.push(setTimeout(() => {
      const isUnderWay = sent() > before && sent() < MANY;
      if (isUnderWay && times <= AGAIN) wait(sent(), times + 1);
      else reject(new Error(`the check did not finish within ${time * times} ms`));
    }, time));
  };
  wait(0);
  const end = () => {
    timers.push(setTimeout(() => reject(new Discard("the run was stopped")), LAST_STEPS));
  };
  if (ending?.aborted) end();
  else ending?.addEventListener("abort", end);
  try {
    await Promise.race([steps(), late]);
  } finally {
    ending?.removeEventListener("abort", end);
    timers.forEach(clearTimeout);
  }
}

/** The end of steps whose request a target did not answer, although it answers others. */
interface Unanswered {
  readonly kind: "unanswered";
  readonly error: TargetUnreachable;
}

/** Returns how steps ended that threw this error; they ended by themselves if there is none. */
async function endingOf(error: unknown, target: Target): Promise<Ending | Unanswered> {
  if (error === undefined) return { kind: "finished" };
  if (error instanceof Discard) return { kind: "discarded", reason: error.message };
  if (error instanceof TargetUnreachable) {
    if (error.isUndecided && await responses(target)) {
      return { kind: "discarded", reason: error.message };
    }
    return { kind: await responses(target) ? "unanswered" : "unreachable", error };
  }
  return { kind: "broken", error };
}

function asViolation(error: TargetUnreachable, check: Check): FoundViolation {
  // Whatever the requirement is about: nothing was changed or shown.
  const harm = "availability" as const;
  const facts = { expected: "a response", actual: `none: ${error.message}`, harm };
  return { violation: new Violation<string>(check.requirements[0], facts), requests: Infinity };
}

/** The milliseconds that a target has for its simplest response, and how often it is asked. */
const PING = { time: 10_000, times: 3 } as const;

/**
 * Returns true if the target answers at all. One that is busy may be late once: the limits of a client
 * shrink as requests are not answered.
 */
export async function responses({ client }: Pick<Target, "client">): Promise<boolean> {
  for (let times = 0; times < PING.times; times++) {
    const answered = await ping(client);
    if (answered !== undefined) return answered;
  }
  return false;
}

/** Asks once; returns undefined if no response came in time, false if nobody listens. */
async function ping(client: Target["client"]): Promise<boolean | undefined> {
  const { promise: late, resolve } = Promise.withResolvers<undefined>();
  const timer = setTimeout(() => resolve(undefined), PING.time);
  const answered = client.send({ method: "GET", path: "/version" }).then(
    () => true,
    (error) => error instanceof TargetUnreachable && error.isUnanswered ? undefined : false,
  );
  try {
    return await Promise.race([answered, late]);
  } finally {
    clearTimeout(timer);
  }
}
