/**
 * What was not run, with the reasons: checks of one reason stand together.
 *
 * @module
 */
import type { CheckResult } from "../../events.ts";
import type { Report } from "../../model.ts";
import { counted, cut } from "../../text.ts";
import { checksWith } from "../areas.ts";
import { type Markup, markup } from "./markup.ts";
import { section, verdictTag } from "./parts.ts";

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
      <summary>${verdictTag(checks[0]!.verdict)} ${cut(reason, 500)} <span class="brief">${
    counted(
      checks.length,
      "check",
    )
  }</span></summary>
      <ul class="plain">${
    checks.map(({ id, title }) => markup`<li><code>${cut(id, 300)}</code> ${cut(title, 300)}</li>`)
  }</ul>
    </details>
  `;
}
