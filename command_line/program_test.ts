import { assertEquals, assertStringIncludes } from "@std/assert";
import { DIFFERENTIAL_COMMAND } from "../tools/differential/options.ts";
import { FUZZ_COMMAND } from "../tools/fuzz/options.ts";
import { ORACLES_COMMAND } from "../mutants/broken_oracles/options.ts";
import { integerOf, parseArguments, runProgram } from "./mod.ts";

const PROGRAMS = [FUZZ_COMMAND, ORACLES_COMMAND, DIFFERENTIAL_COMMAND];

async function run(command: typeof FUZZ_COMMAND, ...words: string[]) {
  const streams = { written: "", complaints: "" };
  const code = await runProgram(
    command,
    words,
    ({ options }) => integerOf(options, "seed", { min: 0, max: 9 }) ?? 7,
    {
      out: (text) => void (streams.written += text),
      error: (text) => void (streams.complaints += text),
    },
  );
  return { code, ...streams };
}

Deno.test("a program runs on what was given, and its exit code is what that returns", async () => {
  assertEquals(await run(FUZZ_COMMAND), { code: 7, written: "", complaints: "" });
  assertEquals((await run(FUZZ_COMMAND, "--seed", "3")).code, 3);
});

Deno.test("exit code 2: an option there is not, with the nearest one, in every program", async () => {
  for (const command of PROGRAMS) {
    const { code, written, complaints } = await run(command, "--sead", "1");
    assertEquals([code, written], [2, ""]);
    assertEquals(complaints, `${command.name} has no option --sead: did you mean --seed?\n`);
    assertEquals((await run(command, "--seed", "many")).code, 2);
  }
});

Deno.test("every program tells its options and examples that it understands", async () => {
  for (const command of PROGRAMS) {
    const { code, written } = await run(command, "--help");
    assertEquals(code, 0);
    for (const { name } of command.options) assertStringIncludes(written, `  --${name}`);
    for (const [line] of command.examples) {
      assertStringIncludes(written, `  deno task ${line}\n`);
      parseArguments(line.split(" ").slice(1), command);
    }
  }
});
