import { assertEquals } from "@std/assert";
import type { Report, RunVerdict } from "../report.ts";
import { renderBadgeJson, renderBadgeSvg } from "./badge.ts";
import { recordedReport } from "./test_reports.ts";
import { parseXml } from "./test_xml.ts";

const recorded = await recordedReport();

Deno.test("the badge has the verdict as text and colour", () => {
  const clean: Report = {
    ...recorded,
    totals: { ...recorded.totals, fail: 0, "known deviation": 0 },
  };
  const cases: [Report, RunVerdict, string, string][] = [
    [recorded, "not conformant", "1 of 3 checks failed", "red"],
    [recorded, "conformant", "1 of 3 checks", "yellow"],
    [clean, "conformant", "1 of 1 checks", "brightgreen"],
    [recorded, "inconclusive", "inconclusive", "lightgrey"],
    [recorded, "aborted", "aborted", "lightgrey"],
    [recorded, "suite error", "suite error", "lightgrey"],
  ];
  for (const [report, verdict, message, color] of cases) {
    const badge = JSON.parse(renderBadgeJson({ ...report, verdict }));
    assertEquals(badge, { schemaVersion: 1, label: "conformance", message, color });
  }
});

Deno.test("the image has the same text for screen readers", () => {
  const root = parseXml(renderBadgeSvg(recorded));
  assertEquals([root.name, root.attributes["role"]], ["svg", "img"]);
  assertEquals(root.attributes["aria-label"], "conformance: 1 of 3 checks failed");
});
