/**
 * Building blocks of HTML pages: a template that escapes its values, and elements that several
 * sections share.
 *
 * @module
 */
import { escapeMarkup, splitCode, truncate } from "../../text.ts";
import { type Verdict, VERDICTS } from "../../events.ts";
import { createHash } from "node:crypto";

/** HTML that needs no escaping. */
export class Markup {
  /** The HTML. */
  readonly text: string;

  /** Declares text to be safe HTML. The caller is responsible for every character. */
  constructor(text: string) {
    this.text = text;
  }
}

/** A value of a template; undefined and false become empty. */
export type Value = Markup | string | number | false | undefined | readonly Value[];

/** Returns the HTML of the template, with its values escaped. */
export function markup(parts: TemplateStringsArray, ...values: readonly Value[]): Markup {
  const text = parts.map((part, index) =>
    part + (index < values.length ? escaped(values[index]) : "")
  );
  return new Markup(text.join(""));
}

function escaped(value: Value): string {
  if (value instanceof Markup) return value.text;
  if (Array.isArray(value)) return value.map(escaped).join("");
  return value === undefined || value === false ? "" : escapeMarkup(String(value));
}

/** Returns the text with its parts between backticks as code. */
export function prose(text: string): Markup {
  const parts = splitCode(text).map((part, index) =>
    index % 2 === 1 ? markup`<code>${part}</code>` : part
  );
  return markup`${parts}`;
}

/** Returns the verdict as a word in its colour. */
export function verdictTag(verdict: Verdict | undefined): Markup {
  const word = verdict ?? "not checked";
  return markup`<span class="tag ${className(word)}">${word}</span>`;
}

/** Returns the CSS class of a verdict. */
export function className(word: string): string {
  return word.replaceAll(" ", "-");
}

/** Returns a section with a heading, for the navigation of the page. */
export function section(id: string, title: string, ...content: readonly Value[]): Markup {
  return markup`<section id="${id}" aria-labelledby="${id}-title">
<h2 id="${id}-title">${title}</h2>
${content}
</section>`;
}

/** Returns the id of the row with the types and the values that a check has decided. */
export function idOfCheck(check: string): string {
  return `check-${check.slice(0, 100).replaceAll("/", "-")}`;
}

/** Returns a code block with a button that copies it, truncated to the limit. */
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

/** Returns a code block. It can be focused, as it may need scrolling. */
export function block(text: string, { limit, label }: { limit: number; label: string }): Markup {
  return markup`<pre tabindex="0" role="region" aria-label="${label}"><code>${
    truncate(text, limit)
  }</code></pre>`;
}

/** Returns a bar divided by the totals, with a text for screen readers. */
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
      aria-label="${words || "no check ran"}">${rects}</svg>
  `;
}

function round(value: number): number {
  return Math.round(value * 1_000) / 1_000;
}

/** Returns a table that scrolls horizontally in a narrow window. */
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

/** Returns a content security policy that allows only this style and this script. */
export function policyOf({ style, script }: { style: string; script: string }): string {
  return [
    "default-src 'none'",
    `style-src '${hashOf(style)}'`,
    `script-src '${hashOf(script)}'`,
    "base-uri 'none'",
    "form-action 'none'",
  ].join("; ");
}

function hashOf(text: string): string {
  return `sha256-${createHash("sha256").update(text).digest("base64")}`;
}

/** Returns a field of a form that chooses one of these words, or all. */
export function choice(name: string, label: string, words: readonly string[]): Markup {
  return markup`<label>${label} <select name="${name}"><option value="">all</option>${
    words.map((word) => markup`<option>${truncate(word, 100)}</option>`)
  }</select></label>`;
}
