/**
 * HTML as a template in which every value is text unless it was made by such a template itself.
 *
 * @module
 */
import { escapeMarkup, truncate } from "../../text.ts";
import { type Verdict, VERDICTS } from "../../events.ts";
import { createHash } from "node:crypto";

/** HTML that may stand in a page as it is. */
export class Markup {
  /** The HTML. */
  readonly text: string;

  /** Takes text for HTML: whoever calls it answers for every character. */
  constructor(text: string) {
    this.text = text;
  }
}

/** What a template takes; what is undefined or false leaves nothing. */
export type Value = Markup | string | number | false | undefined | readonly Value[];

/** The template's HTML, with its values escaped. */
export function markup(parts: TemplateStringsArray, ...values: readonly Value[]): Markup {
  const text = parts.map((part, index) =>
    part + (index < values.length ? shown(values[index]) : "")
  );
  return new Markup(text.join(""));
}

function shown(value: Value): string {
  if (value instanceof Markup) return value.text;
  if (Array.isArray(value)) return value.map(shown).join("");
  return value === undefined || value === false ? "" : escapeMarkup(String(value));
}

/** The verdict as a word in its colour. */
export function verdictTag(verdict: Verdict | undefined): Markup {
  const word = verdict ?? "not checked";
  return markup`<span class="tag ${className(word)}">${word}</span>`;
}

/** A verdict as the name of a class. */
export function className(word: string): string {
  return word.replaceAll(" ", "-");
}

/** A section with a heading, to which the page's navigation leads. */
export function section(id: string, title: string, ...content: readonly Value[]): Markup {
  return markup`<section id="${id}" aria-labelledby="${id}-title">
<h2 id="${id}-title">${title}</h2>
${content}
</section>`;
}

/** Text to copy, with the button that does; cut where it is longer than the limit. */
export function copyable(label: string, text: string, limit = 8_000): Markup {
  return markup`
    <div
      class="copyable"><button type="button" data-copy aria-label="Copy ${label}">Copy</button>${
    block(
      text,
      { limit, label },
    )
  }</div>
  `;
}

/** A block of code; it can be reached by keyboard, as it may have to be scrolled. */
export function block(text: string, { limit, label }: { limit: number; label: string }): Markup {
  return markup`<pre tabindex="0" role="region" aria-label="${label}"><code>${
    truncate(text, limit)
  }</code></pre>`;
}

/** A bar divided by how many have each verdict; said in words for those who do not see it. */
export function verdictBar(totals: Readonly<Record<Verdict, number>>): Markup {
  const present = VERDICTS.filter((verdict) => totals[verdict] > 0);
  const all = present.reduce((sum, verdict) => sum + totals[verdict], 0);
  let at = 0;
  const rects = present.map((verdict) => {
    const width = 100 * totals[verdict] / all;
    const rect = markup`
      <rect class="${className(verdict)}" x="${round(at)}" width="${round(width)}" height="10" />
    `;
    at += width;
    return rect;
  });
  const words = present.map((verdict) => `${totals[verdict]} ${verdict}`).join(", ");
  return markup`
    <svg class="bar" viewBox="0 0 100 10" preserveAspectRatio="none" role="img"
      aria-label="${words || "nothing ran"}">${rects}</svg>
  `;
}

function round(value: number): number {
  return Math.round(value * 1_000) / 1_000;
}

/** A table that scrolls by itself where the window is narrow. */
export function table(label: string, heads: readonly string[], rows: readonly Markup[]): Markup {
  return markup`
    <div class="scroll" tabindex="0" role="region" aria-label="${label}">
      <table>
        <thead>
          <tr>${heads.map((head) => markup`<th scope="col">${head}</th>`)}</tr>
        </thead>
        <tbody>
    ${rows.map((row) => markup`${row}\n`)}</tbody>
      </table>
    </div>
  `;
}

/** Nothing is loaded, sent or run but the two parts whose sums these are. */
export function policyOf({ style, script }: { style: string; script: string }): string {
  return [
    "default-src 'none'",
    `style-src '${sumOf(style)}'`,
    `script-src '${sumOf(script)}'`,
    "base-uri 'none'",
    "form-action 'none'",
  ].join("; ");
}

function sumOf(text: string): string {
  return `sha256-${createHash("sha256").update(text).digest("base64")}`;
}
