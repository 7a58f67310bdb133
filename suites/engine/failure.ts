/**
 * Builds the description of a failure: everything that is needed to reproduce it.
 *
 * @module
 */
import type { Exchange, Failure } from "../../reports/events.ts";
import type { Check } from "../check.ts";
import type { RunContext } from "./run_context.ts";
import { counterexampleOf, isPlain } from "./counterexample.ts";
import { curlLine } from "./curl.ts";
import type { Violated } from "./execution.ts";
import type { PropertyOutcome } from "./property_loop.ts";
import { timelineOf } from "./timeline.ts";

/** The number of exchanges kept from the start of a failing case, and from its end. */
const KEPT = 60;

/** The facts of a failing case. */
export interface FailingCase {
  readonly check: Check;
  readonly input: unknown;
  readonly outcome: Violated;
  readonly confirmed: Failure["confirmed"];
  readonly context: RunContext;
  readonly found: PropertyOutcome;
}

/** Returns the description of a failing case. */
export function describeFailure(failing: FailingCase): Failure {
  const { input, outcome, confirmed, context } = failing;
  const { violations: [{ violation, requests }], madeNamespaces } = outcome;
  const exchanges = outcome.exchanges.slice(0, requests);
  const timeline = timelineOf(exchanges, violation);
  const kept = keptOf(exchanges, violation.exchanges).map((exchange): Exchange => {
    // The timeline has the events of watches.
    const { events: _, ...one } = exchange;
    return timeline === undefined ? one : { ...one, number: exchanges.indexOf(exchange) + 1 };
  });
  const curl = { url: context.target.url, identity: context.target.identities[0].name };
  return {
    requirement: violation.requirement,
    statement: context.requirements[violation.requirement]?.statement ?? "",
    expected: violation.expected,
    actual: violation.actual,
    ...(input !== undefined && { counterexample: counterexampleOf(input) }),
    ...(input !== undefined && isPlain(input) && { plain: true }),
    exchange: kept,
    ...(kept.length < exchanges.length && { omittedExchanges: exchanges.length - kept.length }),
    ...(timeline && { timeline }),
    curl: [...madeNamespaces.map(creation), ...kept].map((exchange) => curlLine(exchange, curl)),
    replay: replayCommand(failing),
    confirmed,
  };

  // The namespaces of the case are gone by the time that the commands are used.
  function creation(namespace: string): Exchange {
    return {
      method: "POST",
      path: "/api/v1/namespaces",
      identity: curl.identity,
      requestHeaders: { "content-type": "application/json" },
      requestBody: JSON.stringify({
        apiVersion: "v1",
        kind: "Namespace",
        metadata: { name: namespace },
      }),
      status: 0,
      responseHeaders: {},
      responseBody: "",
      sentAt: 0,
      duration: 0,
    };
  }
}

/** Returns the first and last exchanges, and those that contradict each other. */
function keptOf(exchanges: readonly Exchange[], named: readonly number[]): readonly Exchange[] {
  return exchanges.filter((_, index) =>
    index < KEPT || index >= exchanges.length - KEPT || named.includes(index + 1)
  );
}

/** Returns the command that reproduces the failure. */
function replayCommand({ check, context, found }: FailingCase): string {
  const area = context.areas.find(({ checks }) => checks.includes(check));
  const words = [
    context.command,
    ...(area?.module === undefined ? [] : [`--suite-module ${area.module}`]),
    `--only ${check.id}`,
    `--seed ${context.seed}`,
  ];
  if (check.kind === "example") return words.join(" ");
  words.push(`--runs ${context.runs}`);
  // A shrunk list of commands is found again only by a check that passes the replay path on.
  const direct = found.replayPath === undefined || check.arbitrary.length > 1;
  if (direct && found.path !== undefined) words.push(`--path ${found.path}`);
  if (direct && found.replayPath !== undefined) words.push(`--replay-path '${found.replayPath}'`);
  return words.join(" ");
}
