/**
 * What the program has of the outside, so that a test can stand in for it.
 *
 * @module
 */

/** The terminal, the environment and the signals. */
export interface Io {
  /** Writes to standard output. */
  out(text: string): void;
  /** Writes to standard error. */
  error(text: string): void;
  /** True where standard output is a terminal. */
  readonly isTerminal: boolean;
  /** Columns of the terminal, where it is one. */
  readonly columns?: number;
  /** An environment variable, undefined where it is unset or empty. */
  env(name: string): string | undefined;
  /** Calls back whenever somebody wants the program to end; the function returned calls it off. */
  onInterrupt(callback: () => void): () => void;
  /** Ends the program at once. */
  exit(code: number): void;
}

/** The process's own. */
export function systemIo(): Io {
  const isTerminal = Deno.stdout.isTerminal();
  return {
    out: (text) => writeAll(Deno.stdout, text),
    error: (text) => writeAll(Deno.stderr, text),
    isTerminal,
    ...(isTerminal && { columns: Deno.consoleSize().columns }),
    env: (name) => Deno.env.get(name) || undefined,
    onInterrupt: (callback) => {
      const signals = ["SIGINT", "SIGTERM"] as const;
      for (const signal of signals) Deno.addSignalListener(signal, callback);
      return () => signals.forEach((signal) => Deno.removeSignalListener(signal, callback));
    },
    exit: (code) => Deno.exit(code),
  };
}

function writeAll(stream: { writeSync(bytes: Uint8Array): number }, text: string): void {
  const bytes = new TextEncoder().encode(text);
  try {
    for (let at = 0; at < bytes.length;) at += stream.writeSync(bytes.subarray(at));
  } catch (error) {
    // Nobody reads on, as behind `| head`; a run still has to clear away what it made.
    if (!(error instanceof Deno.errors.BrokenPipe)) throw error;
  }
}
