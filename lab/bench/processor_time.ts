/**
 * Measures the processor time of the reference server's process for a request, beside that of a bare
 * `Deno.serve` and of the reference servers of other trees, by turns: a busy machine changes it less
 * than rates. Linux only.
 *
 *     deno run -P=bench lab/bench/processor_time.ts [PATH/TO/lab/bench/reference.ts]...
 *
 * @module
 */
import { print } from "../program/output.ts";
import { sendLoad } from "./load.ts";
import { create, NAMESPACES_PATH, SECRETS } from "./requests.ts";
import { SCENARIOS, secret } from "./scenarios.ts";
import { type ServerProcess, startServerProcess } from "./server_process.ts";

const ROUNDS = Number(Deno.env.get("ROUNDS") ?? 9);

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

/** Returns the processor time of a request in microseconds, and the bytes of an answer. */
async function measure(
  server: ServerProcess,
  request: (index: number) => string,
  requests: number,
): Promise<{ time: number; bytes: number }> {
  const before = await server.processorTime();
  const { bytes } = await sendLoad({ port: server.port, request }, { requests, connections: 16 });
  const time = 1000 * (await server.processorTime() - before) / requests;
  return { time, bytes };
}

const median = (values: readonly number[]) => values.toSorted((a, b) => a - b)[values.length >> 1]!;

const shown = (values: readonly number[]) =>
  `${median(values).toFixed(1)} (${Math.min(...values).toFixed(1)})`.padStart(14);

print("processor time of a request in microseconds, median (least): bare, this tree, other trees");
for (const { name, requests, request, bare: bareRequest } of SCENARIOS) {
  if (!name.includes(Deno.env.get("ONLY") ?? "")) continue;
  const times: number[][] = [[], ...servers.map(() => [])];
  const count = requests;
  // The first round is warm-up.
  for (let round = 0; round <= ROUNDS; round++) {
    let answer = 0;
    for (const [at, server] of servers.entries()) {
      const unique = round * count;
      const { time, bytes } = await measure(server, (index) => request(unique + index), count);
      answer = bytes;
      if (round > 0) times[at + 1]!.push(time);
    }
    const { time } = await measure(bare, bareRequest(answer), count);
    if (round > 0) times[0]!.push(time);
  }
  const [yardstick, ...ours] = times.map(median);
  const ratios = ours.map((time) => `${(100 * yardstick! / time).toFixed(0)} %`);
  print(`${name.padEnd(32)}${times.map(shown).join("")}   of bare ${ratios.join(", ")}`);
}
