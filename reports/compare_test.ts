import { assertEquals, assertThrows } from "@std/assert";
import { acrossReports, compareReports } from "./compare.ts";
import { mergeReports } from "./merge.ts";
import type { Report } from "./report.ts";
import { recordedReport } from "./render/test_reports.ts";

const recorded = await recordedReport();

/** The report with one check changed. */
function changed(id: string, change: Partial<Report["checks"][number]>): Report {
  const checks = recorded.checks.map((check) => check.id === id ? { ...check, ...change } : check);
  return { ...recorded, checks };
}

Deno.test("a report does not differ from itself", () => {
  assertEquals(compareReports(recorded, recorded), {
    runs: [],
    checks: [],
    requirements: [],
    alone: { before: 0, now: 0 },
  });
});

Deno.test("if only the verdict changed, the target is the only reason", () => {
  const { checks } = compareReports(
    recorded,
    changed("versions/stays", { verdict: "fail" }),
  );
  assertEquals(checks, [{
    check: "versions/stays",
    before: "pass",
    now: "fail",
    violatedBefore: [],
    violatedNow: [],
    reasons: [],
  }]);
});

Deno.test("a changed verdict lists the other differences", () => {
  const now = {
    ...changed("versions/stays", {
      verdict: "fail",
      level: "should",
      version: 2,
      title: "another",
    }),
    suiteVersion: "0.2.0",
    runs: 20,
    requirements: recorded.requirements.map((one) =>
      one.id === "paging.limit-bounds-page" ? { ...one, statement: "Another." } : one
    ).slice(1),
  };
  const { checks, requirements, runs } = compareReports(recorded, now);
  assertEquals(checks[0]?.reasons, [
    "level of the check must → should",
    "version of the check 1 → 2",
    "the title of the check changed",
    "paging.limit-bounds-page: reworded",
    "suites 0.1.0 → 0.2.0",
    "cases per property 100 → 20",
  ]);
  assertEquals(requirements.map(({ change }) => change), ["removed", "reworded"]);
  assertEquals(runs, ["suites 0.1.0 → 0.2.0", "cases per property 100 → 20"]);
});

Deno.test("checks that only one report has are counted, and the others compared", () => {
  const fewer = { ...recorded, checks: recorded.checks.slice(1) };
  const other = changed("paging/whole", { verdict: "pass" });
  const { checks, alone } = compareReports(recorded, { ...other, checks: other.checks.slice(1) });
  assertEquals([checks.map(({ check }) => check), alone], [["paging/whole"], {
    before: 1,
    now: 0,
  }]);
  assertEquals(compareReports(fewer, recorded), {
    runs: [],
    checks: [],
    requirements: [],
    alone: { before: 0, now: 1 },
  });
});

Deno.test("the table has the checks on which the reports disagree", () => {
  const other = changed("versions/stays", { verdict: "fail" });
  assertEquals(acrossReports([recorded, other, recorded]), [
    { check: "versions/stays", verdicts: ["pass", "fail", "pass"] },
  ]);
});

/** The part of the report with these checks, as a shard would write it. */
function shard(from: number, to?: number): Report {
  const checks = recorded.checks.slice(from, to);
  const counts = Object.entries(recorded.totals).map(([verdict]) => [
    verdict,
    checks.filter((check) => check.verdict === verdict).length,
  ]);
  const ids = checks.map(({ id }) => id);
  return {
    ...recorded,
    checks,
    totals: Object.fromEntries(counts),
    requests: from === 0 ? recorded.requests : 0,
    leftBehind: from === 0 ? recorded.leftBehind : [],
    requirements: recorded.requirements.map(({ verdict, ...one }) => {
      const own = one.checks.filter((id) => ids.includes(id));
      const has = from <= 1 && to !== 1;
      return own.length === 0 || verdict === undefined
        ? { ...one, checks: own }
        : { ...one, checks: own, verdict: has ? verdict : "skipped" };
    }),
  };
}

Deno.test("merged shards equal the unsharded run", () => {
  assertEquals(mergeReports([shard(0, 2), shard(2)]), recorded);
  // Each shard may have started a server of its own.
  const target = { ...recorded.target, url: "http://127.0.0.1:8001" };
  assertEquals(mergeReports([shard(0, 2), { ...shard(2), target }]), recorded);
});

Deno.test("reports of different runs cannot be merged", () => {
  const others: [Report, string][] = [
    [{ ...shard(2), seed: 8 }, "seed"],
    [{ ...shard(2), suiteVersion: "2" }, "suiteVersion"],
    [{ ...shard(2), target: { ...recorded.target, url: "http://other:42541" } }, "targets"],
    [{ ...shard(2), target: { ...recorded.target, version: "2" } }, "targets"],
    [shard(1), "paging/whole is in two reports"],
  ];
  for (const [other, why] of others) {
    assertThrows(() => mergeReports([shard(0, 2), other]), TypeError, why);
  }
});
