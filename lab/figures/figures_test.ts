import { assertEquals, assertThrows } from "@std/assert";
import { fill, table } from "./blocks.ts";
import { documents } from "./figures.ts";
import { fillStatements } from "./statements.ts";

Deno.test("the figures in the documents are those of the code: run deno task figures", async () => {
  const stale = (await documents()).filter(({ actual, expected }) => actual !== expected);
  assertEquals(stale.map(({ path }) => path), [], "Run `deno task figures` and commit the result.");
});

Deno.test("marked places are filled, in lines and as blocks, and nothing else changes", () => {
  const text = [
    "There are <!--figure:checks-->1<!--/--> checks.",
    "<!-- figures: tasks -->",
    "old",
    "<!-- end of figures -->",
    "1",
  ].join("\n");
  const expected = [
    "There are <!--figure:checks-->2<!--/--> checks.",
    "<!-- figures: tasks -->\n\n| A |\n| --- |\n| b |\n\n<!-- end of figures -->",
    "1",
  ].join("\n");
  const figures = { checks: 2, tasks: table(["A"], [["b"]]) };
  assertEquals(fill(text, figures), expected);
  assertEquals(fill(expected, figures), expected);
});

Deno.test("a place without a figure is an error that lists the names", () => {
  const text = "<!--figure:cheks-->1<!--/-->";
  assertThrows(() => fill(text, { checks: 1 }), Error, "figure cheks as there is none");
});

const columns = {
  Check: [
    { id: "paging/a", requirements: ["paging.one"] },
    { id: "paging/b", requirements: ["paging.one"] },
    { id: "paging/c", requirements: ["paging.one", "paging.two"] },
  ],
};

Deno.test("a cell keeps the ids that belong to its requirements, and an empty one gets two", () => {
  const row = (cell: string) => `| Statement | Requirement | Check |\n| - | - | - |\n${cell}`;
  const filled = (requirement: string, cell: string) =>
    fillStatements(row(`| One | \`${requirement}\` | ${cell} |`), columns).split("\n").at(-1);
  assertEquals(
    filled("paging.one", "`paging/c`, `paging/gone`"),
    "| One | `paging.one` | `paging/c` |",
  );
  assertEquals(filled("paging.one", ""), "| One | `paging.one` | `paging/a`, `paging/b` |");
  assertEquals(filled("paging.two", "`paging/a`"), "| One | `paging.two` | `paging/c` |");
  const reason = "no client can see it from outside";
  assertEquals(filled("paging.one", reason), `| One | \`paging.one\` | ${reason} |`);
});
