/**
 * The terminal and the environment of the program, replaceable in tests.
 *
 * @module
 */
import { type OutputStreams, PROCESS_STREAMS } from "@plumbline/options";
import {
  environmentVariable,
  exit,
  isTerminal,
  onInterrupt,
  terminalColumns,
} from "@plumbline/runtime/process";
import type { Check } from "@plumbline/suites/check";

/** Output, environment variables and signals. */
export interface Terminal extends OutputStreams {
  /** True if standard output is a terminal. */
  readonly isTty: boolean;
  /** Returns an environment variable, undefined if it is unset or empty. */
  env(name: string): string | undefined;
  /** Calls back on SIGINT and SIGTERM; returns a function that removes the callback. */
  onInterrupt(callback: () => void): () => void;
  /** Ends the program at once. */
  exit(code: number): void;
}

/** Context in which a command runs. */
export interface CommandContext {
  readonly terminal: Terminal;
  /** Checks to use in place of all that exist; for tests. */
  readonly checks?: readonly Check[];
}

/** Returns the process's own terminal. */
export function systemTerminal(): Terminal {
  const isTty = isTerminal();
  const columns = isTty ? terminalColumns() : undefined;
  return {
    ...PROCESS_STREAMS,
    isTty,
    ...(columns !== undefined && { columns }),
    env: (name) => environmentVariable(name) || undefined,
    onInterrupt,
    exit,
  };
}
