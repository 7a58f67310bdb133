/** Tests of the tables in `docs/statements/`, which trace statements of the specification. */
import { assertEquals } from "@std/assert";
import { mutants } from "@plumbline/mutants";
import { requirementsOf } from "@plumbline/suites/area";
import { AREAS, CHECKS } from "@plumbline/suites/areas";

const FOLDER = new URL("../docs/statements/", import.meta.url);

/** The ids that exist, by the heads of the columns. */
const EXISTING: Readonly<Record<string, ReadonlySet<string>>> = {
  Requirement: new Set(Object.keys(requirementsOf(AREAS))),
  Check: new Set(CHECKS.map(({ id }) => id)),
  Mutant: new Set(mutants.map(({ id }) => id)),
};

/** What an id in a cell is, by its form. */
const ID = /`([a-z][a-z0-9-]*[./][a-z0-9-]+)`/g;

/** A row, by the heads of its columns. */
interface Row {
  readonly where: string;
  readonly cells: ReadonlyMap<string, string>;
}

function rowsIn(file: string, text: string): Row[] {
  const lines = text.split("\n").map((line, index) => ({ line, index }))
    .filter(({ line }) => line.startsWith("|"));
  let heads: string[] = [];
  return lines.flatMap(({ line, index }, at) => {
    const cells = line.replace(/^\||\|\s*$/g, "").split(/(?<!\\)\|/).map((cell) => cell.trim());
    if (lines[at + 1]?.line.startsWith("| --") || /^\| *-/.test(lines[at + 1]?.line ?? "")) {
      heads = cells;
      return [];
    }
    if (/^\| *-/.test(line)) return [];
    const named = new Map(cells.map((cell, column) => [heads[column] ?? `column ${column}`, cell]));
    return [{ where: `${file}:${index + 1}`, cells: named }];
  });
}

/** Returns what is wrong with a row. */
function problemsOf({ where, cells }: Row): string[] {
  const unknown = [...cells].flatMap(([head, cell]) =>
    head in EXISTING
      ? [...cell.matchAll(ID)].map(([, id]) => id!)
        .filter((id) => !Object.values(EXISTING).some((ids) => ids.has(id)))
        .map((id) => `${where}: there is no ${head.toLowerCase()} ${id}`)
      : []
  );
  const has = (head: string) =>
    [...(cells.get(head) ?? "").matchAll(ID)].some(([, id]) => EXISTING[head]!.has(id!));
  // A reason is a sentence, in a column of its own or in place of ids.
  const hasReason = [...cells].some(([head, cell]) =>
    head !== "Statement" && cell.replaceAll(/`[^`]*`/g, "").trim().split(/\s+/).length >= 4
  );
  const isTraced = has("Requirement") && has("Check");
  return isTraced || hasReason
    ? unknown
    : [...unknown, `${where}: a requirement and a check, or a reason, are missing`];
}

Deno.test("each row of docs/statements/ has ids that exist, or a reason", async () => {
  const problems: string[] = [];
  try {
    for await (const { name } of Deno.readDir(FOLDER)) {
      if (!name.endsWith(".md")) continue;
      const text = await Deno.readTextFile(new URL(name, FOLDER));
      problems.push(...rowsIn(name, text).flatMap(problemsOf));
    }
  } catch (error) {
    if (!(error instanceof Deno.errors.NotFound)) throw error;
  }
  assertEquals(problems, []);
});

Deno.test("a row with an unknown id, or without ids and reason, is reported", () => {
  const table = [
    "| Statement | Requirement | Check | Mutant |",
    "| --------- | ----------- | ----- | ------ |",
    "| One | `watch.none` | `watch/histories` | |",
    "| Two | | | |",
    "| Three | `paging.limit-bounds-page` | `watch/histories` | |",
    "| Four | A client cannot see this: it is inside. | | |",
  ].join("\n");
  const problems = rowsIn("a.md", table).flatMap(problemsOf);
  assertEquals(problems, [
    "a.md:3: there is no requirement watch.none",
    "a.md:3: a requirement and a check, or a reason, are missing",
    "a.md:4: a requirement and a check, or a reason, are missing",
  ]);
});
