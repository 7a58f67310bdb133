import { assert, assertEquals } from "@std/assert";
import { parse } from "@std/yaml";
import { flagOf, parseCommandLine } from "@plumbline/options";
import { checkCommand } from "./check/check.ts";
import { CHECK_OPTIONS } from "./check/options.ts";
import { EXIT } from "./exit_codes.ts";

const ROOT = new URL("../", import.meta.url);
const read = (path: string) => Deno.readTextFile(new URL(path, ROOT));

/** Returns the command lines of `check` in a shell script. */
function checksIn(script: string): string[][] {
  const lines = script.replaceAll(/\\\n/g, " ").split("\n");
  return lines.flatMap((line) => {
    const [, words] = /deno\S* task check (.*)/.exec(line) ?? [];
    return words === undefined
      ? []
      : [words.trim().split(/\s+/).map((word) => word.replaceAll('"', ""))];
  });
}

Deno.test("the CI jobs in docs/gates.md are YAML with valid options", async () => {
  const blocks = [...(await read("docs/gates.md")).matchAll(/```yaml\n(.*?)```/gs)]
    .map(([, text]) => parse(text!));
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
    // The shard is a variable of the CI.
    const line = words.map((word) => word.replace("$CI_NODE_INDEX/$CI_NODE_TOTAL", "1/4"))
      .map((word) => word.replace("$CI_PIPELINE_IID", "7"));
    const given = parseCommandLine(checkCommand, line);
    assert(given.arguments.length === 1 && given.options.report !== undefined, words.join(" "));
  }
});

Deno.test("docs/configuration.md lists every option of check as the help does", async () => {
  const rows = (await read("docs/configuration.md")).replaceAll(/ +/g, " ").split("\n");
  const missing = Object.entries(CHECK_OPTIONS).map(([name, { placeholder = "", description }]) =>
    `| \`${`${flagOf(name)} ${placeholder}`.trim()}\` | ${description} |`
  ).filter((row) => !rows.includes(row));
  assertEquals(missing, []);
});

Deno.test("docs/exit-codes.md lists every exit code", async () => {
  const codes = [...(await read("docs/exit-codes.md")).matchAll(/^\| (\d+) /gm)]
    .map(([, code]) => Number(code));
  assertEquals(codes, Object.values(EXIT));
});

Deno.test("no inline code in the README and docs/ is broken over two lines", async () => {
  const pages = [
    "README.md",
    ...Array.from(Deno.readDirSync(new URL("docs", ROOT)), ({ name }) => `docs/${name}`),
  ]
    .filter((path) => path.endsWith(".md"));
  for (const path of pages) {
    const prose = (await read(path)).replaceAll(/^```.*?^```$/gms, "");
    const broken = [...prose.matchAll(/`[^`]+`/g)].map(([code]) => code)
      .filter((code) => code.includes("\n"));
    assertEquals(broken, [], path);
  }
});

Deno.test("every relative link in Markdown names a file or folder that exists", async () => {
  const command = new Deno.Command("git", { args: ["ls-files", "-z", "*.md"], cwd: ROOT });
  const paths = new TextDecoder().decode((await command.output()).stdout).split("\0")
    .filter((path) => path !== "" && !path.includes("/testdata/"));
  const broken: string[] = [];
  for (const path of paths) {
    const prose = (await read(path)).replaceAll(/^```.*?^```$/gms, "").replaceAll(/`[^`]*`/g, "");
    for (const [, target] of prose.matchAll(/\]\(([^)\s#]+)[^)]*\)/g)) {
      if (/^[a-z]+:/.test(target!)) continue;
      const url = new URL(target!, new URL(path, ROOT));
      await Deno.stat(url).catch(() => void broken.push(`${path}: ${target}`));
    }
  }
  assertEquals(broken, []);
});
