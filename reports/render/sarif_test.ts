import { assertEquals } from "@std/assert";
import { Ajv } from "ajv";
import essentials from "../testdata/sarif_essentials.json" with { type: "json" };
import { renderSarif } from "./sarif.ts";
import { HOSTILE, recordedReport, reportSaying } from "./test_reports.ts";

const validate = new Ajv({ allErrors: true, validateFormats: false }).compile(essentials);

Deno.test("the log conforms to the SARIF schema", async () => {
  for (const report of [await recordedReport(), reportSaying(HOSTILE), reportSaying("x")]) {
    const log = JSON.parse(renderSarif(report));
    validate(log);
    assertEquals(validate.errors, null);
  }
});

Deno.test("a violated requirement is a result, and a known deviation is suppressed", () => {
  const [run] = JSON.parse(renderSarif(reportSaying("something"))).runs;
  assertEquals(
    run.results.map((result: { level: string; ruleId: string; suppressions?: unknown[] }) => [
      result.level,
      result.ruleId,
      result.suppressions?.length ?? 0,
    ]),
    [["error", "watch.must", 0], ["warning", "watch.should", 0], ["error", "watch.must", 1]],
  );
  assertEquals(run.tool.driver.rules.length, 2);
  assertEquals(run.invocations[0].toolExecutionNotifications.length, 1);
  assertEquals(run.invocations[0].executionSuccessful, false);
});

Deno.test("text in brackets is not a link", () => {
  const [run] = JSON.parse(renderSarif(reportSaying("[text](javascript:alert(1))"))).runs;
  assertEquals(run.results[0].message.text.includes("\\[text\\](javascript"), true);
});
