import { assertEquals, assertStringIncludes } from "@std/assert";
import type { CheckResult } from "./events.ts";
import { gateOf } from "./gate.ts";
import { renderHtml } from "./render/html/page.ts";
import { renderSummary } from "./render/summary_markdown.ts";
import { recordedReport, reportSaying } from "./render/test_reports.ts";

const recorded = await recordedReport();
const [pass, fail] = recorded.checks;

/** Returns a report of checks that fail for `watch.one`, unless their fields differ. */
function reportOf(checks: readonly Partial<CheckResult>[]) {
  const levels = ["must", "should", "convention"] as const;
  return {
    ...recorded,
    verdict: "not conformant" as const,
    staleDeviations: [],
    requirements: levels.map((level) => ({ ...recorded.requirements[0]!, id: level, level })),
    checks: checks.map((check, index) => ({
      ...(check.verdict === "pass" ? pass! : fail!),
      id: `watch/${index}`,
      ...check,
    })),
  };
}

const breaking = (requirement: string, verdict: "fail" | "warn") => ({
  verdict,
  failures: [{ ...fail!.failures[0]!, requirement, verdict }],
});

Deno.test("the page and the summary name the checks that block, if the verdict does not", () => {
  const warned = reportSaying("x");
  const gate = gateOf({ ...warned, verdict: "conformant" }, { level: "should" });
  for (const text of [renderHtml(warned, { gate }), renderSummary(warned, { gate })]) {
    assertStringIncludes(text, "Blocked by --fail-on: watch/2x");
  }
});

Deno.test("a gate blocks failures of its level and of stricter ones", () => {
  const report = reportOf([
    { verdict: "pass" },
    breaking("must", "fail"),
    breaking("should", "warn"),
    breaking("convention", "warn"),
  ]);
  const blocking = (level?: "must" | "should" | "convention") =>
    gateOf(report, { ...(level && { level }) }).blocking.length;
  assertEquals([blocking(), blocking("must"), blocking("should"), blocking("convention")], [
    1,
    1,
    2,
    3,
  ]);
  const warned = reportOf([{ verdict: "pass" }, breaking("should", "warn")]);
  assertEquals(gateOf(warned).verdict, "conformant");
  assertEquals(gateOf(warned, { level: "should" }).verdict, "not conformant");
});

Deno.test("failures of the baseline do not block, failures of other requirements do", () => {
  const now = reportOf([{ verdict: "pass" }, breaking("must", "fail")]);
  const baseline = reportOf([{ verdict: "pass" }, breaking("must", "fail")]);
  assertEquals(gateOf(now, { baseline }).verdict, "conformant");
  assertEquals(gateOf(now, { baseline }).baselineFailures.map(({ id }) => id), ["watch/1"]);
  const otherwise = reportOf([{ verdict: "pass" }, breaking("should", "fail")]);
  assertEquals(gateOf(now, { baseline: otherwise }).verdict, "not conformant");
  const passing = reportOf([{ verdict: "pass" }, { verdict: "pass" }]);
  assertEquals(gateOf(now, { baseline: passing }).verdict, "not conformant");
});

Deno.test("failures of the baseline do not hide that another check is inconclusive", () => {
  const empty = { verdict: "skipped", discards: 9, level: "must" } as const;
  const silent = { ...fail!, failures: [] };
  const now = reportOf([{ verdict: "pass" }, breaking("must", "fail")]);
  const report = { ...now, checks: [...now.checks, { ...silent, id: "watch/2", ...empty }] };
  assertEquals(gateOf(report, { baseline: now }).verdict, "inconclusive");
});

Deno.test("a stale known deviation blocks every gate", () => {
  const report = { ...reportOf([{ verdict: "pass" }]), verdict: "conformant" as const };
  const stale = [{ check: "watch/0", why: "the check did not fail" }];
  assertEquals(gateOf({ ...report, staleDeviations: stale }).verdict, "stale deviations");
});

Deno.test("an aborted run and a suite error pass no gate", () => {
  for (const verdict of ["aborted", "suite error"] as const) {
    assertEquals(gateOf({ ...reportOf([{ verdict: "pass" }]), verdict }).verdict, verdict);
  }
});

Deno.test("a declared but unsupported feature blocks, unless it is so in the baseline", () => {
  const feature = {
    feature: "table",
    about: "",
    declared: true,
    found: "absent",
    seen: "406",
    verdict: "fail",
    skippedRequirements: [],
  } as const;
  const passing = { ...reportOf([{ verdict: "pass" }]), features: [feature] };
  assertEquals(gateOf(passing).verdict, "not conformant");
  assertEquals(gateOf(passing, { baseline: passing }).verdict, "conformant");
});
