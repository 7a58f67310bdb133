/**
 * Renders `report.html`: a page in one file, which needs no network.
 *
 * @module
 */
import type { NextStep } from "../../cause_lines.ts";
import type { Gate } from "../../gate.ts";
import type { Matrix } from "../../matrix.ts";
import type { Report } from "../../report.ts";
import { truncate } from "../../text.ts";
import { areaTable, identity, overview } from "./overview.ts";
import { mutantTable } from "./mutant_table.ts";
import { featureList } from "./feature_list.ts";
import { failureList, overviewOfCauses } from "./cause_list.ts";
import { everywhereList, knownList, skippedList } from "./check_lists.ts";
import { Markup, markup, policyOf } from "./markup.ts";
import { requirementMatrix } from "./requirement_matrix.ts";
import { SCRIPT } from "./script.ts";
import { STYLE } from "./style.ts";
import { timings } from "./timings.ts";

/** What the page shows beside the report. */
export interface PageOptions {
  /** The mutant matrix of the suites. */
  readonly matrix?: Matrix;
  /** The decision of a gate. */
  readonly gate?: Gate;
  /** Commands to run next. @default {that which reproduces the worst failure} */
  readonly next?: readonly NextStep[];
}

/** Returns the report as an HTML page. */
export function renderHtml(
  report: Report,
  { matrix, gate, next }: PageOptions = {},
): string {
  const wrong = overviewOfCauses(report, next);
  const features = featureList(report);
  const mutants = mutantTable(matrix);
  const known = knownList(report);
  const everywhere = everywhereList(report);
  const links: [string, string][] = [
    ...(wrong === undefined ? [] : [["wrong", "What is wrong"] as [string, string]]),
    ["failures", "Failures"],
    ["areas", "Areas"],
    ["requirements", "Requirements"],
    ...(known === undefined ? [] : [["known", "Known deviations"] as [string, string]]),
    ...(everywhere === undefined
      ? []
      : [["everywhere", "Every kube-apiserver"] as [string, string]]),
    ["skipped", "Not checked"],
    ...(features === undefined ? [] : [["features", "Optional features"] as [string, string]]),
    ["timings", "Timings"],
    ["target", "Target"],
    ...(mutants === undefined ? [] : [["mutants", "Mutants"] as [string, string]]),
  ];
  return markup`<!DOCTYPE html>
<html lang="en">
      <head>
        <meta charset="utf-8">
        <meta http-equiv="Content-Security-Policy" content="${
    policyOf({ style: STYLE, script: SCRIPT })
  }">
        <meta name="viewport" content="width=device-width, initial-scale=1">
        <meta name="color-scheme" content="light dark">
        <meta name="referrer" content="no-referrer">
        <title>${report.verdict}: ${truncate(report.target.url, 100)}</title>
        <style>${new Markup(STYLE)}</style>
      </head>
      <body>
    <a class="skip" href="#main">Skip to the report</a>
    ${overview(report, gate)}
    <nav aria-label="Sections"><ul>${
    links.map(([id, title]) => markup`<li><a href="#${id}">${title}</a></li>`)
  }</ul></nav>
    <main id="main">
    ${wrong}
    ${failureList(report)}
    ${areaTable(report)}
    ${requirementMatrix(report)}
    ${known}
    ${everywhere}
    ${skippedList(report)}
    ${features}
    ${timings(report)}
    ${identity(report)}
    ${mutants}
    </main>
    <p id="status" role="status" class="hidden"></p>
    <script>${new Markup(SCRIPT)}</script>
      </body>
    </html>
  `.text;
}
