import { assert, assertEquals, assertStringIncludes, assertThrows } from "@std/assert";
import { eventLine, EventsFile, parseEvents } from "./events_file.ts";
import type { CheckResult, RunEvent, Verdict } from "./events.ts";
import { reportOf } from "./report.ts";
import { startedRun } from "./testing/started_run.ts";
import { summaryLines } from "./summary.ts";

/** The events of a run with a failed property, an empty one and an object left behind. */
const RECORDED = parseEvents(
  await Deno.readTextFile(new URL("testdata/failing.ndjson", import.meta.url)),
);

Deno.test("the summary of a failing run has all that is needed to act", () => {
  const lines = summaryLines(reportOf(RECORDED)).join("\n");
  for (
    const words of [
      "FAIL 1. `limit` is ignored",
      "check          paging/whole",
      "GET /api/v1/namespaces/plumbline-4724aa70-20/secrets?limit=1 → 200",
      "A page of a list contains at most `limit` items.",
      "expected       at most 1 items",
      "actual         2 items",
      '{"objects":2,"limit":1}',
      "3 of 3 repetitions failed",
      "--only paging/whole --seed 7 --runs 100 --path 1:1:0:1:1:0:1",
      "watch/bookmark: Bookmarks carry labels.",
      "paging/token: only 0 of 100 cases were decided",
      "watch/expiry: it is not known how long the target keeps history",
      "versions/stays: the check did not fail",
      "Left behind on the target\n  Cannot remove 14 objects: /api/v1/namespaces/",
      "1 requirement checked, 1 violated",
      "checks: 1 pass, 1 fail, 1 known deviation, 2 skipped",
      "not conformant: http://127.0.0.1:42541, dialect svc, seed 7",
    ]
  ) assertStringIncludes(lines, words);
});

Deno.test("the report has the content of the events", () => {
  const report = reportOf(RECORDED);
  assertEquals([report.verdict, report.seed, report.dialect], ["not conformant", 7, "svc"]);
  assertEquals(report.checks.map(({ id }) => id), [
    "versions/stays",
    "paging/whole",
    "paging/token",
    "watch/expiry",
    "watch/bookmark",
  ]);
  const broken = report.requirements.find(({ id }) => id === "paging.limit-bounds-page");
  assertEquals([broken?.verdict, broken?.checks.length], ["fail", 5]);
  assertEquals(report.requirements.filter(({ verdict }) => verdict !== undefined).length, 1);
  assertEquals(report.staleDeviations.length, 1);
  assert(report.leftBehind.length > 0);
});

Deno.test("events survive the file, and an incomplete last line is ignored", () => {
  const text = RECORDED.map(eventLine).join("");
  assertEquals(parseEvents(text), RECORDED);
  assertEquals(parseEvents(text.slice(0, -10)), RECORDED.slice(0, -1));
  assertThrows(() => parseEvents(`{}\noops\n`), SyntaxError, "line 2");
});

Deno.test("events are in the file at once", async () => {
  const path = await Deno.makeTempFile();
  {
    using file = new EventsFile(path);
    for (const event of RECORDED.slice(0, 2)) file.write(event);
    assertEquals(parseEvents(await Deno.readTextFile(path)), RECORDED.slice(0, 2));
  }
  await Deno.remove(path);
});

Deno.test("the verdict of a run follows from those of its checks", () => {
  const cases: [Partial<CheckResult>[], string][] = [
    [[], "inconclusive"],
    [[{ verdict: "skipped" }], "inconclusive"],
    [[{ verdict: "pass" }, { verdict: "skipped" }], "conformant"],
    [[{ verdict: "pass" }, { verdict: "skipped", discards: 9 }], "inconclusive"],
    [[{ verdict: "pass" }, { verdict: "skipped", discards: 9, level: "should" }], "conformant"],
    [[{ verdict: "pass" }, { verdict: "skipped", discards: 1 }], "conformant"],
    [[{ verdict: "warn" }, { verdict: "known deviation" }], "conformant"],
    [[{ verdict: "pass" }, { verdict: "fail" }], "not conformant"],
    [[{ verdict: "fail" }, { verdict: "error" }], "suite error"],
  ];
  for (const [checks, verdict] of cases) {
    assertEquals(reportOf(runOf(checks)).verdict, verdict, JSON.stringify(checks));
  }
});

Deno.test("events that end too early make an aborted run", () => {
  const events = runOf([{ verdict: "pass" }]);
  assertEquals(reportOf(events.slice(0, -1)).verdict, "aborted");
  assertThrows(() => reportOf(events.slice(1)), TypeError);
});

/** Returns the events of a run of such checks. */
function runOf(checks: readonly Partial<CheckResult>[]): RunEvent[] {
  const at = "2026-01-01T00:00:00Z";
  const results = checks.map((check, index) => ({
    id: `watch/${index}`,
    area: "watch",
    title: "a check",
    requirements: [],
    level: "must" as const,
    verdict: "pass" as Verdict,
    cases: 1,
    discards: 0,
    failures: [],
    seed: 1,
    requests: 1,
    duration: 1,
    ...check,
  }));
  return [
    startedRun({ seed: 1, at, checks: results.map(({ id }) => id) }),
    ...results.map((result) => ({ type: "check finished" as const, result })),
    { type: "run finished", at, requests: 1 },
  ];
}

Deno.test("a requirement violated in a check that does not list it has the verdict of that check", () => {
  const events = RECORDED.map((event) =>
    event.type !== "check finished"
      ? event
      : { ...event, result: { ...event.result, requirements: ["watch.other"] } }
  );
  const { requirements } = reportOf(events);
  const broken = requirements.find(({ id }) => id === "paging.limit-bounds-page");
  assertEquals(broken?.verdict, "fail");
});

Deno.test("the summary says if the time for experiments did not suffice", () => {
  const both = RECORDED.flatMap((event): RunEvent[] => {
    if (event.type === "run finished") {
      const nothing = { causes: [], together: [], alike: [] };
      return [{ type: "failures explained", ...nothing, isOutOfTime: true }, event];
    }
    if (event.type !== "check finished" || event.result.failures.length === 0) return [event];
    const { result } = event;
    return [event, { ...event, result: { ...result, id: `${result.id}-too` } }];
  });
  assertStringIncludes(
    summaryLines(reportOf(both)).join("\n"),
    "the time for experiments did not suffice to try all that may explain them",
  );
});

Deno.test("a run that ended as its target was gone says so first", () => {
  const gone = "Cannot reach http://127.0.0.1:1: connection refused, though it answered before";
  const events = RECORDED.map((event): RunEvent => {
    if (event.type === "run finished") return { ...event, aborted: gone };
    return event.type === "left behind" ? { ...event, reason: gone } : event;
  });
  const lines = summaryLines(reportOf(events));
  assertEquals(lines.slice(0, 3), ["", "The run ended early", `  ${gone}`]);
  const left = lines.find((line) => line.includes("Cannot remove"));
  assertStringIncludes(left!, "14 objects, as the target does not answer any more: /api/v1");
  const interrupted = RECORDED.map((event): RunEvent =>
    event.type === "run finished" ? { ...event, aborted: "interrupted" } : event
  );
  assert(!summaryLines(reportOf(interrupted)).includes("The run ended early"));
});
