/**
 * What `check` is to do, from its command line and configuration.
 *
 * @module
 */
import {
  choiceOf,
  type Given,
  type GivenOptions,
  integerOf,
  listOf,
  parseArguments,
  textOf,
  UsageError,
} from "../../command_line/mod.ts";
import type { GateOptions } from "../../reports/gate.ts";
import { type Level, LEVELS } from "../../reports/events.ts";
import { AREAS } from "../../suites/areas/mod.ts";
import type { ConnectOptions } from "../../suites/client/connect.ts";
import type { LoadLimit } from "../../suites/client/load_limit.ts";
import { FEATURE_NAMES } from "../../suites/features.ts";
import { CHECK_COMMAND } from "./options.ts";
import { readConfig } from "../config.ts";
import { faultsOf } from "../fault_option.ts";
import { gateOptionsOf } from "../gate.ts";
import { type Shard, shardOf } from "./shard.ts";
import { type ReportSettings, reportSettingsOf } from "../report/options.ts";
import { readLoadOptions, readTargetOptions } from "../target_options.ts";
import { type UiSettings, uiSettingsOf } from "../ui_options.ts";
import { givenWaits } from "../waits.ts";

/** The settings of a run. */
export interface CheckSettings {
  /** How to reach the target, undefined for the reference server. */
  readonly connect: ConnectOptions;
  /** The ids of the faults the reference server is to have. */
  readonly faults: readonly string[];
  readonly suites: readonly string[];
  readonly only: readonly string[];
  readonly level: Level;
  readonly runs: number;
  readonly seed: number;
  readonly path?: string;
  readonly replayPath?: string;
  /** The replay file whose case alone is run. */
  readonly replay?: string;
  /** How often. */
  readonly repeat: number;
  readonly workers?: number;
  /** The load that is put on the target. */
  readonly load: LoadLimit;
  /** The part of the checks that is run. */
  readonly shard: Shard;
  /** What is written of the run. */
  readonly reporting: ReportSettings;
  /** What the exit code says of it. */
  readonly gate: GateOptions;
  readonly known: readonly string[];
  readonly list: boolean;
  readonly plan: boolean;
  /** Where the run's live page is; absent where none is wanted. */
  readonly ui?: UiSettings;
  readonly plain: boolean;
  readonly help: boolean;
}

/** Cases a property: enough to tell something, and enough to find what is rare. */
const RUNS = { quick: 20, normal: 100 } as const;

/** The highest seed fast-check takes; the lowest is one less than its negative. */
const MAX_SEED = 2 ** 31 - 1;

/** Reads the words behind `check`; `draw` makes a seed where none is given. */
export async function readCheckSettings(
  words: readonly string[],
  draw: () => number,
): Promise<CheckSettings> {
  const line = parseArguments(words, CHECK_COMMAND);
  const replay = textOf(line.options, "replay");
  if (replay !== undefined) refuseChoice(line.options);
  const file = textOf(line.options, "config");
  const config = file === undefined ? undefined : await readConfig(file, CHECK_COMMAND);
  // What the command line says replaces what the file says, option by option.
  const given: Given = {
    ...config,
    ...line,
    options: new Map([...config?.options ?? [], ...line.options]),
  };
  const { options } = given;
  const path = textOf(options, "path");
  const replayPath = textOf(options, "replay-path");
  const workers = integerOf(options, "workers", { min: 1, max: 64 });
  const ui = uiSettingsOf(options, line.options);
  return {
    connect: {
      ...readTargetOptions(options, given.argument),
      waits: { ...config?.waits, ...givenWaits(options) },
      features: options.has("features")
        ? listOf(options, "features").filter((name) => name !== "")
          .map((name) => choiceOf("features", name, FEATURE_NAMES))
        : undefined,
    },
    faults: readFaults(given),
    suites: listOf(options, "suite").map((name) =>
      choiceOf("suite", name, AREAS.map(({ id }) => id))
    ),
    only: options.get("only") ?? [],
    level: choiceOf("level", textOf(options, "level") ?? "convention", LEVELS),
    runs: integerOf(options, "runs", { min: 1, max: 1_000_000 }) ??
      (options.has("quick") ? RUNS.quick : RUNS.normal),
    seed: integerOf(options, "seed", { min: -MAX_SEED - 1, max: MAX_SEED }) ?? draw(),
    ...(path !== undefined && { path }),
    ...(replayPath !== undefined && { replayPath }),
    ...(replay !== undefined && { replay }),
    repeat: integerOf(options, "repeat", { min: 1, max: 10_000 }) ?? 10,
    ...(workers !== undefined && { workers }),
    load: readLoadOptions(options),
    shard: shardOf(options),
    reporting: reportSettingsOf(options, config?.implementation),
    gate: await gateOptionsOf(options),
    known: options.get("known") ?? [],
    list: options.has("list"),
    plan: options.has("plan"),
    ...(ui !== undefined && { ui }),
    plain: options.has("plain"),
    help: options.has("help"),
  };
}

/** A replay file says what is run: nothing else may. */
function refuseChoice(options: GivenOptions): void {
  const chosen = ["suite", "only", "level", "runs", "seed", "path", "replay-path", "list", "plan"]
    .find((name) => options.has(name));
  if (chosen === undefined) return;
  throw new UsageError(`Cannot use --${chosen} with --replay as the file says what is run`);
}

/** Only the reference server has faults that can be chosen. */
function readFaults({ argument, options }: Given): readonly string[] {
  const asked = faultsOf(options);
  if (asked.length > 0 && (argument !== undefined || options.has("kubeconfig"))) {
    throw new UsageError("--fault is for the reference server: give no other target beside it");
  }
  return asked;
}
