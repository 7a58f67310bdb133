/**
 * Renders the mutant matrix as an HTML page in one file, which needs no network: a square per mutant,
 * coloured by the number of checks that kill it, with a link to the counterexamples.
 *
 * @module
 */
import {
  type BenignVariantSummary,
  falseAlarms,
  idleChecks,
  type Kill,
  killedForAnotherReason,
  type Matrix,
  type MatrixCheck,
  matrixLine,
  type MutantRecord,
  mutantRecords,
  soleKills,
  survivors,
  type Trial,
} from "../matrix.ts";
import { escapeMarkup as text, formatDuration, pluralize, safeJson, truncate } from "../text.ts";
import { policyOf, prose } from "./html/markup.ts";

/** Returns the matrix as an HTML page; `checks` are all checks of the suites. */
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
<title>Mutant matrix</title>
<style>${MATRIX_STYLE}</style>
</head>
<body>
<main>
<h1>Mutant matrix</h1>
<p class="verdict ${surviving.size + alarms.length === 0 ? "good" : "bad"}">${
    text(matrixLine(matrix))
  }</p>
<p class="facts">Suites ${text(matrix.suiteVersion)}, ${matrix.runs} cases per property, ${
    pluralize(matrix.trials.length, "trial")
  }, ${formatDuration(Date.parse(matrix.finished) - Date.parse(matrix.started))}, ${
    text(matrix.started)
  }</p>
<h2>By area</h2>
<p>Each square is a mutant: the reference server with a seeded bug. The stronger its colour,
the more checks kill the mutant. It links to the smallest counterexamples.</p>
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
    const shade = surviving.has(id) ? "survived" : `killed${Math.min(4, checks.length)}`;
    const result = surviving.has(id)
      ? "survived"
      : `killed by ${pluralize(checks.length, "check")}`;
    const title = text(`${id}: ${description} (${result})`);
    return `<a class="square ${shade}" href="#${text(id)}" title="${title}">` +
      `<span class="hidden">${title}</span></a>`;
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
  const result = survived
    ? `survived${share}`
    : `killed by ${pluralize(checks.length, "check")}${share}`;
  return `<details id="${text(mutant.id)}"${survived ? " open" : ""}>
<summary><code>${text(mutant.id)}</code> <span class="${survived ? "bad" : "good"}">${result}</span>
${prose(mutant.description).text}</summary>
<p><b>Plausible because:</b> ${prose(mutant.reason).text}</p>
<p><b>Violates:</b> ${mutant.breaks.map((id) => `<code>${text(id)}</code>`).join(", ")}</p>
${checks.map((check) => killDetails(check, trials)).join("\n")}
</details>`;
}

/** Returns the smallest counterexample by which a check killed a mutant. */
function killDetails(check: string, trials: readonly Trial[]): string {
  const kills = trials.flatMap((trial) => trial.kills.filter((kill) => kill.check === check));
  const kill = kills.reduce((least, other) => other.requests < least.requests ? other : least);
  const { failure } = kill;
  return `<section>
<h3><code>${text(check)}</code> <span class="facts">${killFacts(kill)}</span></h3>
<dl>
<dt>requirement</dt><dd><code>${text(kill.requirement)}</code></dd>
<dt>expected</dt><dd>${text(truncate(failure.expected, MAX_TEXT))}</dd>
<dt>actual</dt><dd>${text(truncate(failure.actual, MAX_TEXT))}</dd>
${
    failure.counterexample === undefined
      ? ""
      : `<dt>counterexample</dt><dd><pre>${
        text(truncate(safeJson(failure.counterexample), MAX_TEXT))
      }</pre></dd>`
  }
<dt>reproduce</dt><dd><pre>${text(truncate(failure.replay, MAX_TEXT))}</pre></dd>
</dl>
</section>`;
}

/** Maximum number of characters of a text. */
const MAX_TEXT = 1_200;

function killFacts({ cases, shrinks, requests }: Kill): string {
  return `after ${pluralize(cases, "case")}, shrunk by ${pluralize(shrinks, "step")} to ` +
    pluralize(requests, "request");
}

function variantSection({ benignVariants }: Matrix, alarms: readonly Trial[]): string {
  return `<h2 id="benign-variants">Benign variants</h2>
<p>Servers that behave as the specification allows, but not as the reference server does. No check may
fail for them.${benignVariants.length === 0 ? " None was run." : ""}</p>
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
  const result = wrong === undefined
    ? `<span class="good">passed</span>`
    : `<span class="bad">failed: ${
      text(
        [...wrong.kills.map(({ check }) => check), truncate(wrong.broken ?? "", MAX_TEXT)].join(
          ", ",
        ),
      )
    }</span>`;
  return `<li><code>${text(id)}</code> ${result} ${prose(description).text} <i>${
    prose(allowedBy).text
  }</i></li>`;
}

function otherReasonSection(matrix: Matrix): string {
  const records = killedForAnotherReason(matrix);
  if (records.length === 0) return "";
  return `<h2>Killed for another reason</h2>
<p>The failures name requirements that the mutant does not violate, which misleads their reader.</p>
<ul class="columns">
${records.map(({ mutant: { id } }) => `<li><a href="#${text(id)}">${text(id)}</a></li>`).join("\n")}
</ul>`;
}

function soleSection(matrix: Matrix, checks: readonly MatrixCheck[]): string {
  const rows = [...soleKills(matrix, checks)].sort(([a], [b]) => a < b ? -1 : 1);
  if (rows.length === 0) return "";
  return `<h2>Mutants that the checks of a single requirement kill</h2>
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
  return `<h2>Checks that killed no mutant</h2>
<p>Such a check duplicates another one, is too weak, or needs a mutant that does not exist yet.</p>
<ul class="columns">
${idle.map((id) => `<li><code>${text(id)}</code></li>`).join("\n")}
</ul>`;
}

/** The style of the page: light and dark, wide and narrow, printed. */
const MATRIX_STYLE = `
:root { color-scheme: light dark; --ink: #1b1f24; --soft: #57606a; --line: #d0d7de; --paper: #ffffff;
  --good: #116329; --bad: #a40e26; --killed1: #aceebb; --killed2: #6fdd8b; --killed3: #2da44e;
  --killed4: #116329; --survived: #cf222e; }
@media (prefers-color-scheme: dark) { :root { --ink: #e6edf3; --soft: #9198a1; --line: #3d444d;
  --paper: #0d1117; --good: #56d364; --bad: #ff7b72; --killed1: #0f5323; --killed2: #1a7f37;
  --killed3: #2ea043; --killed4: #7ee787; --survived: #ff7b72; } }
body { margin: 0; background: var(--paper); color: var(--ink); font: 15px/1.5 system-ui, sans-serif; }
main { max-width: 64rem; margin: 0 auto; padding: 1.5rem 1rem 4rem; }
h1 { font-size: 1.6rem; margin: 0 0 .5rem; }
h2 { font-size: 1.15rem; margin: 2rem 0 .5rem; border-bottom: 1px solid var(--line); }
h3 { font-size: 1rem; margin: .75rem 0 .25rem; }
code, pre { font: 13px/1.45 ui-monospace, monospace; overflow-wrap: anywhere; }
pre { margin: 0; white-space: pre-wrap; }
.verdict { font-size: 1.15rem; font-weight: 600; }
.good { color: var(--good); } .bad { color: var(--bad); }
.facts { color: var(--soft); font-weight: normal; font-size: .9rem; }
.map { border-collapse: collapse; } .map th { text-align: left; font-weight: normal;
  padding: .15rem 1rem .15rem 0; white-space: nowrap; vertical-align: top; }
.square { display: inline-block; width: 1.1rem; height: 1.1rem; margin: 0 3px 3px 0; border-radius: 3px;
  border: 1px solid var(--line); }
.square:hover, .square:focus-visible { outline: 2px solid var(--ink); }
.killed1 { background: var(--killed1); } .killed2 { background: var(--killed2); }
.killed3 { background: var(--killed3); } .killed4 { background: var(--killed4); }
.survived { background: var(--survived); }
.hidden { position: absolute; width: 1px; height: 1px; overflow: hidden; clip-path: inset(50%); }
details { border-bottom: 1px solid var(--line); padding: .35rem 0; }
summary { cursor: pointer; } details > :not(summary) { margin-left: 1rem; }
dl { display: grid; grid-template-columns: max-content 1fr; align-items: baseline;
  gap: .15rem .75rem; margin: 0 0 .75rem; }
dt { color: var(--soft); } dd { margin: 0; overflow-wrap: anywhere; }
.list th { text-align: left; font-weight: normal; vertical-align: top; padding-right: 1rem; }
.list th { min-width: 18rem; } .list td { overflow-wrap: anywhere; } .columns { columns: 18rem; }
@media (max-width: 40rem) { dl { grid-template-columns: 1fr; } .list th, .list td { display: block; }
  .list th { min-width: 0; } .list td { padding-bottom: .5rem; } }
@page { margin: 1.5cm; }
@media print { details { break-inside: avoid; } h2, h3 { break-after: avoid; }
  main { max-width: none; padding: 0; } * { print-color-adjust: exact; } }
`;

/** Opens the mutant that the fragment of the address names. */
const MATRIX_SCRIPT = `
const open = () => {
  const named = document.getElementById(decodeURIComponent(location.hash.slice(1)));
  if (named instanceof HTMLDetailsElement) { named.open = true; named.scrollIntoView(); }
};
addEventListener("hashchange", open);
open();
`;
