/**
 * The table of implementations: how many requirements of each area each meets, and where it deviates.
 *
 * @module
 */
import { type Markup, markup, prose } from "@plumbline/reports/html/markup";
import type { Conduct, Implementation } from "../facts/implementations.ts";
import type { RequirementFacts } from "../facts/requirements.ts";
import type { SitePage } from "./layout.ts";
import { mark } from "./requirements.ts";

/** Returns the page. */
export function implementationsPage(
  requirements: readonly RequirementFacts[],
  implementations: readonly Implementation[],
): SitePage {
  const measured = implementations.filter(({ measured }) => measured !== undefined);
  const others = implementations.filter(({ measured }) => measured === undefined);
  const areas = [...Map.groupBy(requirements, ({ area }) => area)];
  const differing = requirements.filter(({ id }) =>
    measured.some(({ conduct }) => conduct.get(id)?.verdict === "violated")
  );
  return {
    path: "implementations.html",
    title: "Implementations",
    description:
      "What servers of the Kubernetes API were measured to do, requirement by requirement.",
    main: markup`<h1>Implementations</h1>
<p class="lead">What servers were measured to do. A cell counts the requirements of an area that all
checks of the stored run passed, and those that a check saw violated.</p>
<section aria-labelledby="areas"><h2 id="areas">By area</h2>
<div class="scroll" tabindex="0" role="region" aria-label="Requirements by area and server"><table class="overview">
<thead><tr><th scope="col">Area</th>${measured.map(head)}</tr></thead>
<tbody>${
      areas.map(([area, members]) =>
        markup`<tr><th scope="row"><a href="requirements/index.html#${area}">${area}</a> <span class="brief">${members.length}</span></th>${
          measured.map(({ conduct }) => areaCell(members.map(({ id }) => conduct.get(id))))
        }</tr>
`
      )
    }</tbody></table></div>
<p class="brief"><span class="mark yes">✓</span> holds, <span class="mark no">✗</span> violated, <span class="mark partly">–</span>
the server does not have the feature, <span class="mark unknown">?</span> not asked: the page of the requirement says why.</p>
<p>The runs; their reports are in the folder <code>lab/published</code> of the repository:</p>
<ul class="plain-list">${
      measured.map(({ name, version, how, measured }) =>
        markup`<li>${name} ${version}: ${how} <span class="brief">${measured}</span></li>`
      )
    }</ul>
</section>
<section aria-labelledby="differing"><h2 id="differing">Requirements that a server violates</h2>
<div class="scroll" tabindex="0" role="region" aria-label="Violations by server"><table class="marks">
<thead><tr><th scope="col">Requirement</th>${measured.map(head)}</tr></thead>
<tbody>${
      differing.map(({ id, statement }) =>
        markup`<tr><th scope="row"><a href="requirements/${id}.html">${
          prose(statement)
        }</a> <code>${id}</code></th>${
          measured.map(({ conduct }) => markup`<td>${mark(conduct.get(id))}</td>`)
        }</tr>
`
      )
    }</tbody></table></div>
</section>
<section aria-labelledby="others"><h2 id="others">Checked, without a stored run</h2>
<p>These were checked as well. No report of the runs is stored, so the tables above do not have them;
the <a href="track-record.html">track record</a> has what was found, with the requests that show it.</p>
<ul class="plain-list">${
      others.map(({ name, version, section, how }) =>
        markup`<li><a href="track-record.html${
          section !== undefined && `#${section}`
        }">${name}</a> ${version}: ${how}</li>`
      )
    }</ul>
</section>`,
  };
}

const head = ({ name, version, measured }: Implementation): Markup =>
  markup`<th scope="col">${name}<br>${version}<br><span class="brief">${measured}</span></th>`;

function areaCell(conducts: readonly (Conduct | undefined)[]): Markup {
  const count = (verdict: Conduct["verdict"]) =>
    conducts.filter((conduct) => (conduct?.verdict ?? "not asked") === verdict).length;
  const [yes, violated, unsupported, unknown] = [
    count("holds"),
    count("violated"),
    count("unsupported"),
    count("not asked"),
  ];
  const part = (style: string, size: number) =>
    `${style} ${(100 * size / conducts.length).toFixed(1)}`;
  return markup`<td>${yes > 0 && markup`<span class="mark yes">✓ ${yes}</span> `}${
    violated > 0 && markup`<span class="mark no">✗ ${violated}</span> `
  }${unsupported > 0 && markup`<span class="mark partly">– ${unsupported}</span> `}${
    unknown > 0 && markup`<span class="mark unknown">? ${unknown}</span>`
  }
<svg class="bar" viewBox="0 0 100 10" preserveAspectRatio="none" aria-hidden="true">${
    barParts([part("pass", yes), part("fail", violated), part("known-deviation", unsupported)])
  }</svg></td>`;
}

function barParts(parts: readonly string[]): readonly Markup[] {
  let at = 0;
  return parts.map((part) => {
    const [style = "", width = "0"] = part.split(" ");
    const rect = markup`<rect class="${style}" x="${at}" width="${width}" height="10" />`;
    at += Number(width);
    return rect;
  });
}
