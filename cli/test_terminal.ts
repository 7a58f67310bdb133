/**
 * A terminal for tests of the program that records its output.
 *
 * @module
 */
import type { Terminal } from "./terminal.ts";

/** A terminal with what was written to it. */
export interface TestTerminal extends Terminal {
  /** Returns everything written to standard output. */
  readonly written: () => string;
  /** Returns everything written to standard error. */
  readonly complaints: () => string;
  /** Acts as Ctrl-C does. */
  interrupt(): void;
}

/** Returns a terminal that is, by default, not interactive. */
export function testTerminal(
  { isTty = false, env = {}, columns }: {
    isTty?: boolean;
    env?: Record<string, string>;
    columns?: number;
  } = {},
): TestTerminal {
  let out = "";
  let errors = "";
  const callbacks = new Set<() => void>();
  return {
    out: (text) => void (out += text),
    error: (text) => void (errors += text),
    isTty,
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
