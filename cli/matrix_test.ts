import { assert, assertEquals, assertMatch, assertStringIncludes } from "@std/assert";
import { benignVariants, mutants } from "@plumbline/mutants";
import { main } from "./main.ts";
import { testTerminal } from "./test_terminal.ts";

Deno.test("--only-benign tests only benign variants, --benign those it names", async () => {
  const terminal = testTerminal();
  const words = ["matrix", "--only-benign", "--benign", "health/more-checks", "--runs", "1"];
  const record = new URL("../mutants/matrix/found_by.txt", import.meta.url).pathname;
  const rest = ["--found-by", record, "--jobs", "1", "--plain"];
  assertEquals(await main([...words, ...rest], terminal), 0);
  const lines = terminal.written().trim().split("\n");
  assertMatch(lines[0]!, /^passed +health\/more-checks +none of \d+ checks failed.* 1\/1$/);
  assertEquals(lines.at(-1), "0 of 0 mutants killed, 1 of 1 benign variants passed");
  assertEquals(lines.filter((line) => /^(passed|killed|survived|failed)/.test(line)).length, 1);
});

Deno.test("--record writes the check that killed each mutant", async () => {
  const file = await Deno.makeTempFile();
  const words = ["matrix", "--mutant", "health/alive-without-content", "--skip-benign"];
  const rest = ["--runs", "1", "--jobs", "1", "--plain", "--record", file];
  assertEquals(await main([...words, ...rest], testTerminal()), 0);
  assertMatch(await Deno.readTextFile(file), /^health\/\S+ health\/alive-without-content\n$/);
  await Deno.remove(file);
});

Deno.test("contradicting options and unknown variants are wrong usage", async () => {
  for (
    const [words, expected] of [
      [
        ["--skip-benign", "--only-benign"],
        "Cannot use --skip-benign with --benign or --only-benign.",
      ],
      [
        ["--skip-benign", "--benign", "health/more-checks"],
        "Cannot use --skip-benign with --benign or --only-benign.",
      ],
      [["--benign", "health/more-check"], "Did you mean health/more-checks?"],
    ] as const
  ) {
    const terminal = testTerminal();
    assertEquals(await main(["matrix", ...words], terminal), 2);
    assertStringIncludes(terminal.complaints(), expected);
  }
});

Deno.test("a trial of one mutant names the check that kills it", async () => {
  const terminal = testTerminal();
  const words = ["matrix", "--mutant", "health/alive-without-content", "--skip-benign"];
  assertEquals(await main([...words, "--runs", "1", "--jobs", "1", "--plain"], terminal), 0);
  assertMatch(terminal.written(), /^killed +health\/alive-without-content +health\//);
  assertStringIncludes(
    terminal.written(),
    "Mutants killed for another requirement only: 0",
  );
});

Deno.test("matrix --list lists every mutant and benign variant with its description", async () => {
  const terminal = testTerminal();
  assertEquals(await main(["matrix", "--list"], terminal), 0);
  const lines = terminal.written().split("\n");
  for (const { id, description } of [...mutants, ...benignVariants]) {
    assert(lines.some((line) => line.startsWith(id) && line.includes(description)), id);
  }
});

Deno.test("matrix --list --json prints all fields, and --json alone is wrong usage", async () => {
  const terminal = testTerminal();
  assertEquals(await main(["matrix", "--list", "--json"], terminal), 0);
  assertEquals(
    JSON.parse(terminal.written()),
    JSON.parse(JSON.stringify({ mutants, benignVariants })),
  );
  const wrong = testTerminal();
  assertEquals(await main(["matrix", "--json"], wrong), 2);
  assertEquals(wrong.complaints(), "Cannot use --json without --list.\n");
});

Deno.test("check --mutant checks the reference server with the seeded bug", async () => {
  const terminal = testTerminal();
  const mutant = ["--mutant", "health/last-exclude-counts"];
  const only = ["--only", "health/exclude-several", "--plain"];
  assertEquals(await main(["check", ...mutant, ...only], terminal), 1);
  assertStringIncludes(
    terminal.written(),
    "deno task check --mutant health/last-exclude-counts --only",
  );
});

Deno.test("an unknown mutant is named with the nearest one", async () => {
  const terminal = testTerminal();
  assertEquals(await main(["check", "--mutant", "health/last-exclude-count"], terminal), 2);
  assertStringIncludes(terminal.complaints(), "Did you mean health/last-exclude-counts?");
});

Deno.test("another server than the reference server has no mutants", async () => {
  const terminal = testTerminal();
  const words = ["check", "http://localhost:1", "--mutant", "health/last-exclude-counts"];
  assertEquals(await main(words, terminal), 2);
  assertEquals(
    terminal.complaints(),
    "Cannot use --mutant with another server than the reference server.\n",
  );
});
