import { assert, assertEquals, assertStringIncludes } from "@std/assert";
import { check, failing, passing } from "../test_checks.ts";

Deno.test("a hunt tries one seed after the other and ends as a run does", async () => {
  const directory = await Deno.makeTempDir();
  try {
    // A busy machine may not get to a second seed in time.
    for (const time of ["2s", "30s"]) {
      const words = ["--hunt", time, "--seed", "7", "--plain", "--report", directory];
      const { code, written } = await check(words, [failing, passing]);
      assertEquals(code, 1);
      assertStringIncludes(written, "seed 7: 1 cause of failures");
      // Time may stop the last seed before its check has failed.
      const [, seen, of, others] =
        /one probable cause, seen in (\d+) of (\d+) seeds \(7(, 8, )?/.exec(written) ?? [];
      assert(Number(of) - Number(seen) <= 1, written);
      if (others === undefined && time === "2s") continue;
      assert(others !== undefined, written);
      assertStringIncludes(written, "seed 8: ");
      break;
    }
    const report = JSON.parse(await Deno.readTextFile(`${directory}/report.json`));
    assertEquals(report.seeds.slice(0, 2), [7, 8]);
    assertEquals(report.causes[0].checks, ["watch/fails"]);
    const replay = JSON.parse(await Deno.readTextFile(`${directory}/replays/watch/fails.json`));
    assertEquals(replay.seed, 7);
  } finally {
    await Deno.remove(directory, { recursive: true });
  }
});

Deno.test("a hunt without failures conforms, and the first run is completed", async () => {
  const { code, written } = await check(["--hunt", "1ms", "--plain"], [passing]);
  assertEquals(code, 0);
  assertStringIncludes(written, "conformant: ");
  const { code: usage, complaints } = await check(["--hunt", "1s", "--path", "1:2"], [passing]);
  assertEquals(usage, 2);
  assert(complaints.includes("Cannot use --path with --hunt"));
});
