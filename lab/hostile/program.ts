/**
 * Runs `check` as a process of its own, and measures it from outside.
 *
 * @module
 */

import { memoryOf } from "../program/process.ts";

/** What a run of the program did. */
export interface HostileOutcome {
  /** The exit code; undefined if the process was killed, as it did not end. */
  readonly code: number | undefined;
  /** The seconds until it ended or was killed. */
  readonly seconds: number;
  /** The most resident memory seen, in MiB; undefined where there is no `ps`. */
  readonly memory: number | undefined;
  /** The seconds from Ctrl-C to the end; undefined where none was sent. */
  readonly afterInterrupt: number | undefined;
  /** Everything that it printed. */
  readonly output: string;
}

/** Options of {@linkcode runProgram}. */
export interface ProgramOptions {
  readonly url: string;
  readonly token: string;
  /** Milliseconds after which the process is killed. */
  readonly limit: number;
  /** Milliseconds after which Ctrl-C is sent. @default {never} */
  readonly interruptAfter?: number | undefined;
  /** Options of `check` besides the target. */
  readonly words?: readonly string[] | undefined;
}

/** Milliseconds between two looks at the memory. */
const INTERVAL = 200;

/** The flags of the task `check`. */
const FLAGS = ["-q", "-P=program"];

const PROGRAM = new URL("../../cli.ts", import.meta.url).pathname;

/** Runs `check` with its default bounds until it ends, or is killed. */
export async function runProgram(options: ProgramOptions): Promise<HostileOutcome> {
  const { url, token, limit, interruptAfter, words = [] } = options;
  const args = ["check", url, "--token", token, "--plain", "--default-configuration", ...words];
  const begin = performance.now();
  const child = new Deno.Command(Deno.execPath(), {
    args: ["run", ...FLAGS, PROGRAM, ...args],
    stdin: "null",
    stdout: "piped",
    stderr: "piped",
    env: { NO_COLOR: "1" },
  }).spawn();
  let [interruptedAt, isKilled, memory] = [0, false, 0];
  const timers = [
    setTimeout(() => {
      isKilled = true;
      child.kill("SIGKILL");
    }, limit),
    ...interruptAfter === undefined ? [] : [setTimeout(() => {
      interruptedAt = performance.now();
      child.kill("SIGINT");
    }, interruptAfter)],
    setInterval(async () => {
      memory = Math.max(memory, (await memoryOf(child.pid) ?? 0) / 2 ** 20);
    }, INTERVAL),
  ];
  const { code, stdout, stderr } = await child.output();
  const end = performance.now();
  for (const timer of timers) clearTimeout(timer);
  const text = new TextDecoder();
  return {
    code: isKilled ? undefined : code,
    seconds: (end - begin) / 1_000,
    memory: memory === 0 ? undefined : memory,
    afterInterrupt: interruptedAt === 0 ? undefined : (end - interruptedAt) / 1_000,
    output: text.decode(stdout) + text.decode(stderr),
  };
}
