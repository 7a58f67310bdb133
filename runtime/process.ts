/**
 * The process: arguments, environment, output, signals, processors.
 *
 * @module
 */
import { writeSync } from "node:fs";
import { availableParallelism } from "node:os";
import process from "node:process";
import { isatty } from "node:tty";
import { systemCodeOf } from "./errors.ts";
import { RUNTIME } from "./name.ts";

/** Returns the arguments of the program. */
export const programArguments = (): string[] => process.argv.slice(2);

/** Returns an environment variable; undefined if it is unset. */
export const environmentVariable = (name: string): string | undefined => process.env[name];

/** Returns all environment variables. */
export const environmentVariables = (): Readonly<Record<string, string | undefined>> => ({
  ...process.env,
});

/** Returns the current directory. */
export const currentDirectory = (): string => process.cwd();

/** Ends the program at once. */
export function exit(code: number): never {
  process.exit(code);
}

/** The file descriptors of the standard streams. */
const DESCRIPTORS = { out: 1, error: 2 } as const;

/**
 * Writes to a standard stream before it returns. Does nothing once the reader has closed the pipe, as
 * `head` does.
 */
export function writeStandard(stream: keyof typeof DESCRIPTORS, text: string): void {
  const bytes = new TextEncoder().encode(text);
  for (let at = 0; at < bytes.length;) {
    try {
      at += writeSync(DESCRIPTORS[stream], bytes, at, bytes.length - at);
    } catch (error) {
      const code = systemCodeOf(error);
      if (code === "EPIPE") return;
      if (code !== "EAGAIN") throw error;
      // The pipe is full and its reader slow.
      Atomics.wait(PAUSE, 0, 0, 5);
    }
  }
}

const PAUSE = new Int32Array(new SharedArrayBuffer(4));

/** True if standard output is a terminal. */
export const isTerminal = (): boolean => isatty(DESCRIPTORS.out);

/**
 * Returns the number of columns of the terminal; undefined if standard output is not a terminal or
 * its width is unknown: those of `script` and of containers then state 0.
 */
export function terminalColumns(): number | undefined {
  const columns = RUNTIME === "deno"
    ? isTerminal() ? Deno.consoleSize().columns : undefined
    : process.stdout.columns;
  return columns || undefined;
}

const SIGNALS = ["SIGINT", "SIGTERM"] as const;

/** Milliseconds in which further signals belong to the first one. */
const SAME_INTERRUPT = 500;

/**
 * Calls back on SIGINT and SIGTERM, and when `npx` has ended that started this program; returns a
 * function that removes the callback. Signals that follow within half a second are the same
 * interrupt: `timeout` and a runner of CI send one to each process of a group, and `deno task`
 * passes its own on to this program.
 *
 * @param now Time in milliseconds, of any origin
 */
export function onInterrupt(callback: () => void, now = () => performance.now()): () => void {
  let last = -Infinity;
  const interrupt = () => {
    const time = now();
    const isNew = time - last > SAME_INTERRUPT;
    last = time;
    if (isNew) callback();
  };
  for (const signal of SIGNALS) process.on(signal, interrupt);
  const forget = isStartedByNpx() ? onParentEnd(interrupt) : () => {};
  return () => {
    SIGNALS.forEach((signal) => process.off(signal, interrupt));
    forget();
  };
}

/**
 * True under `npx`, which passes signals to a shell between itself and the program. The shell ends
 * without the program.
 */
const isStartedByNpx = (): boolean =>
  environmentVariable("npm_command") === "exec" &&
  environmentVariable("npm_lifecycle_event") === "npx";

/** Milliseconds between two checks that the parent process is alive. */
const PARENT_INTERVAL = 100;

/** Calls the callback when the parent process ends; returns a function that removes it. */
function onParentEnd(callback: () => void): () => void {
  const parent = process.ppid;
  const timer = setInterval(() => {
    if (process.ppid === parent) return;
    clearInterval(timer);
    callback();
  }, PARENT_INTERVAL);
  timer.unref();
  return () => clearInterval(timer);
}

/** Returns the number of processors that this process may use. */
export const processors = (): number =>
  // Needs no permission, as that of `node:os` does.
  RUNTIME === "deno" ? navigator.hardwareConcurrency : availableParallelism();

/** Returns true if this program may start others. */
export async function mayRunPrograms(): Promise<boolean> {
  if (RUNTIME !== "deno") return true;
  return (await Deno.permissions.query({ name: "run" })).state === "granted";
}
