/**
 * The stages of `deno task ready`.
 *
 * @module
 */
import { runDeno } from "./program.ts";

/** The result of a stage. */
export interface StageResult {
  /** True if nothing failed. */
  readonly passed: boolean;
  /** What was checked, for the line of the stage. */
  readonly summary: string;
  /** What failed, as the program printed it. */
  readonly failures: string;
  /** What the time did not suffice for. */
  readonly left: readonly string[];
}

const FORMATTED = /\.(?:tsx?|jsx?|mjs|jsonc?|md|css|html|ya?ml)$/;
const LINTED = /\.(?:ts|js|mjs)$/;

/** The longest time that formatting, lint or types may take, in milliseconds. */
const STATIC_TIME = 120_000;

/** Number of test files in one run of `deno test`; the time is looked at between two runs. */
const BATCH = 6;

/** The record of which check found each bug last. */
const FOUND_BY = "mutants/matrix/found_by.txt";

/** Checks the format of the changed files. */
export function checkFormat(files: readonly string[]): Promise<StageResult> {
  return runOn(files.filter((path) => FORMATTED.test(path)), ["fmt", "--check", "-q"]);
}

/** Lints the changed files. */
export function lint(files: readonly string[]): Promise<StageResult> {
  return runOn(files.filter((path) => LINTED.test(path)), ["lint", "-q"]);
}

async function runOn(files: readonly string[], words: readonly string[]): Promise<StageResult> {
  const summary = `${files.length} changed files`;
  if (files.length === 0) return { passed: true, summary, failures: "", left: [] };
  const args = [...words, "--permit-no-files", ...files];
  const { passed, output, timedOut } = await runDeno(args, STATIC_TIME);
  return {
    passed: passed || timedOut,
    summary,
    failures: output,
    left: timedOut ? [words[0]!] : [],
  };
}

/** Checks the types of all modules; Deno remembers those that did not change. */
export async function checkTypes(): Promise<StageResult> {
  const { passed, output, timedOut } = await runDeno(["check", "-q"], STATIC_TIME);
  return {
    passed: passed || timedOut,
    summary: "all modules",
    failures: output,
    left: timedOut ? ["types"] : [],
  };
}

/**
 * Runs test files in the given order until the time is up.
 *
 * @param tests paths of test files, and of modules whose examples are to run
 * @param until the time, in milliseconds of `performance.now()`, at which to end
 */
export async function runTests(tests: readonly string[], until: number): Promise<StageResult> {
  const failures: string[] = [];
  let [done, passed] = [0, 0];
  while (done < tests.length && performance.now() < until) {
    const batch = tests.slice(done, done + BATCH);
    const options = ["--parallel", "--doc", "--no-check", "--permit-no-files"];
    const outcome = await runDeno(
      ["test", "-P=test", ...options, "--preload", "fixed_seed.ts", ...batch],
      until - performance.now(),
    );
    if (outcome.timedOut) break;
    done += batch.length;
    passed += Number(/^(?:ok|FAILED) \| (\d+) passed/m.exec(outcome.output)?.[1] ?? 0);
    if (!outcome.passed) failures.push(failuresIn(outcome.output));
  }
  return {
    passed: failures.length === 0,
    summary: `${passed} tests, ${done} of ${tests.length} files`,
    failures: failures.join("\n"),
    left: tests.slice(done),
  };
}

/** Returns the part of the output of `deno test` that describes the failures. */
function failuresIn(output: string): string {
  const start = output.search(/^ ERRORS\s*$/m);
  return (start < 0 ? output : output.slice(start)).trim();
}

/**
 * Tries the seeded bugs of areas until the time is up.
 *
 * @param areas ids of areas
 * @param until the time, in milliseconds of `performance.now()`, at which to end
 */
export async function tryBugs(areas: readonly string[], until: number): Promise<StageResult> {
  if (areas.length === 0) {
    return { passed: true, summary: "no area of the suites changed", failures: "", left: [] };
  }
  const selection = ["--area", areas.join(), "--skip-benign", "--found-by", FOUND_BY];
  const words = ["task", "-q", "matrix", ...selection, "--again", "2", "--plain"];
  const { timedOut, passed, output } = await runDeno(words, until - performance.now());
  const lines = output.split("\n");
  const found = lines.filter((line) => line.startsWith("killed ")).length;
  const survived = lines.filter((line) => /^(?:survived|SURVIVED) /.test(line));
  const count = Number(/ \d+\/(\d+)$/m.exec(output)?.[1] ?? 0);
  const left = timedOut
    ? [`${count === 0 ? "all" : count - found} bugs of ${areas.join(", ")}`]
    : [];
  return {
    passed: timedOut ? survived.length === 0 : passed,
    summary: `${found} bugs of ${areas.join(", ")} are found`,
    failures: survived.length > 0 || passed ? survived.join("\n") : output.trim(),
    left,
  };
}
