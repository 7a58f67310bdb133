/**
 * Measures the reference server beside a bare `Deno.serve` handler that sends as many bytes over
 * plain HTTP/1.1, and prints each rate with its ratio to the bare handler. Absolute rates depend on
 * the machine; compare the ratios. At the end, answers over TLS are measured beside plain ones.
 *
 * @module
 */
import { runTool } from "../../options/mod.ts";
import { startProcess } from "./process.ts";
import { type Load, type Measured, sendLoad } from "./load.ts";
import { measureFanOut } from "./fan_out.ts";
import { measureTls } from "./tls.ts";

const BENCH_COMMAND = {
  name: "bench",
  description: "Measure the reference server against a bare Deno.serve handler.",
  options: {},
  examples: [["bench", "Run all scenarios, which takes some minutes"]],
} as const;

const ROUNDS = 5;
const SECRETS = "/api/v1/namespaces/default/secrets";
const HEADERS = "host: localhost\r\nauthorization: Bearer admin-token\r\n";

const secret = (name: string) =>
  JSON.stringify({
    apiVersion: "v1",
    kind: "Secret",
    metadata: { name, labels: { app: "bench" } },
    data: { password: "cGx1bWJsaW5l", user: "YWRtaW4=" },
  });

const get = (path: string) => `GET ${path} HTTP/1.1\r\n${HEADERS}\r\n`;
const send = (method: string, path: string, type: string, body: string) =>
  `${method} ${path} HTTP/1.1\r\n${HEADERS}content-type: ${type}\r\n` +
  `content-length: ${body.length}\r\n\r\n${body}`;

interface Scenario {
  readonly name: string;
  readonly requests: number;
  /** The request to the reference server; unique for each number. */
  readonly request: (index: number) => string;
  /** The same request to the bare handler, answered with the given number of bytes. */
  readonly bare: (bytes: number) => (index: number) => string;
}

const bareGet = (bytes: number) => () => get(`/?${bytes}`);
const bareSend = (method: string, type: string, body: string) => (bytes: number) => () =>
  send(method, `/?${bytes}`, type, body);

const MERGE_PATCH = "application/merge-patch+json";
const patchBody = (index: number) => JSON.stringify({ data: { count: btoa(String(index)) } });

const SCENARIOS: readonly Scenario[] = [
  {
    name: "GET one Secret",
    requests: 20_000,
    request: () => get(`${SECRETS}/bench-0`),
    bare: bareGet,
  },
  { name: "LIST 500 Secrets", requests: 500, request: () => get(SECRETS), bare: bareGet },
  {
    name: "create a Secret",
    requests: 5_000,
    request: (index) =>
      send(
        "POST",
        SECRETS.replace("default", "many"),
        "application/json",
        secret(`created-${index}`),
      ),
    bare: bareSend("POST", "application/json", secret("created-1000")),
  },
  {
    name: "merge patch a Secret",
    requests: 5_000,
    request: (index) => send("PATCH", `${SECRETS}/bench-0`, MERGE_PATCH, patchBody(index)),
    bare: bareSend("PATCH", MERGE_PATCH, patchBody(1000)),
  },
];

const median = (values: readonly number[]) => values.toSorted((a, b) => a - b)[values.length >> 1]!;

function report(
  name: string,
  unit: string,
  ours: readonly number[],
  bare: readonly number[],
): void {
  const ratio = median(ours.map((value, round) => value / bare[round]!));
  const figure = (value: number) => Math.round(value).toString().padStart(9);
  // deno-lint-ignore no-console -- a program's output
  console.log(
    `${name.padEnd(32)}${figure(median(ours))} ${unit}   bare ${
      figure(median(bare))
    } ${unit}   ratio ${(ratio * 100).toFixed(0)} %`,
  );
}

if (import.meta.main) Deno.exit(await runTool(BENCH_COMMAND, Deno.args, bench));

async function bench(): Promise<number> {
  await using reference = await startProcess("reference.ts");
  await using bare = await startProcess("bare.ts");
  const ours = (request: Load["request"]): Load => ({ port: reference.port, request });
  const theirs = (request: Load["request"]): Load => ({ port: bare.port, request });

  await sendLoad(
    ours((index) => send("POST", SECRETS, "application/json", secret(`bench-${index}`))),
    { requests: 500, connections: 4 },
  );
  const namespace = JSON.stringify({ metadata: { name: "many" } });
  await sendLoad(ours(() => send("POST", "/api/v1/namespaces", "application/json", namespace)), {
    requests: 1,
    connections: 1,
  });

  for (const { name, requests, request, bare: bareRequest } of SCENARIOS) {
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
    report(
      name,
      "requests/s",
      rounds.map(({ ours }) => ours.rate),
      rounds.map(({ bare }) => bare.rate),
    );
  }

  const fanOut: { ours: number; bare: number }[] = [];
  for (let round = 0; round <= ROUNDS; round++) {
    const measured = await measureFanOut(reference.port, bare.port, {
      watchers: 100,
      events: 1000,
    });
    if (round > 0) fanOut.push(measured);
  }
  report(
    "watch fan-out 100 x 1,000",
    "events/s",
    fanOut.map(({ ours }) => ours),
    fanOut.map(({ bare }) => bare),
  );
  await measureTls();
  return 0;
}
