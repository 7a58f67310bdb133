/**
 * Starts servers in separate processes, so that client and server do not share a thread.
 *
 * @module
 */

const decoder = new TextDecoder();

/** A server in a separate process. */
export interface ServerProcess extends AsyncDisposable {
  readonly port: number;
  /** Returns the resident memory in bytes; undefined where there is no `ps`. */
  memory(): Promise<number | undefined>;
}

/** Starts a program of this folder that prints its port, and ends it when disposed of. */
export async function startProcess(file: string): Promise<ServerProcess> {
  const program = new URL(file, import.meta.url).pathname;
  const child = new Deno.Command(Deno.execPath(), {
    args: ["run", "--allow-net", "--allow-env", "--allow-read", program],
    stdout: "piped",
    stderr: "inherit",
  }).spawn();
  const reader = child.stdout.pipeThrough(new TextDecoderStream()).getReader();
  const { value = "" } = await reader.read();
  return {
    port: Number(value.trim()),
    async memory() {
      try {
        const args = ["-o", "rss=", "-p", String(child.pid)];
        const { stdout } = await new Deno.Command("ps", { args }).output();
        return Number(decoder.decode(stdout)) * 1024 || undefined;
      } catch {
        return undefined;
      }
    },
    async [Symbol.asyncDispose]() {
      await reader.cancel();
      child.kill();
      await child.status;
    },
  };
}
