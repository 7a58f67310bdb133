import { assert, assertEquals, assertStringIncludes } from "@std/assert";
import { FORMATS } from "@plumbline/reports/formats";
import type { Report } from "@plumbline/reports/report";
import { HOSTILE, reportSaying } from "@plumbline/reports/test_reports";
import { failingReport } from "@plumbline/reports/html/large_report";
import { main } from "../main.ts";
import { testTerminal } from "../test_terminal.ts";

const RECORDED = new URL("../../reports/testdata/failing.ndjson", import.meta.url).pathname;

Deno.test("a recorded run is rendered in all formats, or in those of --format", async () => {
  const directory = await Deno.makeTempDir();
  const filesAfter = async (...words: string[]) => {
    const out = `${directory}/${crypto.randomUUID()}/deep`;
    assertEquals(
      await main(["report", "render", RECORDED, "--out", out, ...words], testTerminal()),
      0,
    );
    return [...Deno.readDirSync(out)].map(({ name }) => name).sort();
  };
  assertEquals(await filesAfter(), FORMATS.map(({ file }) => file).sort());
  assertEquals(await filesAfter("--format", "junit,summary"), ["junit.xml", "summary.md"]);
  await Deno.remove(directory, { recursive: true });
});

Deno.test("a report renders the same from its events and from report.json", async () => {
  const directory = await Deno.makeTempDir();
  const render = (from: string, to: string) =>
    main(["report", "render", from, "--out", `${directory}/${to}`], testTerminal());
  assertEquals(await render(RECORDED, "a"), 0);
  assertEquals(await render(`${directory}/a/report.json`, "b"), 0);
  for (const { file } of FORMATS) {
    const [a, b] = ["a", "b"].map((name) => Deno.readTextFileSync(`${directory}/${name}/${file}`));
    assertEquals(a, b, file);
  }
  await Deno.remove(directory, { recursive: true });
});

Deno.test("--implementation names the implementer", async () => {
  const directory = await Deno.makeTempDir();
  const words = ["report", "render", RECORDED, "--out", directory, "--format", "conformance"];
  const fields = ["organization=Example", "contact=a@example.org", "contact=b@example.org"];
  const options = fields.flatMap((field) => ["--implementation", field]);
  assertEquals(await main([...words, ...options], testTerminal()), 0);
  const text = await Deno.readTextFile(`${directory}/conformance.yaml`);
  assertStringIncludes(text, "organization: Example");
  assertStringIncludes(text, "- b@example.org");
  await Deno.remove(directory, { recursive: true });
});

Deno.test("wrong usage and unreadable reports exit with 2", async () => {
  const cases: [string[], string][] = [
    [["report"], "  render  "],
    [["report", "rendr"], "Unknown command 'rendr'. Did you mean render?"],
    [["report", "render"], "Missing required argument 'FILE'."],
    [["report", "render", "/nowhere.ndjson"], "/nowhere.ndjson"],
    [
      ["report", "render", new URL("../../deno.json", import.meta.url).pathname],
      "it is not a report.json of schema 1",
    ],
    [
      ["report", "render", RECORDED, "--format", "junt"],
      'Cannot use --format "junt". Did you mean junit?',
    ],
    [
      ["report", "render", RECORDED, "--implementation", "organisation=a"],
      'Cannot use --implementation "organisation". Did you mean organization?',
    ],
  ];
  for (const [words, expected] of cases) {
    const terminal = testTerminal();
    assertEquals(await main(words, terminal), 2, words.join(" "));
    assertStringIncludes(terminal.complaints(), expected);
  }
});

Deno.test("the text of a report cannot control the terminal", async () => {
  const directory = await Deno.makeTempDir();
  const write = async (name: string, report: Report) => {
    await Deno.writeTextFile(`${directory}/${name}.json`, JSON.stringify(report));
    return `${directory}/${name}.json`;
  };
  const hostile = { ...reportSaying(HOSTILE), run: HOSTILE, dialect: HOSTILE };
  const one = await write("one", hostile);
  const two = await write("two", {
    ...hostile,
    suiteVersion: HOSTILE,
    checks: hostile.checks.map((check) => ({ ...check, verdict: "fail", title: "x" })),
    requirements: hostile.requirements.slice(1),
  });
  const out = ["--out", `${directory}/out`, "--format", "badge"];
  for (
    const words of [
      ["report", "compare", one, two],
      ["report", "compare", one, two, one],
      ["report", "merge", one, ...out],
      ["report", "merge", one, two, ...out],
      ["report", "render", one, ...out],
      ["report", "show", one],
      ["known", "update", `${directory}/known.yaml`, "--report", one],
    ]
  ) {
    const terminal = testTerminal();
    await main(words, terminal);
    const output = terminal.written() + terminal.complaints();
    assert(output.length > 10, words.join(" "));
    // deno-lint-ignore no-control-regex -- the pattern matches them
    assertEquals(/[\x00-\x08\x0b-\x1f\x7f-\x9f\u202e]/.exec(output)?.index, undefined, output);
  }
  await Deno.remove(directory, { recursive: true });
});

Deno.test("the failures of a report are shown with their timelines, one with its responses", async () => {
  const directory = await Deno.makeTempDir();
  const path = `${directory}/report.json`;
  await Deno.writeTextFile(path, JSON.stringify(failingReport(3)));
  const show = async (...words: string[]) => {
    const terminal = testTerminal();
    const code = await main(["report", "show", path, ...words], terminal);
    return { code, text: terminal.written() + terminal.complaints() };
  };
  const all = await show();
  assertEquals(all.code, 0);
  for (
    const words of [
      "(failure 2 of ",
      "┌── 127.0.0.1:",
      "marks the requests that contradict each other",
      "there is no timeline",
    ]
  ) assertStringIncludes(all.text, words);
  assert(!all.text.includes("Requests and responses"));
  // Which one has a timeline depends on the order of the causes.
  const shown = all.text.split(/\(failure (?=\d+ of )/).find((each) => each.includes("┌──"))!;
  const one = await show("--failure", String(Number.parseInt(shown)));
  assertStringIncludes(one.text, "Requests and responses\n> #1 ");
  assertEquals(one.text.match(/\(failure \d+ of /g)?.length, 1);
  const none = await show("--failure", "999");
  assertEquals(none.code, 2);
  assertStringIncludes(none.text, "Cannot show failure 999 as the report has ");
  await Deno.remove(directory, { recursive: true });
});
