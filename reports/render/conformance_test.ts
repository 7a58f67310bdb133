import { assertEquals } from "@std/assert";
import { parse } from "@std/yaml";
import { renderConformance } from "./conformance.ts";
import { HOSTILE, recordedReport, reportSaying } from "./test_reports.ts";

Deno.test("the statement names the implementation, and the version of the target by default", async () => {
  const report = await recordedReport();
  const told = { ...report, target: { ...report.target, version: "v1.26.15" } };
  const claim = parse(renderConformance(told, { organization: "Example", contact: ["@a", "@b"] }));
  const { apiVersion, kind, implementation } = claim as Record<string, unknown>;
  assertEquals([apiVersion, kind], ["plumbline/v1", "ConformanceReport"]);
  assertEquals(implementation, {
    organization: "Example",
    project: "",
    url: "",
    version: "v1.26.15",
    contact: ["@a", "@b"],
  });
});

Deno.test("requirements of level must are core, the others extended", async () => {
  const claim = parse(renderConformance(await recordedReport())) as {
    profiles: { name: string; core?: { result: string }; extended?: { result: string } }[];
  };
  assertEquals(
    claim.profiles.map(({ name, core, extended }) => [name, core?.result, extended?.result]),
    [
      ["versions", "success", undefined],
      ["paging", "failure", "inconclusive"],
      ["watch", "inconclusive", "partial"],
    ],
  );
});

Deno.test("hostile text stays text", () => {
  const claim = parse(renderConformance(reportSaying(HOSTILE))) as { implementation: object };
  assertEquals(Object.keys(claim.implementation), [
    "organization",
    "project",
    "url",
    "version",
    "contact",
  ]);
});
