/**
 * Replay files: the test case of one failure, to reproduce it on any server.
 *
 * @module
 */
import { makeDirectorySync, writeTextFileSync } from "@plumbline/runtime/files";
import { readTextOf, UsageError } from "@plumbline/options";
import type { CheckResult, Failure, RunEvent, TargetSummary } from "@plumbline/reports/events";
import type { Report } from "@plumbline/reports/report";
import { exchangeLines } from "@plumbline/reports/summary";
import { safeLine } from "@plumbline/reports/text";
import type { Timeline } from "@plumbline/reports/timeline";
import type { Json } from "@plumbline/suites/client/http_client";
import { repetitionsToShow } from "@plumbline/suites/engine/confirmation";
import type { CheckSettings } from "./options.ts";
import { VERSION } from "../version.ts";

/** The content of a replay file. */
export interface ReplayFile {
  /** Version of this format. */
  readonly schema: 1;
  /** Version of the suites that wrote the file. */
  readonly suiteVersion: string;
  /** Server on which the check failed. */
  readonly target: TargetSummary;
  /** Id of the check that failed. */
  readonly check: string;
  /** Requirement that was violated. */
  readonly requirement: string;
  readonly statement: string;
  readonly expected: string;
  readonly actual: string;
  /** Seed and cases per property of the run, which generate the case again. */
  readonly seed: number;
  readonly runs: number;
  /** Fast-check's path to the case. */
  readonly path?: string;
  /** Fast-check's path within the case's commands. */
  readonly replayPath?: string;
  /** The case as data; absent for an example, which has only one. */
  readonly counterexample?: Json;
  /** True if the counterexample is the whole case and is run as it is. */
  readonly plain?: boolean;
  /** Repetitions right after the failure, and how many of them failed. */
  readonly confirmed: { readonly attempts: number; readonly reproduced: number };
  /** The requests of the case over time, if it has several clients or watches. */
  readonly timeline?: Timeline;
}

/** Returns the path of the file of a check's failure in the directory of the report. */
function replayPathOf({ id, failures: [first] }: CheckResult, failure: Failure): string {
  return failure === first ? `replays/${id}.json` : `replays/${id}-${failure.requirement}.json`;
}

/** Returns the content of the replay file of a failure. */
export function replayFileOf(
  result: CheckResult,
  failure: Failure,
  { target, seed, runs }: { target: TargetSummary; seed: number; runs: number },
): ReplayFile {
  const { requirement, statement, expected, actual, counterexample, plain, confirmed, timeline } =
    failure;
  const { path, replayPath } = failure;
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
    ...(timeline && { timeline }),
  };
}

/**
 * Writes a replay file for each failure of a check to the directory of the report, and returns the
 * event with the files' names.
 *
 * @param start first event of the run
 */
export function keepReplay(
  event: RunEvent,
  { directory, start, runs }: { directory: string; start: RunEvent | undefined; runs: number },
): RunEvent {
  if (event.type !== "check finished" || start?.type !== "run started") return event;
  const { result } = event;
  const failures = result.failures.map((failure) => {
    const content = replayFileOf(result, failure, { target: start.target, seed: start.seed, runs });
    const replayFile = replayPathOf(result, failure);
    const path = `${directory}/${replayFile}`;
    makeDirectorySync(path.replace(/\/[^/]*$/, ""));
    writeTextFileSync(path, `${JSON.stringify(content, null, 2)}\n`);
    return { ...failure, replayFile };
  });
  return { ...event, result: { ...result, failures } };
}

/** Returns the event with the paths of its replay files from the current directory. */
export function withReplayPath(event: RunEvent, directory: string): RunEvent {
  if (event.type !== "check finished") return event;
  const failures = event.result.failures.map((failure) =>
    failure.replayFile === undefined
      ? failure
      : { ...failure, replayFile: `${directory}/${failure.replayFile}` }
  );
  return { ...event, result: { ...event.result, failures } };
}

/** The repetitions of a case that was seen to fail each time. */
const REPETITIONS = 10;

/** The milliseconds after which a case that failed each time is not repeated again. */
export const REPLAY_PATIENCE = 5_000;

/** Returns the number of repetitions that show the failure again. */
export function repetitionsOf({ confirmed }: ReplayFile): number {
  return Math.max(REPETITIONS, confirmed === undefined ? 0 : repetitionsToShow(confirmed));
}

/**
 * Returns lines that report whether the failure was reproduced: the last one says so.
 *
 * @param file The replay file; without one, any violation counts.
 */
export function replayLines(
  { checks: [result], verdict, replay }: Report,
  file: ReplayFile | undefined,
): string[] {
  if (result === undefined) return [];
  const { id, cases, failures } = result;
  const by = safeLine(
    file === undefined
      ? id
      : `${file.requirement} (suites ${file.suiteVersion}, first failed on ${file.target.url})`,
  );
  const counts = failures.map(({ requirement, confirmed: { attempts, reproduced } }) =>
    `${safeLine(requirement)} in ${reproduced} of ${attempts}`
  ).join(", ");
  if (verdict === "not reproduced") {
    const now = failures.length === 0 ? "" : `; violated instead: ${counts}`;
    return [`not reproduced in ${cases} repetitions: ${by}${now}`];
  }
  const failure = failures.find(({ requirement }) => requirement === replay?.requirement) ??
    failures[0];
  if (verdict !== "reproduced" || failure === undefined) return [];
  const { attempts, reproduced } = failure.confirmed;
  return [
    "Requests and responses of the first repetition that failed:",
    ...exchangeLines(failure.exchange),
    "",
    `reproduced in ${reproduced} of ${attempts} repetitions: ${
      file === undefined ? safeLine(failure.requirement) : by
    }${failures.length > 1 ? `; violated: ${counts}` : ""}`,
  ];
}

/**
 * Reads a replay file.
 *
 * @throws {UsageError} if it cannot be read or is not a replay file
 */
export async function readReplayFile(path: string): Promise<ReplayFile> {
  const text = await readTextOf(path, "the replay file");
  let content: unknown;
  try {
    content = JSON.parse(text);
  } catch (error) {
    const why = safeLine(error instanceof Error ? error.message : String(error));
    throw new UsageError(`Cannot use ${path} as a replay file: ${why}`);
  }
  const fields = typeof content === "object" && content !== null
    ? content as Partial<ReplayFile>
    : {};
  if (fields.schema !== 1) {
    throw new UsageError(
      `Cannot use ${path} as a replay file: "schema" is ${fields.schema}, expected 1.`,
    );
  }
  const isOne = typeof fields.check === "string" && Number.isInteger(fields.seed) &&
    Number.isInteger(fields.runs) && typeof fields.requirement === "string";
  if (!isOne) {
    throw new UsageError(
      `Cannot use ${path} as a replay file: "check", "requirement", "seed" or "runs" is missing.`,
    );
  }
  return content as ReplayFile;
}

/** Returns the settings that run only the case of the replay file. */
export function settingsOfReplay(settings: CheckSettings, file: ReplayFile): CheckSettings {
  const { path: _, replayPath: __, ...others } = settings;
  return {
    ...others,
    areas: [],
    only: [file.check],
    level: "convention",
    seed: file.seed,
    runs: file.runs,
    ...(file.path !== undefined && { path: file.path }),
    ...(file.replayPath !== undefined && { replayPath: file.replayPath }),
  };
}
