import { assertEquals, assertStringIncludes } from "@std/assert";
import type { CheckResult } from "./events.ts";
import { gateOf } from "./gate.ts";
import { renderHtml } from "./render/html/page.ts";
import { renderSummary } from "./render/summary_markdown.ts";
import { recordedReport, reportSaying } from "./render/test_reports.ts";

const recorded = await recordedReport();
const [pass, fail] = recorded.checks;

/** A report of checks that broke `watch.one`, but for what is said of them. */
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
  failure: { ...fail!.failure!, requirement },
});

Deno.test("the page and the summary say what closed the gate, where the verdict does not", () => {
  const warned = reportSaying("x");
  const gate = gateOf({ ...warned, verdict: "conformant" }, { level: "should" });
  for (const text of [renderHtml(warned, { gate }), renderSummary(warned, { gate })]) {
    assertStringIncludes(text, "Closed by --fail-on: watch/2x");
  }
});

Deno.test("a gate closes on what is as binding as it was told, at least", () => {
  const report = reportOf([
    { verdict: "pass" },
    breaking("must", "fail"),
    breaking("should", "warn"),
    breaking("convention", "warn"),
  ]);
  const closing = (level?: "must" | "should" | "convention") =>
    gateOf(report, { ...(level && { level }) }).closing.length;
  assertEquals([closing(), closing("must"), closing("should"), closing("convention")], [
    1,
    1,
    2,
    3,
  ]);
  const warned = reportOf([{ verdict: "pass" }, breaking("should", "warn")]);
  assertEquals(gateOf(warned).verdict, "conformant");
  assertEquals(gateOf(warned, { level: "should" }).verdict, "not conformant");
});

Deno.test("what the baseline had too is forgiven, what it had otherwise is not", () => {
  const now = reportOf([{ verdict: "pass" }, breaking("must", "fail")]);
  const baseline = reportOf([{ verdict: "pass" }, breaking("must", "fail")]);
  assertEquals(gateOf(now, { baseline }).verdict, "conformant");
  assertEquals(gateOf(now, { baseline }).forgiven.map(({ id }) => id), ["watch/1"]);
  const otherwise = reportOf([{ verdict: "pass" }, breaking("should", "fail")]);
  assertEquals(gateOf(now, { baseline: otherwise }).verdict, "not conformant");
  const passing = reportOf([{ verdict: "pass" }, { verdict: "pass" }]);
  assertEquals(gateOf(now, { baseline: passing }).verdict, "not conformant");
});

Deno.test("what is forgiven does not hide that another check could tell nothing", () => {
  const empty = { verdict: "skipped", discards: 9, level: "must" } as const;
  const { failure: _, ...silent } = fail!;
  const now = reportOf([{ verdict: "pass" }, breaking("must", "fail")]);
  const report = { ...now, checks: [...now.checks, { ...silent, id: "watch/2", ...empty }] };
  assertEquals(gateOf(report, { baseline: now }).verdict, "inconclusive");
});

Deno.test("a known deviation that must go closes every gate", () => {
  const report = { ...reportOf([{ verdict: "pass" }]), verdict: "conformant" as const };
  const stale = [{ check: "watch/0", why: "the check did not fail" }];
  assertEquals(gateOf({ ...report, staleDeviations: stale }).verdict, "stale deviations");
});

Deno.test("a run that was ended, or a suite that broke, passes no gate", () => {
  for (const verdict of ["aborted", "suite broke"] as const) {
    assertEquals(gateOf({ ...reportOf([{ verdict: "pass" }]), verdict }).verdict, verdict);
  }
});

Deno.test("a feature that is declared and lacking closes the gate, unless the baseline lacked it", () => {
  const feature = {
    feature: "table",
    about: "",
    declared: true,
    found: "absent",
    seen: "406",
    verdict: "fail",
    fallenAway: [],
  } as const;
  const passing = { ...reportOf([{ verdict: "pass" }]), features: [feature] };
  assertEquals(gateOf(passing).verdict, "not conformant");
  assertEquals(gateOf(passing, { baseline: passing }).verdict, "conformant");
});
