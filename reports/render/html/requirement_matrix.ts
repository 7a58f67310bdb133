/**
 * The table of requirements with their verdicts, which can be searched and filtered.
 *
 * @module
 */
import { LEVELS, VERDICTS } from "../../events.ts";
import type { Report, RequirementResult } from "../../report.ts";
import { truncate } from "../../text.ts";
import { className, type Markup, markup, prose, section, table, verdictTag } from "./markup.ts";

/** Returns the table and the form that filters it. */
export function requirementMatrix(report: Report): Markup {
  const { requirements } = report;
  const areas = new Set(requirements.map(areaOf));
  const features = new Set(requirements.flatMap(({ features = [] }) => features));
  const verdicts = [...VERDICTS, undefined].filter((verdict) =>
    requirements.some((requirement) => requirement.verdict === verdict)
  ).map((verdict) => verdict ?? "not checked");
  const heads = [
    "Requirement",
    "Level",
    "Verdict",
    "Checks",
    ...(features.size > 0 ? ["Feature"] : []),
  ];
  return section(
    "requirements",
    `Requirements (${requirements.length})`,
    markup`<form class="filters" role="search" aria-label="Requirements">
<label class="search">Search <input type="search" name="words" autocomplete="off" placeholder="id, statement or check"></label>
${choice("area", "Area", [...areas])}
${choice("level", "Level", LEVELS)}
${choice("verdict", "Verdict", verdicts)}
${features.size > 0 && choice("feature", "Feature", [...features].sort())}
<button type="reset">Clear</button>
<output name="count" aria-live="polite">${requirements.length} of ${requirements.length}</output>
</form>`,
    table("Requirements", heads, requirements.map((one) => row(one, features.size > 0))),
  );
}

function choice(name: string, label: string, words: readonly string[]): Markup {
  return markup`<label>${label} <select name="${name}"><option value="">all</option>${
    words.map((word) => markup`<option>${truncate(word, 100)}</option>`)
  }</select></label>`;
}

function row(requirement: RequirementResult, withFeature: boolean): Markup {
  const { id, statement, chapter, level, verdict, checks } = requirement;
  return markup`
    <tr id="r-${id}" class="${className(verdict ?? "not checked")}" data-area="${
    truncate(
      areaOf(requirement),
      100,
    )
  }" data-level="${level}"
      data-verdict="${verdict ?? "not checked"}" data-feature="${requirement.features?.join(" ")}">
    <td><span class="statement">${prose(truncate(statement, 1_000))}</span><br><code>${
    truncate(
      id,
      200,
    )
  }</code> <span class="chapter">${truncate(chapter, 200)}</span></td>
    <td>${level}</td>
    <td>${verdictTag(verdict)}</td>
    <td>${
    checks.length === 0 ? "" : markup`
      <details
        class="checks"><summary>${checks.length}<span class="hidden"> checks</span></summary>${
      checks.map((check) =>
        markup`
              <code>${truncate(check, 200)}</code>
            `
      )
    }</details>
    `
  }</td>${withFeature && markup`\n<td>${requirement.features?.join(", ")}</td>`}</tr>
  `;
}

/** Returns the area of a requirement: the first part of its id. */
function areaOf({ id }: RequirementResult): string {
  return id.split(".")[0]!;
}
