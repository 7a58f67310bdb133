/**
 * Programs in processes of their own, so that they share no thread with what measures or loads them.
 *
 * @module
 */

/** A running program. */
export interface Process extends AsyncDisposable {
  /**
   * Returns the next line that it prints.
   *
   * @throws {Error} with what it complains of if it ends before
   */
  line(): Promise<string>;
  /** Returns the first group of the first line, already printed or not, that matches a pattern. */
  match(pattern: RegExp): Promise<string>;
  /** Returns its processor time in milliseconds, of the user and of the system; Linux only. */
  processorTime(): Promise<number>;
  /** Writes a line to its standard input. */
  write(line: string): Promise<void>;
  /** Returns its resident memory in bytes; undefined where there is no `ps`, or it has ended. */
  memory(): Promise<number | undefined>;
  /** Ends it by a signal, or by the end of its standard input, and waits until it is gone. */
  end(signal?: Deno.Signal | "end of input"): Promise<void>;
}

const ROOT = new URL("../../", import.meta.url);

/**
 * Starts a program of this repository; `words` are its arguments.
 *
 * @param root the tree whose modules it imports: the runtime finds them by its working directory
 */
export function startProcess(
  path: string,
  words: readonly string[] = [],
  flags: readonly string[] = [],
  root: string | URL = ROOT,
): Process {
  const child = new Deno.Command(Deno.execPath(), {
    args: ["run", "-q", "--no-check", "-P=program", ...flags, path, ...words],
    cwd: root,
    env: { NO_COLOR: "1" },
    stdin: "piped",
    stdout: "piped",
    stderr: "piped",
  }).spawn();
  const complaints = new Response(child.stderr).text();
  const reader = child.stdout.pipeThrough(new TextDecoderStream()).getReader();
  const input = child.stdin.getWriter();
  const printed: string[] = [];
  let rest = "";
  let next = 0;
  let isEnded = false;
  async function lineAt(index: number): Promise<string> {
    while (index >= printed.length) {
      const { value, done } = await reader.read();
      if (done) throw new Error(`${path} has ended: ${await complaints}`);
      const lines = (rest + value).split("\n");
      rest = lines.pop()!;
      printed.push(...lines);
    }
    return printed[index]!;
  }
  const process: Process = {
    line: () => lineAt(next++),
    async match(pattern) {
      for (let at = 0;; at++) {
        const found = pattern.exec(await lineAt(at));
        if (found) return found[1] ?? "";
      }
    },
    write: (line) => input.write(new TextEncoder().encode(`${line}\n`)),
    memory: () => memoryOf(child.pid),
    processorTime: () => processorTimeOf(child.pid),
    async end(signal = "SIGTERM") {
      if (isEnded) return;
      isEnded = true;
      if (signal !== "end of input") child.kill(signal);
      await input.close().catch(() => {});
      await child.status;
      await reader.cancel();
      await complaints;
    },
    [Symbol.asyncDispose]: () => process.end(),
  };
  return process;
}

/** Returns the resident memory of a process in bytes; undefined without `ps`, or if it has ended. */
export async function memoryOf(pid: number): Promise<number | undefined> {
  try {
    const args = ["-o", "rss=", "-p", String(pid)];
    const { stdout } = await new Deno.Command("ps", { args, stderr: "null" }).output();
    return Number(new TextDecoder().decode(stdout)) * 1024 || undefined;
  } catch {
    return undefined;
  }
}

/** The nanoseconds of a millisecond. */
const NANOSECONDS = 1e6;

async function processorTimeOf(pid: number): Promise<number> {
  // To read it itself a program would need all permissions. Ticks of `stat` are 10 ms, too coarse.
  const args = ["-c", `cat /proc/${pid}/task/*/schedstat`];
  const { stdout } = await new Deno.Command("sh", { args, stderr: "null" }).output();
  const threads = new TextDecoder().decode(stdout).trim().split("\n");
  // The first number of each thread is the time that it ran.
  return threads.reduce((sum, line) => sum + Number(line.split(" ")[0]), 0) / NANOSECONDS;
}
