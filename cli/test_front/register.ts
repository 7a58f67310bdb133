/**
 * Registers a test for each check of a run. One run serves all tests: it takes as long as `check`.
 *
 * @module
 */
import { makeDirectory, UsageError } from "@plumbline/options";
import type { CheckResult, RunEvent } from "@plumbline/reports/events";
import { EventsFile } from "@plumbline/reports/events_file";
import { writeReport } from "@plumbline/reports/formats";
import { gateOf } from "@plumbline/reports/gate";
import { reportOf } from "@plumbline/reports/report";
import { resultLines, totalLines } from "@plumbline/reports/summary";
import { styleOf } from "@plumbline/reports/terminal";
import { registerTests } from "@plumbline/runtime/test_runner";
import { requirementsOf } from "@plumbline/suites/area";
import type { Check } from "@plumbline/suites/check";
import { withLoadLimit } from "@plumbline/suites/client/load_limit";
import type { Target } from "@plumbline/suites/client/target";
import { readKnownDeviations } from "@plumbline/suites/engine/known_deviations";
import { limitsFor } from "@plumbline/suites/engine/limits";
import { inRunOrder, runChecks } from "@plumbline/suites/engine/run";
import { settingsOfFailed } from "../check/failed.ts";
import { targetCommand } from "../check/next_commands.ts";
import type { CheckSettings } from "../check/options.ts";
import { keepReplay, withReplayPath } from "../check/replay_file.ts";
import {
  checksOfShard,
  requireAreas,
  requireScale,
  selectChecks,
  unmatchedFilters,
} from "../check/selection.ts";
import { loadSuites } from "../suite_modules.ts";
import { reachTarget } from "../target_options.ts";
import { Schedule } from "./schedule.ts";

/**
 * Registers the tests.
 *
 * @param print prints the totals after the last test
 * @throws {UsageError} if the settings select no check
 */
export async function registerCheckTests(
  asked: CheckSettings,
  print: (text: string) => void,
): Promise<void> {
  const settings = asked.failed === undefined ? asked : await settingsOfFailed(asked, asked.failed);
  requireScale(settings);
  const optional = settings.scale === undefined ? [] : ["scale"];
  const { areas, checks } = await loadSuites(settings.suiteModules, undefined, optional);
  const requirements = requirementsOf(areas);
  requireAreas(areas.map(({ id }) => id), settings);
  const unmatched = unmatchedFilters(checks, settings, requirements);
  if (unmatched.length > 0) throw new UsageError(unmatched.join("\n"));
  const matching = selectChecks(checks, settings, requirements);
  const selected = inRunOrder(checksOfShard(matching, settings.shard));
  const known = (await Promise.all(settings.known.map(readKnownDeviations))).flat();
  const { directory, ...forms } = settings.reporting;

  const schedule = new Schedule(selected);
  const results = new Map<string, PromiseWithResolvers<CheckResult>>(
    selected.map(({ id }) => [id, Promise.withResolvers()]),
  );
  const events: RunEvent[] = [];
  let target: Target | undefined;
  let file: EventsFile | undefined;
  let running: Promise<unknown> = Promise.resolve();

  function emit(emitted: RunEvent): void {
    const [start] = events;
    const event = directory === undefined || start?.type !== "run started"
      ? emitted
      : keepReplay(emitted, { directory, start, runs: settings.runs });
    if (event.type !== "check progress") events.push(event);
    file?.write(event);
    if (event.type === "check finished") results.get(event.result.id)?.resolve(event.result);
  }

  function start(target: Target): Promise<unknown> {
    return runChecks({
      ...{ target, areas, known, emit, checks: selected },
      seed: settings.seed,
      runs: settings.runs,
      ...(settings.strict && { strict: true }),
      ...(settings.time !== undefined && { time: settings.time }),
      ...(settings.workers !== undefined && { workers: settings.workers }),
      limits: limitsFor(settings.load.rate, settings.scale),
      command: targetCommand(settings.connect, settings.mutants),
      census: true,
      take: (queue) => schedule.take(queue),
    }).then(
      () => rejectRest(new Error("the run ended before")),
      rejectRest,
    );
  }

  /** Gives the tests whose checks have no result the reason. */
  function rejectRest(error: unknown): void {
    const end = events.findLast((event) => event.type === "run finished");
    const why = end?.aborted === undefined ? error : new Error(end.aborted);
    for (const { promise, reject } of results.values()) {
      // Nobody waits for those that a filter left out.
      promise.catch(() => {});
      reject(why);
    }
  }

  registerTests({
    sanitize: false,
    async before() {
      if (directory !== undefined) {
        await makeDirectory(directory);
        file = new EventsFile(`${directory}/events.ndjson`);
      }
      const reached = await reachTarget(settings.connect, settings.mutants);
      const { scale } = settings;
      target = withLoadLimit(scale === undefined ? reached : { ...reached, scale }, settings.load);
      running = start(target);
    },
    async after() {
      schedule.end();
      await running;
      await target?.close();
      file?.[Symbol.dispose]();
      const [begun] = events;
      if (begun?.type !== "run started") return;
      const report = reportOf(events);
      if (directory !== undefined) {
        const gate = gateOf(report, settings.gate);
        for (const line of await writeReport(report, directory, { ...forms, gate })) {
          print(`${line}\n`);
        }
      }
      for (const line of totalLines(report, PLAIN)) print(`${line}\n`);
    },
    tests: selected.map((check) => ({
      name: `${check.id}: ${check.title}`,
      async run(test) {
        schedule.demand(check);
        const result = await results.get(check.id)!.promise;
        if (result.verdict === "fail" || result.verdict === "error") {
          throw new CheckFailed(failureText(check, events, directory));
        }
        if (result.verdict !== "pass") await test.remark(`${result.verdict}: ${result.reason}`);
      },
    })),
  });
}

const PLAIN = styleOf({ colours: false });

/** A check that failed, in the words of the console. */
class CheckFailed extends Error {
  override readonly name = "CheckFailed";

  constructor(message: string) {
    super(message);
    // The stack leads to this file, and not to what is wrong.
    this.stack = "";
  }
}

/** Returns what the console prints about a failing check. */
function failureText(
  { id }: Check,
  events: readonly RunEvent[],
  directory: string | undefined,
): string {
  const own = events.flatMap((event): RunEvent[] => {
    if (event.type === "run started") return [{ ...event, checks: [id] }];
    if (event.type !== "check finished") return [];
    if (event.result.id !== id) return [];
    return [directory === undefined ? event : withReplayPath(event, directory)];
  });
  return resultLines(reportOf(own), PLAIN).join("\n").trim();
}
