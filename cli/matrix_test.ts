import { assertEquals, assertMatch, assertStringIncludes } from "@std/assert";
import { main } from "./main.ts";
import { testIo } from "./test_io.ts";

Deno.test("--only-benign tries harmless variants alone, --benign the ones it names", async () => {
  const io = testIo();
  const words = ["matrix", "--only-benign", "--benign", "health/more-checks", "--runs", "1"];
  assertEquals(await main([...words, "--jobs", "1", "--plain"], io), 0);
  const lines = io.written().trim().split("\n");
  assertMatch(lines[0]!, /^green +health\/more-checks +\d+ checks found nothing.* 1\/1$/);
  assertEquals(lines.at(-1), "0 of 0 mutants killed, 1 of 1 benign variants green");
  assertEquals(lines.filter((line) => /^(green|killed|survived|failed)/.test(line)).length, 1);
});

Deno.test("what leaves nothing to try, and variants there are not, are refused", async () => {
  for (
    const [words, said] of [
      [["--no-benign", "--only-benign"], "--no-benign leaves nothing"],
      [["--no-benign", "--benign", "health/more-checks"], "--no-benign leaves nothing"],
      [["--benign", "health/more-check"], "health/more-checks"],
    ] as const
  ) {
    const io = testIo();
    assertEquals(await main(["matrix", ...words], io), 2);
    assertStringIncludes(io.complaints(), said);
  }
});

Deno.test("a trial of one fault tells what found it, and whether for what it breaks", async () => {
  const io = testIo();
  const words = ["matrix", "--fault", "health/alive-without-content", "--no-benign"];
  assertEquals(await main([...words, "--runs", "1", "--jobs", "1", "--plain"], io), 0);
  assertMatch(io.written(), /^killed +health\/alive-without-content +health\//);
  assertStringIncludes(io.written(), "Mutants killed for another reason than what they break: 0");
});
