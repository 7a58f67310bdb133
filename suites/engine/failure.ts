/**
 * Makes the package a reader needs to see a failure for themselves.
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

/** How many exchanges of a failing case are kept from its start, and as many from its end. */
const KEPT = 60;

/** What is known of a failing case. */
export interface FailingCase {
  readonly check: Check;
  readonly input: unknown;
  readonly outcome: Violated;
  readonly confirmed: Failure["confirmed"];
  readonly context: RunContext;
  readonly found: PropertyOutcome;
}

/** The package for a failing case. */
export function describeFailure(failing: FailingCase): Failure {
  const { input, outcome, confirmed, context } = failing;
  const { violation, exchanges, madeNamespaces } = outcome;
  const kept = exchanges.length <= 2 * KEPT
    ? exchanges
    : [...exchanges.slice(0, KEPT), ...exchanges.slice(-KEPT)];
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
    curl: [...madeNamespaces.map(creation), ...kept].map((exchange) => curlLine(exchange, curl)),
    replay: replayCommand(failing),
    confirmed,
  };

  // The namespaces of the execution are gone by the time somebody pastes the lines.
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

/** The command that shows the failure again. */
function replayCommand({ check, context, found }: FailingCase): string {
  const area = context.areas.find(({ checks }) => checks.includes(check));
  const words = [
    context.command,
    ...(area?.module === undefined ? [] : [`--area-module ${area.module}`]),
    `--only ${check.id}`,
    `--seed ${context.seed}`,
  ];
  if (check.kind === "example") return words.join(" ");
  words.push(`--runs ${context.runs}`);
  // A shrunk list of commands is found again only by a check that hands the replay path on.
  const direct = found.replayPath === undefined || check.arbitrary.length > 1;
  if (direct && found.path !== undefined) words.push(`--path ${found.path}`);
  if (direct && found.replayPath !== undefined) words.push(`--replay-path '${found.replayPath}'`);
  return words.join(" ");
}
