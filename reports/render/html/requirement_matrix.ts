/**
 * The table of requirements with their verdicts, which can be searched and filtered.
 *
 * @module
 */
import { LEVELS, VERDICTS } from "../../events.ts";
import { HARMS } from "../../harm.ts";
import type { Report, RequirementResult } from "../../report.ts";
import { pluralize, truncate } from "../../text.ts";
import {
  choice,
  className,
  idOfCheck,
  type Markup,
  markup,
  prose,
  section,
  table,
  verdictTag,
} from "./markup.ts";

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
    "Harm",
    "Verdict",
    "Checks",
    ...(features.size > 0 ? ["Feature"] : []),
  ];
  const judged = requirements.filter(isJudged);
  const others = requirements.filter((one) => !isJudged(one));
  const rowsOf = (some: readonly RequirementResult[]) =>
    some.map((one) => row(one, features.size > 0));
  return section(
    "requirements",
    `Requirements (${judged.length})`,
    markup`<form class="filters" data-filters="#requirements tbody tr" role="search" aria-label="Requirements">
<label class="search">Search <input type="search" name="words" autocomplete="off" placeholder="id, statement or check"></label>
${choice("area", "Area", [...areas])}
${choice("level", "Level", LEVELS)}
${choice("harm", "Harm", HARMS)}
${choice("verdict", "Verdict", verdicts)}
${features.size > 0 && choice("feature", "Feature", [...features].sort())}
<button type="reset">Clear</button>
<output name="count" aria-live="polite">${requirements.length} of ${requirements.length}</output>
</form>`,
    judged.length > 0 && table("Requirements", heads, rowsOf(judged)),
    others.length > 0 &&
      markup`<details class="others"><summary>${
        pluralize(others.length, "requirement")
      } that were not judged</summary>${
        table("Other requirements", heads, rowsOf(others))
      }</details>`,
  );
}

/** Returns false for a requirement of which a run says nothing: no check was selected, or none ran. */
function isJudged({ verdict }: RequirementResult): boolean {
  return verdict !== undefined && verdict !== "skipped" && verdict !== "unsupported";
}

function row(requirement: RequirementResult, withFeature: boolean): Markup {
  const { id, statement, chapter, level, harm, verdict, checks } = requirement;
  return markup`
    <tr id="r-${id}" class="${className(verdict ?? "not checked")}" data-area="${
    truncate(
      areaOf(requirement),
      100,
    )
  }" data-level="${level}" data-harm="${harm}"
      data-verdict="${verdict ?? "not checked"}" data-feature="${requirement.features?.join(" ")}">
    <td><span class="statement">${prose(truncate(statement, 1_000))}</span><br><code>${
    truncate(
      id,
      200,
    )
  }</code> <span class="chapter">${truncate(chapter, 200)}</span></td>
    <td>${level}</td>
    <td>${harm}</td>
    <td>${verdictTag(verdict)}</td>
    <td>${
    checks.length === 0 ? "" : markup`
      <details
        class="checks"><summary>${checks.length}<span class="hidden"> checks</span></summary>${
      checks.map((check) =>
        markup`
              <a href="#${idOfCheck(check)}"><code>${truncate(check, 200)}</code></a>
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
