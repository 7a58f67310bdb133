/**
 * The options of a gate, and what it says.
 *
 * @module
 */
import {
  choiceOf,
  type GivenOptions,
  listOf,
  type OptionFacts,
  textOf,
  UsageError,
} from "../command_line/mod.ts";
import type { GateOptions } from "../reports/gate.ts";
import { LEVELS } from "../reports/events.ts";
import { readReport } from "./report/file.ts";

/** The options as data. */
export const GATE_OPTIONS: readonly OptionFacts[] = [
  {
    name: "fail-on",
    value: "must|should|convention|new",
    repeatable: true,
    help: "what ends with exit code 1 (must); new: only what the baseline did not have",
  },
  {
    name: "baseline",
    value: "FILE",
    path: true,
    help: "the report.json or events.ndjson of an earlier run, for --fail-on new",
  },
];

/** Reads the options; `new` may stand beside a level. */
export async function gateOptionsOf(options: GivenOptions): Promise<GateOptions> {
  const words = listOf(options, "fail-on")
    .map((word) => choiceOf("fail-on", word, [...LEVELS, "new"]));
  const path = textOf(options, "baseline");
  if (words.includes("new") !== (path !== undefined)) {
    throw new UsageError(
      path === undefined
        ? "--fail-on new needs a report to compare with: give --baseline"
        : "--baseline means nothing without --fail-on new",
    );
  }
  const level = LEVELS.findLast((one) => words.includes(one));
  return {
    ...(level !== undefined && { level }),
    ...(path !== undefined && { baseline: await readReport(path) }),
  };
}
