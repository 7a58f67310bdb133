import { assertEquals } from "@std/assert";
import { decidedLines } from "./decided.ts";
import { reportOf } from "./report.ts";
import { startedRun } from "./testing/started_run.ts";

Deno.test("a requirement lists the types and values of its cases, and what none reached", () => {
  const report = reportOf([
    startedRun({
      requirements: [{ id: "a.b", chapter: "A", statement: "It works.", level: "must" }],
      checks: ["a/one"],
    }),
    {
      type: "check finished",
      result: {
        id: "a/one",
        area: "a",
        title: "It works",
        requirements: ["a.b"],
        level: "must",
        verdict: "pass",
        cases: 20,
        discards: 0,
        seed: 1,
        requests: 40,
        duration: 1,
        types: { roles: { decided: 0, discarded: 1 }, secrets: { decided: 20, discarded: 0 } },
        spread: { "verb patch": 12, "verb update": 8 },
        unreached: ["verb=apply"],
        failures: [],
      },
    },
    { type: "run finished", at: "2026-01-01T00:00:01Z", requests: 40 },
  ]);
  assertEquals(decidedLines(report, "a.b"), [
    "PASS a.b: It works.",
    "",
    "  pass a/one, 20 cases",
    "    types        secrets (20)",
    "    verb         patch (12), update (8)",
    "    not decided  roles",
    "    not reached  verb=apply",
  ]);
  assertEquals(decidedLines(report, "a.c"), undefined);
});
