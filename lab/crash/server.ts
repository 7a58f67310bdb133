/**
 * A `serve` with a data file or over etcd, in a process of its own.
 *
 * @module
 */
import { TOKEN } from "./client.ts";

const CLI = new URL("../../cli.ts", import.meta.url).pathname;

/** A started server. */
export interface CrashServer {
  /** Resolves with the URL once the server answers. @throws {Error} if it ends before */
  readonly url: Promise<string>;
  /** Kills the server by SIGKILL, and resolves when it is gone. */
  kill(): Promise<void>;
}

/**
 * Starts a server.
 *
 * @param store the options of `serve` that say where the objects are
 */
export function startCrashServer(store: readonly string[]): CrashServer {
  const child = new Deno.Command(Deno.execPath(), {
    args: [
      ...["run", "-q", "--no-check", "-P=program", CLI, "serve", "--port", "0", ...store],
      ...["--identity", `admin=${TOKEN},system:masters`],
    ],
    env: { NO_COLOR: "1" },
    stdout: "piped",
    stderr: "piped",
  }).spawn();
  const complaints = new Response(child.stderr).text();
  const reader = child.stdout.pipeThrough(new TextDecoderStream()).getReader();
  async function urlOf(): Promise<string> {
    let written = "";
    for (;;) {
      const { value, done } = await reader.read();
      if (done) throw new Error(`The server ended before it served: ${await complaints}`);
      written += value;
      // The last line but that of a token.
      if (/Kubeconfig .*\n/.test(written)) return /Serving (.*)\n/.exec(written)![1]!;
    }
  }
  const url = urlOf();
  url.catch(() => {});
  return {
    url,
    async kill() {
      child.kill("SIGKILL");
      await child.status;
      await url.catch(() => {});
      await reader.cancel();
      await complaints;
    },
  };
}
