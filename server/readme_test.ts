/**
 * The table in `README.md` of the implementation and the tests of each section of the specification.
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

/** Returns the cells of each row. */
async function rows(): Promise<[section: string, served: string, held: string][]> {
  const text = await Deno.readTextFile(new URL("README.md", HERE));
  const [, part = ""] = text.split("## Each section of the specification");
  const lines = part.split("\n## ", 1)[0]!.split("\n").filter((line) => line.startsWith("| "));
  return lines.slice(2).map((line) => {
    const [section = "", served = "", held = ""] = line.split("|").slice(1).map((cell) =>
      cell.trim()
    );
    return [section, served, held];
  });
}

/** Returns the names in code font in a cell: files, folders and patterns of files. */
const namesIn = (cell: string) => [...cell.matchAll(/(suite )?`([^`]+)`/g)];

/** True if a file or folder exists, or one that matches a pattern. */
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

Deno.test("each section of the specification has a row, in order", async () => {
  assertEquals((await rows()).map(([section]) => section), SECTIONS);
});

Deno.test("each row names existing files and a test", async () => {
  for (const [section, served, held] of await rows()) {
    for (const cell of [served, held]) {
      const names = namesIn(cell);
      assert(names.length > 0, `${section}: no file is named`);
      for (const [, suite, name = ""] of names) {
        // A field of definitions rather than a file.
        if (name === "columns") continue;
        const path = suite ? `suites/areas/${name.replaceAll("-", "_")}/mod.ts` : name;
        assert(await exists(path), `${section}: ${path} does not exist`);
      }
    }
    const tests = namesIn(held).filter(([, suite, name = ""]) => !suite && /_test\.ts$/.test(name));
    assert(tests.length > 0, `${section}: no test is named`);
  }
});

Deno.test("a missing file is detected", async () => {
  assertEquals(await exists("registry/verbs.ts"), true);
  assertEquals(await exists("registry/g*_test.ts"), true);
  assertEquals(await exists("registry/none.ts"), false);
  assertEquals(await exists("router.ts"), true);
  assertEquals(await exists("rooter.ts"), false);
  assertEquals(await exists("http/z*.ts"), false);
});
