import { assert, assertEquals } from "@std/assert";
import { parse } from "@std/yaml";
import { parseArguments } from "../command_line/mod.ts";
import { CHECK_COMMAND } from "./check/options.ts";

const README = await Deno.readTextFile(new URL("../README.md", import.meta.url));

/** The command lines of `check` in a text of a shell, one a line. */
function checksIn(script: string): string[][] {
  const lines = script.replaceAll(/\\\n/g, " ").split("\n");
  return lines.flatMap((line) => {
    const [, words] = /deno\S* task check (.*)/.exec(line) ?? [];
    return words === undefined
      ? []
      : [words.trim().split(/\s+/).map((word) => word.replaceAll('"', ""))];
  });
}

Deno.test("the jobs in the README are YAML, and their checks have options there are", () => {
  const blocks = [...README.matchAll(/```yaml\n(.*?)```/gs)].map(([, text]) => parse(text!));
  const [github, gitlab] = ["jobs", "conformance"].map((name) =>
    blocks.find((block) => typeof block === "object" && block !== null && name in block)
  ) as [
    { jobs: { conformance: { steps: { run?: string }[] } } },
    { conformance: { script: string[] } },
  ];
  const scripts = [
    ...github.jobs.conformance.steps.map(({ run }) => run ?? ""),
    ...gitlab.conformance.script,
  ];
  const commands = scripts.flatMap(checksIn);
  assertEquals(commands.length, 2);
  for (const words of commands) {
    const { argument, options } = parseArguments(words, CHECK_COMMAND);
    assert(argument !== undefined && options.has("report"), words.join(" "));
  }
});

Deno.test("no command in the README's sentences is broken over two lines", () => {
  const prose = README.replaceAll(/^```.*?^```$/gms, "");
  const broken = [...prose.matchAll(/`[^`]+`/g)].map(([code]) => code)
    .filter((code) => code.includes("\n"));
  assertEquals(broken, []);
});
