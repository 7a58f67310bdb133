/**
 * Measures what a server costs with many objects: its memory, and how its rates change.
 *
 * @module
 */
import { measureFanOut } from "./fan_out.ts";
import type { Connection } from "../client/connection.ts";
import { demand } from "../client/send.ts";
import { targetAt } from "../client/target.ts";
import { listOf } from "../requests/writes.ts";
import { sendLoad } from "./load.ts";
import { create, get, SECRETS } from "./requests.ts";
import type { ServerProcess } from "./server_process.ts";
import { openBareWatch } from "./watch.ts";

/** The numbers of objects whose rates are compared. */
const [FEW, MANY] = [1_000, 100_000];

/** What was measured; memory in MB of a million bytes, undefined where it is unknown. */
export interface Sizes {
  readonly idle: number | undefined;
  /** The memory with 100,000 Secrets of 1 KB. */
  readonly many: number | undefined;
  /** How many times as long each takes with 100,000 objects as with 1,000. */
  readonly slower: { readonly [Name in keyof Rates]: number };
}

/** Requests and events per second. */
interface Rates {
  readonly get: number;
  readonly create: number;
  readonly page: number;
  readonly event: number;
}

/** Returns the memory of a server in MB. */
async function memoryOf(server: ServerProcess): Promise<number | undefined> {
  const bytes = await server.memory();
  return bytes && bytes / 1e6;
}

/**
 * Returns the memory in MB that 1,000 idle watchers take above that of as many idle streams of the
 * bare server. The servers are used for nothing else: the runtime keeps what it took for a watcher,
 * also when that is closed.
 */
export async function measureWatchers(
  server: ServerProcess,
  bare: ServerProcess,
): Promise<number | undefined> {
  const version = await currentVersion(server.port);
  const ours = await memoryOfStreams(server, `${SECRETS}?watch=1&resourceVersion=${version}`);
  const theirs = await memoryOfStreams(bare, "/?0&Infinity");
  return ours && theirs && ours - theirs;
}

/** Returns the memory in MB that 1,000 open responses add. */
async function memoryOfStreams(server: ServerProcess, path: string): Promise<number | undefined> {
  const idle = await memoryOf(server);
  const connections: Connection[] = [];
  for (let count = 0; count < 1_000; count++) {
    connections.push(await openBareWatch(server.port, path));
  }
  const watched = await memoryOf(server);
  connections.forEach((connection) => connection.close());
  return watched && idle && watched - idle;
}

/** Fills an empty server and measures it. */
export async function measureSizes(server: ServerProcess, barePort: number): Promise<Sizes> {
  const { port } = server;
  const idle = await memoryOf(server);
  let objects = 0;
  const next = () => create(SECRETS, secretOf(`size-${objects++}`));
  const fill = async (until: number) => {
    const requests = until - objects;
    await sendLoad({ port, request: next }, { requests, connections: 16 });
  };
  const rates = async (): Promise<Rates> => {
    const rate = async (request: (index: number) => string, requests: number) =>
      (await sendLoad({ port, request }, { requests, connections: 16 })).rate;
    return {
      get: await rate((index) => get(`${SECRETS}/size-${index % FEW}`), 5_000),
      create: await rate(next, 2_000),
      page: await rate(() => get(`${SECRETS}?limit=500`), 200),
      event: (await measureFanOut(port, barePort, { watchers: 20, events: 500 })).ours,
    };
  };
  await fill(FEW);
  // The first rates are those of code that is not compiled yet.
  await rates();
  const few = await rates();
  await fill(MANY);
  const many = await memoryOf(server);
  const later = await rates();
  return {
    ...{ idle, many },
    slower: {
      get: few.get / later.get,
      create: few.create / later.create,
      page: few.page / later.page,
      event: few.event / later.event,
    },
  };
}

const secretOf = (name: string) => ({
  metadata: { name, labels: { app: "bench" } },
  data: { value: btoa("x".repeat(600)) },
});

async function currentVersion(port: number): Promise<string> {
  const target = targetAt(`http://127.0.0.1:${port}`);
  return (await demand(target, listOf(SECRETS, { limit: "1" }))).metadata.resourceVersion;
}
