/**
 * `check --hunt`: goes on with new seeds until time is up, and gathers the failures by cause.
 *
 * @module
 */
import { ConsoleReporter, type ConsoleReporterOptions } from "@plumbline/reports/console";
import type { RunEvent } from "@plumbline/reports/events";
import { Hunt } from "@plumbline/reports/hunt";
import { formatDuration, pluralize, safeLine } from "@plumbline/reports/text";
import type { EngineOptions } from "@plumbline/suites/engine/run";
import { runChecks } from "@plumbline/suites/engine/run";
import type { Terminal } from "../terminal.ts";

/** What each run of a hunt has in common. */
export interface HuntOptions extends Omit<EngineOptions, "emit" | "signal"> {
  /** Milliseconds after which no seed is started, and the one that runs is stopped. */
  readonly time: number;
  /** The form of the output. */
  readonly screen: Omit<ConsoleReporterOptions, "write">;
  /** Ends the hunt early. */
  readonly signal: AbortSignal;
}

/** The highest seed, after which the next one is 0. */
const MAX_SEED = 2 ** 31 - 1;

/**
 * Runs the checks with one seed after the other. The first run is always completed; one that time
 * stops counts for what it found.
 *
 * @returns what the runs found
 */
export async function hunt(options: HuntOptions, terminal: Terminal): Promise<Hunt> {
  const { time, screen, signal, ...settings } = options;
  const found = new Hunt();
  const now = () => performance.now();
  const end = now() + time;
  let { seed } = settings;
  do {
    const isFirst = found.seeds.length === 0;
    const left = end - now();
    const stop = isFirst ? undefined : AbortSignal.timeout(Math.max(1, Math.ceil(left)));
    const events: RunEvent[] = [];
    const reporter = new ConsoleReporter({ ...screen, write: terminal.out });
    await runChecks({
      ...settings,
      seed,
      census: isFirst,
      signal: stop ? AbortSignal.any([signal, stop]) : signal,
      emit: (event) => {
        const emitted = stopped(event, stop?.aborted === true && !signal.aborted);
        if (emitted.type !== "check progress") events.push(emitted);
        // The summary is that of the hunt.
        if (emitted.type !== "run finished") reporter.take(emitted);
      },
    });
    reporter.stop();
    const { report, fresh } = found.add(events);
    for (const { verdict, title } of fresh) {
      terminal.out(`${isFirst ? "" : "new: "}${verdict.toUpperCase()} ${safeLine(title)}\n`);
    }
    terminal.out(`${progressOf(found, report.causes?.length ?? 0, end - now())}\n`);
    if (report.unreachable) break;
    seed = seed === MAX_SEED ? 0 : seed + 1;
  } while (now() < end && !signal.aborted);
  return found;
}

/** Returns the end of a run that time stopped as that of a run that is over. */
function stopped(event: RunEvent, byTime: boolean): RunEvent {
  if (!byTime || event.type !== "run finished" || event.unreachable) return event;
  const { aborted: _, ...end } = event;
  return end;
}

function progressOf({ seeds, causes }: Hunt, here: number, left: number): string {
  return [
    `seed ${seeds.at(-1)}: ${pluralize(here, "cause")} of failures`,
    `${pluralize(causes, "cause")} in ${pluralize(seeds.length, "seed")}`,
    left > 0 ? `${formatDuration(left)} left` : "time is up",
  ].join(" · ");
}
