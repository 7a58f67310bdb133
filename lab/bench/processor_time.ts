/**
 * Measures the processor time of the reference server's process for a request, beside that of a bare
 * `Deno.serve` and of the reference servers of other trees, by turns: a busy machine changes it less
 * than rates. Linux only.
 *
 *     deno run -P=bench lab/bench/processor_time.ts [PATH/TO/lab/bench/reference.ts]...
 *
 * The variables `ROUNDS` and `ONLY` set the number of rounds and a part of the names.
 *
 * @module
 */
import { print } from "../program/output.ts";
import { fanOut, fanOutOfBare } from "./fan_out.ts";
import { sendLoad } from "./load.ts";
import { create, NAMESPACES_PATH, SECRETS } from "./requests.ts";
import { SCENARIOS, secret } from "./scenarios.ts";
import { type ServerProcess, startServerProcess } from "./server_process.ts";

const ROUNDS = Number(Deno.env.get("ROUNDS") ?? 9);

/**
 * The requests before what is measured. The engine goes on to optimize the code of a write during
 * some 20,000 of them, and takes a third longer until then.
 */
const WARM_UP = 25_000;

/** Measures only what has this in its name. */
const ONLY = Deno.env.get("ONLY") ?? "";

await using bare = await startServerProcess("bare.ts");
await using own = await startServerProcess("reference.ts");
await using others = new AsyncDisposableStack();
const servers = [own];
for (const file of Deno.args) servers.push(others.use(await startServerProcess(file)));
for (const { port } of servers) {
  const fill = (index: number) => create(SECRETS, secret(`bench-${index}`));
  await sendLoad({ port, request: fill }, { requests: 500, connections: 4 });
  const namespace = () => create(NAMESPACES_PATH, { metadata: { name: "many" } });
  await sendLoad({ port, request: namespace }, { requests: 1, connections: 1 });
}

/** Returns the processor time of an action in microseconds a time, and its result. */
async function measure<Result>(
  server: ServerProcess,
  times: number,
  act: () => Promise<Result>,
): Promise<{ time: number; result: Result }> {
  const before = await server.processorTime();
  const result = await act();
  return { time: 1000 * (await server.processorTime() - before) / times, result };
}

const median = (values: readonly number[]) => values.toSorted((a, b) => a - b)[values.length >> 1]!;

const shown = (values: readonly number[]) =>
  `${median(values).toFixed(2)} (${Math.min(...values).toFixed(2)})`.padStart(14);

/**
 * Measures all servers by turns, and prints a line.
 *
 * @param ours returns the bytes of an answer, which the bare server sends, too
 */
async function compare(
  name: string,
  times: number,
  ours: (port: number, round: number) => Promise<{ readonly bytes: number }>,
  theirs: (port: number, bytes: number) => Promise<unknown>,
): Promise<void> {
  if (!name.includes(ONLY)) return;
  const measured: number[][] = [[], ...servers.map(() => [])];
  const warmUp = Math.max(3, Math.ceil(WARM_UP / times));
  for (let round = 0; round < warmUp + ROUNDS; round++) {
    let answer = 0;
    for (const [at, server] of servers.entries()) {
      const { time, result } = await measure(server, times, () => ours(server.port, round));
      answer = result.bytes;
      if (round >= warmUp) measured[at + 1]!.push(time);
    }
    const { time } = await measure(bare, times, () => theirs(bare.port, answer));
    if (round >= warmUp) measured[0]!.push(time);
  }
  const [yardstick, ...others] = measured.map(median);
  const ratios = others.map((time) => `${(100 * yardstick! / time).toFixed(0)} %`);
  print(`${name.padEnd(32)}${measured.map(shown).join("")}   of bare ${ratios.join(", ")}`);
}

print("processor time in microseconds, median (least): bare, this tree, other trees");
for (const { name, requests, request, bare: bareRequest } of SCENARIOS) {
  const load = { requests, connections: 16 };
  await compare(
    name,
    requests,
    (port, round) =>
      sendLoad({ port, request: (index) => request(round * requests + index) }, load),
    (port, bytes) => sendLoad({ port, request: bareRequest(bytes) }, load),
  );
}
const size = { watchers: 100, events: 1_000 };
await compare(
  "an event to one of 100 watchers",
  size.watchers * size.events,
  (port) => fanOut(port, size),
  (port, bytes) => fanOutOfBare(port, { ...size, bytes }),
);
