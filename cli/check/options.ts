/**
 * Options of `check`, and the settings that they and a configuration file result in.
 *
 * @module
 */
import {
  choice,
  flag,
  type Given,
  integer,
  list,
  milliseconds,
  optionGroup,
  path,
  repeatable,
  text,
  UsageError,
  value,
  type ValuesOf,
} from "@plumbline/options";
import { type Level, LEVELS } from "@plumbline/reports/events";
import type { GateOptions } from "@plumbline/reports/gate";
import { AREAS, CHECKS, OPTIONAL_AREAS, OPTIONAL_CHECKS } from "@plumbline/suites/areas";
import type { ConnectOptions } from "@plumbline/suites/connect";
import type { LoadLimit } from "@plumbline/suites/client/load_limit";
import { DEMANDED_NAMES, FEATURE_NAMES } from "@plumbline/suites/features";
import { readConfig } from "../config_file.ts";
import { mutantOption } from "../mutant_option.ts";
import {
  GATE_OPTIONS,
  gateOptionsOf,
  REPORT_OPTIONS,
  type ReportSettings,
  reportSettingsOf,
} from "../report_options.ts";
import { connectOptionsOf, LOAD_OPTIONS, TARGET_OPTIONS, waitOption } from "../target_options.ts";
import { suiteModuleOption } from "../suite_modules.ts";
import { TYPE_OPTIONS, typeSelectionOf } from "../type_options.ts";
import { UI_OPTIONS, type UiSettings, uiSettingsOf } from "../ui_options.ts";

/** The highest seed that fast-check accepts; the lowest is `-MAX_SEED - 1`. */
const MAX_SEED = 2 ** 31 - 1;

/** The options. */
export const CHECK_OPTIONS = {
  ...TARGET_OPTIONS,
  ...optionGroup("Server", {
    wait: waitOption,
    features: list("NAME,...", "optional features the server supports; detected by default", {
      words: () => FEATURE_NAMES,
    }),
    without: list("NAME,...", "parts of the API that the server lacks, not to be checked", {
      words: () => [...DEMANDED_NAMES, ...FEATURE_NAMES],
    }),
    mutant: mutantOption(
      "seed this bug into the reference server (repeatable); `matrix --list` lists the bugs",
    ),
  }),
  ...TYPE_OPTIONS,
  ...optionGroup("Selection", {
    area: list("AREA,...", "run only the checks of these areas", {
      completes: () => [...AREAS, ...OPTIONAL_AREAS].map(({ id }) => id),
    }),
    only: repeatable({
      ...text("ID", "run only this check (repeatable)"),
      completes: () => [...CHECKS, ...OPTIONAL_CHECKS].map(({ id }) => id),
    }),
    failed: path("REPORT", "run only the checks that failed in this report, with the same cases"),
    suiteModule: suiteModuleOption,
    level: choice(
      "LEVEL",
      "minimum requirement level: must, should or convention (default convention)",
      LEVELS,
    ),
    scale: integer("run the area `scale`, too, with N objects of one type (5000)", {
      min: 50,
      max: 20_000,
    }),
    shard: value("K/N", "run part K of N; `report merge` merges the reports", readShard),
    list: flag("list the checks and run none"),
    json: flag("with --list, print JSON"),
    plan: flag("show what the checks access, with a ClusterRole as YAML, and run none"),
  }),
  ...optionGroup("Test cases", {
    runs: integer("cases per property (default 100)", { min: 1, max: 1_000_000 }),
    quick: flag("20 cases per property unless --runs is given"),
    seed: integer("seed of the generated cases (default: random)", {
      min: -MAX_SEED - 1,
      max: MAX_SEED,
    }),
    path: text("PATH", "run one case of a property, as the replay command of a failure gives it"),
    replayPath: text("PATH", "commands to run of that case"),
    replay: path("FILE", "run the case of a replay file and count its failures"),
    hunt: value(
      "TIME",
      "run with new seeds until this time is up, as 10m, and gather the failures by cause",
      milliseconds,
    ),
    time: value(
      "TIME",
      "begin no check and no case after this time, as 3m, and end the run as incomplete",
      milliseconds,
    ),
    bail: flag("end the run at the first violation that fails it for its harm"),
    repeat: integer(
      "repeat the case of --replay, or of --only, and count how often it fails (default 10)",
      { min: 1, max: 10_000 },
    ),
  }),
  ...optionGroup("Load", {
    workers: integer("checks that run at the same time (default 6; 8 on the reference server)", {
      min: 1,
      max: 64,
    }),
  }),
  ...optionGroup("Failures", {
    nemesis: path(
      "FILE",
      "hurt and heal the server by the commands of this file, and judge what clients see meanwhile",
    ),
  }),
  ...LOAD_OPTIONS,
  ...REPORT_OPTIONS,
  ...optionGroup("Report", {
    curl: path("FILE", "write a bash script that shows each failure with curl, and cleans up"),
  }),
  ...GATE_OPTIONS,
  ...optionGroup("Exit code", {
    known: repeatable(path("FILE", "known deviations, which do not fail the run (repeatable)")),
    strict: flag("count as failures what every kube-apiserver does, too"),
  }),
  ...UI_OPTIONS,
  config: path("FILE", "read options from a YAML file"),
  plain: flag("no colours and no progress line"),
};

/** Values of the options. */
export type CheckOptions = ValuesOf<typeof CHECK_OPTIONS>;

/** One part of a run: the `index`th of `count`, from 1. */
export interface Shard {
  readonly index: number;
  readonly count: number;
}

/** The settings of a run. */
export interface CheckSettings {
  /** The connection to the server; without a URL or kubeconfig the reference server is checked. */
  readonly connect: ConnectOptions;
  /** Ids of the mutants and benign variants that the reference server runs with. */
  readonly mutants: readonly string[];
  /** Modules whose areas are loaded beside the built-in ones. */
  readonly suiteModules: readonly string[];
  readonly areas: readonly string[];
  readonly only: readonly string[];
  /** A report whose failed checks are those to run. */
  readonly failed?: string;
  /** True to end the run at the first violation with grave harm. */
  readonly bail: boolean;
  readonly level: Level;
  readonly runs: number;
  readonly seed: number;
  readonly path?: string;
  readonly replayPath?: string;
  /** Replay file whose case is the only one to run. */
  readonly replay?: string;
  /** Milliseconds after which to stop running with new seeds; absent for one run. */
  readonly hunt?: number;
  /** Milliseconds after which no check and no case is begun; absent for no limit. */
  readonly time?: number;
  /** Repetitions of that case, or of the only check's; absent for one run, or those of the file. */
  readonly repeat?: number;
  /** File of the commands that hurt and heal the server; the checks are replaced by their own. */
  readonly nemesis?: string;
  /** Objects of one type in the area `scale`, which runs only if it is given. */
  readonly scale?: number;
  readonly workers?: number;
  readonly load: LoadLimit;
  readonly shard: Shard;
  readonly reporting: ReportSettings;
  /** File for a script that shows the failures. */
  readonly curl?: string;
  readonly gate: GateOptions;
  readonly known: readonly string[];
  /** True to count what every kube-apiserver does, too; absent for the default of the target. */
  readonly strict?: true;
  /** How to list the checks; absent to run them. */
  readonly list?: "text" | "json";
  readonly plan: boolean;
  /** Live page of the run; absent if none is wanted. */
  readonly ui?: UiSettings;
  readonly plain: boolean;
}

/** Cases per property. */
const RUNS = { quick: 20, normal: 100 } as const;

/**
 * Returns the settings of a run: options of the command line replace those of the file.
 *
 * @param generateSeed called if no seed is given
 */
export async function readCheckSettings(
  given: Given<typeof CHECK_OPTIONS>,
  generateSeed: () => number,
): Promise<CheckSettings> {
  const typed = given.options;
  if (typed.replay !== undefined) {
    rejectSelection(typed, "--replay: the replay file states what to run", SELECTING);
  }
  if (typed.failed !== undefined) {
    const { list: _, plan: __, path: ___, replayPath: ____, ...selecting } = SELECTING;
    rejectSelection(typed, "--failed: the report states what to run", {
      ...selecting,
      quick: "--quick",
      replay: "--replay",
    });
  }
  const config = typed.config === undefined
    ? undefined
    : await readConfig(typed.config, CHECK_OPTIONS);
  const options: CheckOptions = { ...config?.options, ...typed };
  const [url = config?.url] = given.arguments;
  if (options.nemesis !== undefined) {
    const { seed: _, ...selecting } = SELECTING;
    rejectSelection(options, "--nemesis, which has checks of its own", {
      ...selecting,
      replay: "--replay",
      shard: "--shard",
      suiteModule: "--suite-module",
      scale: "--scale",
      time: "--time",
      mutant: "--mutant",
    });
    if (url === undefined && options.kubeconfig === undefined) {
      throw new UsageError("Cannot use --nemesis without a server. Give a URL or --kubeconfig.");
    }
  }
  const { mutant = [], path, replayPath, replay, workers, rate, concurrency } = options;
  if (mutant.length > 0 && (url !== undefined || options.kubeconfig !== undefined)) {
    throw new UsageError("Cannot use --mutant with another server than the reference server.");
  }
  if (options.repeat !== undefined && replay === undefined && options.only?.length !== 1) {
    throw new UsageError(
      "--repeat needs a case. Give --replay FILE, or --only ID with its --seed.",
    );
  }
  if (typed.json && !options.list) {
    throw new UsageError(
      "Cannot use --json without --list. Use --report DIR for a report as JSON.",
    );
  }
  const ui = uiSettingsOf(options, typed);
  const alone = path !== undefined
    ? "--path"
    : options.repeat !== undefined
    ? "--repeat"
    : undefined;
  if (options.hunt !== undefined && (ui !== undefined || alone !== undefined)) {
    const other = ui === undefined ? alone : "--ui";
    throw new UsageError(`Cannot use ${other} with --hunt, which is several runs.`);
  }
  if (options.hunt !== undefined && options.time !== undefined) {
    throw new UsageError("Cannot use --time with --hunt, which has a time of its own.");
  }
  return {
    connect: {
      ...connectOptionsOf(options, url),
      waits: Object.assign({}, config?.waits, ...options.wait ?? []),
      features: options.features,
      without: options.without,
      types: await typeSelectionOf(options),
    },
    mutants: mutant,
    suiteModules: options.suiteModule ?? [],
    areas: options.area ?? [],
    only: options.only ?? [],
    ...(options.failed !== undefined && { failed: options.failed }),
    bail: options.bail ?? false,
    level: options.level ?? "convention",
    runs: options.runs ?? (options.quick ? RUNS.quick : RUNS.normal),
    seed: options.seed ?? generateSeed(),
    ...(path !== undefined && { path }),
    ...(replayPath !== undefined && { replayPath }),
    ...(replay !== undefined && { replay }),
    ...(options.hunt !== undefined && { hunt: options.hunt }),
    ...(options.time !== undefined && { time: options.time }),
    ...(options.repeat !== undefined && { repeat: options.repeat }),
    ...(options.nemesis !== undefined && { nemesis: options.nemesis }),
    ...(options.scale !== undefined && { scale: options.scale }),
    ...(workers !== undefined && { workers }),
    load: { rate, concurrency },
    shard: options.shard ?? { index: 1, count: 1 },
    reporting: reportSettingsOf(options, config?.implementation),
    ...(options.curl !== undefined && { curl: options.curl }),
    gate: await gateOptionsOf(options),
    known: options.known ?? [],
    ...(options.strict && { strict: true }),
    ...(options.list && { list: options.json ? "json" as const : "text" as const }),
    plan: options.plan ?? false,
    ...(ui !== undefined && { ui }),
    plain: options.plain ?? false,
  };
}

/** Options that contradict a replay file, which states what to run. */
const SELECTING = {
  area: "--area",
  only: "--only",
  level: "--level",
  runs: "--runs",
  seed: "--seed",
  path: "--path",
  replayPath: "--replay-path",
  hunt: "--hunt",
  list: "--list",
  plan: "--plan",
} as const;

function rejectSelection(
  options: CheckOptions,
  what: string,
  flags: Readonly<Record<string, string>>,
): void {
  for (const [name, flag] of Object.entries(flags)) {
    if (options[name as keyof CheckOptions] === undefined) continue;
    throw new UsageError(`Cannot use ${flag} with ${what}.`);
  }
}

function readShard(text: string, flag: string): Shard {
  const [, index, count] = (/^(\d{1,4})\/(\d{1,4})$/.exec(text) ?? []).map(Number);
  if (index === undefined || count === undefined || index < 1 || index > count) {
    throw new UsageError(`Cannot use ${flag} "${text}". Give K/N with K from 1 to N, as 2/4.`);
  }
  return { index, count };
}
