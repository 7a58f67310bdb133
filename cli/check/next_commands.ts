/**
 * What to try after a run: three commands, chosen by how it ended.
 *
 * @module
 */
import type { Report } from "../../reports/report.ts";

/** What is known beside the report. */
export interface NextOptions {
  /** The command that reaches the same target again. */
  readonly command: string;
  /** Where the report was written, if anywhere. */
  readonly directory: string | undefined;
}

/** A command with what it is good for. */
export interface NextCommand {
  /** A few words. */
  readonly why: string;
  /** What to paste. */
  readonly line: string;
}

/** Three commands to try after this run. */
export function nextCommands(report: Report, options: NextOptions): readonly NextCommand[] {
  switch (report.verdict) {
    case "conformant":
      return afterSuccess(report, options);
    case "not conformant":
    case "suite broke":
      return afterFailure(report, options);
    case "aborted":
    case "inconclusive":
      return afterNothing(report, options);
  }
}

/** The commands as lines, each below what it is good for. */
export function nextLines(report: Report, options: NextOptions): string[] {
  const lines = nextCommands(report, options).flatMap((
    { why, line },
  ) => [`  ${why}:`, `    ${line}`]);
  return ["", "Next", ...lines];
}

function afterFailure(report: Report, { command, directory }: NextOptions): NextCommand[] {
  const failed = report.checks.find(({ verdict, failure }) => verdict === "fail" && failure) ??
    report.checks.find(({ verdict }) => verdict === "fail" || verdict === "error");
  const file = failed?.failure?.replayFile;
  const again = directory !== undefined && file !== undefined
    ? `${command} --replay ${quoted(`${directory}/${file}`)}`
    : failed?.failure?.replay ?? `${command}${failed ? ` --only ${failed.id}` : ""}`;
  return [
    { why: "See the first failure again", line: again },
    directory === undefined ? toRead(command) : {
      why: "Run all of it again as it was drawn, when something was mended",
      line: command.replace("check", `report verify ${quoted(`${directory}/report.json`)}`),
    },
    directory === undefined
      ? { why: "Go on with failures that are understood", line: `${command} --known known.yaml` }
      : {
        why: "Note down what is understood, for --known",
        line: `deno task known update known.yaml --report ${quoted(`${directory}/report.json`)}`,
      },
  ];
}

function afterSuccess(report: Report, { command, directory }: NextOptions): NextCommand[] {
  const warned = report.checks.find(({ verdict }) => verdict === "warn");
  return [
    { why: "Look harder", line: `${command} --runs 1000` },
    directory === undefined ? toRead(command) : {
      why: "Next time, stop at what is new only",
      line: `${command} --fail-on new --baseline ${quoted(`${directory}/report.json`)}`,
    },
    warned === undefined
      ? { why: "Read what was held against it", line: "deno task requirements --level must" }
      : {
        why: "See the first warning again",
        line: warned.failure?.replay ?? `${command} --only ${warned.id}`,
      },
  ];
}

function afterNothing(report: Report, { command }: NextOptions): NextCommand[] {
  // The reference server that was started for the run took everything with it.
  const isThere = command.includes(quoted(report.target.url)) || command.includes("--kubeconfig");
  return [
    { why: "Try few cases of all areas", line: `${command} --quick` },
    { why: "See what a run needs to be allowed", line: `${command} --plan` },
    report.leftBehind.length > 0 && isThere
      ? {
        why: "Remove what it left",
        line: `${command.replace("check", "cleanup")} --run ${report.run}`,
      }
      : { why: "See what there is to run", line: "deno task check --list" },
  ];
}

const toRead = (command: string): NextCommand => ({
  why: "Have it as a page to read and files to keep",
  line: `${command} --report out`,
});

/** As one word of a shell. */
function quoted(text: string): string {
  return /^[\w./:@%+=,-]+$/.test(text) ? text : `'${text.replaceAll("'", "'\\''")}'`;
}
