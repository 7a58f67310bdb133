import { assertEquals, assertMatch, assertStringIncludes } from "@std/assert";
import { main } from "./main.ts";
import { testTerminal } from "./test_terminal.ts";

Deno.test("--only-benign tries safeText variants alone, --benign the ones it names", async () => {
  const terminal = testTerminal();
  const words = ["matrix", "--only-benign", "--benign", "health/more-checks", "--runs", "1"];
  assertEquals(await main([...words, "--jobs", "1", "--plain"], terminal), 0);
  const lines = terminal.written().trim().split("\n");
  assertMatch(lines[0]!, /^green +health\/more-checks +\d+ checks found nothing.* 1\/1$/);
  assertEquals(lines.at(-1), "0 of 0 mutants killed, 1 of 1 benign variants passed");
  assertEquals(lines.filter((line) => /^(green|killed|survived|failed)/.test(line)).length, 1);
});

Deno.test("what leaves nothing to try, and variants there are not, are refused", async () => {
  for (
    const [words, said] of [
      [["--skip-benign", "--only-benign"], "--skip-benign leaves nothing"],
      [["--skip-benign", "--benign", "health/more-checks"], "--skip-benign leaves nothing"],
      [["--benign", "health/more-check"], "health/more-checks"],
    ] as const
  ) {
    const terminal = testTerminal();
    assertEquals(await main(["matrix", ...words], terminal), 2);
    assertStringIncludes(terminal.complaints(), said);
  }
});

Deno.test("a trial of one fault tells what found it, and whether for what it breaks", async () => {
  const terminal = testTerminal();
  const words = ["matrix", "--mutant", "health/alive-without-content", "--skip-benign"];
  assertEquals(await main([...words, "--runs", "1", "--jobs", "1", "--plain"], terminal), 0);
  assertMatch(terminal.written(), /^killed +health\/alive-without-content +health\//);
  assertStringIncludes(
    terminal.written(),
    "Mutants killed for another reason than what they break: 0",
  );
});
