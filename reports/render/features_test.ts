import { assertEquals, assertStringIncludes } from "@std/assert";
import { parse } from "@std/yaml";
import type { FeatureResult } from "../events.ts";
import type { Matrix } from "../matrix.ts";
import type { Report } from "../report.ts";
import { gateLines, gateOf } from "../gate.ts";
import { overviewLines } from "../cause_lines.ts";
import { styleOf } from "../terminal.ts";
import { renderConformance } from "./conformance.ts";
import { renderHtml } from "./html/page.ts";
import { renderJunit } from "./junit.ts";
import { renderSummary } from "./summary_markdown.ts";
import { recordedReport } from "./test_reports.ts";
import { parseXml } from "./test_xml.ts";

const facts = { about: "what it is", found: "absent", skippedRequirements: [] } as const;
const features: readonly FeatureResult[] = [
  { ...facts, feature: "one", found: "present", seen: "a", verdict: "pass" },
  { ...facts, feature: "two", seen: "no <answer>", verdict: "fail", declared: true },
  { ...facts, feature: "three", seen: "c", verdict: "unsupported", skippedRequirements: ["x.y"] },
];
const recorded = await recordedReport();
const report = { ...recorded, features };

Deno.test("a declared but unsupported feature is a failure in every format", () => {
  const suite = parseXml(renderJunit(report)).children.find(({ attributes }) =>
    attributes["name"] === "features"
  )!;
  const cases = suite.children.filter(({ name }) => name === "testcase");
  assertEquals(cases.map(({ children }) => children[0]?.name), [undefined, "failure", "skipped"]);
  assertStringIncludes(renderSummary(report), "FAIL two: declared, but not supported");
  assertStringIncludes(renderHtml(report), "no &lt;answer&gt;");
  const claim = parse(renderConformance(report)) as Record<string, unknown>;
  assertEquals(claim["supportedFeatures"], ["one"]);
  assertEquals(claim["unsupportedFeatures"], ["two", "three"]);
});

Deno.test("a part that a server must have and lacks is shown with what is wrong", () => {
  const lacks = { ...facts, feature: "watch", seen: "`watch=1` starts <none>", verdict: "fail" };
  const lacking: Report = { ...recorded, features: [...features, lacks as FeatureResult] };
  const overview = (one: Report) => overviewLines(one, { style: styleOf({ colours: false }) });
  const heading = "Not served, and not judged, although the API demands it";
  const lines = overview(lacking);
  assertEquals(lines[lines.indexOf(heading) + 1], "  watch: `watch=1` starts <none>");
  assertEquals(overview({ ...lacking, checks: [], causes: [] }).length, 3);
  assertEquals(overview({ ...lacking, features }).includes(heading), false);
  assertStringIncludes(renderSummary(lacking), "### Not served");
  const page = renderHtml({ ...lacking, checks: [], causes: [] });
  assertStringIncludes(page, heading);
  assertStringIncludes(page, "<code>watch=1</code> starts &lt;none&gt;");
});

Deno.test("a feature that the baseline does not support either does not block, and is skipped", () => {
  const passing = { ...report, checks: report.checks.slice(0, 1), staleDeviations: [] };
  const running = { ...passing, verdict: "not conformant" as const };
  const gate = gateOf(running, { baseline: running });
  assertEquals([gate.verdict, gate.baselineFeatures], ["conformant", ["two"]]);
  assertEquals(gateLines(gate), ["Ignored, as unsupported in the baseline: two"]);
  const suite = parseXml(renderJunit(running, { gate })).children.find(({ attributes }) =>
    attributes["name"] === "features"
  )!;
  assertEquals([suite.attributes["failures"], suite.attributes["skipped"]], ["0", "2"]);
  assertEquals(gateOf(running).verdict, "not conformant");
});

Deno.test("the page shows the mutant matrix and the objects on the target", () => {
  const mutant = {
    id: "paging/forgets",
    area: "paging",
    description: "forgets an item",
    reason: "haste",
    breaks: [],
  };
  const matrix = {
    schema: 1,
    suiteVersion: "0.1.0",
    runs: 10,
    started: recorded.started,
    finished: recorded.finished,
    mutants: [mutant],
    benignVariants: [],
    clean: [],
    trials: [{ subject: mutant.id, seed: 1, checks: [], kills: [], duration: 1 }],
    benignTrials: [],
  } as unknown as Matrix;
  const count = { resource: "secrets", seen: "all", own: 0, earlier: 1, others: 2 } as const;
  const others = { appeared: ["/api/v1/<new>"], changed: [], disappeared: [] };
  const census = { before: [count], after: [count], others };
  const page = renderHtml({ ...report, census }, { matrix });
  assertStringIncludes(page, "0 of 1 mutants killed");
  assertStringIncludes(page, "paging/forgets");
  assertStringIncludes(page, "/api/v1/&lt;new&gt;");
});
