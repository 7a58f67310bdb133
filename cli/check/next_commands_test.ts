import { assertEquals } from "@std/assert";
import { parseEvents } from "@plumbline/reports/events_file";
import { type Report, reportOf } from "@plumbline/reports/report";
import { nextCommands, targetCommand } from "./next_commands.ts";

const FAILING = reportOf(parseEvents(
  await Deno.readTextFile(new URL("../../reports/testdata/failing.ndjson", import.meta.url)),
));
const command = 'deno task check http://127.0.0.1:42541 --token "$TOKEN"';

function linesOf(report: Report, directory?: string): string[] {
  return nextCommands(report, { command, directory }).map(({ line }) => line);
}

Deno.test("a stated release is repeated", () => {
  const command = targetCommand({ url: "http://localhost:8001", release: "1.26" });
  assertEquals(command, "deno task check http://localhost:8001 --release 1.26");
});

Deno.test("after a failure: reproduce it, write a report, accept it", () => {
  assertEquals(linesOf(FAILING), [
    `${command} --only paging/whole --seed 7 --runs 100 --path 1:1:0:1:1:0:1`,
    `${command} --report out`,
    `${command} --known known.yaml`,
  ]);
});

Deno.test("the files of a written report are named", () => {
  const checks = FAILING.checks.map((check) => ({
    ...check,
    failures: check.failures.map((failure) => ({
      ...failure,
      replayFile: "replays/paging/whole.json",
    })),
  }));
  assertEquals(linesOf({ ...FAILING, checks }, "my out"), [
    `${command} --replay 'my out/replays/paging/whole.json'`,
    `${command} --failed 'my out/report.json'`,
    "deno task known update known.yaml --report 'my out/report.json'",
  ]);
});

Deno.test("after a run without failures: run more cases, keep a baseline", () => {
  const report: Report = { ...FAILING, verdict: "conformant" };
  assertEquals(linesOf(report, "out"), [
    `${command} --runs 1000`,
    `${command} --fail-on new --baseline out/report.json`,
    'deno task nemesis http://127.0.0.1:42541 --token "$TOKEN" --nemesis nemesis.yaml',
  ]);
  // Others, and one that was started for the run, cannot be started again.
  const last = (url: string, command: string) =>
    nextCommands({ ...report, target: { ...report.target, url } }, { command, directory: "out" })
      .at(-1)?.line;
  const away = "https://api.example.com";
  assertEquals(last(away, `deno task check ${away}`), "deno task requirements --level must");
  assertEquals(last(report.target.url, "deno task check"), "deno task requirements --level must");
});

Deno.test("after an inconclusive run: few cases, permissions, leftovers", () => {
  assertEquals(linesOf({ ...FAILING, verdict: "aborted" }), [
    `${command} --quick`,
    `${command} --plan`,
    `deno task cleanup http://127.0.0.1:42541 --token "$TOKEN" --run ${FAILING.run}`,
  ]);
  // A server that was started for the run is gone.
  const own = "deno task check --mutant watch/third-of-burst-lost";
  const after = nextCommands({ ...FAILING, verdict: "aborted" }, {
    command: own,
    directory: undefined,
  });
  assertEquals(after.at(-1)?.line, "deno task check --list");
});
