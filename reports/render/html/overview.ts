/**
 * The head of the page: verdict, totals, areas, target and run.
 *
 * @module
 */
import { VERDICTS } from "../../events.ts";
import { type Gate, gateLines } from "../../gate.ts";
import { areasOf, type Report } from "../../report.ts";
import { requirementsLine } from "../../summary.ts";
import { formatDuration, pluralize, truncate } from "../../text.ts";
import { censusTable } from "./feature_list.ts";
import { className, type Markup, markup, section, table, verdictBar } from "./markup.ts";

/** Descriptions of the verdicts. */
export const VERDICT_DESCRIPTIONS: Readonly<Record<Report["verdict"], string>> = {
  "conformant": "No check failed.",
  "not conformant": "At least one check failed.",
  "incomplete": "No check failed, but a requirement of level must could not be judged.",
  "inconclusive": "Too few checks ran to decide whether the target conforms.",
  "reproduced": "The failed case was repeated, and failed again.",
  "not reproduced": "The failed case was repeated, and did not fail.",
  "aborted": "The run ended early.",
  "suite error": "A check threw an error of its own. This says nothing about the target.",
};

/** Returns the verdict with the totals. */
export function overview(report: Report, gate: Gate | undefined): Markup {
  const { target, verdict, totals, aborted } = report;
  const present = VERDICTS.filter((one) => totals[one] > 0);
  return markup`<header id="top">
<p class="brand">Plumbline conformance report</p>
<h1>${truncate(target.url, 200)}</h1>
<div class="verdict ${className(verdict)}"><strong>${verdict}</strong> <span>${
    VERDICT_DESCRIPTIONS[verdict]
  }</span>${
    aborted !== undefined && markup`
      <span>${truncate(aborted, 500)}</span>
    `
  }${
    (gate === undefined ? [] : gateLines(gate)).map((sentence) =>
      markup`<p>${truncate(sentence, 1_000)}</p>`
    )
  }</div>
${verdictBar(totals)}
<ul class="totals">${
    present.map((one) =>
      markup`<li class="${className(one)}"><strong>${totals[one]}</strong> ${one}</li>`
    )
  }</ul>
<p class="chapter">${requirementsLine(report)}</p>
</header>`;
}

/** Returns the facts about the target and the run. */
export function identity(report: Report): Markup {
  const { target, checks, started, finished } = report;
  const cases = checks.reduce((sum, check) => sum + check.cases, 0);
  const facts: [string, string | undefined][] = [
    ["URL", target.url],
    ["Version", target.version],
    ["Dialect", report.dialect],
    ["Suites", report.suiteVersion],
    ["Seed", String(report.seed)],
    ["Cases per property", report.runs?.toLocaleString("en-GB")],
    ["Run", report.run],
    ["Started", started],
    ["Duration", formatDuration(Date.parse(finished) - Date.parse(started))],
    ["Checks", `${checks.length} (${pluralize(cases, "case")})`],
    ["Requests", String(report.requests)],
  ];
  return section(
    "target",
    "Target and run",
    markup`<dl class="facts">${
      facts.map(([name, value]) =>
        value !== undefined && markup`
          <div>
            <dt>${name}</dt>
            <dd>${truncate(value, 300)}</dd>
          </div>
        `
      )
    }</dl>`,
    censusTable(report),
    report.leftBehind.length > 0 && markup`<h3>Left behind on the target</h3>
<ul class="plain">${
      report.leftBehind.slice(0, 100).map((path) =>
        markup`<li><code>${truncate(path, 500)}</code></li>`
      )
    }</ul>${
      report.leftBehind.length > 100 &&
      markup`<p>… and ${report.leftBehind.length - 100} more in <code>report.json</code></p>`
    }`,
  );
}

/** Returns the table of areas. */
export function areaTable({ checks }: Report): Markup {
  const rows = areasOf(checks).map(({ area, checks: own, totals, duration }) =>
    markup`
      <tr>
        <th scope="row"><a href="#requirements" data-filter-area="${area}">${area}</a></th>
        <td class="wide">${verdictBar(totals)}</td>
        <td class="number">${totals.pass} of ${own.length}</td>
        <td class="number">${totals.fail + totals.error || ""}</td>
        <td class="number">${totals.warn || ""}</td>
        <td class="number">${totals["known deviation"] || ""}</td>
        <td class="number">${formatDuration(duration)}</td>
      </tr>
    `
  );
  const heads = ["Area", "Verdicts", "Pass", "Fail", "Warn", "Known", "Time"];
  return section("areas", "Areas", table("Areas", heads, rows));
}
