import { assertEquals, assertStringIncludes } from "@std/assert";
import { parseKnownDeviations } from "@plumbline/suites/engine/known_deviations";
import { main } from "./main.ts";
import { testTerminal } from "./test_terminal.ts";

/** A run in which paging/whole failed, and versions/stays passed although it is a known deviation. */
const RECORDED = new URL("../reports/testdata/failing.ndjson", import.meta.url).pathname;

const FILE = `# A comment on the file.

- check: versions/stays
  reason: It was so.
  target: test

# A comment on an entry.
- check: watch/bookmark
  reason: Bookmarks carry labels.
  target: test
`;

async function withFile(text: string | undefined, use: (path: string) => Promise<void>) {
  const directory = await Deno.makeTempDir();
  const path = `${directory}/known.yaml`;
  if (text !== undefined) await Deno.writeTextFile(path, text);
  await use(path);
  await Deno.remove(directory, { recursive: true });
}

Deno.test("entries to remove and to add are shown, and written only with --write", () =>
  withFile(FILE, async (path) => {
    const terminal = testTerminal();
    assertEquals(await main(["known", "update", path, "--report", RECORDED], terminal), 0);
    assertStringIncludes(terminal.written(), "- versions/stays: the check did not fail\n");
    assertStringIncludes(
      terminal.written(),
      "+ paging/whole paging.limit-bounds-page: To be explained",
    );
    assertEquals(await Deno.readTextFile(path), FILE);
    assertEquals(
      await main(["known", "update", path, "--report", RECORDED, "--write"], testTerminal()),
      0,
    );
    const text = await Deno.readTextFile(path);
    assertStringIncludes(text, "# A comment on the file.");
    assertStringIncludes(text, "# A comment on an entry.\n- check: watch/bookmark");
    const entries = parseKnownDeviations(text, path);
    assertEquals(entries.map(({ check }) => check), ["watch/bookmark", "paging/whole"]);
    assertEquals(entries[0]?.reason, "Bookmarks carry labels.");
  }));

Deno.test("a file that does not exist is created", () =>
  withFile(undefined, async (path) => {
    assertEquals(
      await main(["known", "update", path, "--report", RECORDED, "--write"], testTerminal()),
      0,
    );
    const entries = parseKnownDeviations(await Deno.readTextFile(path), path);
    assertEquals(entries.map(({ check }) => check), ["paging/whole"]);
  }));

Deno.test("wrong usage and a file that cannot be updated exit with 2", () =>
  withFile("[{check: a/b, reason: So., target: test}]\n", async (path) => {
    for (
      const words of [
        ["known"],
        ["known", "updaet", path],
        ["known", "update", path],
        ["known", "update", path, "--report", RECORDED],
      ]
    ) assertEquals(await main(words, testTerminal()), 2, words.join(" "));
  }));
