/**
 * The pages of the requirements: the list, and one for each.
 *
 * @module
 */
import { type Markup, markup, prose } from "@plumbline/reports/html/markup";
import type { Conduct, Implementation } from "../facts/implementations.ts";
import type { RequirementFacts } from "../facts/requirements.ts";
import type { Sequence, SequenceStep } from "../facts/sequences.ts";
import type { SitePage } from "./layout.ts";

/** The path of the page of a requirement. */
export const pathOfRequirement = (id: string): string => `requirements/${id}.html`;

const WORDS: Readonly<Record<Conduct["verdict"], readonly [style: string, text: string]>> = {
  holds: ["yes", "✓ holds"],
  violated: ["no", "✗ violated"],
  unsupported: ["partly", "– unsupported"],
  "not asked": ["unknown", "? not asked"],
};

/** The word for what an implementation does. */
export function mark(conduct: Conduct | undefined): Markup {
  const [style, text] = WORDS[conduct?.verdict ?? "not asked"];
  return markup`<span class="mark ${style}">${text}</span>`;
}

/** Returns the list of all requirements, by area. */
export function requirementIndex(requirements: readonly RequirementFacts[]): SitePage {
  const areas = [...Map.groupBy(requirements, ({ area }) => area)];
  return {
    path: "requirements/index.html",
    title: "Requirements",
    description: "What a server of the API must do, with the checks that verify it.",
    main: markup`<h1>Requirements</h1>
<p class="lead">${requirements.length} statements about a server of the API, in ${areas.length} areas.
Each has a page: where it comes from, which checks verify it, and what servers do.</p>
<nav aria-label="Areas"><ul>${
      areas.map(([area]) => markup`<li><a href="#${area}">${area}</a></li>`)
    }</ul></nav>
${
      areas.map(([area, members]) =>
        markup`<section id="${area}" aria-labelledby="${area}-title">
<h2 id="${area}-title">${area} <span class="brief">${members.length}</span></h2>
<ul class="requirement-list">${
          members.map(({ id, statement, level }) =>
            markup`<li><a href="${id}.html">${
              prose(statement)
            }</a> <span class="level">${level}</span>
<code class="id">${id}</code></li>`
          )
        }</ul>
</section>
`
      )
    }`,
  };
}

/** Returns the page of a requirement. */
export function requirementPage(
  facts: RequirementFacts,
  implementations: readonly Implementation[],
  recorded: string,
): SitePage {
  const { id, area, chapter, statement, level, harm, unchecked, features = [] } = facts;
  return {
    path: pathOfRequirement(id),
    title: id,
    description: statement,
    main:
      markup`<p class="crumbs"><a href="index.html">Requirements</a> / <a href="index.html#${area}">${area}</a></p>
<h1><code>${id}</code></h1>
<p class="statement-large">${prose(statement)}</p>
<section aria-labelledby="about"><h2 id="about">Where it comes from</h2>
<dl class="facts">
<div><dt>Section of the specification</dt><dd>${prose(chapter)}</dd></div>
<div><dt>Level</dt><dd><span class="level">${level}</span></dd></div>
<div><dt>A violation is</dt><dd>${harm}</dd></div>
${
        features.length > 0 &&
        markup`<div><dt>Only with the feature</dt><dd>${features.join(", ")}</dd></div>`
      }</dl>
</section>
<section aria-labelledby="servers"><h2 id="servers">What servers do</h2>
${conductTable(id, implementations)}
</section>
${checkSection(facts, unchecked)}
${bugSection(facts)}
${facts.sequence !== undefined && sequenceSection(facts.sequence, recorded)}
${facts.withoutSequence !== undefined && withoutSequence(facts.withoutSequence)}`,
  };
}

function conductTable(id: string, implementations: readonly Implementation[]): Markup {
  const rows = implementations.map((each) => {
    const conduct = each.conduct.get(id);
    const name = each.section === undefined
      ? each.name
      : markup`<a href="../track-record.html#${each.section}">${each.name}</a>`;
    return markup`<tr><th scope="row">${name} <span class="brief">${each.version}</span></th>
<td>${mark(conduct)}</td><td class="why">${whyMarkup(each, conduct)}</td>
<td class="number brief">${each.measured ?? ""}</td></tr>`;
  });
  return markup`<div class="scroll" tabindex="0" role="region" aria-label="What servers do"><table>
<thead><tr><th scope="col">Server</th><th scope="col">Measured</th><th scope="col">Why</th><th scope="col">On</th></tr></thead>
<tbody>${rows}</tbody></table></div>`;
}

/** Returns why a server was not asked, or the requests that show its violation. */
function whyMarkup(
  { measured, how }: Implementation,
  conduct: Conduct | undefined,
): Markup | string {
  if (measured === undefined) return `No report of a run is stored: ${how}.`;
  if (conduct === undefined) return "The requirement is newer than the stored run.";
  const { verdict, note, violation } = conduct;
  if (verdict === "holds") return "";
  if (violation === undefined) {
    const why = note ?? "No check of the stored run judged it.";
    return prose(`${why.charAt(0).toUpperCase()}${why.slice(1)}`);
  }
  const { check, expected, actual, steps, leftOut } = violation;
  return markup`${note !== undefined && markup`<p>${prose(note)}</p>`}<details>
<summary>The requests that show it</summary>
<p class="brief">By the check <code>${check}</code>${
    leftOut > 0 && `; ${leftOut} other requests are left out`
  }.</p>
<ol class="steps">${steps.map(stepMarkup)}</ol>
<div class="pair"><div><h3>Expected</h3><pre tabindex="0">${expected}</pre></div>
<div><h3>Actual</h3><pre tabindex="0">${actual}</pre></div></div></details>`;
}

function checkSection({ checks }: RequirementFacts, unchecked: string | undefined): Markup {
  const items = checks.map(({ id, title }) => markup`<li><code>${id}</code> ${prose(title)}</li>`);
  const [first] = checks;
  return markup`<section aria-labelledby="checks"><h2 id="checks">Checks that verify it</h2>
${unchecked !== undefined && markup`<p class="note">No check can: ${prose(unchecked)}</p>`}
<ul class="plain-list">${items}</ul>
${
    first !== undefined && markup`<p>Run them against a server:</p>
<pre tabindex="0"><code>plumbline check URL --only ${
      checks.map(({ id }) => id).join(",")
    }</code></pre>`
  }</section>`;
}

function bugSection({ bugs }: RequirementFacts): Markup | false {
  if (bugs.length === 0) return false;
  return markup`<section aria-labelledby="bugs"><h2 id="bugs">Seeded bugs that break it</h2>
<ul class="plain-list">${
    bugs.map(({ id, description, reason, foundBy, isInPlayground }) =>
      markup`<li><code>${id}</code> ${prose(description)} <span class="brief">${prose(reason)}${
        foundBy !== undefined && markup` Found by <code>${foundBy}</code>.`
      }</span>${
        isInPlayground &&
        markup` <a href="../playground/index.html#bug=${id}">Switch it on in the playground</a>`
      }</li>`
    )
  }</ul></section>`;
}

function sequenceSection(
  { bug, check, seed, expected, actual, steps, leftOut, reportedAs }: Sequence,
  recorded: string,
): Markup {
  return markup`<section aria-labelledby="sequence"><h2 id="sequence">A minimal failing sequence</h2>
<p>The check <code>${check}</code> found the seeded bug <code>${bug}</code> with these requests
(seed ${seed}, ${recorded}${
    leftOut > 0 && `; ${leftOut} requests that do not matter are left out`
  }).${
    reportedAs !== undefined &&
    markup` It reported them as a violation of <a href="${reportedAs}.html"><code>${reportedAs}</code></a>.`
  }</p>
<ol class="steps">${steps.map(stepMarkup)}</ol>
<div class="pair"><div><h3>Expected</h3><pre tabindex="0">${expected}</pre></div>
<div><h3>Actual</h3><pre tabindex="0">${actual}</pre></div></div>
</section>`;
}

const withoutSequence = (why: string): Markup =>
  markup`<section aria-labelledby="sequence"><h2 id="sequence">No failing sequence</h2>
<p>${prose(why)}</p></section>`;

function stepMarkup(step: SequenceStep): Markup {
  const { method, path, headers = {}, body, status, response, identity } = step;
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}\n`).join("");
  const who = identity === undefined
    ? undefined
    : identity === ""
    ? " without credentials"
    : ` as ${identity}`;
  return markup`<li><span class="method">${method}</span> <code>${path}</code>${
    who !== undefined && markup`<span class="brief">${who}</span>`
  }${(lines !== "" || body !== undefined) && markup`<pre tabindex="0">${lines}${body}</pre>`}
<span class="status s${String(status)[0]!}">${status === 0 ? "no response" : status}</span>${
    response !== "" &&
    markup`<details><summary>Response</summary><pre tabindex="0">${response}</pre></details>`
  }</li>`;
}
