/**
 * Builds the descriptions of failures: everything that is needed to reproduce them.
 *
 * @module
 */
import { type Exchange, type Failure, FAILURE_VERDICTS } from "@plumbline/reports/events";
import { type Harm, isFailure, rankOf, withHarm } from "@plumbline/reports/harm";
import { ranksOf } from "../catalogue.ts";
import type { Check, Violation } from "../check.ts";
import { repetitionsToShow } from "./confirmation.ts";
import { counterexampleOf, isPlain } from "./counterexample.ts";
import { curlLine } from "./curl.ts";
import type { FoundViolation } from "./decision.ts";
import type { Outcome } from "./execution.ts";
import { coveringDeviation } from "./known_deviations.ts";
import { sharedWith } from "./kube_apiserver_deviations.ts";
import { neededRequests } from "./needed_requests.ts";
import { type FoundFailure, violates } from "./property_loop.ts";
import type { RunContext } from "./run_context.ts";
import { surestOf } from "./surest_case.ts";
import { timelineOf } from "./timeline.ts";

/** The number of exchanges kept from the start of a failing case, and from its end. */
const KEPT = 60;

/** The number of events kept of a watch. */
const MAX_EVENTS = 100;

/** The check whose failures are described. */
export interface FailingCheck {
  readonly check: Check;
  readonly context: RunContext;
  /** Runs a case again. */
  again(input: unknown): Promise<Outcome>;
}

/** A described failure. */
export interface DescribedFailure {
  readonly failure: Failure;
  /** True if an exchange violates the requirement, whatever the check is about. */
  readonly isObserved: boolean;
}

/** Repeats and describes the failures of a check, which may have cases in common. */
export async function describeFailures(
  failures: readonly FoundFailure[],
  { check, context, again }: FailingCheck,
): Promise<DescribedFailure[]> {
  const described: DescribedFailure[] = [];
  for (const [outcome, same] of Map.groupBy(failures, ({ outcome }) => outcome)) {
    const toRepeat = check.repeatsItself
      ? []
      : same.filter((found) => found.confirmed === undefined && !found.isRaw);
    const [first] = toRepeat;
    const isKnown = ({ requirement }: FoundFailure) =>
      coveringDeviation(context.known, check.id, requirement) !== undefined;
    const { confirmations } = context.limits;
    const limits = {
      ...context.limits,
      // What is known needs no proof that it was no chance.
      confirmations: toRepeat.every(isKnown) ? Math.min(1, confirmations) : confirmations,
    };
    const surest = outcome.isUnanswered || first === undefined ? undefined : await surestOf(
      [first, ...(first.larger ?? []).toReversed()],
      toRepeat.map(({ requirement }) => requirement),
      { check, context: { ...context, limits }, again },
    );
    for (const found of same) {
      const { requirement } = found;
      // The case that fails more often may violate less.
      const isSurest = surest !== undefined && toRepeat.includes(found) &&
        violates(surest.found.outcome, requirement);
      const shown = isSurest ? { ...found, ...surest.found, requirement } : found;
      described.push({
        failure: describeFailure(shown, {
          check,
          context,
          confirmed: found.confirmed ?? surest?.confirmed.get(found.requirement) ??
            (check.repeatsItself ? REPEATED_ITSELF : NOT_REPEATED),
        }),
        isObserved: foundIn(found).isObserved === true,
      });
    }
  }
  return described;
}

const NOT_REPEATED: Failure["confirmed"] = { attempts: 0, reproduced: 0 };

/** A case that reports only what it found a second time. */
const REPEATED_ITSELF: Failure["confirmed"] = { attempts: 1, reproduced: 1 };

/** Returns the failures with the worst verdict first, and those of one verdict by harm and level. */
export function byVerdict(
  failures: readonly Failure[],
  requirements: RunContext["requirements"],
): readonly Failure[] {
  const rank = ({ requirement, harm }: Failure) =>
    rankOf(withHarm(ranksOf(requirement, requirements), harm));
  return FAILURE_VERDICTS.flatMap((verdict) =>
    failures.filter((each) => each.verdict === verdict).toSorted((a, b) => rank(a) - rank(b))
  );
}

/** Returns a failure in a sentence: the reason of a known deviation, or what was expected. */
export function reasonOf({ reason, requirement, expected, actual }: Failure): string {
  return reason ?? `${requirement}: expected ${expected}, actual ${actual}`;
}

/** Returns the violation that a failure is about. */
export function violationOf(found: FoundFailure): Violation {
  return foundIn(found).violation;
}

function foundIn({ requirement, outcome: { violations } }: FoundFailure): FoundViolation {
  return violations.find(({ violation }) => violation.requirement === requirement)!;
}

/** Returns the verdict for a violated requirement: by its level and harm, or a known deviation. */
export function verdictFor(
  requirement: string,
  check: string,
  { known, requirements, harm }: Pick<RunContext, "known" | "requirements"> & {
    readonly harm?: Harm | undefined;
  },
): Pick<Failure, "verdict" | "reason" | "everywhere"> {
  const deviation = coveringDeviation(known, check, requirement);
  if (deviation !== undefined) {
    const { reason, everywhere } = deviation;
    return { verdict: "known deviation", reason, ...(everywhere && { everywhere }) };
  }
  // The violated requirement counts, not the level of the check: it may verify more.
  return {
    verdict: isFailure(withHarm(ranksOf(requirement, requirements), harm)) ? "fail" : "warn",
  };
}

/** Returns the description of a failure. */
function describeFailure(
  found: FoundFailure,
  { check, context, confirmed }: Pick<FailingCheck, "check" | "context"> & {
    readonly confirmed: Failure["confirmed"];
  },
): Failure {
  const { input, outcome, path, replayPath } = found;
  const { violation, requests, isObserved } = foundIn(found);
  const { skipped } = outcome;
  // The requests that are shown end with those that violate it.
  const exchanges = outcome.exchanges.slice(0, requests);
  const timeline = timelineOf(exchanges, violation);
  const needed = neededRequests(exchanges, {
    named: violation.exchanges,
    expected: violation.expected,
    actual: violation.actual,
    isObserved: isObserved === true,
  });
  const kept = keptOf(exchanges, needed).map((exchange): Exchange => {
    const { events = [], ...one } = exchange;
    return {
      ...one,
      ...(timeline && { number: exchanges.indexOf(exchange) + 1 }),
      ...(needed.has(exchange) && { needed: true as const }),
      ...(needed.has(exchange) && exchange.events && { events: events.slice(0, MAX_EVENTS) }),
    };
  });
  const shown = kept.filter((exchange) => exchange.needed);
  const { url, insecure, needsCertificate, identities: [current] } = context.target;
  const certified = current.certified ?? needsCertificate;
  const curl = { url, insecure, identity: current.name, certified };
  const isUsed = (namespace: string) =>
    shown.some(({ path, requestBody = "" }) =>
      path.split(/[/?]/).includes(namespace) || requestBody.includes(`"${namespace}"`)
    );
  const namespaces = outcome.madeNamespaces.filter(isUsed);
  const sharedBy = sharedWith(check.id, violation.requirement);
  return {
    requirement: violation.requirement,
    statement: context.requirements[violation.requirement]?.statement ?? "",
    expected: violation.expected,
    actual: violation.actual,
    ...verdictFor(violation.requirement, check.id, { ...context, harm: violation.harm }),
    ...(violation.harm && { harm: violation.harm }),
    ...(sharedBy !== undefined && !context.target.disposable && { sharedBy }),
    ...(skipped.length > 0 && { notJudged: skipped }),
    ...(input !== undefined && { counterexample: counterexampleOf(input) }),
    ...(input !== undefined && isPlain(input) && { plain: true }),
    exchange: kept,
    ...(kept.length < exchanges.length && { omittedExchanges: exchanges.length - kept.length }),
    ...(timeline && { timeline }),
    ...(namespaces.length > 0 && { namespaces }),
    curl: [...namespaces.map(creation), ...shown].map((exchange) => curlLine(exchange, curl)),
    replay: replayCommand(found, { check, context, confirmed }),
    shrinks: found.shrinks,
    ...(path !== undefined && { path }),
    ...(replayPath !== undefined && { replayPath }),
    confirmed,
  };

  // The namespaces of the case are gone by the time that the commands are used.
  function creation(namespace: string): Exchange {
    return {
      method: "POST",
      path: "/api/v1/namespaces",
      identity: curl.identity,
      requestHeaders: { accept: "application/json", "content-type": "application/json" },
      requestBody: JSON.stringify({
        apiVersion: "v1",
        kind: "Namespace",
        metadata: { name: namespace, labels: outcome.labels },
      }),
      status: 0,
      responseHeaders: {},
      responseBody: "",
      sentAt: 0,
      duration: 0,
    };
  }
}

/** Returns the first and last exchanges, and those that show the failure. */
function keptOf(
  exchanges: readonly Exchange[],
  needed: ReadonlySet<Exchange>,
): readonly Exchange[] {
  return exchanges.filter((exchange, index) =>
    index < KEPT || index >= exchanges.length - KEPT || needed.has(exchange)
  );
}

/** Returns the command that reproduces the failure. */
function replayCommand(
  found: FoundFailure,
  { check, context, confirmed }: Pick<FailingCheck, "check" | "context"> & {
    readonly confirmed: Failure["confirmed"];
  },
): string {
  const area = context.areas.find(({ checks }) => checks.includes(check));
  const words = [
    context.command,
    ...(area?.module === undefined ? [] : [`--suite-module ${area.module}`]),
    `--only ${check.id}`,
    `--seed ${context.seed}`,
  ];
  const repeat = `--repeat ${repetitionsToShow(confirmed)}`;
  if (check.kind === "example") return [...words, repeat].join(" ");
  words.push(`--runs ${context.runs}`);
  // A shrunk list of commands is found again only by a check that passes the replay path on.
  const direct = found.replayPath === undefined || check.arbitrary.length > 1;
  if (direct && found.path !== undefined) words.push(`--path ${found.path}`);
  if (direct && found.replayPath !== undefined) words.push(`--replay-path '${found.replayPath}'`);
  return [...words, repeat].join(" ");
}
