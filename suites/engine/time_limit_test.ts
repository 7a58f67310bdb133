import { assertEquals } from "@std/assert";
import fc from "fast-check";
import { reportOf } from "@plumbline/reports/report";
import type { RunEvent } from "@plumbline/reports/events";
import { example, property } from "../check.ts";
import { runChecks } from "./run.ts";
import { facts } from "./test_checks.ts";
import { startTestTarget } from "./test_target.ts";

const TIME = 1_000;

Deno.test("once the time of a run is up no case and no check is begun, and the run ends as incomplete", async () => {
  await using served = startTestTarget();
  const begun: string[] = [];
  const events: RunEvent[] = [];
  const done = example({ ...facts, id: "watch/done", run: () => Promise.resolve() });
  const long = property({
    ...facts,
    id: "watch/long",
    arbitrary: () => fc.nat(),
    run: async () => {
      begun.push("long");
      await new Promise((resolve) => setTimeout(resolve, 1.2 * TIME));
    },
  });
  const late = example({
    ...facts,
    id: "watch/late",
    run: () => Promise.resolve(void begun.push("late")),
  });
  const results = await runChecks({
    target: served.target,
    areas: [],
    checks: [done, long, late],
    seed: 1,
    workers: 1,
    time: TIME,
    emit: (event) => events.push(event),
  });
  assertEquals(begun, ["long"]);
  assertEquals(results.map(({ verdict, outOfTime }) => [verdict, outOfTime]), [
    ["pass", undefined],
    ["skipped", "cut short"],
    ["skipped", "not run"],
  ]);
  const report = reportOf(events);
  assertEquals([report.verdict, report.aborted], ["incomplete", undefined]);
});

Deno.test("a check that ends before the time is up is complete", async () => {
  await using served = startTestTarget();
  const check = property({
    ...facts,
    id: "watch/short",
    arbitrary: () => fc.nat(),
    run: () => Promise.resolve(),
  });
  const [result] = await runChecks({
    target: served.target,
    areas: [],
    checks: [check],
    seed: 1,
    runs: 3,
    time: 60_000,
    emit: () => {},
  });
  assertEquals([result!.verdict, result!.cases], ["pass", 3]);
});
