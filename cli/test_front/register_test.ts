/**
 * Runs the checks as tests of `deno test`, as users do.
 *
 * @module
 */
import { assert, assertEquals, assertStringIncludes } from "@std/assert";
import { main } from "../main.ts";
import { testTerminal } from "../test_terminal.ts";

const ROOT = new URL("../../", import.meta.url).pathname;

/** Runs `deno test` on the file that registers the checks. */
async function run(env: Record<string, string>, ...options: string[]) {
  const { code, stdout, stderr } = await new Deno.Command(Deno.execPath(), {
    args: ["test", "-A", "--no-check", ...options, "cli/deno_tests.ts"],
    cwd: ROOT,
    env: { NO_COLOR: "1", TARGET_QUICK: "true", TARGET_SEED: "1", ...env },
  }).output();
  const decoder = new TextDecoder();
  const output = decoder.decode(stdout) + decoder.decode(stderr);
  const [, passed, failed] = /\| (\d+) passed.*? \| (\d+) failed/.exec(output) ?? [];
  return { code, output, passed: Number(passed), failed: Number(failed) };
}

Deno.test("there is one test for each check, and shards are merged", async () => {
  const terminal = testTerminal();
  await main(["check", "--list", "--json", "--area", "health"], terminal);
  const ids: string[] = JSON.parse(terminal.written()).checks.map(({ id }: { id: string }) => id);
  const folder = await Deno.makeTempDir();
  const tests: string[] = [];
  for (const shard of ["1/2", "2/2"]) {
    const report = `${folder}/${shard[0]}`;
    const env = { TARGET_AREA: "health", TARGET_SHARD: shard, TARGET_REPORT: report };
    const { code, output, failed } = await run(env);
    assertEquals([code, failed], [0, 0], output);
    tests.push(...[...output.matchAll(/^(health\/\S+): /gm)].map(([, id = ""]) => id));
    assertStringIncludes(output, "conformant: http://127.0.0.1:");
    assertStringIncludes(
      await Deno.readTextFile(`${report}/junit.xml`),
      'classname="plumbline.health"',
    );
  }
  assertEquals(tests.toSorted(), ids.toSorted());
  const reports = [`${folder}/1/report.json`, `${folder}/2/report.json`];
  const merge = testTerminal();
  assertEquals(await main(["report", "merge", ...reports, "--out", `${folder}/all`], merge), 0);
  const merged = JSON.parse(await Deno.readTextFile(`${folder}/all/report.json`));
  assertEquals(merged.checks.length, ids.length);
  await Deno.remove(folder, { recursive: true });
});

Deno.test("a failing test prints what the console prints, and a warning does not fail", async () => {
  const bug = { TARGET_AREA: "health", TARGET_MUTANT: "health/last-exclude-counts" };
  const { code, output, passed, failed } = await run(bug, "--filter", "exclude");
  assertEquals([code, passed, failed], [1, 1, 2], output);
  for (
    const line of [
      "  1  GET /readyz shows ping passed in place of [+]ping excluded: ok: The line of an excluded check reads `excluded: ok` after the name.",
      "   expected       [+]ping excluded: ok",
      "reproduce      deno task check --mutant health/last-exclude-counts --only health/exclude-several --seed 1",
      "  warn: health.exclude-unknown-named: expected a line with warn:",
    ]
  ) assertStringIncludes(output, line);
  assert(!output.includes("register.ts"), output);
});

Deno.test("a target that cannot be reached, and a wrong variable, fail in one line", async () => {
  const gone = await run({ TARGET_URL: "http://127.0.0.1:9", TARGET_AREA: "health" });
  assertEquals(gone.code, 1);
  assertStringIncludes(gone.output, "Cannot reach http://127.0.0.1:9");
  const wrong = await run({ TARGET_AREA: "helth" });
  assertEquals(wrong.code, 1);
  assertStringIncludes(wrong.output, 'Cannot use --area "helth". Did you mean health?');
});
