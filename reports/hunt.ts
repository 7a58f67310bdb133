/**
 * Gathers the runs of a hunt, each with another seed, into one report.
 *
 * @module
 */
import type { CheckResult, FailureCause, RunEvent, Verdict } from "./events.ts";
import { byFailure, type Report, reportOf } from "./report.ts";

/**
 * Verdicts in the order in which a hunt prefers them: a check gets the first that a run gave it.
 */
const SOUGHT: readonly Verdict[] = [
  "fail",
  "error",
  "known deviation",
  "warn",
  "pass",
  "skipped",
  "unsupported",
];

/** A cause and the seeds that showed it. */
interface Caught {
  readonly cause: FailureCause;
  readonly seeds: readonly number[];
}

/** What one run added. */
export interface Catch {
  /** The report of the run. */
  readonly report: Report;
  /** The causes that no earlier run showed. */
  readonly fresh: readonly FailureCause[];
}

/** The runs of a hunt so far. */
export class Hunt {
  readonly #results = new Map<string, { readonly result: CheckResult; readonly seed: number }>();
  readonly #causes = new Map<string, Caught>();
  readonly #seeds: number[] = [];
  readonly #left: string[] = [];
  #first: readonly RunEvent[] = [];
  #last: RunEvent | undefined;
  #requests = 0;

  /** The number of causes so far. */
  get causes(): number {
    return this.#causes.size;
  }

  /** The seeds so far. */
  get seeds(): readonly number[] {
    return this.#seeds;
  }

  /** Adds a run by its events. */
  add(events: readonly RunEvent[]): Catch {
    const report = reportOf(events);
    if (this.#first.length === 0) this.#first = events;
    this.#last = events.findLast(({ type }) => type === "run finished");
    this.#seeds.push(report.seed);
    this.#requests += report.requests;
    this.#left.push(...report.leftBehind);
    for (const result of report.checks) this.#keep(result, report.seed);
    const fresh: FailureCause[] = [];
    for (const cause of report.causes ?? []) {
      const [first] = cause.failures;
      const example = report.checks.flatMap(byFailure).find(({ id, failures: [failure] }) =>
        id === first?.check && failure?.requirement === first.requirement
      );
      const found = { ...cause, ...(example && { example }) };
      const known = this.#causes.get(cause.id);
      if (known === undefined) fresh.push(found);
      this.#causes.set(cause.id, {
        cause: known === undefined ? found : united(known.cause, found),
        seeds: [...known?.seeds ?? [], report.seed],
      });
    }
    return { report, fresh };
  }

  /**
   * Merges the events of all runs of the hunt into those of one run, with the worst result of each
   * check.
   */
  events(): RunEvent[] {
    const causes = [...this.#causes.values()].map(({ cause, seeds }) => ({ ...cause, seeds }));
    const results = [...this.#results.values()].map(({ result }) => result);
    const leftBehind: RunEvent[] = this.#left.length > 0
      ? [{ type: "left behind", resources: this.#left }]
      : [];
    const end = this.#last;
    return [
      ...this.#first.filter(({ type }) =>
        !["check started", "check finished", "left behind", "stale deviation", "run finished"]
          .includes(type)
      ),
      ...results.map((result): RunEvent => ({ type: "check finished", result })),
      ...this.#first.filter((event) =>
        event.type === "stale deviation" &&
        !results.some(({ id, verdict }) => id === event.check && verdict === "known deviation")
      ),
      ...leftBehind,
      { type: "hunted", seeds: this.#seeds, causes },
      ...(end?.type === "run finished" ? [{ ...end, requests: this.#requests }] : []),
    ];
  }

  /** Returns the seed of the run in which a check got its result. */
  seedOf(check: string): number | undefined {
    return this.#results.get(check)?.seed;
  }

  #keep(result: CheckResult, seed: number): void {
    const rank = ({ verdict }: CheckResult) => SOUGHT.indexOf(verdict);
    const known = this.#results.get(result.id)?.result;
    if (known !== undefined && rank(result) >= rank(known)) return;
    this.#results.set(result.id, { result, seed });
  }
}

/** Merges one cause of two runs; keeps the shorter example. */
function united(one: FailureCause, other: FailureCause): FailureCause {
  const length = ({ example }: FailureCause) => example?.failures[0]?.exchange.length ?? Infinity;
  const [best, rest] = length(other) < length(one) ? [other, one] : [one, other];
  return {
    ...best,
    verdict: one.verdict === "fail" ? "fail" : other.verdict,
    checks: [...new Set([...best.checks, ...rest.checks])],
    requirements: [...new Set([...best.requirements, ...rest.requirements])],
    failures: [
      ...new Map(
        [...best.failures, ...rest.failures].map((
          each,
        ) => [`${each.check} ${each.requirement}`, each]),
      ).values(),
    ],
  };
}
