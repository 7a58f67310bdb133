/**
 * Replay files: one failure, written down so that it can be run again against any target.
 *
 * @module
 */
import { readTextOf, UsageError } from "../../command_line/mod.ts";
import type { CheckResult, RunEvent, TargetSummary } from "../../reports/events.ts";
import { exchangeLines } from "../../reports/summary.ts";
import { safeLine } from "../../reports/text.ts";
import type { Report } from "../../reports/report.ts";
import type { Json } from "../../suites/client/http_client.ts";
import type { CheckSettings } from "./settings.ts";
import { VERSION } from "../version.ts";

/** What a replay file holds. */
export interface ReplayFile {
  /** The version of this shape. */
  readonly schema: 1;
  /** The version of the suites that wrote it. */
  readonly suiteVersion: string;
  /** Where it was seen. */
  readonly target: TargetSummary;
  /** The id of the check that failed. */
  readonly check: string;
  /** The requirement that was broken, and how. */
  readonly requirement: string;
  readonly statement: string;
  readonly expected: string;
  readonly actual: string;
  /** The run's seed and cases a property, from which the case can be drawn again. */
  readonly seed: number;
  readonly runs: number;
  /** Fast-check's path to the case. */
  readonly path?: string;
  /** Fast-check's path within the case's commands. */
  readonly replayPath?: string;
  /** The case as data; absent for an example, whose steps are always the same. */
  readonly counterexample?: Json;
  /** The counterexample is the whole case: it is run as it stands, and not drawn again. */
  readonly plain?: boolean;
  /** How often it failed again when it was found. */
  readonly confirmed: { readonly attempts: number; readonly reproduced: number };
}

/** Where the file of a check lies within a report's directory. */
function replayPathOf(check: string): string {
  return `replays/${check}.json`;
}

/** The file for a check that failed; undefined for one that did not. */
function replayFileOf(
  result: CheckResult,
  { target, seed, runs }: { target: TargetSummary; seed: number; runs: number },
): ReplayFile | undefined {
  const { failure, path, replayPath } = result;
  if (failure === undefined) return undefined;
  const { requirement, statement, expected, actual, counterexample, plain, confirmed } = failure;
  return {
    schema: 1,
    suiteVersion: VERSION,
    target,
    check: result.id,
    requirement,
    statement,
    expected,
    actual,
    seed,
    runs,
    ...(path !== undefined && { path }),
    ...(replayPath !== undefined && { replayPath }),
    ...(counterexample !== undefined && { counterexample: counterexample as Json }),
    ...(plain && { plain }),
    confirmed,
  };
}

/**
 * Writes the replay file of a check that failed into a report's directory, and returns the event
 * with its name; `start` is the run's first event.
 */
export function keepReplay(
  event: RunEvent,
  { directory, start, runs }: { directory: string; start: RunEvent | undefined; runs: number },
): RunEvent {
  if (event.type !== "check finished" || start?.type !== "run started") return event;
  const { result } = event;
  const content = replayFileOf(result, { target: start.target, seed: start.seed, runs });
  if (content === undefined || result.failure === undefined) return event;
  const replayFile = replayPathOf(result.id);
  const path = `${directory}/${replayFile}`;
  Deno.mkdirSync(path.replace(/\/[^/]*$/, ""), { recursive: true });
  Deno.writeTextFileSync(path, `${JSON.stringify(content, null, 2)}\n`);
  return { ...event, result: { ...result, failure: { ...result.failure, replayFile } } };
}

/** The event with its replay file as somebody outside of the report's directory finds it. */
export function seenFromOutside(event: RunEvent, directory: string): RunEvent {
  if (event.type !== "check finished" || event.result.failure?.replayFile === undefined) {
    return event;
  }
  const { failure } = event.result;
  const replayFile = `${directory}/${failure.replayFile}`;
  return { ...event, result: { ...event.result, failure: { ...failure, replayFile } } };
}

/** What became of a failure that was run again, for a reader. */
export function replayLines({ checks: [result] }: Report, file: ReplayFile): string[] {
  if (result === undefined) return [];
  const { verdict, cases, failure } = result;
  const by = safeLine(
    `${file.requirement} as of suites ${file.suiteVersion} on ${file.target.url}`,
  );
  if (failure === undefined) {
    return verdict === "pass" ? [`did not reproduce in ${cases} repetitions: ${by}`] : [];
  }
  const { attempts, reproduced } = failure.confirmed;
  return [
    "What was said, the first time it failed again:",
    ...exchangeLines(failure.exchange),
    "",
    `reproduced in ${reproduced} of ${attempts} repetitions: ${by}`,
    ...(failure.requirement === file.requirement
      ? []
      : [`but what it broke now is ${failure.requirement}`]),
  ];
}

/**
 * Reads a replay file.
 *
 * @throws {UsageError} when it cannot be read or is none
 */
export async function readReplayFile(path: string): Promise<ReplayFile> {
  const text = await readTextOf(path, "the replay file");
  let content: unknown;
  try {
    content = JSON.parse(text);
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error);
    throw new UsageError(`Cannot use ${path} as a replay file: ${why}`);
  }
  const fields = typeof content === "object" && content !== null
    ? content as Partial<ReplayFile>
    : {};
  if (fields.schema !== 1) {
    throw new UsageError(
      `Cannot use ${path} as it is no replay file: "schema" must be 1: ${fields.schema} given`,
    );
  }
  const isOne = typeof fields.check === "string" && Number.isInteger(fields.seed) &&
    Number.isInteger(fields.runs) && typeof fields.requirement === "string";
  if (!isOne) {
    throw new UsageError(`Cannot use ${path} as it lacks "check", "requirement", "seed" or "runs"`);
  }
  return content as ReplayFile;
}

/** The settings that run a replay file's case and nothing else. */
export function settingsOfReplay(settings: CheckSettings, file: ReplayFile): CheckSettings {
  const { path: _, replayPath: __, ...others } = settings;
  return {
    ...others,
    suites: [],
    only: [file.check],
    level: "convention",
    seed: file.seed,
    runs: file.runs,
    ...(file.path !== undefined && { path: file.path }),
    ...(file.replayPath !== undefined && { replayPath: file.replayPath }),
  };
}
