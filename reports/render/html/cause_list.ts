/**
 * What is wrong: an overview of the causes, worst first, and a card for each with its failures.
 *
 * @module
 */
import type { NextStep } from "../../cause_lines.ts";
import { differingParts } from "../../differences.ts";
import type { CheckResult, Failure, FailureCause } from "../../events.ts";
import {
  type FailureGroup,
  failureGroups,
  missingParts,
  NOT_SERVED,
  sharedBy,
  sureness,
} from "../../failure_groups.ts";
import { HARM_MEANINGS, HARM_TITLES, HARMS } from "../../harm.ts";
import { formsIn } from "../../request_words.ts";
import { keyRequests } from "../../key_requests.ts";
import type { Report } from "../../report.ts";
import { pluralize, truncate, withoutRunNames } from "../../text.ts";
import { type Budget, failureCard, MAX_PAGE } from "./check_lists.ts";
import {
  block,
  choice,
  copyable,
  type Markup,
  markup,
  prose,
  section,
  type Value,
  verdictTag,
} from "./markup.ts";

/** Maximum number of characters of a title, of a text and of a command. */
const MAX = { title: 300, text: 1_000, command: 4_000 };

/** Maximum number of checks whose cards a cause shows; report.json has the others. */
const MAX_CARDS = 40;

/** Returns one line for each cause, by harm, and what to do next; nothing if nothing failed. */
export function overviewOfCauses(
  report: Report,
  next: readonly NextStep[] = stepsOf(report),
): Markup | undefined {
  const groups = failureGroups(report);
  const missing = missingParts(report);
  if (groups.length === 0 && missing.length === 0) return undefined;
  const failures = groups.reduce((sum, { checks }) => sum + checks.length, 0);
  const harms = Map.groupBy(groups, ({ cause }) => cause?.harm ?? "misleading");
  return section(
    "wrong",
    `What is wrong, worst first: ${pluralize(groups.length, "cause")} of ${
      pluralize(failures, "failure")
    }`,
    markup`<div class="columns"><div>`,
    missing.length > 0 && markup`<h3 class="harm availability">${NOT_SERVED}</h3>
<ul class="causes">${
      missing.map(({ feature, seen }) =>
        markup`<li><a href="#features">${feature}</a> <span class="brief">${
          prose(truncate(seen, MAX.title))
        }</span></li>`
      )
    }</ul>`,
    HARMS.filter((harm) => harms.has(harm)).map((harm) =>
      markup`<h3 class="harm ${harm}">${HARM_TITLES[harm]} <span class="brief">${
        HARM_MEANINGS[harm]
      }</span></h3>
<ol class="causes">${harms.get(harm)!.map((group) => line(group, groups.indexOf(group) + 1))}</ol>`
    ),
    markup`</div>`,
    next.length > 0 && markup`<div id="next"><h3>What to do next</h3>
<dl class="next">${
      next.map(({ purpose, line }) =>
        markup`<dt>${purpose}</dt><dd>${copyable(purpose, line, MAX.command)}</dd>`
      )
    }</dl></div>`,
    markup`</div>`,
  );
}

/** Returns the command that reproduces the worst failure. */
function stepsOf(report: Report): readonly NextStep[] {
  const replay = failureGroups(report)[0]?.checks[0].failures[0]?.replay;
  return replay ? [{ purpose: "Reproduce the first of these failures", line: replay }] : [];
}

function line(group: FailureGroup, number: number): Markup {
  return markup`<li value="${number}"><a href="#cause-${number}">${
    prose(titleOf(group))
  }</a> <span class="brief">${factsOf(group)}</span></li>`;
}

/** Returns the title of a cause, or that of a check that threw an error. */
function titleOf({ cause, checks: [first] }: FailureGroup): string {
  return truncate(withoutRunNames(cause?.title ?? `${first.id}: ${first.title}`), MAX.title);
}

function factsOf(group: FailureGroup): string {
  const { cause, checks } = group;
  const { level, seeds } = cause ?? {};
  return [
    ...(level === undefined ? [] : [level]),
    ...(cause?.verdict === "warn" ? ["warning"] : []),
    pluralize(new Set(checks.map(({ id }) => id)).size, "check"),
    ...(seeds === undefined ? [] : [pluralize(seeds.length, "seed")]),
    ...[sharedBy(group) ?? []].flat(),
  ].join(", ");
}

/** Returns the causes with their failures, and a form that filters them. */
export function failureList(report: Report): Markup {
  const groups = failureGroups(report);
  const failures = groups.reduce((sum, { checks }) => sum + checks.length, 0);
  if (failures === 0) return section("failures", "Failures", markup`<p>None.</p>`);
  const budget = { left: MAX_PAGE };
  const areas = [...new Set(groups.flatMap(({ checks }) => checks.map(({ area }) => area)))];
  const harms = HARMS.filter((harm) => groups.some(({ cause }) => cause?.harm === harm));
  return section(
    "failures",
    `Failures (${failures})`,
    markup`<form class="filters" data-filters="#failures .cause" role="search" aria-label="Failures">
<label class="search">Search <input type="search" name="words" autocomplete="off" placeholder="title, requirement or check"></label>
${choice("harm", "Harm", harms)}
${choice("area", "Area", areas.sort())}
<button type="reset">Clear</button>
<output name="count" aria-live="polite">${groups.length} of ${groups.length}</output>
</form>
<p class="tools"><button type="button" data-open="#failures details.failure">Open all</button>
<button type="button" data-close="#failures details">Close all</button></p>`,
    groups.map((group, index) => causeCard(group, index + 1, budget)),
  );
}

function causeCard(group: FailureGroup, number: number, budget: Budget): Markup {
  const { cause, checks } = group;
  const [first] = checks;
  const [failure] = first.failures;
  const areas = [...new Set(checks.map(({ area }) => area))].join(" ");
  const harm = cause?.harm;
  return markup`<article class="cause" id="cause-${number}" data-harm="${harm}" data-area="${areas}">
<h3>${number}. ${verdictTag(cause?.verdict ?? first.verdict)} ${prose(titleOf(group))}</h3>
<p class="facts-line">${
    harm && markup`<span class="tag harm ${harm}">${HARM_TITLES[harm]}</span> `
  }${factsOf(group)}${cause && places(cause)}</p>
${failure && shown(failure)}
${cards(checks, budget)}
</article>\n`;
}

/** Returns the verbs and types that a cause was seen on, and those that it was not seen on. */
function places({ seen = [], unseen = [] }: FailureCause): Value {
  if (seen.length === 0) return undefined;
  const others = unseen.length === 0 ? "" : `; not on ${unseen.join(", ")}`;
  return `; seen on ${truncate(seen.join(", ") + others, MAX.text)}`;
}

/** Returns what was expected, the requests that show the failure, and how to reproduce it. */
function shown(failure: Failure): Markup {
  const requests = keyRequests(failure).map((one) =>
    [one.method, truncate(one.path, MAX.title), ...formsIn(one), "→", one.status || "no response"]
      .join(" ")
  );
  const { expected, actual } = differingParts(failure);
  const limit = MAX.text;
  return markup`<div class="pair"><div><h4>Expected</h4>${
    block(withoutRunNames(expected), { limit, label: "Expected" })
  }</div><div><h4>Actual</h4>${
    block(withoutRunNames(actual), { limit, label: "Actual" })
  }</div></div>
${
    requests.length > 0 && markup`<h4>Requests that show it</h4>
${block(requests.join("\n"), { limit, label: "Requests that show it" })}`
  }
<h4>Reproduce (${sureness(failure)})</h4>
${copyable("the command", failure.replay, MAX.command)}`;
}

function cards(checks: readonly CheckResult[], budget: Budget): Markup {
  const more = checks.length - MAX_CARDS;
  return markup`${checks.slice(0, MAX_CARDS).map((check) => failureCard(check, false, budget))}${
    more > 0 && markup`<p class="gap">… and ${more} more in <code>report.json</code></p>`
  }`;
}
