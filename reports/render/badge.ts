/**
 * Renders `badge.json`, for the endpoint badge of shields, and `badge.svg`, which needs no service.
 *
 * @module
 */
import type { Report, RunVerdict } from "../report.ts";
import { escapeMarkup } from "../text.ts";

const LABEL = "conformance";

/** The colour names of shields, with colours of sufficient contrast. */
const COLOURS = {
  brightgreen: "#3a7d0a",
  red: "#c0392b",
  yellow: "#8a6d00",
  lightgrey: "#6a6a6a",
} as const;

/** Returns the report in the format of the endpoint badge of shields. */
export function renderBadgeJson(report: Report): string {
  const { message, colour } = badgeOf(report);
  const badge = { schemaVersion: 1, label: LABEL, message, color: colour };
  return `${JSON.stringify(badge, null, 2)}\n`;
}

/** Returns the report as a small image. */
export function renderBadgeSvg(report: Report): string {
  const { message, colour } = badgeOf(report);
  const left = widthOf(LABEL);
  const right = widthOf(message);
  const width = left + right;
  const text = (words: string, middle: number) =>
    `<text x="${middle}" y="14">${escapeMarkup(words)}</text>`;
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="20" role="img" ` +
    `aria-label="${LABEL}: ${escapeMarkup(message)}">`,
    `<title>${LABEL}: ${escapeMarkup(message)}</title>`,
    `<clipPath id="r"><rect width="${width}" height="20" rx="3"/></clipPath>`,
    `<g clip-path="url(#r)"><rect width="${left}" height="20" fill="#444"/>` +
    `<rect x="${left}" width="${right}" height="20" fill="${COLOURS[colour]}"/></g>`,
    '<g fill="#fff" text-anchor="middle" font-family="Verdana,DejaVu Sans,sans-serif" font-size="11">',
    text(LABEL, left / 2),
    text(message, left + right / 2),
    "</g></svg>",
    "",
  ].join("\n");
}

function badgeOf({ verdict, totals }: Report): { message: string; colour: keyof typeof COLOURS } {
  const judged = totals.pass + totals.fail + totals.warn + totals["known deviation"];
  const words: Readonly<Record<RunVerdict, string>> = {
    "conformant": `${totals.pass} of ${judged} checks`,
    "not conformant": `${totals.fail} of ${judged} checks failed`,
    "incomplete": `${totals.pass} of ${judged} checks, incomplete`,
    "inconclusive": "inconclusive",
    "reproduced": "reproduced",
    "not reproduced": "not reproduced",
    "aborted": "aborted",
    "suite error": "suite error",
  };
  return { message: words[verdict], colour: colourOf(verdict, judged === totals.pass) };
}

function colourOf(verdict: RunVerdict, clean: boolean): keyof typeof COLOURS {
  if (verdict === "incomplete") return "yellow";
  if (verdict === "conformant") return clean ? "brightgreen" : "yellow";
  return verdict === "not conformant" || verdict === "reproduced" ? "red" : "lightgrey";
}

/** Estimates the width in pixels: characters are about seven wide at this font size. */
function widthOf(text: string): number {
  return Math.round(text.length * 6.6) + 12;
}
