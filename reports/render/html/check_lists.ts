/**
 * What failed, each with all that is needed to see it again.
 *
 * @module
 */
import type { CheckResult, Exchange, Failure } from "../../events.ts";
import { checksWith, type Report } from "../../report.ts";
import { formatDuration, pluralize, truncate } from "../../text.ts";
import { block, copyable, type Markup, markup, section, type Value, verdictTag } from "./markup.ts";

/** How many exchanges are shown from a failing case's start, and as many from its end. */
const SHOWN = 10;

/** Characters of a body that are shown. */
const BODY = 4_000;

/** Curl lines that are shown, and characters of each. */
const CURL = { lines: 40, characters: 4_000 };

/** Characters of exchanges on the whole page: beyond, a reader is sent to report.json. */
const ROOM = 2_000_000;

/** The failures, warnings and errors, or a word that there are none. */
export function failureList({ checks }: Report): Markup {
  const found = checksWith(checks, "fail", "error", "warn");
  if (found.length === 0) return section("failures", "Failures", markup`<p>None.</p>`);
  const room = { left: ROOM };
  return section(
    "failures",
    `Failures (${found.length})`,
    markup`<p class="tools"><button type="button" data-open="#failures details.failure">Open all</button>
<button type="button" data-close="#failures details">Close all</button></p>`,
    found.map((check, index) => failureCard(check, index === 0, room)),
  );
}

/** What is known to deviate, each with its reason and package. */
export function knownList({ checks, staleDeviations }: Report): Markup | undefined {
  const found = checksWith(checks, "known deviation");
  if (found.length === 0 && staleDeviations.length === 0) return undefined;
  const room = { left: ROOM / 4 };
  return section(
    "known",
    `Known deviations (${found.length})`,
    staleDeviations.length > 0 && markup`
      <div class="note">
        <p>These must go from their file:</p>
        <ul>${
      staleDeviations.map(({ check, why }) =>
        markup`<li><code>${truncate(check, 300)}</code> ${truncate(why, 300)}</li>`
      )
    }</ul>
      </div>
    `,
    found.map((check) => failureCard(check, false, room)),
  );
}

interface Room {
  left: number;
}

function failureCard(check: CheckResult, open: boolean, room: Room): Markup {
  const { failure } = check;
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
  }</code> <span class="title">${truncate(check.title, 300)}</span> <span class="brief">${
    truncate(
      line,
      200,
    )
  }</span></summary>
    ${
    failure === undefined
      ? block(check.reason ?? "", { limit: 8_000, label: "Reason" })
      : body(failure, check, room)
  }
    </details>
  `;
}

function body(failure: Failure, check: CheckResult, room: Room): Markup {
  const { attempts, reproduced } = failure.confirmed;
  return markup`<div class="package">
<p class="statement"><a href="#r-${failure.requirement}"><code>${failure.requirement}</code></a> ${
    truncate(failure.statement, 1_000)
  }</p>
<div class="pair"><div><h4>Expected</h4>${
    block(failure.expected, { limit: BODY, label: "Expected" })
  }</div><div><h4>Actual</h4>${block(failure.actual, { limit: BODY, label: "Actual" })}</div></div>
${
    check.verdict === "known deviation" &&
    markup`<p>Known: ${truncate(check.reason ?? "", 2_000)}</p>`
  }
${
    failure.counterexample !== undefined &&
    markup`<h4>Smallest input that shows it</h4>${
      copyable("the smallest input", JSON.stringify(failure.counterexample, null, 1), BODY)
    }`
  }
<p>${reproduced} of ${attempts} repetitions failed again; ${check.cases} cases, ${check.shrinks} steps of shrinking, ${
    formatDuration(check.duration)
  }.</p>
<h4>See it again</h4>
${copyable("the replay command", failure.replay, CURL.characters)}
${
    failure.replayFile !== undefined &&
    markup`<p>On any target: <code>deno task check URL --replay ${
      truncate(failure.replayFile, 300)
    }</code></p>`
  }
${failure.curl.length > 0 && curlLines(failure.curl)}
${exchanges(failure, room)}
</div>`;
}

function curlLines(lines: readonly string[]): Markup {
  const shown = lines.slice(0, CURL.lines).map((line) => truncate(line, CURL.characters));
  const more = lines.length - shown.length;
  return markup`<details><summary>By hand: ${lines.length} curl ${
    lines.length === 1 ? "line" : "lines"
  }</summary>
${copyable("the curl lines", shown.join("\n"), CURL.lines * CURL.characters)}
${more > 0 && markup`<p>… and ${more} more in <code>report.json</code></p>`}</details>`;
}

function exchanges({ exchange, exchangesLeftOut = 0 }: Failure, room: Room): Value {
  if (exchange.length === 0) return undefined;
  const all = exchange.length + exchangesLeftOut;
  const first = exchange.slice(0, SHOWN);
  const last = exchange.slice(Math.max(SHOWN, exchange.length - SHOWN));
  const missing = all - first.length - last.length;
  const content = room.left <= 0 ? undefined : markup`${first.map(exchangeItem)}${
    missing > 0 &&
    markup`<p class="gap">… ${missing} more: <code>report.json</code> has those that were kept</p>`
  }${last.map(exchangeItem)}`;
  room.left -= content?.text.length ?? 0;
  return markup`<details><summary>What was said: ${all} ${
    all === 1 ? "exchange" : "exchanges"
  }</summary>
${content ?? markup`<p>In <code>report.json</code>: this page is long enough.</p>`}</details>`;
}

function exchangeItem(exchange: Exchange): Markup {
  const { method, path, status, identity, duration } = exchange;
  return markup`
    <details
      class="exchange"><summary><span class="method">${truncate(method, 20)}</span> <code>${
    truncate(
      path,
      300,
    )
  }</code> <span class="status s${Math.floor(status / 100)}">${
    status ||
    "no answer"
  }</span> <span class="as">${identity === "" ? "nobody" : truncate(identity, 60)}, ${
    formatDuration(duration)
  }</span></summary>
    ${message("Request", exchange.requestHeaders, exchange.requestBody)}
    ${message("Answer", exchange.responseHeaders, exchange.responseBody)}</details>
  `;
}

function message(
  label: string,
  headers: Readonly<Record<string, string>>,
  body: string | undefined,
): Markup {
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${truncate(value, 300)}`);
  const text = truncate(lines.join("\n"), BODY) + (body ? `\n\n${truncate(body, BODY)}` : "");
  return markup`<h5>${label}</h5>${block(text || "(empty)", { limit: 2 * BODY + 100, label })}`;
}

/** The reasons, those of most checks first. */
export function skippedList(report: Report): Markup {
  const found = checksWith(report.checks, "skipped", "unsupported");
  const reasons = [...Map.groupBy(found, reasonOf)].sort(([, a], [, b]) => b.length - a.length);
  return section(
    "skipped",
    `Skipped (${found.length})`,
    found.length === 0
      ? markup`<p>Everything that was due ran.</p>`
      : reasons.map(([reason, checks]) => reasonItem(reason, checks)),
  );
}

function reasonOf({ reason }: CheckResult): string {
  return reason ?? "no reason is known";
}

function reasonItem(reason: string, checks: readonly CheckResult[]): Markup {
  return markup`
    <details class="reason" open>
      <summary>${verdictTag(checks[0]!.verdict)} ${truncate(reason, 500)} <span class="brief">${
    pluralize(
      checks.length,
      "check",
    )
  }</span></summary>
      <ul class="plain">${
    checks.map(({ id, title }) =>
      markup`<li><code>${truncate(id, 300)}</code> ${truncate(title, 300)}</li>`
    )
  }</ul>
    </details>
  `;
}
