/**
 * The command `check`.
 *
 * @module
 */
import { commandHelp, makeDirectory } from "../../command_line/mod.ts";
import { ConsoleReporter } from "../../reports/console.ts";
import { EventsFile } from "../../reports/events_file.ts";
import { gateOf, gateSentences } from "../../reports/gate.ts";
import { reportOf } from "../../reports/report.ts";
import type { RunEvent } from "../../reports/events.ts";
import { writeReport } from "../../reports/render/formats.ts";
import { CHECKS } from "../../suites/areas/mod.ts";
import { AREAS } from "../../suites/areas/mod.ts";
import type { Check } from "../../suites/check.ts";
import { withLoadLimit } from "../../suites/client/load_limit.ts";
import type { Target } from "../../suites/client/target.ts";
import { readKnownDeviations } from "../../suites/engine/known_deviations.ts";
import { limitsFor } from "../../suites/engine/limits.ts";
import { runChecks } from "../../suites/engine/run.ts";
import { keepRunPage, openRunPage } from "./page.ts";
import { CHECK_COMMAND } from "./options.ts";
import { type CheckSettings, readCheckSettings } from "./settings.ts";
import { EXIT, exitCodeOf } from "../exit_code.ts";
import type { Io } from "../io.ts";
import { nextLines } from "./next_commands.ts";
import { tellPlan } from "./plan.ts";
import { targetCommand } from "./replay.ts";
import {
  keepReplay,
  readReplayFile,
  type ReplayFile,
  replayLines,
  seenFromOutside,
  settingsOfReplay,
} from "./replay_file.ts";
import { selectChecks, unmatchedFilters } from "./selection.ts";
import { checksOfShard } from "./shard.ts";
import { reachTarget } from "../target_options.ts";

/**
 * Runs the command and returns its exit code; `checks` are all there are. As a part of another
 * command it tells neither where it wrote nor what to try next.
 */
export async function check(
  words: readonly string[],
  io: Io,
  checks: readonly Check[] = CHECKS,
  { isPart = false }: { readonly isPart?: boolean } = {},
): Promise<number> {
  const given = await readCheckSettings(words, drawSeed);
  const replay = given.replay === undefined ? undefined : await readReplayFile(given.replay);
  const settings = replay === undefined ? given : settingsOfReplay(given, replay);
  if (settings.help) {
    io.out(commandHelp(CHECK_COMMAND, io.columns));
    return EXIT.conformant;
  }
  const due = checksOfShard(selectChecks(checks, settings), settings.shard);
  const unmatched = unmatchedFilters(checks, settings);
  for (const sentence of unmatched) io.error(`${sentence}\n`);
  // A gate that a slip of the pen leaves open is worse than none.
  if (unmatched.length > 0) return EXIT.nothingRan;
  if (due.length === 0) {
    io.error("This shard has no checks: there are fewer than shards\n");
    return EXIT.nothingRan;
  }
  if (settings.list) {
    for (const one of due) io.out(`${one.id.padEnd(40)} ${one.level.padEnd(10)} ${one.title}\n`);
    return EXIT.conformant;
  }
  if (settings.plan) return await tellPlan(due, settings.connect, io);
  const known = (await Promise.all(settings.known.map(readKnownDeviations))).flat();
  const target = withLoadLimit(await reachTarget(settings.connect, settings.faults), settings.load);
  try {
    return await run(target, { settings, due, known, replay, isPart }, io);
  } finally {
    await target.close();
  }
}

/** What is to be run. */
interface Plan {
  readonly settings: CheckSettings;
  readonly due: readonly Check[];
  readonly known: Awaited<ReturnType<typeof readKnownDeviations>>;
  /** The failure that is to be seen again, where that is all. */
  readonly replay: ReplayFile | undefined;
  /** Another command goes on from here. */
  readonly isPart: boolean;
}

async function run(target: Target, plan: Plan, io: Io): Promise<number> {
  const { settings } = plan;
  const { directory, ...forms } = settings.reporting;
  if (directory !== undefined) await makeDirectory(directory);
  using file = directory === undefined ? undefined : new EventsFile(`${directory}/events.ndjson`);
  const screen = new ConsoleReporter({
    write: io.out,
    live: io.isTerminal && !settings.plain && io.env("CI") === undefined,
    colours: io.isTerminal && !settings.plain && io.env("NO_COLOR") === undefined,
    ...(io.columns !== undefined && { columns: io.columns }),
  });
  await using page = settings.ui && openRunPage(settings.ui, io);
  const command = targetCommand(settings.connect, settings.faults);
  const events: RunEvent[] = [];
  const interruption = new AbortController();
  const forget = io.onInterrupt(() => {
    // The first time there is something to clear away; the second time somebody is in a hurry.
    if (interruption.signal.aborted) io.exit(EXIT.interrupted);
    interruption.abort();
    io.error("\nEnding: removing what was made on the target (once more to leave it)\n");
  });
  try {
    await runChecks({
      target,
      checks: plan.due,
      areas: AREAS,
      known: plan.known,
      seed: settings.seed,
      runs: settings.runs,
      ...(settings.workers !== undefined && { workers: settings.workers }),
      ...(settings.path !== undefined && { path: settings.path }),
      ...(settings.replayPath !== undefined && { replayPath: settings.replayPath }),
      ...(plan.replay && { replay: { ...plan.replay, repetitions: settings.repeat } }),
      census: true,
      limits: limitsFor(settings.load.rate),
      signal: interruption.signal,
      command,
      emit(told) {
        const { runs } = settings;
        const event = directory === undefined
          ? told
          : keepReplay(told, { directory, start: events[0], runs });
        if (event.type !== "check progress") events.push(event);
        file?.write(event);
        const seen = directory === undefined ? event : seenFromOutside(event, directory);
        screen.take(seen);
        page?.take(seen);
      },
    });
  } finally {
    forget();
  }
  const report = reportOf(events);
  const gate = gateOf(report, settings.gate);
  if (plan.replay) { for (const line of replayLines(report, plan.replay)) io.out(`${line}\n`); }
  if (directory !== undefined) {
    const written = await writeReport(report, directory, { ...forms, gate });
    for (const path of plan.isPart ? [] : written) io.out(`${path}\n`);
  }
  for (const sentence of gateSentences(gate)) io.out(`${sentence}\n`);
  const next = plan.isPart ? [] : nextLines(report, { command, directory });
  for (const line of next) io.out(`${line}\n`);
  if (page) {
    await keepRunPage(page, { report, gate, wasInterrupted: interruption.signal.aborted }, io);
  }
  return exitCodeOf(gate, report);
}

/** A seed nobody asked for: positive, so that it is easy to type. */
function drawSeed(): number {
  return crypto.getRandomValues(new Uint32Array(1))[0]! >>> 1;
}
