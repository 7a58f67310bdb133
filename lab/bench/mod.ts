/**
 * Measures the reference server beside a bare `Deno.serve` handler that sends as many bytes over
 * plain HTTP/1.1, and prints each rate with its ratio to the bare handler. Absolute rates depend on
 * the machine; compare the ratios. Then answers over TLS are measured beside plain ones. At the end
 * the goals are printed with the figures of this run.
 *
 * @module
 */
import { type Command, type Given, runTool, text, UsageError } from "@plumbline/options";
import { readCredentials, TARGET_OPTIONS, type TargetWords } from "../client/options.ts";
import { ADMIN_TOKEN } from "../client/target.ts";
import { print } from "../program/output.ts";
import { startProcess } from "../program/process.ts";
import { RealLoad, type RealServer } from "./real_server.ts";
import { create, NAMESPACES_PATH, SECRETS } from "./requests.ts";
import { GET, SCENARIOS, secret } from "./scenarios.ts";
import { startServerProcess } from "./server_process.ts";
import { type Load, type Measured, sendLoad } from "./load.ts";
import { measureFanOut } from "./fan_out.ts";
import { type Goal, goalTable } from "./goals.ts";
import { measureLatency } from "./latency.ts";
import { measureSizes, measureWatchers } from "./size.ts";
import { measureTls } from "./tls.ts";

const OPTIONS = {
  real: text("URL", "measure this server, too: one on this machine, over HTTPS"),
  ...TARGET_OPTIONS,
};

const BENCH_COMMAND: Command<typeof OPTIONS> = {
  name: "bench",
  arguments: [],
  description: "Measure the reference server against a bare Deno.serve handler.",
  options: OPTIONS,
  examples: [
    ["bench", "Run all scenarios, which takes some minutes"],
    ["bench --real https://localhost:6443 --ca ca.crt", "Measure a kube-apiserver beside it"],
  ],
};

const ROUNDS = 5;

/** The part of the requests of a scenario that a real server gets, as it answers slower. */
const PART_OF_REAL = 1 / 5;

const median = (values: readonly number[]) => values.toSorted((a, b) => a - b)[values.length >> 1]!;

function report(
  name: string,
  unit: string,
  ours: readonly number[],
  bare: readonly number[],
): number {
  const ratio = median(ours.map((value, round) => value / bare[round]!));
  const figure = (value: number) => Math.round(value).toString().padStart(9);
  print(
    `${name.padEnd(32)}${figure(median(ours))} ${unit}   bare ${
      figure(median(bare))
    } ${unit}   ratio ${(ratio * 100).toFixed(0)} %`,
  );
  return 100 * ratio;
}

if (import.meta.main) {
  Deno.exit(await runTool(BENCH_COMMAND, Deno.args, bench));
}

async function bench(
  { options: { real, ...words } }: Given<typeof OPTIONS>,
): Promise<number> {
  const realServer = await readRealServer(real, words);
  await using reference = await startServerProcess("reference.ts");
  await using bare = await startServerProcess("bare.ts");
  const ours = (request: Load["request"]): Load => ({ port: reference.port, request });
  const theirs = (request: Load["request"]): Load => ({ port: bare.port, request });

  await sendLoad(
    ours((index) => create(SECRETS, secret(`bench-${index}`))),
    { requests: 500, connections: 4 },
  );
  await sendLoad(ours(() => create(NAMESPACES_PATH, { metadata: { name: "many" } })), {
    requests: 1,
    connections: 1,
  });

  const goals: Goal[] = [];
  const rates = new Map<string, number>();
  for (const { name, requests, request, bare: bareRequest, goal } of SCENARIOS) {
    const rounds: { ours: Measured; bare: Measured }[] = [];
    let sent = 0;
    // The first round is warm-up.
    for (let round = 0; round <= ROUNDS; round++) {
      const unique = sent;
      const measured = await sendLoad(ours((index) => request(unique + index)), {
        requests,
        connections: 16,
      });
      sent += requests;
      const yardstick = await sendLoad(theirs(bareRequest(measured.bytes)), {
        requests,
        connections: 16,
      });
      if (round > 0) rounds.push({ ours: measured, bare: yardstick });
    }
    const ratio = report(
      name,
      "requests/s",
      rounds.map(({ ours }) => ours.rate),
      rounds.map(({ bare }) => bare.rate),
    );
    if (goal) goals.push({ name: `${name}, of bare`, atLeast: goal, figure: ratio, unit: "%" });
    rates.set(name, median(rounds.map(({ ours }) => ours.rate)));
  }
  const realRates = realServer && await measureReal(realServer, rates);

  const fanOut: { ours: number; bare: number }[] = [];
  for (let round = 0; round <= ROUNDS; round++) {
    const measured = await measureFanOut(reference.port, bare.port, {
      watchers: 100,
      events: 1000,
    });
    if (round > 0) fanOut.push(measured);
  }
  const ratio = report(
    "watch fan-out 100 x 1,000",
    "events/s",
    fanOut.map(({ ours }) => ours),
    fanOut.map(({ bare }) => bare),
  );
  await measureTls();
  goals.push(
    {
      ...{ name: "GET one Secret, of a real server", atLeast: 15, unit: "times" },
      ...realRates
        ? { figure: rates.get(GET)! / realRates.get(GET)! }
        : { figure: undefined, why: "needs a real server: --real URL" },
    },
    {
      ...{ name: "watch fan-out", atLeast: 100_000, unit: "events/s" },
      figure: median(fanOut.map(({ ours }) => ours)),
    },
    { name: "watch fan-out, of bare", atLeast: 60, figure: ratio, unit: "%" },
    {
      ...{ name: "99 % of 200 events to 1,000 watchers", atMost: 50, unit: "ms" },
      figure: await measureLatency(reference.port, { watchers: 1_000, events: 200, pace: 100 }),
    },
    {
      ...{ name: "restore of 10,000 objects", atMost: 30, unit: "ms" },
      figure: await measureInProcess("restore"),
    },
    {
      ...{ name: "start in a process, the first time", atMost: 20, unit: "ms" },
      figure: await measureInProcess("start"),
    },
    ...await sizeGoals(bare.port),
  );
  for (const line of ["", ...goalTable(goals)]) print(line);
  return 0;
}

/** Returns the server that the options name, undefined without one. */
async function readRealServer(
  url: string | undefined,
  words: TargetWords,
): Promise<RealServer | undefined> {
  const { ca, token = ADMIN_TOKEN } = await readCredentials(words);
  if ((url === undefined) !== (ca === undefined)) {
    throw new UsageError("Cannot use --real without --ca, nor --ca without --real.");
  }
  if (url === undefined || ca === undefined) return undefined;
  if (URL.parse(url)?.protocol !== "https:") {
    throw new UsageError(`Cannot use --real "${url}". Give a URL as https://localhost:6443.`);
  }
  return { url, ca, token };
}

/** Returns the requests per second of a real server by scenario, and prints them. */
async function measureReal(
  server: RealServer,
  ours: ReadonlyMap<string, number>,
): Promise<ReadonlyMap<string, number>> {
  const fill = (index: number) => create(SECRETS, secret(`bench-${index}`));
  await using load = await RealLoad.begin(server, [{ request: fill, count: 500 }]);
  const rates = new Map<string, number>();
  for (const { name, requests, request } of SCENARIOS) {
    const rate = await load.rate(request, requests * PART_OF_REAL);
    rates.set(name, rate);
    print(
      `${name.padEnd(32)}${
        Math.round(rate).toString().padStart(9)
      } requests/s by the real server, ` +
        `the reference server ${(ours.get(name)! / rate).toFixed(1)} times`,
    );
  }
  return rates;
}

async function sizeGoals(barePort: number): Promise<Goal[]> {
  await using server = await startServerProcess("reference.ts");
  const { idle, many, slower } = await measureSizes(server, barePort);
  await using watched = await startServerProcess("reference.ts");
  await using idleBare = await startServerProcess("bare.ts");
  const watchers = await measureWatchers(watched, idleBare);
  const memory = { unit: "MB", ...(idle === undefined && { why: "needs ps" }) };
  return [
    { name: "memory, idle", atMost: 90, figure: idle, ...memory },
    { name: "memory with 100,000 Secrets of 1 KB", atMost: 400, figure: many, ...memory },
    { name: "memory of 1,000 idle watchers, above bare", atMost: 40, figure: watchers, ...memory },
    ...Object.entries(slower).map(([name, figure]) => ({
      name: `${name} with 100,000 objects, to that with 1,000`,
      ...{ atMost: 2, figure, unit: "times" },
    })),
  ];
}

/** Returns a figure of a process of its own, the median of five. */
async function measureInProcess(figure: string): Promise<number> {
  const figures: number[] = [];
  for (let round = 0; round < ROUNDS; round++) {
    await using process = startProcess("lab/bench/in_process.ts", [figure]);
    figures.push(Number(await process.line()));
  }
  return median(figures);
}
