import { assert, assertEquals } from "@std/assert";
import { marked, type Token } from "marked";
import { renderSummary } from "./summary_markdown.ts";
import { HOSTILE, recordedReport, reportSaying } from "./test_reports.ts";

/** Returns all tokens of a document, including nested ones. */
function tokensOf(text: string): Token[] {
  const found: Token[] = [];
  marked.walkTokens(marked.lexer(text, { gfm: true }), (token) => void found.push(token));
  return found;
}

const OWN_TAGS =
  /^\s*(<details><summary>[\w ]+<\/summary>|<\/details>|<details>|<summary>|<\/summary>)\s*$/;

Deno.test("hostile text does not become a tag, link, image, heading or rule", () => {
  const tokens = tokensOf(renderSummary(reportSaying(HOSTILE)));
  const tags = tokens.filter(({ type }) => type === "html").map(({ raw }) => raw);
  assertEquals(tags.filter((raw) => !OWN_TAGS.test(raw)), []);
  const types = tokens.map(({ type }) => type);
  for (const type of ["link", "image", "hr", "strong em", "def", "heading"]) {
    if (type !== "heading") assert(!types.includes(type), type);
  }
  const headings = tokens.filter(({ type }) => type === "heading").map(({ raw }) => raw.trim());
  assertEquals(headings.map((raw) => raw.replace(/^#+ /, "")), [
    "Plumbline: aborted",
    "Failures",
    "Known deviations",
    "Stale known deviations: remove them from their file",
    "Unsupported",
    "Not checked (skipped), and what to provide",
    "Left behind on the target",
  ]);
});

Deno.test("the totals are a table, and each failure has its details", async () => {
  const tokens = tokensOf(renderSummary(await recordedReport()));
  const table = tokens.find(({ type }) => type === "table");
  assert(table?.type === "table");
  assertEquals(
    table.header.map(({ text }: { text: string }) => text),
    ["pass", "fail", "known deviation", "skipped"],
  );
  const blocks = tokens.filter(({ type }) => type === "code");
  assertEquals(blocks.length, 1);
  assert(blocks[0]!.raw.includes("--path 1:1:0:1:1:0:1"));
});

Deno.test("a summary of very many failures stays below the limit of a CI job", () => {
  const report = reportSaying("y".repeat(3_000));
  const checks = Array.from({ length: 300 }, (_, index) => ({
    ...report.checks[1]!,
    id: `watch/${index}`,
  }));
  const text = renderSummary({ ...report, checks });
  assert(text.length < 1_000_000, `${text.length} characters`);
  assert(text.includes("and 100 more"));
});
