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

/** Returns the pages of the repository. */
async function markdownPages(): Promise<string[]> {
  const command = new Deno.Command("git", { args: ["ls-files", "-z", "*.md"], cwd: ROOT });
  return new TextDecoder().decode((await command.output()).stdout).split("\0")
    .filter((path) => path !== "" && !path.includes("/testdata/"));
}

const withoutCode = (markdown: string) => markdown.replaceAll(/^ *```.*?^ *```$/gms, "");

/** Returns the anchors of the headings of a page, as GitHub writes them. */
function anchorsOf(markdown: string): ReadonlySet<string> {
  const anchors = new Set<string>();
  for (const [, heading = ""] of withoutCode(markdown).matchAll(/^#{1,6} +(.+?) *#*$/gm)) {
    const words = heading.replaceAll(/<!--.*?-->/g, "").replaceAll(/\[([^\]]*)\]\([^)]*\)/g, "$1");
    const anchor = words.toLowerCase().replaceAll(/[^\p{L}\p{N}\p{M} _-]/gu, "").trim()
      .replaceAll(" ", "-");
    let unique = anchor;
    for (let number = 1; anchors.has(unique); number++) unique = `${anchor}-${number}`;
    anchors.add(unique);
  }
  for (const [, id = ""] of markdown.matchAll(/<a (?:id|name)="([^"]+)"/g)) anchors.add(id);
  return anchors;
}

Deno.test("anchors are those of GitHub", () => {
  const page = "# A `b` and c's\n## A\n```sh\n# no heading\n```\n## A\n### [Link](x.md): _more_\n";
  assertEquals([...anchorsOf(page)], ["a-b-and-cs", "a", "a-1", "link-_more_"]);
});

Deno.test("every relative link in Markdown names a file, a folder or a heading that exists", async () => {
  const pages = await markdownPages();
  const anchors = new Map<string, ReadonlySet<string>>();
  const broken: string[] = [];
  let followed = 0;
  for (const path of pages) {
    const prose = withoutCode(await read(path)).replaceAll(/`[^`]*`/g, "");
    const targets = [...prose.matchAll(/\]\(([^)\s]+)[^)]*\)/g)].map(([, target = ""]) => target);
    for (const target of targets) {
      if (/^[a-z]+:/.test(target)) continue;
      const url = new URL(target, new URL(path, ROOT));
      const anchor = decodeURIComponent(url.hash.slice(1));
      url.hash = "";
      const isThere = await Deno.stat(url).then(() => true, () => false);
      if (!isThere) broken.push(`${path}: ${target}`);
      else if (anchor !== "" && url.pathname.endsWith(".md")) {
        const known = anchors.get(url.href) ?? anchorsOf(await Deno.readTextFile(url));
        anchors.set(url.href, known);
        followed++;
        if (!known.has(anchor)) broken.push(`${path}: ${target}`);
      }
    }
  }
  assertEquals(broken, []);
  assert(followed > 20, String(followed));
});
