/**
 * Starts etcd for tests, where it is installed.
 *
 * @module
 */
import { EtcdClient } from "./client.ts";

/** An etcd of a test. */
export interface TestEtcd {
  /** The client URL. */
  readonly url: string;
  /** The option `store` that names it. */
  readonly store: string;
  /** Ends the process at once, as a crash does, and keeps the data. */
  kill(): Promise<void>;
  /** Starts it again with its data. */
  start(): Promise<void>;
  /** Ends the process and removes the data. */
  [Symbol.asyncDispose](): Promise<void>;
}

/** True if a program `etcd` is installed; tests that need one are ignored without. */
export const HAS_ETCD: boolean = await isInstalled();

async function isInstalled(): Promise<boolean> {
  try {
    const { success } = await new Deno.Command("etcd", {
      args: ["--version"],
      stdout: "null",
      stderr: "null",
    }).output();
    return success;
  } catch {
    // deno-lint-ignore no-console -- whoever runs the tests should know what is not tested
    console.warn("Tests of the store in etcd are ignored as there is no program `etcd`.");
    return false;
  }
}

/** Registers a test that needs etcd; it is ignored where etcd is not installed. */
export function testWithEtcd(name: string, run: (etcd: TestEtcd) => Promise<void>): void {
  Deno.test(name, { ignore: !HAS_ETCD }, async () => {
    await using etcd = await startEtcd();
    await run(etcd);
  });
}

/** Starts an empty etcd on free ports of the loopback address. */
export async function startEtcd(): Promise<TestEtcd> {
  const folder = await Deno.makeTempDir({ prefix: "plumbline-etcd-" });
  const [port, peers] = freePorts();
  const url = `http://127.0.0.1:${port}`;
  const peer = `http://127.0.0.1:${peers}`;
  let child: Deno.ChildProcess | undefined;

  async function start(): Promise<void> {
    child = new Deno.Command("etcd", {
      args: [
        ...["--name", "test", "--data-dir", `${folder}/data`, "--logger", "zap"],
        ...["--listen-client-urls", url, "--advertise-client-urls", url],
        ...["--listen-peer-urls", peer, "--initial-advertise-peer-urls", peer],
        ...["--initial-cluster", `test=${peer}`],
        // The only member need not wait for others.
        ...["--heartbeat-interval", "10", "--election-timeout", "50"],
      ],
      stdout: "null",
      stderr: "null",
    }).spawn();
    const client = new EtcdClient({ url });
    try {
      for (let attempt = 0;; attempt++) {
        try {
          await client.range({ key: "ready" });
          return;
        } catch (error) {
          if (attempt === 500) throw error;
          await new Promise((resolve) => setTimeout(resolve, 20));
        }
      }
    } finally {
      client.close();
    }
  }

  async function kill(): Promise<void> {
    child?.kill("SIGKILL");
    await child?.status;
    child = undefined;
  }

  await start();
  return {
    ...{ url, start, kill },
    store: url.replace("http:", "etcd:"),
    async [Symbol.asyncDispose]() {
      await kill();
      await Deno.remove(folder, { recursive: true });
    },
  };
}

function freePorts(): [number, number] {
  const listeners = [0, 0].map((port) => Deno.listen({ hostname: "127.0.0.1", port }));
  const ports = listeners.map(({ addr }) => (addr as Deno.NetAddr).port);
  for (const listener of listeners) listener.close();
  return [ports[0]!, ports[1]!];
}
