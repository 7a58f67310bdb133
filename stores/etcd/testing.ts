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
  /** Removes the data of an etcd that was killed. */
  forget(): Promise<void>;
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
    // deno-lint-ignore no-console -- a skipped test is easily overlooked
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
  // In memory where that is possible: tests write thousands of objects one after the other.
  const dir = await Deno.stat(MEMORY).then(() => MEMORY, () => undefined);
  const folder = await Deno.makeTempDir({ prefix: "plumbline-etcd-", ...(dir && { dir }) });
  let ports = freePorts();
  let child: Deno.ChildProcess | undefined;
  const urlOf = (port: number) => `http://127.0.0.1:${port}`;

  async function start(): Promise<void> {
    const [url, peer] = [urlOf(ports[0]), urlOf(ports[1])];
    const started = child = new Deno.Command("etcd", {
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
    let hasEnded = false;
    void started.status.then(() => hasEnded = true);
    const client = new EtcdClient({ url });
    try {
      while (!hasEnded) {
        const isReady = await client.range({ key: "ready" }).then(() => true, () => false);
        if (isReady) return;
        await new Promise((resolve) => setTimeout(resolve, 20));
      }
    } finally {
      client.close();
    }
    throw new Error(`Cannot start etcd at ${url}: it has ended. Is the port in use?`);
  }

  async function kill(): Promise<void> {
    const killed = child;
    child = undefined;
    try {
      killed?.kill("SIGKILL");
    } catch {
      // It has ended on its own.
    }
    await killed?.status;
  }

  // Another program may take a free port before etcd does.
  for (let attempt = 1;; attempt++) {
    try {
      await start();
      break;
    } catch (error) {
      if (attempt === 5) throw error;
      await kill();
      ports = freePorts();
    }
  }
  const url = urlOf(ports[0]);
  return {
    ...{ url, start, kill },
    forget: () => Deno.remove(`${folder}/data`, { recursive: true }),
    store: url.replace("http:", "etcd:"),
    async [Symbol.asyncDispose]() {
      await kill();
      await Deno.remove(folder, { recursive: true });
    },
  };
}

/** Where Linux keeps files in memory. */
const MEMORY = "/dev/shm";

function freePorts(): [number, number] {
  const listeners = [0, 0].map((port) => Deno.listen({ hostname: "127.0.0.1", port }));
  const ports = listeners.map(({ addr }) => (addr as Deno.NetAddr).port);
  for (const listener of listeners) listener.close();
  return [ports[0]!, ports[1]!];
}
