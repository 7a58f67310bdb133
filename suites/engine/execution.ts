/**
 * One execution of a check: a new scope, the check's steps, and the outcome.
 *
 * @module
 */
import { type Exchange, LEVELS } from "../../reports/events.ts";
import { type Check, Discard, Violation } from "../check.ts";
import { TargetUnreachable } from "../client/http_client.ts";
import type { Target } from "../client/target.ts";
import type { ExchangeViolation } from "../model/exchanges/violation.ts";
import type { Requirement } from "../requirement.ts";
import type { ExecutionScope } from "./execution_scope.ts";
import type { Scopes } from "./scopes.ts";
import type { TypeTally } from "./type_tally.ts";

/** An execution in which the target violated a requirement. */
export interface Violated {
  readonly kind: "violated";
  readonly violation: Violation;
  /** The exchanges, in the order they were sent. */
  readonly exchanges: readonly Exchange[];
  /** The namespaces created for the execution, which are deleted after it. */
  readonly madeNamespaces: readonly string[];
  /** True if an exchange violates the requirement, whatever the check is about. */
  readonly isObserved?: true;
  /** True if a request was not answered, or not completely, within the limits of the client. */
  readonly isUnanswered?: true;
}

/** The outcome of an execution. */
export type Outcome =
  | { readonly kind: "passed" }
  | { readonly kind: "discarded"; readonly reason: string }
  | Violated
  /** An error of the suite itself. */
  | { readonly kind: "broken"; readonly error: unknown }
  | { readonly kind: "unreachable"; readonly error: TargetUnreachable };

/** The counters of one check so far. */
export interface Tally {
  requests: number;
  readonly spread: Record<string, number>;
}

/** Options of an execution. */
export interface ExecutionOptions {
  readonly scopes: Scopes;
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
  /** Requirements that are not checked on every exchange, and what to call if one is violated. */
  readonly passOver?: PassOver;
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
  { scopes, target, tally, types, caseTime, ending, requirements, passOver }: ExecutionOptions,
): Promise<Outcome> {
  try {
    const scope = await scopes.open((word) => {
      tally.spread[word] = (tally.spread[word] ?? 0) + 1;
    });
    try {
      const steps = check.kind === "example" ? check.run(scope) : check.run(scope, input);
      const error = await within(caseTime + waitingTime(target), steps, ending)
        .then(() => undefined, (error) => error ?? new Error("rejected without a reason"));
      const observed = worstObserved(scope, requirements, passOver) ??
        refusalIn(error, target, passOver);
      const own = error === undefined ? undefined : await judge(error, check, target);
      // A violation of the check itself is more specific than one of any exchange of its level.
      const outcome = observed !== undefined && own?.kind !== "unreachable" &&
          !(own?.kind === "violated" && !isMoreSevere(observed, own.violation, requirements))
        ? { ...violated(new Violation(observed.requirement, observed)), isObserved: true as const }
        : own ?? { kind: "passed" as const };
      if (outcome.kind === "discarded") types?.add(input, scope, outcome.reason);
      if (outcome.kind === "passed" || outcome.kind === "violated") types?.add(input, scope);
      return outcome.kind === "violated"
        ? {
          ...outcome,
          exchanges: [...scope.exchanges],
          madeNamespaces: scope.exclusive ? scope.namespaces : [],
        }
        : outcome;
    } finally {
      tally.requests += scope.requests;
      await scopes.close(scope);
    }
  } catch (error) {
    return await judge(error, check, target);
  }
}

/** Returns the most severe violation among all exchanges of an execution. */
function worstObserved(
  scope: ExecutionScope,
  requirements: ExecutionOptions["requirements"],
  passOver: PassOver | undefined,
): ExchangeViolation | undefined {
  const levelOf = ({ requirement }: ExchangeViolation) => requirements[requirement]?.level;
  const observed = scope.observed().filter(({ requirement }) => {
    const isPassedOver = passOver?.requirements.has(requirement) === true;
    if (isPassedOver) passOver.found(requirement);
    return !isPassedOver;
  });
  return LEVELS.map((level) => observed.find((each) => levelOf(each) === level))
    .find((each) => each !== undefined);
}

/**
 * Returns the violation of a target that calls a valid request invalid. Whether a request for a
 * discovered type is valid is not certain.
 */
function refusalIn(
  error: unknown,
  { types }: Target,
  passOver: PassOver | undefined,
): ExchangeViolation | undefined {
  const refusal = error instanceof Discard ? error.refusal : undefined;
  if (refusal === undefined || types !== undefined) return undefined;
  const requirement = "exchanges.valid-request-accepted";
  if (passOver?.requirements.has(requirement) === true) {
    passOver.found(requirement);
    return undefined;
  }
  return { requirement, expected: "success of a valid request", actual: refusal };
}

function isMoreSevere(
  observed: ExchangeViolation,
  own: Violation,
  requirements: ExecutionOptions["requirements"],
): boolean {
  const rank = ({ requirement }: { readonly requirement: string }) =>
    LEVELS.indexOf(requirements[requirement]?.level ?? "must");
  return rank(observed) < rank(own);
}

/** Returns the time that a check may wait for history to expire: none if the clock can be moved. */
function waitingTime({ waits, advanceClock }: Target): number {
  return advanceClock === undefined ? 5 * (waits.history ?? 0) : 0;
}

/** The milliseconds that the steps of a case have when the run ends early. */
const LAST_STEPS = 2_000;

/** Awaits the steps; a check that does not finish is an error of the suite. */
async function within(time: number, steps: Promise<void>, ending?: AbortSignal): Promise<void> {
  const { promise: late, reject } = Promise.withResolvers<never>();
  const timers = [
    setTimeout(() => reject(new Error(`the check did not finish within ${time} ms`)), time),
  ];
  const end = () => {
    timers.push(setTimeout(() => reject(new Discard("the run was stopped")), LAST_STEPS));
  };
  if (ending?.aborted) end();
  else ending?.addEventListener("abort", end);
  try {
    await Promise.race([steps, late]);
  } finally {
    ending?.removeEventListener("abort", end);
    timers.forEach(clearTimeout);
  }
}

/** Returns the outcome that an error stands for. */
async function judge(error: unknown, check: Check, target: Target): Promise<Outcome> {
  if (error instanceof Discard) return { kind: "discarded", reason: error.message };
  if (error instanceof TargetUnreachable) {
    // A target that answers other requests but not this one is reachable, and violates.
    if (!await responses(target)) return { kind: "unreachable", error };
    const facts = { expected: "a response", actual: `none: ${error.message}` };
    const outcome = violated(new Violation(check.requirements[0], facts));
    return error.isUnanswered ? { ...outcome, isUnanswered: true } : outcome;
  }
  return error instanceof Violation ? violated(error) : { kind: "broken", error };
}

function violated(violation: Violation): Violated {
  return { kind: "violated", violation, exchanges: [], madeNamespaces: [] };
}

/** The milliseconds that a target has for its simplest response. */
const PING_TIME = 10_000;

/** Returns true if the target answers at all. */
export async function responses({ client }: Pick<Target, "client">): Promise<boolean> {
  const { promise: late, resolve } = Promise.withResolvers<boolean>();
  const timer = setTimeout(() => resolve(false), PING_TIME);
  const answered = client.send({ method: "GET", path: "/version" }).then(() => true, () => false);
  try {
    return await Promise.race([answered, late]);
  } finally {
    clearTimeout(timer);
  }
}
