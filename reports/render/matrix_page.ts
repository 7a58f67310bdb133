/**
 * The matrix of mutants as a page: areas across mutants, coloured by what found them, each square a
 * way to the counterexample. One file, no network.
 *
 * @module
 */
import type { BenignVariantSummary, Kill, Matrix, MatrixCheck, Trial } from "../matrix.ts";
import {
  falseAlarms,
  idleChecks,
  killedForAnotherReason,
  matrixLine,
  type MutantRecord,
  mutantRecords,
  soleKills,
  survivors,
} from "../matrix.ts";
import { counted, cut, jsonText, spoken } from "../text.ts";
import { escapeMarkup as text } from "./escape.ts";
import { policyOf } from "./html/policy.ts";
import { MATRIX_SCRIPT, MATRIX_STYLE } from "./matrix_assets.ts";

/** Renders the matrix; `checks` are all there are, to tell what only they find. */
export function renderMatrix(matrix: Matrix, checks: readonly MatrixCheck[]): string {
  const surviving = new Set(survivors(matrix).map(({ mutant }) => mutant.id));
  const areas = Map.groupBy(mutantRecords(matrix), ({ mutant }) => mutant.area);
  const alarms = falseAlarms(matrix);
  return `<!DOCTYPE html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="referrer" content="no-referrer">
<meta http-equiv="Content-Security-Policy" content="${
    policyOf({ style: MATRIX_STYLE, script: MATRIX_SCRIPT })
  }">
<title>Mutants and what finds them</title>
<style>${MATRIX_STYLE}</style>
</head>
<body>
<main>
<h1>Mutants and what finds them</h1>
<p class="verdict ${surviving.size + alarms.length === 0 ? "good" : "bad"}">${
    text(matrixLine(matrix))
  }</p>
<p class="facts">Suites ${text(matrix.suiteVersion)}, ${matrix.runs} cases a property, ${
    counted(matrix.trials.length, "trial")
  }, ${spoken(Date.parse(matrix.finished) - Date.parse(matrix.started))}, ${
    text(matrix.started)
  }</p>
<h2>By area</h2>
<p>Each square is a bug seeded into the reference server: the more it stands out, the more checks find
it. Follow it to the smallest sequence that shows the bug.</p>
<table class="map">
${[...areas].map(([area, records]) => areaRow(area, records, surviving)).join("\n")}
</table>
${[...areas].map(([area, records]) => areaSection(area, records, surviving)).join("\n")}
${variantSection(matrix, alarms)}
${otherReasonSection(matrix)}
${soleSection(matrix, checks)}
${idleSection(matrix)}
</main>
<script>${MATRIX_SCRIPT}</script>
</body>
</html>
`;
}

function areaRow(
  area: string,
  records: readonly MutantRecord[],
  surviving: ReadonlySet<string>,
): string {
  const squares = records.map((record) => {
    const { mutant: { id, description }, checks } = record;
    const shade = surviving.has(id) ? "survived" : `found${Math.min(4, checks.length)}`;
    const said = surviving.has(id) ? "survived" : `found by ${counted(checks.length, "check")}`;
    const title = text(`${id}: ${description} (${said})`);
    return `<a class="square ${shade}" href="#${text(id)}" title="${title}">` +
      `<span class="unseen">${title}</span></a>`;
  });
  return `<tr><th scope="row">${text(area)}</th><td>${squares.join("")}</td></tr>`;
}

function areaSection(
  area: string,
  records: readonly MutantRecord[],
  surviving: ReadonlySet<string>,
): string {
  return `<h2>${text(area)}</h2>\n` +
    records.map((record) => mutantDetails(record, surviving.has(record.mutant.id))).join("\n");
}

function mutantDetails(
  { mutant, trials, killed, checks }: MutantRecord,
  survived: boolean,
): string {
  const share = trials.length === 1 ? "" : ` in ${killed} of ${trials.length} trials`;
  const said = survived
    ? `survived${share}`
    : `found by ${counted(checks.length, "check")}${share}`;
  return `<details id="${text(mutant.id)}"${survived ? " open" : ""}>
<summary><code>${text(mutant.id)}</code> <span class="${survived ? "bad" : "good"}">${said}</span>
${text(mutant.description)}</summary>
<p><b>Why somebody might have written it:</b> ${text(mutant.reason)}</p>
<p><b>Breaks:</b> ${mutant.breaks.map((id) => `<code>${text(id)}</code>`).join(", ")}</p>
${checks.map((check) => killDetails(check, trials)).join("\n")}
</details>`;
}

/** How a check found a mutant: the smallest of its counterexamples. */
function killDetails(check: string, trials: readonly Trial[]): string {
  const kills = trials.flatMap((trial) => trial.kills.filter((kill) => kill.check === check));
  const kill = kills.reduce((least, other) => other.requests < least.requests ? other : least);
  const { failure } = kill;
  return `<section>
<h3><code>${text(check)}</code> <span class="facts">${killFacts(kill)}</span></h3>
<dl>
<dt>breaks</dt><dd><code>${text(kill.requirement)}</code></dd>
<dt>expected</dt><dd>${text(cut(failure.expected, SHOWN))}</dd>
<dt>actual</dt><dd>${text(cut(failure.actual, SHOWN))}</dd>
${
    failure.counterexample === undefined
      ? ""
      : `<dt>smallest</dt><dd><pre>${text(cut(jsonText(failure.counterexample), SHOWN))}</pre></dd>`
  }
<dt>again</dt><dd><pre>${text(cut(failure.replay, SHOWN))}</pre></dd>
</dl>
</section>`;
}

const SHOWN = 1_200;

function killFacts({ cases, shrinks, requests }: Kill): string {
  return `after ${counted(cases, "case")}, ${counted(requests, "request")} when smallest, ` +
    counted(shrinks, "step") + " smaller";
}

function variantSection({ benignVariants }: Matrix, alarms: readonly Trial[]): string {
  return `<h2 id="harmless">Harmless variants</h2>
<p>Servers that do as the interface allows, and not as the reference server does: no check may fail
them.${benignVariants.length === 0 ? " None was tried." : ""}</p>
${
    benignVariants.length === 0
      ? ""
      : `<ul>\n${benignVariants.map((variant) => variantItem(variant, alarms)).join("\n")}\n</ul>`
  }`;
}

function variantItem(
  { id, description, allowedBy }: BenignVariantSummary,
  alarms: readonly Trial[],
) {
  const wrong = alarms.find(({ subject }) => subject === id);
  const said = wrong === undefined
    ? `<span class="good">green</span>`
    : `<span class="bad">failed by ${
      text([...wrong.kills.map(({ check }) => check), cut(wrong.broken ?? "", SHOWN)].join(", "))
    }</span>`;
  return `<li><code>${text(id)}</code> ${said} ${text(description)} <i>${text(allowedBy)}</i></li>`;
}

function otherReasonSection(matrix: Matrix): string {
  const records = killedForAnotherReason(matrix);
  if (records.length === 0) return "";
  return `<h2>Found for another reason</h2>
<p>What was found names requirements that the mutant does not break: a failure that leads astray.</p>
<ul class="columns">
${records.map(({ mutant: { id } }) => `<li><a href="#${text(id)}">${text(id)}</a></li>`).join("\n")}
</ul>`;
}

function soleSection(matrix: Matrix, checks: readonly MatrixCheck[]): string {
  const rows = [...soleKills(matrix, checks)].sort(([a], [b]) => a < b ? -1 : 1);
  if (rows.length === 0) return "";
  return `<h2>What only one requirement's checks find</h2>
<table class="list">
${
    rows.map(([requirement, mutants]) =>
      `<tr><th scope="row"><code>${text(requirement)}</code></th><td>${
        mutants.map((id) => `<a href="#${text(id)}">${text(id)}</a>`).join(", ")
      }</td></tr>`
    ).join("\n")
  }
</table>`;
}

function idleSection(matrix: Matrix): string {
  const idle = idleChecks(matrix);
  if (idle.length === 0) return "";
  return `<h2>Checks that found no mutant</h2>
<p>Each is another's duplicate, too weak, or waits for a mutant that nobody has thought of.</p>
<ul class="columns">
${idle.map((id) => `<li><code>${text(id)}</code></li>`).join("\n")}
</ul>`;
}
