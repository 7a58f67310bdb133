/**
 * The command `check`.
 *
 * @module
 */
import { defineCommand, type Given, makeDirectory } from "@plumbline/options";
import { ConsoleReporter } from "@plumbline/reports/console";
import type { RunEvent } from "@plumbline/reports/events";
import { EventsFile } from "@plumbline/reports/events_file";
import { gateLines, gateOf } from "@plumbline/reports/gate";
import { writeReport } from "@plumbline/reports/formats";
import { reportOf } from "@plumbline/reports/report";
import { curlScript } from "@plumbline/reports/script";
import { writeTextFile } from "@plumbline/runtime/files";
import { type Area, requirementsOf } from "@plumbline/suites/area";
import type { Check } from "@plumbline/suites/check";
import { withLoadLimit } from "@plumbline/suites/client/load_limit";
import type { Target } from "@plumbline/suites/client/target";
import { readKnownDeviations } from "@plumbline/suites/engine/known_deviations";
import type { NemesisConfiguration } from "@plumbline/suites/nemesis/configuration";
import { runWhileFailing } from "@plumbline/suites/nemesis/run";
import { limitsFor } from "@plumbline/suites/engine/limits";
import { runChecks } from "@plumbline/suites/engine/run";
import { EXIT, exitCodeOf } from "../exit_codes.ts";
import { loadSuites } from "../suite_modules.ts";
import { reachTarget } from "../target_options.ts";
import type { CommandContext, Terminal } from "../terminal.ts";
import { settingsOfFailed } from "./failed.ts";
import { hunt } from "./hunt.ts";
import { cleanupCommandOf, nextCommands, nextLines, targetCommand } from "./next_commands.ts";
import { CHECK_OPTIONS, type CheckSettings, readCheckSettings } from "./options.ts";
import { readNemesisFile } from "./nemesis_file.ts";
import { listLines } from "./list.ts";
import { keepRunPage, openRunPage } from "./page.ts";
import { printPlan } from "./plan.ts";
import {
  keepReplay,
  readReplayFile,
  repetitionsOf,
  REPLAY_PATIENCE,
  type ReplayFile,
  replayLines,
  settingsOfReplay,
  withReplayPath,
} from "./replay_file.ts";
import {
  checksOfShard,
  requireAreas,
  requireScale,
  selectChecks,
  unmatchedFilters,
} from "./selection.ts";

/** The command. */
export const checkCommand = defineCommand({
  name: "check",
  arguments: ["[URL]"],
  description:
    "Check a server for conformance. Without a URL, start the reference server and check it.",
  options: CHECK_OPTIONS,
  examples: [
    ["check", "Check the reference server, all areas"],
    [
      "check https://localhost:6443 --kubeconfig ~/.kube/config --quick",
      "Check a server with few cases per property",
    ],
    [
      'check http://localhost:8001 --token "$TOKEN" --area watch,paging --report out',
      "Check two areas and write a report",
    ],
    ["check http://localhost:8001 --hunt 10m", "Go on with new seeds for ten minutes"],
    ["check --quick --ui", "Follow the run on a page in the browser"],
    [
      "check --mutant paging/skips-after-deleted --area paging",
      "See a failure: check the reference server with a seeded bug",
    ],
  ],
  run: (given, context: CommandContext) => check(given, context),
});

/**
 * Runs the command and returns its exit code.
 *
 * @param isPart true if another command goes on with the report: paths and next commands are not
 * printed then
 */
export async function check(
  given: Given<typeof CHECK_OPTIONS>,
  { terminal, checks: builtIn }: CommandContext,
  { isPart = false }: { readonly isPart?: boolean } = {},
): Promise<number> {
  const asked = await readCheckSettings(given, generateSeed);
  const replay = asked.replay === undefined ? undefined : await readReplayFile(asked.replay);
  const { failed } = asked;
  const settings = replay !== undefined
    ? settingsOfReplay(asked, replay)
    : failed !== undefined
    ? await settingsOfFailed(asked, failed)
    : asked;
  if (settings.nemesis !== undefined) {
    const nemesis = await readNemesisFile(settings.nemesis);
    return await onTarget(settings, { areas: [], selected: [], replay, isPart, nemesis }, terminal);
  }
  requireScale(settings);
  const { areas, checks } = await loadSuites(
    settings.suiteModules,
    builtIn,
    settings.scale === undefined ? [] : ["scale"],
  );
  const requirements = requirementsOf(areas);
  requireAreas(areas.map(({ id }) => id), settings);
  const selected = checksOfShard(selectChecks(checks, settings, requirements), settings.shard);
  const unmatched = unmatchedFilters(checks, settings, requirements);
  for (const sentence of unmatched) terminal.error(`${sentence}\n`);
  // A gate that passes because of a misspelled filter is worse than none.
  if (unmatched.length > 0) return EXIT.nothingRan;
  if (selected.length === 0) {
    terminal.error("This shard has no checks: there are more shards than checks.\n");
    return EXIT.nothingRan;
  }
  if (settings.list !== undefined) {
    for (const line of listLines(selected, requirements, settings.list)) terminal.out(`${line}\n`);
    return EXIT.conformant;
  }
  if (settings.plan) return await printPlan(selected, settings.connect, terminal);
  return await onTarget(settings, { areas, selected, replay, isPart }, terminal);
}

/** Connects to the target and executes a run on it. */
async function onTarget(
  settings: CheckSettings,
  facts: Omit<Run, "settings" | "known">,
  terminal: Terminal,
): Promise<number> {
  const known = (await Promise.all(settings.known.map(readKnownDeviations))).flat();
  const { scale } = settings;
  const reached = await reachTarget(
    facts.nemesis === undefined
      ? settings.connect
      : { ...settings.connect, timeLimit: 10_000, freshConnections: true },
    settings.mutants,
  );
  const scaled = scale === undefined ? reached : { ...reached, scale };
  const target = withLoadLimit(scaled, settings.load);
  try {
    return await run(target, { ...facts, settings, known }, terminal);
  } finally {
    await target.close();
  }
}

/** A run to execute. */
interface Run {
  readonly settings: CheckSettings;
  readonly areas: readonly Area[];
  readonly selected: readonly Check[];
  readonly known: Awaited<ReturnType<typeof readKnownDeviations>>;
  /** The failure to reproduce, if the run is a replay. */
  readonly replay: ReplayFile | undefined;
  readonly isPart: boolean;
  /** The commands that hurt and heal the target; the run then has checks of its own. */
  readonly nemesis?: NemesisConfiguration;
}

async function run(
  target: Target,
  { settings, areas, selected, known, replay, isPart, nemesis }: Run,
  terminal: Terminal,
): Promise<number> {
  const { directory, ...forms } = settings.reporting;
  if (directory !== undefined) await makeDirectory(directory);
  using file = directory === undefined ? undefined : new EventsFile(`${directory}/events.ndjson`);
  const form = {
    live: terminal.isTty && !settings.plain && terminal.env("CI") === undefined,
    colours: terminal.isTty && !settings.plain && terminal.env("NO_COLOR") === undefined,
    ...(terminal.columns !== undefined && { columns: terminal.columns }),
  };
  const command = [
    targetCommand(settings.connect, settings.mutants),
    ...(settings.scale === undefined ? [] : [`--scale ${settings.scale}`]),
    ...(settings.strict ? ["--strict"] : []),
  ].join(" ");
  const nextOptions = { command, suiteModules: settings.suiteModules, directory };
  const screen = new ConsoleReporter({
    ...form,
    write: terminal.out,
    summaryOnly: settings.hunt !== undefined,
    ...(!isPart && { next: (report) => nextCommands(report, nextOptions) }),
  });
  await using page = settings.ui && await openRunPage(settings.ui, terminal);
  const events: RunEvent[] = [];
  const interruption = new AbortController();
  const forget = terminal.onInterrupt(() => {
    // The first interrupt cleans up; the second one leaves at once.
    if (interruption.signal.aborted) {
      const [start] = events;
      // A reference server that was started for the run is gone with its objects.
      if (!target.disposable && start?.type === "run started") {
        terminal.error(`\nThis removes what is left:\n  ${cleanupCommandOf(command, start.run)}\n`);
      }
      terminal.exit(EXIT.interrupted);
    }
    interruption.abort();
    terminal.error("\nInterrupted: removing the objects of the run (Ctrl-C again to leave them)\n");
  });
  const { seed, strict } = settings;
  const common = { target, known, strict, seed, signal: interruption.signal };
  const selection = {
    checks: selected,
    areas,
    runs: settings.runs,
    ...(settings.time !== undefined && { time: settings.time }),
    bail: settings.bail,
    ...(settings.workers !== undefined && { workers: settings.workers }),
    limits: limitsFor(settings.load.rate, settings.scale),
    command,
  };
  const repetitions = settings.repeat ?? (replay && repetitionsOf(replay));
  // A number of repetitions that was asked for is made in full.
  const patience = settings.repeat === undefined ? REPLAY_PATIENCE : undefined;
  const emit = (emitted: RunEvent, seed = settings.seed) => {
    const { runs } = settings;
    const [start] = events;
    const event = directory === undefined || nemesis !== undefined || start?.type !== "run started"
      ? emitted
      : keepReplay(emitted, { directory, start: { ...start, seed }, runs });
    if (event.type !== "check progress") events.push(event);
    file?.write(event);
    const shown = directory === undefined ? event : withReplayPath(event, directory);
    screen.take(shown);
    page?.take(shown);
  };
  try {
    if (nemesis !== undefined) {
      const again = `${command.replace(/ check\b/, " nemesis")} --nemesis ${settings.nemesis}`;
      const emitOne = (event: RunEvent) => emit(event);
      await runWhileFailing({ ...common, configuration: nemesis, command: again, emit: emitOne });
    } else if (settings.hunt !== undefined) {
      const huntOptions = { ...common, ...selection, time: settings.hunt, screen: form };
      const found = await hunt(huntOptions, terminal);
      for (const event of found.events()) {
        emit(event, event.type === "check finished" ? found.seedOf(event.result.id) : undefined);
      }
    } else {
      await runChecks({
        ...common,
        ...selection,
        ...(settings.path !== undefined && { path: settings.path }),
        ...(settings.replayPath !== undefined && { replayPath: settings.replayPath }),
        ...(repetitions !== undefined && { replay: { ...replay, repetitions, patience } }),
        census: true,
        emit: (event) => emit(event),
      });
    }
  } finally {
    forget();
  }
  const report = reportOf(events);
  const gate = gateOf(report, settings.gate);
  const lines = report.replay ? [...replayLines(report, replay)] : [];
  if (directory !== undefined) {
    const written = await writeReport(report, directory, {
      ...forms,
      gate,
      ...(!isPart && { next: nextCommands(report, nextOptions) }),
    });
    if (!isPart) lines.push(...written);
  }
  if (settings.curl !== undefined) {
    await writeTextFile(settings.curl, curlScript(report, target.identities[0].name));
    lines.push(`Script that shows the failures: TOKEN=… bash ${settings.curl}`);
  }
  if (report.replay === undefined) lines.push(...gateLines(gate));
  if (!isPart) {
    lines.push(...nextLines(report, nextOptions));
  }
  for (const line of lines) terminal.out(`${line}\n`);
  if (page) {
    const wasInterrupted = interruption.signal.aborted;
    await keepRunPage(page, {
      report,
      gate,
      next: nextCommands(report, nextOptions),
      wasInterrupted,
    }, terminal);
  }
  return exitCodeOf(gate, report);
}

/** Generates a positive seed, which is easy to type. */
function generateSeed(): number {
  return crypto.getRandomValues(new Uint32Array(1))[0]! >>> 1;
}
