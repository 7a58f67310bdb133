import { assertEquals, assertMatch, assertStringIncludes } from "@std/assert";
import { main } from "./main.ts";
import { testTerminal } from "./test_terminal.ts";

Deno.test("--only-benign tests only benign variants, --benign those it names", async () => {
  const terminal = testTerminal();
  const words = ["matrix", "--only-benign", "--benign", "health/more-checks", "--runs", "1"];
  assertEquals(await main([...words, "--jobs", "1", "--plain"], terminal), 0);
  const lines = terminal.written().trim().split("\n");
  assertMatch(lines[0]!, /^passed +health\/more-checks +none of \d+ checks failed.* 1\/1$/);
  assertEquals(lines.at(-1), "0 of 0 mutants killed, 1 of 1 benign variants passed");
  assertEquals(lines.filter((line) => /^(passed|killed|survived|failed)/.test(line)).length, 1);
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
