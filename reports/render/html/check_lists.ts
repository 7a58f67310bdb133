/**
 * The lists of known deviations and skipped checks, and the card of a failure.
 *
 * @module
 */
import { PROGRAM } from "@plumbline/runtime/program";
import { byReason } from "../../by_reason.ts";
import type { CheckResult, Exchange, Failure } from "../../events.ts";
import { knownDeviations, sureness } from "../../failure_groups.ts";
import { checksWith, type Report } from "../../report.ts";
import { formatDuration, pluralize, truncate } from "../../text.ts";
import {
  block,
  copyable,
  type Markup,
  markup,
  prose,
  section,
  type Value,
  verdictTag,
} from "./markup.ts";
import { timelineDrawing } from "./timeline.ts";

/** Maximum number of exchanges from the start of a failing case, and from its end. */
const MAX_EXCHANGES = 10;

/** Maximum number of characters of a body. */
const MAX_BODY = 4_000;

/** Maximum number of curl commands, and of characters of each. */
const MAX_CURL = { lines: 40, characters: 4_000 };

/** Maximum number of characters of all exchanges on the page; report.json has the rest. */
export const MAX_PAGE = 2_000_000;

/** Returns the known deviations, each with its reason and failure. */
export function knownList(report: Report): Markup | undefined {
  const { staleDeviations } = report;
  const found = knownDeviations(report, false);
  if (found.length === 0 && staleDeviations.length === 0) return undefined;
  const budget = { left: MAX_PAGE / 4 };
  return section(
    "known",
    `Known deviations (${found.length})`,
    staleDeviations.length > 0 && markup`
      <div class="note">
        <p>These no longer apply. Remove them from their file:</p>
        <ul>${
      staleDeviations.map(({ check, why }) =>
        markup`<li><code>${truncate(check, 300)}</code> ${truncate(why, 300)}</li>`
      )
    }</ul>
      </div>
    `,
    found.map((check) => failureCard(check, false, budget)),
  );
}

/** Returns the known deviations that every kube-apiserver has, too. */
export function everywhereList(report: Report): Markup | undefined {
  const found = knownDeviations(report, true);
  if (found.length === 0) return undefined;
  const budget = { left: MAX_PAGE / 4 };
  return section(
    "everywhere",
    `Deviations that every kube-apiserver has, too (${found.length})`,
    markup`<p>They do not fail the run: <code>--strict</code> counts them.</p>`,
    found.map((check) => failureCard(check, false, budget)),
  );
}

/** The number of characters left for exchanges. */
export interface Budget {
  left: number;
}

/** Returns a failure of a check, folded: everything that is known of it. */
export function failureCard(check: CheckResult, open: boolean, budget: Budget): Markup {
  const [failure] = check.failures;
  const line = check.verdict === "known deviation" || failure === undefined
    ? check.reason ?? ""
    : `expected ${failure.expected}, actual ${failure.actual}`;
  return markup`
    <details class="failure" ${open && markup`open`}>
    <summary>${verdictTag(check.verdict)} <code>${
    truncate(
      check.id,
      300,
    )
  }</code> <span class="title">${prose(truncate(check.title, 300))}</span> <span class="brief">${
    truncate(
      line,
      200,
    )
  }</span></summary>
    ${
    failure === undefined
      ? block(check.reason ?? "", { limit: 8_000, label: "Reason" })
      : body(failure, check, budget)
  }
    </details>
  `;
}

function body(failure: Failure, check: CheckResult, budget: Budget): Markup {
  return markup`<div class="package">
<p class="statement"><a href="#r-${failure.requirement}"><code>${failure.requirement}</code></a> ${
    prose(truncate(failure.statement, 1_000))
  }</p>
<div class="pair"><div><h4>Expected</h4>${
    block(failure.expected, { limit: MAX_BODY, label: "Expected" })
  }</div><div><h4>Actual</h4>${
    block(failure.actual, { limit: MAX_BODY, label: "Actual" })
  }</div></div>
${
    failure.notJudged !== undefined &&
    markup`<p>Not judged: ${truncate(failure.notJudged.join("; "), 1_000)}</p>`
  }
${
    check.verdict === "known deviation" &&
    markup`<p>Known: ${truncate(check.reason ?? "", 2_000)}</p>`
  }
${
    failure.counterexample !== undefined &&
    markup`<h4>Counterexample</h4>${
      copyable("the counterexample", JSON.stringify(failure.counterexample, null, 1), MAX_BODY)
    }`
  }
<p>${sureness(failure)}; ${pluralize(check.cases, "case")}, ${
    pluralize(failure.shrinks, "step")
  } of shrinking, ${formatDuration(check.duration)}.</p>
<h4>Reproduce</h4>
${copyable("the command", failure.replay, MAX_CURL.characters)}
${
    failure.replayFile !== undefined &&
    markup`<p>On another target: <code>${PROGRAM} check URL --replay ${
      truncate(failure.replayFile, 300)
    }</code></p>`
  }
${failure.timeline && timelineDrawing(failure.timeline, (number) => idOf(check, number))}
${failure.curl.length > 0 && curlLines(failure.curl)}
${exchanges(check, failure, budget)}
</div>`;
}

/** Returns the id of an exchange, by its number in the case of a failure. */
function idOf({ id, failures: [failure] }: CheckResult, number: number | undefined): string {
  const words = `${id}-${failure?.requirement}`.slice(0, 300).replaceAll(/[^\w-]/g, "-");
  return `exchange-${words}-${number}`;
}

function curlLines(lines: readonly string[]): Markup {
  const shown = lines.slice(0, MAX_CURL.lines).map((line) => truncate(line, MAX_CURL.characters));
  const more = lines.length - shown.length;
  return markup`<details><summary>${pluralize(lines.length, "request")} as curl</summary>
${copyable("the curl commands", shown.join("\n"), MAX_CURL.lines * MAX_CURL.characters)}
${more > 0 && markup`<p>… and ${more} more in <code>report.json</code></p>`}</details>`;
}

function exchanges(check: CheckResult, failure: Failure, budget: Budget): Value {
  const { exchange, omittedExchanges = 0, timeline } = failure;
  if (exchange.length === 0) return undefined;
  const all = exchange.length + omittedExchanges;
  const named = new Set(
    timeline?.entries.flatMap(({ number, contradicts }) => contradicts ? [number] : []),
  );
  const shown = exchange.filter(({ number }, index) =>
    index < MAX_EXCHANGES || index >= exchange.length - MAX_EXCHANGES || named.has(number ?? 0)
  );
  const missing = all - shown.length;
  const content = budget.left <= 0
    ? undefined
    : markup`${shown.map((each) => exchangeItem(each, each.number && idOf(check, each.number)))}${
      missing > 0 &&
      markup`<p class="gap">… ${missing} more in <code>report.json</code>, as far as they were kept</p>`
    }`;
  budget.left -= content?.text.length ?? 0;
  return markup`<details><summary>${pluralize(all, "request")} with responses</summary>
${content ?? markup`<p>See <code>report.json</code>.</p>`}</details>`;
}

function exchangeItem(exchange: Exchange, id: string | number | undefined): Markup {
  const { number, method, path, replica, status, identity, duration } = exchange;
  return markup`
    <details
      class="exchange"${id && markup` id="${id}"`}><summary>${
    number !== undefined && markup`#${number} `
  }<span class="method">${truncate(method, 20)}</span> <code>${
    truncate(
      path,
      300,
    )
  }</code> <span class="status s${Math.floor(status / 100)}">${
    status ||
    "no response"
  }</span> <span class="as">${identity === "" ? "anonymous" : truncate(identity, 60)}${
    replica !== undefined && ` to ${truncate(replica, 100)}`
  }, ${formatDuration(duration)}</span></summary>
    ${message("Request", exchange.requestHeaders, exchange.requestBody)}
    ${message("Response", exchange.responseHeaders, exchange.responseBody)}</details>
  `;
}

function message(
  label: string,
  headers: Readonly<Record<string, string>>,
  body: string | undefined,
): Markup {
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${truncate(value, 300)}`);
  const text = truncate(lines.join("\n"), MAX_BODY) +
    (body ? `\n\n${truncate(body, MAX_BODY)}` : "");
  return markup`<h5>${label}</h5>${block(text || "(empty)", { limit: 2 * MAX_BODY + 100, label })}`;
}

/** Returns the skipped and unsupported checks by reason, the most frequent reason first. */
export function skippedList(report: Report): Markup {
  const found = checksWith(report.checks, "skipped", "unsupported");
  const reasons = byReason(found, ({ reason }) => reason === undefined ? [] : [reason]);
  return section(
    "skipped",
    `Not checked (${found.length})`,
    found.length === 0
      ? markup`<p>All selected checks ran.</p>`
      : reasons.map(({ reason, things }) => reasonItem(reason, things)),
  );
}

function reasonItem(reason: string, checks: readonly CheckResult[]): Markup {
  return markup`
    <details class="reason" open>
      <summary>${verdictTag(checks[0]!.verdict)} ${
    prose(truncate(reason, 500))
  } <span class="brief">${
    pluralize(
      checks.length,
      "check",
    )
  }</span></summary>
      <ul class="plain">${
    checks.map(({ id, title }) =>
      markup`<li><code>${truncate(id, 300)}</code> ${prose(truncate(title, 300))}</li>`
    )
  }</ul>
    </details>
  `;
}
