/**
 * Reads reports and events of schema 1, in which a check had one failure at most.
 *
 * @module
 */
import type { CheckResult, Failure, FailureCause, RunEvent } from "./events.ts";
import type { Report } from "./report.ts";

/** A result of schema 1. */
type OldResult = Omit<CheckResult, "failures"> & {
  readonly failure?: Omit<Failure, "verdict" | "shrinks">;
  readonly shrinks: number;
  readonly path?: string;
  readonly replayPath?: string;
};

/** A cause of schema 1. */
type OldCause = Omit<FailureCause, "failures" | "example"> & { readonly example?: OldResult };

/** A report of schema 1. */
export type OldReport = Omit<Report, "schema" | "checks" | "causes"> & {
  readonly schema: 1;
  readonly checks: readonly OldResult[];
  readonly causes?: readonly OldCause[];
};

/** Converts a report of schema 1 to the current schema. */
export function reportOfSchema1(report: OldReport): Report {
  const checks = report.checks.map(resultOf);
  const { causes, ...facts } = report;
  return {
    ...facts,
    schema: 2,
    checks,
    ...(causes && { causes: causes.map((cause) => causeOf(cause, checks)) }),
  };
}

/** Converts an event of any schema to the current schema. */
export function eventOfAnySchema(event: RunEvent): RunEvent {
  switch (event.type) {
    case "run started":
      return { ...event, schema: 2 };
    case "check finished":
      return isOld(event.result) ? { ...event, result: resultOf(event.result) } : event;
    default:
      return event;
  }
}

function isOld(result: CheckResult | OldResult): result is OldResult {
  return !("failures" in result);
}

function resultOf(old: OldResult): CheckResult {
  const { failure, shrinks, path, replayPath, ...result } = old;
  if (failure === undefined) return { ...result, failures: [] };
  const { verdict, reason } = result;
  const isKnown = verdict === "known deviation";
  const one: Failure = {
    ...failure,
    verdict: verdict === "fail" || isKnown ? verdict : "warn",
    ...(isKnown && reason !== undefined && { reason }),
    shrinks,
    ...(path !== undefined && { path }),
    ...(replayPath !== undefined && { replayPath }),
    // A check ended at its first violation.
    notJudged: ["the rest of the check"],
  };
  return { ...result, failures: [one] };
}

function causeOf({ example, ...cause }: OldCause, checks: readonly CheckResult[]): FailureCause {
  const violated = new Map(checks.map(({ id, failures: [first] }) => [id, first?.requirement]));
  return {
    ...cause,
    failures: cause.checks.flatMap((check) => {
      const requirement = violated.get(check);
      return requirement === undefined ? [] : [{ check, requirement }];
    }),
    ...(example && { example: resultOf(example) }),
  };
}
