/**
 * The table of `README.md` that says what serves each section of the interface, and what holds it.
 *
 * @module
 */
import { assert, assertEquals } from "@std/assert";

const SECTIONS = [
  "What the service does",
  "Common metadata facts",
  "Access-review resources",
  "Role-based access control resources",
  "Deployment",
  "Secret",
  "Other shared shapes",
  "Table representation",
  "States and transitions",
  "Path shapes",
  "Operation templates",
  "Resource and operation matrix",
  "Review endpoints",
  "Health endpoints",
  "Paging",
  "resourceVersion semantics",
  "Content negotiation",
  "Field validation",
  "Dry run",
  "Server-side apply",
  "Authentication",
  "Events",
  "Errors",
  "Limits",
  "Versioning",
];

const HERE = new URL(".", import.meta.url);
const ROOT = new URL("..", HERE);

/** The rows of the table, as their cells. */
async function rows(): Promise<[section: string, served: string, held: string][]> {
  const text = await Deno.readTextFile(new URL("README.md", HERE));
  const [, part = ""] = text.split("## Each section of the interface");
  const lines = part.split("\n## ", 1)[0]!.split("\n").filter((line) => line.startsWith("| "));
  return lines.slice(2).map((line) => {
    const [section = "", served = "", held = ""] = line.split("|").slice(1).map((cell) =>
      cell.trim()
    );
    return [section, served, held];
  });
}

/** What stands in code in a cell: files, folders, and files by a pattern. */
const namesIn = (cell: string) => [...cell.matchAll(/(suite )?`([^`]+)`/g)];

/** Tells whether there is a file or folder, or one that fits a pattern. */
async function exists(name: string): Promise<boolean> {
  const base = /^(fixtures|suites)\//.test(name) ? ROOT : HERE;
  const slash = name.lastIndexOf("/") + 1;
  const [folder, pattern] = [name.slice(0, slash), name.slice(slash)];
  const escaped = pattern.replaceAll(".", "\\.").replaceAll("*", "[^/]*");
  const fits = new RegExp(`^${escaped || ".*"}$`);
  for await (const entry of Deno.readDir(new URL(folder, base))) {
    if (fits.test(entry.name)) return true;
  }
  return false;
}

Deno.test("each section of the interface has its row, in the interface's order", async () => {
  assertEquals((await rows()).map(([section]) => section), SECTIONS);
});

Deno.test("each row names what serves and what holds the section, and all of it is there", async () => {
  for (const [section, served, held] of await rows()) {
    for (const cell of [served, held]) {
      const names = namesIn(cell);
      assert(names.length > 0, `${section}: nothing is named`);
      for (const [, suite, name = ""] of names) {
        // A field of definitions rather than a file.
        if (name === "columns") continue;
        const path = suite ? `suites/${name.replaceAll("-", "_")}.ts` : name;
        assert(await exists(path), `${section}: there is no ${path}`);
      }
    }
    const tests = namesIn(held).filter(([, suite, name = ""]) => !suite && /_test\.ts$/.test(name));
    assert(tests.length > 0, `${section}: no test is named`);
  }
});

Deno.test("a file that is not there would be missed", async () => {
  assertEquals(await exists("registry/get.ts"), true);
  assertEquals(await exists("registry/g*_test.ts"), true);
  assertEquals(await exists("registry/none.ts"), false);
  assertEquals(await exists("router.ts"), true);
  assertEquals(await exists("rooter.ts"), false);
  assertEquals(await exists("http/z*.ts"), false);
});
