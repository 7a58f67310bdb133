import { assertEquals, assertStringIncludes } from "@std/assert";
import type { CheckResult, RunEvent } from "./events.ts";
import { Hunt } from "./hunt.ts";
import { reportOf } from "./report.ts";
import { summaryLines } from "./summary.ts";

/** The events of a run in which these checks violate these requirements, after so many requests. */
function run(seed: number, violations: Readonly<Record<string, [string, number]>>): RunEvent[] {
  const at = "2026-01-01T00:00:00Z";
  const ids = ["a/one", "a/two"];
  const results = ids.map((id): RunEvent => {
    const [requirement, length = 0] = violations[id] ?? [];
    const facts = {
      id,
      area: "a",
      title: id,
      requirements: ["a.x"],
      level: "must" as const,
      cases: 1,
      discards: 0,
      seed: 0,
      requests: 1,
      duration: 1,
    };
    const exchange = Array.from({ length }, () => ({
      method: "GET",
      path: "/",
      identity: "",
      requestHeaders: {},
      status: 200,
      responseHeaders: {},
      responseBody: "",
      sentAt: 0,
      duration: 0,
    }));
    const result: CheckResult = requirement === undefined
      ? { ...facts, verdict: "pass", failures: [] }
      : {
        ...facts,
        verdict: "fail",
        failures: [{
          requirement,
          verdict: "fail",
          shrinks: 0,
          statement: "",
          expected: "x",
          actual: `y of seed ${seed}`,
          exchange,
          curl: [],
          replay: `--seed ${seed}`,
          confirmed: { attempts: 3, reproduced: 3 },
        }],
      };
    return { type: "check finished", result };
  });
  const target = { url: "http://localhost:1", dialect: "svc" };
  return [
    {
      type: "run started",
      schema: 2,
      run: `r${seed}`,
      suiteVersion: "1",
      target,
      seed,
      at,
      requirements: [],
      checks: ids,
    },
    ...results,
    { type: "run finished", at, requests: 10 },
  ];
}

Deno.test("a hunt gathers the causes of all seeds, each with its shortest counterexample", () => {
  const hunt = new Hunt();
  assertEquals(hunt.add(run(1, {})).fresh, []);
  const second = hunt.add(run(2, { "a/one": ["a.x", 9], "a/two": ["a.y", 3] }));
  assertEquals(second.fresh.map(({ id }) => id).toSorted(), ["a.x", "a.y"]);
  assertEquals(hunt.add(run(3, { "a/two": ["a.x", 4] })).fresh, []);
  const report = reportOf(hunt.events());
  assertEquals([report.verdict, report.requests, report.seeds], ["not conformant", 30, [1, 2, 3]]);
  assertEquals(hunt.seedOf("a/one"), 2);
  const causes = report.causes!.map(({ id, seeds, checks, example }) => ({
    id,
    seeds,
    checks,
    actual: example?.failures[0]?.actual,
  }));
  assertEquals(causes.toSorted((a, b) => a.id < b.id ? -1 : 1), [
    { id: "a.x", seeds: [2, 3], checks: ["a/two", "a/one"], actual: "y of seed 3" },
    { id: "a.y", seeds: [2], checks: ["a/two"], actual: "y of seed 2" },
  ]);
  const text = summaryLines(report).join("\n");
  assertStringIncludes(text, "2 checks, one probable cause, seen in 2 of 3 seeds (2, 3)");
  assertStringIncludes(text, "1 check, one probable cause, seen in 1 of 3 seeds (2)");
});

Deno.test("a hunt without failures conforms", () => {
  const hunt = new Hunt();
  hunt.add(run(1, {}));
  hunt.add(run(2, {}));
  const report = reportOf(hunt.events());
  assertEquals([report.verdict, report.causes], ["conformant", undefined]);
});
