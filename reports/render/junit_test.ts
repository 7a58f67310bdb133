import { assertEquals } from "@std/assert";
import { type Gate, gateOf } from "../gate.ts";
import type { Report } from "../report.ts";
import { renderJunit } from "./junit.ts";
import { HOSTILE, recordedReport, reportSaying } from "./test_reports.ts";
import { parseXml, textOf } from "./test_xml.ts";

Deno.test("each check is one case, with the kind of its verdict", () => {
  const root = parseXml(renderJunit(reportSaying("something")));
  const [watch] = root.children;
  assertEquals(root.name, "testsuites");
  assertEquals(watch?.attributes["name"], "watch");
  const cases = watch!.children.filter(({ name }) => name === "testcase");
  assertEquals(cases.map(({ children }) => children[0]?.name), [
    "failure",
    "system-out", // warn
    "error",
    "skipped", // known deviation
    undefined, // pass
    "skipped", // unsupported
    "skipped", // skipped
  ]);
  const { tests, failures, errors, skipped } = watch!.attributes;
  assertEquals([tests, failures, errors, skipped], ["7", "1", "1", "3"]);
});

Deno.test("checks that block are failures, failures of the baseline are skipped", async () => {
  const warned = reportSaying("something");
  const kindsOf = (report: Report, gate: Gate) =>
    parseXml(renderJunit(report, { gate })).children.flatMap(({ children }) =>
      children.filter(({ name }) => name === "testcase")
        .map(({ children: [first] }) => [first?.name, first?.attributes["message"]?.split(":")[0]])
    );
  const strict = kindsOf(warned, gateOf(warned, { level: "should" }));
  assertEquals(strict.slice(0, 2).map(([name]) => name), ["failure", "failure"]);
  const lax = kindsOf(warned, gateOf(warned));
  assertEquals(lax.slice(0, 2).map(([name]) => name), ["failure", "system-out"]);
  const recorded = await recordedReport();
  const same = kindsOf(recorded, gateOf(recorded, { baseline: recorded }));
  assertEquals(same[0], ["skipped", "as in the baseline"]);
});

Deno.test("the totals of all suites equal those of their cases", async () => {
  const root = parseXml(renderJunit(await recordedReport()));
  const cases = root.children.flatMap(({ children }) =>
    children.filter(({ name }) => name === "testcase")
  );
  const having = (name: string) =>
    cases.filter(({ children }) => children.some((child) => child.name === name)).length;
  const { tests, failures, errors, skipped } = root.attributes;
  assertEquals([tests, failures, errors, skipped].map(Number), [
    cases.length,
    having("failure"),
    having("error"),
    having("skipped"),
  ]);
});

Deno.test("the text of a failure survives parsing", async () => {
  const root = parseXml(renderJunit(await recordedReport()));
  const paging = root.children.find(({ attributes }) => attributes["name"] === "paging");
  const failure = paging!.children.find(({ children }) => children[0]?.name === "failure")!
    .children[0]!;
  assertEquals(failure.attributes["type"], "paging.limit-bounds-page");
  assertEquals(textOf(failure).includes(`-H "Authorization: Bearer $TOKEN"`), true);
  assertEquals(textOf(failure).includes("\nexpected       at most 1 items\n"), true);
});

Deno.test("a stale known deviation is a failure of a suite of its own", async () => {
  const root = parseXml(renderJunit(await recordedReport()));
  const stale = root.children.at(-1)!;
  assertEquals(stale.attributes["name"], "known deviations");
  const [first] = stale.children.filter(({ name }) => name === "testcase");
  assertEquals(first?.children.map(({ name }) => name), ["failure"]);
});

Deno.test("hostile text does not become elements or attributes", () => {
  const plain = parseXml(renderJunit(reportSaying("x")));
  const hostile = parseXml(renderJunit(reportSaying(HOSTILE)));
  const shape = (element: typeof plain): unknown => [
    element.name,
    Object.keys(element.attributes),
    element.children.map(shape),
  ];
  assertEquals(shape(hostile), shape(plain));
});
