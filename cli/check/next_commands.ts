/**
 * Commands to run after `check`, chosen by its result, without any token in them.
 *
 * @module
 */
import { PROGRAM } from "@plumbline/runtime/program";
import type { NextStep } from "@plumbline/reports/cause_lines";
import { failuresInOrder } from "@plumbline/reports/failure_groups";
import type { Report } from "@plumbline/reports/report";
import type { ConnectOptions } from "@plumbline/suites/connect";

/** Options beside the report. */
export interface NextOptions {
  /** The command that checks the same server again with the built-in suites. */
  readonly command: string;
  readonly suiteModules?: readonly string[];
  /** Directory of the report, if one was written. */
  readonly directory: string | undefined;
}

/** Returns `deno task check` with the options that locate the server; tokens are variables. */
export function targetCommand(options: ConnectOptions, mutants: readonly string[] = []): string {
  const { url, dialect, token, kubeconfig, context, ca, insecure, identities, namespace } = options;
  return [
    `${PROGRAM} check`,
    ...(url !== undefined ? [quoted(url)] : []),
    ...(options.replicas ?? []).map((url) => `--replica ${quoted(url)}`),
    ...(dialect !== undefined ? [`--dialect ${dialect}`] : []),
    ...(kubeconfig !== undefined ? [`--kubeconfig ${quoted(kubeconfig)}`] : []),
    ...(context !== undefined ? [`--context ${quoted(context)}`] : []),
    ...(ca !== undefined ? [`--ca ${quoted(ca)}`] : []),
    ...(insecure ? ["--insecure"] : []),
    ...(namespace !== undefined ? [`--namespace ${quoted(namespace)}`] : []),
    ...(options.release !== undefined ? [`--release ${options.release}`] : []),
    ...(options.types === undefined
      ? []
      : [`--types ${quoted([options.types.names].flat().join())}`]),
    ...(options.types?.files ?? []).map((file) => `--example ${quoted(file)}`),
    ...(options.without?.length ? [`--without ${options.without.join()}`] : []),
    ...(options.defaultConfiguration ? ["--default-configuration"] : []),
    ...(token !== undefined ? ['--token "$TOKEN"'] : []),
    ...(identities ?? []).map(({ name }) => `--identity "${name}=$${tokenVariable(name)}"`),
    ...mutants.map((id) => `--mutant ${id}`),
  ].join(" ");
}

function tokenVariable(name: string): string {
  return `TOKEN_${name.toUpperCase().replaceAll(/[^A-Z0-9]/g, "_")}`;
}

/** Returns the command that removes what a run left. */
export function cleanupCommandOf(command: string, run: string): string {
  return `${command.replace(/ check\b/, " cleanup")} --run ${run}`;
}

/** Returns three commands to run after this run. */
export function nextCommands(report: Report, given: NextOptions): readonly NextStep[] {
  const modules = (given.suiteModules ?? []).map((path) => `--suite-module ${quoted(path)}`);
  const options = { ...given, command: [given.command, ...modules].join(" ") };
  switch (report.verdict) {
    case "conformant":
    case "incomplete":
      return afterSuccess(report, options);
    case "not conformant":
    case "suite error":
      return afterFailure(report, options);
    case "reproduced":
    case "not reproduced":
      return [];
    case "aborted":
    case "inconclusive":
      return afterNothing(report, options);
  }
}

/** Returns the commands as lines, each below its purpose. */
export function nextLines(report: Report, options: NextOptions): string[] {
  const lines = nextCommands(report, options)
    .flatMap(({ purpose, line }) => [`  ${purpose}:`, `    ${line}`]);
  return lines.length === 0 ? [] : ["", "Next", ...lines];
}

function afterFailure(report: Report, { command, directory }: NextOptions): NextStep[] {
  const failed = failuresInOrder(report).find(({ verdict }) =>
    verdict === "fail" || verdict === "error"
  );
  const file = failed?.failures[0]?.replayFile;
  const again = directory !== undefined && file !== undefined
    ? `${command} --replay ${quoted(pathIn(directory, file))}`
    : failed?.failures[0]?.replay ?? `${command}${failed ? ` --only ${failed.id}` : ""}`;
  return [
    { purpose: "Reproduce the first of these failures", line: again },
    directory === undefined ? writeReport(command) : {
      purpose: "Run again what failed, after a fix",
      line: `${command} --failed ${quoted(`${directory}/report.json`)}`,
    },
    directory === undefined
      ? { purpose: "Accept known deviations", line: `${command} --known known.yaml` }
      : {
        purpose: "Record failures that are meant to be as known deviations",
        line: `${PROGRAM} known update known.yaml --report ${quoted(`${directory}/report.json`)}`,
      },
  ];
}

/** Returns the path of a file of a report, which may be relative to its directory. */
function pathIn(directory: string, file: string): string {
  return file.startsWith(`${directory}/`) ? file : `${directory}/${file}`;
}

function afterSuccess(report: Report, { command, directory }: NextOptions): NextStep[] {
  const isCut = report.checks.some(({ outOfTime }) => outOfTime !== undefined);
  const warned = report.checks.find(({ verdict }) => verdict === "warn");
  return [
    isCut
      ? { purpose: "Run all checks, without a time limit", line: command }
      : { purpose: "Run more cases", line: `${command} --runs 1000` },
    directory === undefined ? writeReport(command) : {
      purpose: "Fail the next run only for new failures",
      line: `${command} --fail-on new --baseline ${quoted(`${directory}/report.json`)}`,
    },
    warned === undefined
      ? mayRestart(report, command)
        ? {
          purpose: "Check that writes and resourceVersions outlive restarts (docs/nemesis.md)",
          line: `${command.replace(/ check\b/, " nemesis")} --nemesis nemesis.yaml`,
        }
        : { purpose: "List the requirements", line: `${PROGRAM} requirements --level must` }
      : {
        purpose: "Reproduce the first warning",
        line: warned.failures[0]?.replay ?? `${command} --only ${warned.id}`,
      },
  ];
}

/** Returns true for a server that is still there. */
function isLeft({ target }: Report, command: string): boolean {
  // A reference server that was started for the run is gone with its objects.
  return command.includes(quoted(target.url)) || command.includes("--kubeconfig");
}

/** Returns true for a server on this machine, which its user can start again. */
function mayRestart(report: Report, command: string): boolean {
  const { hostname } = new URL(report.target.url);
  return isLeft(report, command) && /^(localhost|127\..*|\[::1\])$/.test(hostname);
}

function afterNothing(report: Report, { command }: NextOptions): NextStep[] {
  return [
    { purpose: "Run few cases of all areas", line: `${command} --quick` },
    { purpose: "Show the permissions that a run needs", line: `${command} --plan` },
    report.leftBehind.length > 0 && isLeft(report, command)
      ? {
        purpose: "Remove the objects that the run left",
        line: cleanupCommandOf(command, report.run),
      }
      : { purpose: "List the checks", line: `${PROGRAM} check --list` },
  ];
}

const writeReport = (command: string): NextStep => ({
  purpose: "Write a report to read and keep",
  line: `${command} --report out`,
});

/** Returns the text as one word of a shell, quoted if it needs to be. */
function quoted(text: string): string {
  return /^[\w./:@%+=,-]+$/.test(text) ? text : `'${text.replaceAll("'", "'\\''")}'`;
}
