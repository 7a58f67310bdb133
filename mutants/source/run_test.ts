import { assertEquals } from "@std/assert";
import { instrumentServer } from "./instrumented_server.ts";
import { readMarks, staleMarks } from "./marks.ts";
import type { SourceReport } from "./result.ts";
import { staleRules } from "./rules.ts";

const PROGRAM = new URL("./mod.ts", import.meta.url).pathname;

/** Runs the program as `deno task mutants` does: a test would check the types of changed code. */
async function mutants(...args: string[]) {
  const out = await Deno.makeTempFile();
  try {
    const { code, stdout } = await new Deno.Command(Deno.execPath(), {
      args: ["run", "-q", "-P=program", PROGRAM, "--out", out, ...args],
      env: { NO_COLOR: "1" },
    }).output();
    const report: SourceReport = JSON.parse(await Deno.readTextFile(out));
    return { code, report, text: new TextDecoder().decode(stdout) };
  } finally {
    await Deno.remove(out);
  }
}

// One test, as the server is instrumented for it, which takes long.
Deno.test("no mark and no rule is stale, and a mutant is found, even if its code runs at import only", async () => {
  await using server = await instrumentServer();
  assertEquals(staleMarks(await readMarks(), server.mutants), []);
  assertEquals(staleRules(server.mutants).map(({ file, within }) => [file, within]), []);
  const idOf = (original: string, replacement: string) =>
    server.mutants.find((mutant) =>
      mutant.file === "server/health/health.ts" && mutant.original === original &&
      mutant.replacement === replacement
    )!.id;
  const ids = [idOf('`${detail.join("\\n")}\\n`', "``"), idOf('["livez", "life"]', "[]")];
  const checks = "health/verbose-last-line,health/answers";
  const { code, report } = await mutants("--id", `${ids}`, "--check", checks, "--floor", "100");
  assertEquals(
    report.results.map(({ mutant, trials }) => [mutant.original, trials[0]!.verdict]),
    [['["livez", "life"]', "convention"], ['`${detail.join("\\n")}\\n`', "must"]],
  );
  assertEquals(code, 0);
});
