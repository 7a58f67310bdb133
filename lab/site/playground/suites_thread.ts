/**
 * The suites in the thread of the playground's server: runs the checks of an area against it.
 *
 * @module
 */
import type { RunEvent } from "@plumbline/reports/events";
import { renderHtml } from "@plumbline/reports/html/page";
import { reportOf } from "@plumbline/reports/report";
import { AREAS } from "@plumbline/suites/areas";
import { connect } from "@plumbline/suites/connect";
import { run } from "@plumbline/suites/run";
import type { Target } from "@plumbline/suites/client/target";
import { type Callable, thread } from "./calls.ts";
import { CANNOT_RUN } from "./cannot_run.ts";
import { ORIGIN, type Playground } from "./playground.ts";

/** What to run. */
interface RunRequest {
  readonly area: string;
  /** Cases per property. */
  readonly runs: number;
  readonly seed: number;
  /** The active bugs, for the commands of the report. */
  readonly bugs: readonly string[];
}

/** Milliseconds after which the server has dropped history: five minutes and a little. */
const HISTORY = 5 * 60_000 + 1_000;

/** A person waits: milliseconds for making a failing case smaller, and for explaining failures. */
const LIMITS = { shrinkTime: 2_000, explainTime: 5_000 } as const;

let stopping = new AbortController();

const calls: Record<string, Callable> = {
  areas: () => AREAS.map(({ id, checks }) => ({ id, checks: checks.length })),
  stop: () => stopping.abort(),
  run: runArea,
};
Object.assign(thread.plumblineCalls, calls);

/** Runs the checks of an area; each result is a step. Returns the verdict and the report as HTML. */
async function runArea(
  { area: id, runs, seed, bugs }: RunRequest,
  step: (value: unknown) => void,
): Promise<unknown> {
  const area = AREAS.find((each) => each.id === id);
  if (area === undefined) throw new RangeError(`No area has the id ${id}`);
  const checks = area.checks.filter((check) => !(check.id in CANNOT_RUN));
  stopping = new AbortController();
  await using target = await targetOf(thisPlayground());
  const events: RunEvent[] = [];
  const running = run({
    ...{ target, areas: [area], checks, runs, seed, signal: stopping.signal, limits: LIMITS },
    command: ["deno task check --dialect kubernetes", ...bugs].join(" --mutant "),
  });
  for await (const event of running) {
    events.push(event);
    if (event.type === "check started") step({ started: event.check });
    if (event.type === "check finished") {
      const { id, title, verdict, reason } = event.result;
      step({ finished: id, title, verdict, reason });
    }
  }
  const report = reportOf(events);
  const { verdict, totals, requests } = report;
  return {
    ...{ verdict, totals, requests },
    leftOut: area.checks.filter((check) => check.id in CANNOT_RUN)
      .map((check) => ({ id: check.id, why: CANNOT_RUN[check.id] })),
    html: renderHtml(report),
  };
}

const thisPlayground = (): Playground =>
  (thread as unknown as { readonly plumblinePlayground: Playground }).plumblinePlayground;

/** Connects to the server of this thread. */
async function targetOf({ identities, advanceClock }: Playground): Promise<Target> {
  const connected = await connect({
    url: ORIGIN,
    dialect: "kubernetes",
    isKnownServer: true,
    identities,
    // Changes of permissions apply from the next request on.
    waits: { history: HISTORY, propagation: 0 },
    defaultConfiguration: true,
  });
  return { ...connected, advanceClock };
}
