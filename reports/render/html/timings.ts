/**
 * The durations and counts of the checks.
 *
 * @module
 */
import type { CheckResult, Coverage } from "../../events.ts";
import type { Report } from "../../report.ts";
import { combinationsName } from "../../summary.ts";
import { formatDuration, truncate } from "../../text.ts";
import { idOfCheck, type Markup, markup, prose, section, table, verdictTag } from "./markup.ts";

/** Number of the slowest checks. */
const SLOWEST = 12;

/** Returns the slowest checks as bars, and a collapsed table of all checks. */
export function timings({ checks }: Report): Markup {
  const slowest = checks.toSorted((a, b) => b.duration - a.duration);
  const longest = slowest[0]?.duration ?? 1;
  return section(
    "timings",
    "Timings",
    table(
      "The slowest checks",
      ["Slowest checks", "", "Time"],
      slowest.slice(0, SLOWEST).map((check) => bar(check, longest)),
    ),
    markup`<details><summary>All ${checks.length} checks</summary>${
      table(
        "All checks",
        [
          "Check",
          "Verdict",
          "Cases",
          "Discards",
          "Requests",
          "Time",
          "Cases by type",
          "Cases by kind",
          "Not reached",
        ],
        checks.map(row),
      )
    }</details>`,
  );
}

function bar({ id, duration }: CheckResult, longest: number): Markup {
  const width = Math.max(0.5, Math.round(1_000 * duration / longest) / 10);
  return markup`
    <tr>
      <th scope="row"><code>${truncate(id, 200)}</code></th>
      <td class="wide">
        <svg class="bar" viewBox="0 0 100 10" preserveAspectRatio="none" aria-hidden="true">
          <rect class="time" width="${width}" height="10" />
        </svg>
      </td>
      <td class="number">${formatDuration(duration)}</td>
    </tr>
  `;
}

/** Returns a bar of the covered combinations, with their number. */
function coverageBar({ strength, covered, combinations }: Coverage): Markup {
  const text = `${combinationsName(strength)} ${covered} of ${combinations}`;
  const width = combinations === 0 ? 100 : (100 * covered / combinations).toFixed(2);
  return markup`
    ${text}
    <svg class="bar" viewBox="0 0 100 10" preserveAspectRatio="none" aria-hidden="true">
      <rect class="time" width="${width}" height="10" />
    </svg>
  `;
}

function row(check: CheckResult): Markup {
  const { id, title, verdict, cases, discards, requests, duration, spread = {} } = check;
  const { coverage, types = {}, unreached = [] } = check;
  const byType = Object.entries(types).map(([type, { decided }]) => `${type} ${decided}`).join(
    ", ",
  );
  const words = Object.entries(spread).map(([word, count]) => `${word} ${count}`).join(", ");
  return markup`
    <tr id="${idOfCheck(id)}">
      <td><code>${truncate(id, 200)}</code><br><span class="chapter">${
    prose(truncate(title, 300))
  }</span></td>
      <td>${verdictTag(verdict)}</td>
      <td class="number">${cases}</td>
      <td class="number">${discards || ""}</td>
      <td class="number">${requests}</td>
      <td class="number">${formatDuration(duration)}</td>
      <td class="spread">${truncate(byType, 300)}</td>
      <td class="spread">${coverage && coverageBar(coverage)}${truncate(words, 300)}</td>
      <td class="spread">${truncate(unreached.join(", "), 300)}</td>
    </tr>
  `;
}
