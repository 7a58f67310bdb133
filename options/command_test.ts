import { assertEquals, assertStringIncludes } from "@std/assert";
import { ORACLES_COMMAND } from "@plumbline/mutants/broken_oracles";
import { DIFFERENTIAL_COMMAND } from "@plumbline/lab/differential";
import { FUZZ_COMMAND } from "@plumbline/lab/fuzz";
import { type Command, flagOf, type OptionTable, parseCommandLine, runTool } from "./mod.ts";

const TOOLS: readonly Command[] = [FUZZ_COMMAND, ORACLES_COMMAND, DIFFERENTIAL_COMMAND];

async function run(command: Command, ...words: string[]) {
  const streams = { written: "", complaints: "" };
  const code = await runTool<OptionTable>(
    command,
    words,
    ({ options }) => options.seed as number | undefined ?? 7,
    {
      out: (text) => void (streams.written += text),
      error: (text) => void (streams.complaints += text),
    },
  );
  return { code, ...streams };
}

Deno.test("a tool exits with what it returns", async () => {
  assertEquals(await run(FUZZ_COMMAND), { code: 7, written: "", complaints: "" });
  assertEquals((await run(FUZZ_COMMAND, "--seed", "3")).code, 3);
  assertEquals((await run(FUZZ_COMMAND, "--seed=-3")).code, -3);
});

Deno.test("exit code 2: an unknown option is named with the nearest one, in every tool", async () => {
  for (const command of TOOLS) {
    const { code, written, complaints } = await run(command, "--sead", "1");
    assertEquals([code, written], [2, ""]);
    assertEquals(complaints, "Unknown option '--sead'. Did you mean --seed?\n");
    assertEquals((await run(command, "--seed", "many")).code, 2);
  }
});

Deno.test("every tool lists its options and valid examples", async () => {
  for (const command of TOOLS) {
    const { code, written } = await run(command, "--help");
    assertEquals(code, 0);
    for (const name of Object.keys(command.options)) {
      assertStringIncludes(written, `  ${flagOf(name)}`);
    }
    for (const [line] of command.examples) {
      assertStringIncludes(written, `  deno task ${line}\n`);
      parseCommandLine(command, line.split(" ").slice(1));
    }
  }
});
