/**
 * An outside for tests of the program: it remembers what was written.
 *
 * @module
 */
import type { Io } from "./io.ts";

/** What was written, and who may interrupt. */
export interface TestIo extends Io {
  /** Everything written to standard output. */
  readonly written: () => string;
  /** Everything written to standard error. */
  readonly complaints: () => string;
  /** Does what Ctrl-C does. */
  interrupt(): void;
}

/** An outside that is no terminal, unless told otherwise. */
export function testIo(
  { isTerminal = false, env = {}, columns }: {
    isTerminal?: boolean;
    env?: Record<string, string>;
    columns?: number;
  } = {},
): TestIo {
  let out = "";
  let errors = "";
  const callbacks = new Set<() => void>();
  return {
    out: (text) => void (out += text),
    error: (text) => void (errors += text),
    isTerminal,
    ...(columns !== undefined && { columns }),
    env: (name) => env[name],
    onInterrupt(callback) {
      callbacks.add(callback);
      return () => callbacks.delete(callback);
    },
    exit: (code) => {
      throw new Error(`ended with ${code}`);
    },
    written: () => out,
    complaints: () => errors,
    interrupt: () => callbacks.forEach((callback) => callback()),
  };
}
