/**
 * The program behind `deno task ready`: checks what a change touches, in at most three minutes.
 *
 * `deno task ready --help` lists the options.
 *
 * @module
 */
import { defineCommand, integer, runTool, text } from "@plumbline/options";
import { allFiles, readChanges } from "./changes.ts";
import { readGraph } from "./graph.ts";
import { areasOf, selectTests } from "./selection.ts";
import { checkFormat, checkTypes, lint, runTests, type StageResult, tryBugs } from "./stages.ts";

const COMMAND = defineCommand({
  name: "ready",
  description: "Check what a change touches: format, lint, types, the tests that depend on the " +
    "changed files, and the seeded bugs of the changed areas.",
  options: {
    since: text("COMMIT", "compare with this commit (default: where the branch left main)"),
    time: integer("seconds after which tests and bugs are left to CI (default 170)", {
      min: 10,
      max: 3_600,
    }),
  },
  examples: [
    ["ready", "Check the commits of this branch and the files that are not committed"],
    ["ready --since HEAD", "Check the files that are not committed"],
  ],
  run: () => 0,
});

/** Share of the time after which the tests make room for the bugs. */
const SHARE_OF_TESTS = 0.65;

interface Options {
  readonly since?: string | undefined;
  readonly time?: number | undefined;
}

async function ready({ since, time = 170 }: Options): Promise<number> {
  const started = performance.now();
  const end = started + time * 1_000;
  const { base, files, deleted } = await readChanges(since);
  const touched = [...files, ...deleted];
  write(`${touched.length} files differ from ${base.slice(0, 8)}`);
  if (touched.length === 0) return 0;

  const results: StageResult[] = [];
  const stage = async (name: string, run: () => Promise<StageResult>) => {
    const begun = performance.now();
    const result = await run();
    const seconds = ((performance.now() - begun) / 1_000).toFixed(1);
    const verdict = !result.passed ? "FAILED" : result.left.length > 0 ? "partly" : "passed";
    write(`${name.padEnd(7)} ${verdict}  ${result.summary}, ${seconds} s`);
    if (!result.passed) write(result.failures);
    results.push(result);
  };

  await stage("format", () => checkFormat(files));
  await stage("lint", () => lint(files));
  const known = await allFiles();
  const graph = await readGraph(known);
  const tests = selectTests(touched, graph, known);
  const examples = await withExamples(files.filter((path) => graph.has(path) || isGuide(path)));
  const areas = areasOf(touched);
  write(`to run: ${tests.length} test files; bugs of: ${areas.join(", ") || "no area"}`);
  const share = areas.length === 0 ? 1 : SHARE_OF_TESTS;
  const types = stage("types", checkTypes);
  await stage(
    "tests",
    () => runTests([...new Set([...examples, ...tests])], started + share * (end - started)),
  );
  await types;
  await stage("bugs", () => tryBugs(areas, end));

  const left = results.flatMap((result) => result.left);
  if (left.length > 0) write(`Left to CI: ${summaryOf(left)}`);
  const passed = results.every((result) => result.passed);
  const seconds = Math.round((performance.now() - started) / 1_000);
  write(passed ? `Ready, after ${seconds} s.` : `Not ready: see what FAILED, after ${seconds} s.`);
  return passed ? 0 : 1;
}

const isGuide = (path: string) => path.endsWith(".md") && !path.startsWith("clients/");

/** Returns the files with examples that `deno test --doc` runs. */
async function withExamples(files: readonly string[]): Promise<string[]> {
  const texts = await Promise.all(files.map((path) => Deno.readTextFile(path)));
  return files.filter((path, index) => !path.endsWith("_test.ts") && /```ts$/m.test(texts[index]!));
}

/** Number of names that the last lines list. */
const NAMED = 8;

function summaryOf(left: readonly string[]): string {
  const more = left.length > NAMED ? `, and ${left.length - NAMED} more` : "";
  return `${left.slice(0, NAMED).join(", ")}${more}`;
}

function write(line: string): void {
  Deno.stdout.writeSync(new TextEncoder().encode(`${line}\n`));
}

if (import.meta.main) {
  Deno.exit(await runTool(COMMAND, Deno.args, ({ options }) => ready(options)));
}
