/**
 * Renders `junit.xml`: one test case per check, for tools that show test results.
 *
 * @module
 */
import type { CheckResult, FeatureResult } from "../events.ts";
import type { Gate } from "../gate.ts";
import type { Report, StaleDeviation } from "../report.ts";
import { failuresInOrder } from "../failure_groups.ts";
import { escapeAttribute, escapeMarkup, safeLine } from "../text.ts";
import type { Unjudged } from "../unjudged.ts";
import { failureText, undecidedTypes, verdictSentence } from "../summary.ts";

/** A test case, with the counts for the totals of its suite. */
interface TestCase {
  readonly kind: "passed" | "failure" | "error" | "skipped";
  readonly milliseconds: number;
  readonly xml: string;
}

/**
 * Returns the report as JUnit XML, with one suite per area and one case per check, those that fail
 * first.
 *
 * A check with verdict `fail` is a failure, one with `error` an error. Skipped and unsupported checks
 * and known deviations are skipped, with the reason. A warning passes and has its failure as output.
 * Stale known deviations are failures of a suite of their own. With a gate, the checks that block are
 * failures, warnings included, and the failures of the baseline are skipped.
 */
export function renderJunit(report: Report, { gate }: { readonly gate?: Gate } = {}): string {
  // The worst failures are read first.
  const order = [...new Set(failuresInOrder(report).map(({ id }) => id))];
  const place = ({ id }: CheckResult) => order.includes(id) ? order.indexOf(id) : order.length;
  const checks = report.checks.toSorted((a, b) => place(a) - place(b));
  const areas = Map.groupBy(checks, ({ area }) => area);
  const suites = [...areas].map(([area, checks]) => ({
    name: area,
    cases: checks.map((check) => caseOf(check, gate)),
  }));
  const features = (report.features ?? []).map((one) => featureCase(one, gate));
  if (features.length > 0) suites.push({ name: "features", cases: features });
  const stale = report.staleDeviations.map(staleCase);
  if (stale.length > 0) suites.push({ name: "known deviations", cases: stale });
  const unjudged = (report.unjudged ?? []).map((one) => unjudgedCase(one, gate));
  if (unjudged.length > 0) suites.push({ name: "unjudged requirements", cases: unjudged });
  const all = suites.flatMap(({ cases }) => cases);
  const name = escapeAttribute(safeLine(`plumbline ${report.target.url}`));
  return [
    '<?xml version="1.0" encoding="UTF-8"?>',
    `<testsuites name="${name}" ${counts(all)}>`,
    ...suites.flatMap((suite) => suiteLines(suite, report)),
    "</testsuites>",
    "",
  ].join("\n");
}

function suiteLines(
  { name, cases }: { name: string; cases: readonly TestCase[] },
  report: Report,
): string[] {
  const stamp = escapeAttribute(report.started.replace(/(\.\d+)?Z$/, ""));
  const properties = {
    url: report.target.url,
    dialect: report.dialect,
    version: report.target.version ?? "",
    suiteVersion: report.suiteVersion,
    seed: String(report.seed),
  };
  return [
    `  <testsuite name="${escapeAttribute(name)}" ${counts(cases)} timestamp="${stamp}">`,
    "    <properties>",
    ...Object.entries(properties).map(([key, value]) =>
      `      <property name="${key}" value="${escapeAttribute(safeLine(value))}"/>`
    ),
    "    </properties>",
    ...cases.map(({ xml }) => xml),
    "  </testsuite>",
  ];
}

function counts(cases: readonly TestCase[]): string {
  const of = (kind: TestCase["kind"]) => cases.filter((one) => one.kind === kind).length;
  const time = cases.reduce((sum, { milliseconds }) => sum + milliseconds, 0);
  return `tests="${cases.length}" failures="${of("failure")}" errors="${of("error")}" ` +
    `skipped="${of("skipped")}" time="${seconds(time)}"`;
}

function caseOf(check: CheckResult, gate: Gate | undefined): TestCase {
  const isInBaseline = gate?.baselineFailures.includes(check) ?? false;
  const kind = isInBaseline
    ? "skipped"
    : gate?.blocking.includes(check)
    ? "failure"
    : kindOf(check);
  const milliseconds = check.duration;
  const head = `    <testcase classname="plumbline.${escapeAttribute(check.area)}" name="${
    escapeAttribute(safeLine(check.id))
  }" time="${seconds(milliseconds)}">`;
  return {
    kind,
    milliseconds,
    xml: `${head}\n${bodyOf(check, kind, isInBaseline)}    </testcase>`,
  };
}

function kindOf({ verdict }: CheckResult): TestCase["kind"] {
  switch (verdict) {
    case "pass":
    case "warn":
      return "passed";
    case "fail":
      return "failure";
    case "error":
      return "error";
    default:
      return "skipped";
  }
}

function bodyOf(check: CheckResult, kind: TestCase["kind"], isInBaseline: boolean): string {
  const sentence = kind === "skipped" ? safeLine(check.reason ?? "") : verdictSentence(check);
  const message = escapeAttribute(sentence);
  const text = escapeMarkup(failureText(check));
  switch (kind) {
    case "failure":
    case "error": {
      const type = escapeAttribute(check.failures[0]?.requirement ?? "suite");
      return `      <${kind} type="${type}" message="${message}">${text}</${kind}>\n`;
    }
    case "skipped":
      return `      <skipped message="${
        escapeAttribute(isInBaseline ? "as in the baseline" : check.verdict)
      }: ${message}"/>\n`;
    case "passed": {
      if (check.verdict === "warn") return `      <system-out>warn\n${text}</system-out>\n`;
      const types = undecidedTypes(check).map((words) => `not decided for ${safeLine(words)}`);
      return types.length === 0
        ? ""
        : `      <system-out>${escapeMarkup(types.join("\n"))}</system-out>\n`;
    }
  }
}

/** A declared but unsupported feature fails the run, so its case is a failure. */
function featureCase(
  { feature, verdict, seen }: FeatureResult,
  gate: Gate | undefined,
): TestCase {
  const message = escapeAttribute(safeLine(seen));
  const [kind, inside]: [TestCase["kind"], string] = gate?.baselineFeatures.includes(feature)
    ? ["skipped", `<skipped message="unsupported in the baseline too: ${message}"/>`]
    : verdict === "fail"
    ? ["failure", `<failure type="feature" message="declared, but not supported: ${message}"/>`]
    : verdict === "unsupported"
    ? ["skipped", `<skipped message="unsupported: ${message}"/>`]
    : ["passed", ""];
  const name = escapeAttribute(safeLine(feature));
  const xml =
    `    <testcase classname="plumbline.features" name="${name}" time="0">${inside}</testcase>`;
  return { kind, milliseconds: 0, xml };
}

function staleCase({ check, requirement, why }: StaleDeviation): TestCase {
  const name = requirement === undefined ? check : `${check} ${requirement}`;
  const xml = [
    `    <testcase classname="plumbline.known-deviations" name="${
      escapeAttribute(safeLine(name))
    }" time="0">`,
    `      <failure type="known deviation" message="${escapeAttribute(why)}"/>`,
    "    </testcase>",
  ].join("\n");
  return { kind: "failure", milliseconds: 0, xml };
}

/** An unjudged requirement is a failure only if it fails the run. */
function unjudgedCase(
  { requirement, reasons, accepted }: Unjudged,
  gate: Gate | undefined,
): TestCase {
  const kind = accepted === undefined && gate?.verdict === "incomplete" ? "failure" : "skipped";
  const message = escapeAttribute(safeLine(accepted ?? reasons.join("; ")));
  const inside = kind === "failure"
    ? `<failure type="unjudged" message="not judged: ${message}"/>`
    : `<skipped message="not judged: ${message}"/>`;
  const name = escapeAttribute(safeLine(requirement));
  const xml =
    `    <testcase classname="plumbline.unjudged" name="${name}" time="0">${inside}</testcase>`;
  return { kind, milliseconds: 0, xml };
}

function seconds(milliseconds: number): string {
  return (milliseconds / 1_000).toFixed(3);
}
