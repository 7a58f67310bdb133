/**
 * Runs programs until they end or the time is up.
 *
 * @module
 */

const ROOT = new URL("../../", import.meta.url);

/** How a program ended. */
export interface ProgramOutcome {
  /** True if the time was up before the program ended. */
  readonly timedOut: boolean;
  /** True if the program ended with exit code 0. */
  readonly passed: boolean;
  /** What it printed on both streams. */
  readonly output: string;
}

/**
 * Runs Deno in the repository.
 *
 * @param words the subcommand and its arguments
 * @param time milliseconds after which it is ended
 */
export async function runDeno(words: readonly string[], time: number): Promise<ProgramOutcome> {
  const child = new Deno.Command(Deno.execPath(), {
    args: [...words],
    cwd: ROOT,
    env: { NO_COLOR: "1" },
    stdin: "null",
    stdout: "piped",
    stderr: "piped",
  }).spawn();
  let timedOut = false;
  const timer = setTimeout(() => {
    timedOut = true;
    child.kill("SIGTERM");
  }, Math.max(0, time));
  try {
    const chunks: string[] = [];
    const collect = async (stream: ReadableStream<Uint8Array>) => {
      for await (const text of stream.pipeThrough(new TextDecoderStream())) chunks.push(text);
    };
    // A grandchild may keep a pipe open after the program was ended.
    const read = Promise.all([collect(child.stdout), collect(child.stderr)]);
    const { success } = await child.status;
    if (!timedOut) await read;
    read.catch(() => {});
    return { timedOut, passed: success && !timedOut, output: chunks.join("") };
  } finally {
    clearTimeout(timer);
  }
}
