/**
 * Measures how far one process goes: its memory with many objects, and the processor time of its
 * process for a request, for a selector and for watchers that a write does not affect. Linux only.
 *
 *     deno run -P=bench lab/bench/scale.ts objects [1000 100000 1000000]
 *     deno run -P=bench lab/bench/scale.ts watchers [100 10000]
 *     deno run -P=bench lab/bench/scale.ts etcd://127.0.0.1:2379 [1 2 4]
 *
 * @module
 */
import type { Connection } from "../client/connection.ts";
import { print } from "../program/output.ts";
import { fanOut } from "./fan_out.ts";
import { sendLoad } from "./load.ts";
import { create, get, SECRETS } from "./requests.ts";
import { type ServerProcess, startServerProcess } from "./server_process.ts";
import { openBareWatch } from "./watch.ts";

/** Objects with the same value of a label: one in a hundred. */
const PARTS = 100;

/** A Secret of about 1 KB as it is stored. */
const secretOf = (index: number) => ({
  metadata: { name: `scale-${index}`, labels: { part: `p${index % PARTS}` } },
  data: { value: btoa("x".repeat(480)) },
});

/** Returns the processor time of a request in microseconds. */
async function timeOf(
  server: ServerProcess,
  requests: number,
  request: (index: number) => string,
): Promise<number> {
  const before = await server.processorTime();
  await sendLoad({ port: server.port, request }, { requests, connections: 16 });
  return 1_000 * (await server.processorTime() - before) / requests;
}

/** Fills a server step by step, and prints a line for each number of objects. */
async function measureObjects(sizes: readonly number[]): Promise<void> {
  await using server = await startServerProcess("reference.ts");
  let objects = 0;
  const next = () => create(SECRETS, secretOf(objects++));
  const fill = (until: number) =>
    sendLoad({ port: server.port, request: next }, {
      requests: Math.max(1, until - objects),
      connections: 16,
    });
  const event = async () => {
    const size = { watchers: 20, events: 500 };
    const before = await server.processorTime();
    await fanOut(server.port, size);
    return 1_000 * (await server.processorTime() - before) / (size.watchers * size.events);
  };
  const measures: readonly (readonly [string, () => Promise<number>])[] = [
    ["get", () => timeOf(server, 5_000, (index) => get(`${SECRETS}/scale-${index % 1_000}`))],
    ["page of 500", () => timeOf(server, 200, () => get(`${SECRETS}?limit=500`))],
    ["create", () => timeOf(server, 2_000, next)],
    ["event to one of 20", event],
    ["page of 1,000", () => timeOf(server, 50, () => get(`${SECRETS}?limit=1000`))],
    [
      "1,000 by a label",
      () => timeOf(server, 50, () => get(`${SECRETS}?labelSelector=part%3Dp7&limit=1000`)),
    ],
  ];
  await fill(1_000);
  // The first times are those of code that is not compiled yet.
  for (const [, measure] of measures) await measure();
  print(["objects", "MB", ...measures.map(([name]) => name)].join(" | "));
  for (const size of sizes) {
    await fill(size);
    const memory = ((await server.memory() ?? 0) / 1e6).toFixed(0);
    const times: string[] = [];
    for (const [, measure] of measures) times.push((await measure()).toFixed(1));
    print([size.toLocaleString("en"), memory, ...times].join(" | "));
  }
}

/** Prints the processor time of a create that 100 watches see, with further ones that do not. */
async function measureWatchers(counts: readonly number[]): Promise<void> {
  const watched = (number: number) => `${SECRETS}?watch=1&labelSelector=part%3Dp${number % PARTS}`;
  print("watches | MB | create that 100 see, µs");
  for (const count of counts) {
    await using server = await startServerProcess("reference.ts");
    const { port } = server;
    await sendLoad({ port, request: (index) => create(SECRETS, secretOf(index)) }, {
      requests: 2_000,
      connections: 16,
    });
    const connections: Connection[] = [];
    // Of those that see no write, first.
    const others = Array.from({ length: count - 100 }, (_, at) => 1 + at % (PARTS - 1));
    const parts = [...others, ...Array.from({ length: 100 }, () => 0)];
    for (let at = 0; at < parts.length; at += 100) {
      const some = parts.slice(at, at + 100).map((part) => openBareWatch(port, watched(part)));
      connections.push(...await Promise.all(some));
    }
    const memory = ((await server.memory() ?? 0) / 1e6).toFixed(0);
    const seen = (index: number) => create(SECRETS, secretOf(PARTS * (1_000 + index)));
    await timeOf(server, 200, seen);
    const time = await timeOf(server, 200, (index) => seen(1_000 + index));
    print([count.toLocaleString("en"), memory, time.toFixed(0)].join(" | "));
    for (const connection of connections) connection.close();
  }
}

/** Prints the rates of several processes over one etcd together, and the processor time of each. */
async function measureProcesses(url: string, counts: readonly number[]): Promise<void> {
  print("processes | creates/s | µs each | gets/s | µs each");
  for (const count of counts) {
    await using servers = new AsyncDisposableStack();
    const processes: ServerProcess[] = [];
    // Keys of their own, so that no run finds the objects of another.
    const store = `${url}/${crypto.randomUUID()}`;
    for (let index = 0; index < count; index++) {
      processes.push(servers.use(await startServerProcess("reference.ts", [store])));
    }
    const rates = async (requests: number, request: (index: number) => string) => {
      const times = () => Promise.all(processes.map((server) => server.processorTime()));
      const before = sum(await times());
      const start = performance.now();
      await Promise.all(processes.map(({ port }, of) =>
        sendLoad(
          { port, request: (index) => request(index * count + of) },
          { requests: requests / count, connections: 16 / count },
        )
      ));
      const rate = requests / ((performance.now() - start) / 1_000);
      return [rate.toFixed(0), (1_000 * (sum(await times()) - before) / requests).toFixed(0)];
    };
    const created = (from: number) => (index: number) => create(SECRETS, secretOf(from + index));
    const read = (index: number) => get(`${SECRETS}/scale-${index % 1_000}`);
    // The first requests compile the code.
    await rates(2_000, created(0));
    await rates(2_000, read);
    const creates = await rates(4_000, created(10_000));
    print([count, ...creates, ...await rates(8_000, read)].join(" | "));
  }
}

const sum = (values: readonly number[]) => values.reduce((all, value) => all + value, 0);

const [what, ...words] = Deno.args;
const numbers = words.map(Number);
if (what === "watchers") await measureWatchers(numbers.length > 0 ? numbers : [100, 10_000]);
else if (what?.startsWith("etcd:")) {
  await measureProcesses(what, numbers.length > 0 ? numbers : [1, 2, 4]);
} else await measureObjects(numbers.length > 0 ? numbers : [1_000, 100_000, 1_000_000]);
