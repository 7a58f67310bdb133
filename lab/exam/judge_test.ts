import { assertEquals } from "@std/assert";
import { startMutated } from "@plumbline/mutants/embedded";
import type { FailureCause, RunEvent } from "@plumbline/reports/events";
import { reportOf } from "@plumbline/reports/report";
import { AREAS, CHECKS } from "@plumbline/suites/areas";
import { runChecks } from "@plumbline/suites/engine/run";
import { judgeCauses, judgeRun } from "./judge.ts";

const cause = (...failures: readonly string[]): FailureCause => ({
  id: "a",
  title: "a",
  verdict: "fail",
  checks: failures,
  requirements: ["r"],
  failures: failures.map((check) => ({ check, requirement: "r" })),
});

Deno.test("a cause has the bug that all its failures have, or one for each of them", () => {
  const owners = new Map([["a/1 r", ["x", "y"]], ["a/2 r", ["y"]], ["a/3 r", []]]);
  const bugsOf = (...failures: readonly string[]) =>
    judgeCauses([cause(...failures)], owners).map(({ bugs }) => bugs);
  assertEquals(bugsOf("a/1", "a/2"), [["y"]]);
  assertEquals(bugsOf("a/2", "a/3"), [["y", "unexplained"]]);
  assertEquals(bugsOf("a/3", "a/4"), [["unexplained"]]);
});

Deno.test("a bug counts as reported by a requirement that its case violates beside no other bug", async () => {
  const id = "health/exclude-by-prefix";
  const run = { seed: 1, runs: 20 };
  const events: RunEvent[] = [];
  {
    await using target = await startMutated({ mutants: [id] });
    const checks = CHECKS.filter(({ id }) => id === "health/exclude");
    await runChecks({ target, areas: AREAS, checks, ...run, emit: (event) => events.push(event) });
  }
  const { checks } = reportOf(events);
  const judged = async (...breaks: readonly string[]) => {
    const { missed, elsewhere } = await judgeRun([{ id, breaks }], checks, { causes: [], run });
    return [missed, elsewhere].map((bugs) => bugs.length);
  };
  assertEquals(await judged("health.exclude-leaves-others"), [0, 0]);
  assertEquals(await judged("health.another"), [0, 1]);
  const passed = checks.map((each) => ({ ...each, failures: [] }));
  const { missed } = await judgeRun([{ id, breaks: ["health.another"] }], passed, {
    causes: [],
    run,
  });
  assertEquals(missed.length, 1);
});
