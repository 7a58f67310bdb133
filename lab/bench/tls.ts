/**
 * Measures how long answers take over TLS and over plain HTTP, by turns in one process, with a bare
 * `Deno.serve` with a certificate beside them. One connection sends one request at a time.
 *
 * @module
 */
import { Agent as HttpAgent, get as getHttp, type IncomingMessage } from "node:http";
import { type ClientHttp2Session, connect } from "node:http2";
import { Agent as HttpsAgent, get as getHttps } from "node:https";
import { createAuthority } from "@plumbline/server/parts";
import { startServer } from "@plumbline/reference";
import { demand } from "../client/send.ts";
import { targetAt } from "../client/target.ts";
import { print } from "../program/output.ts";
import { createOf } from "../requests/writes.ts";
import { SECRETS } from "./requests.ts";

const SIZES = [1_000, 10_000, 100_000];
const WARM_UP = 10;
const ROUNDS = 60;

/** Sends a request, and resolves when all of the answer has arrived. */
type Ask = (path: string) => Promise<void>;

interface Target {
  readonly name: string;
  readonly url: string;
  /** The certificate authority; absent for plain HTTP. */
  readonly ca?: string;
}

const headersOf = (token: string) => ({ authorization: `Bearer ${token}` });

/** Reads an answer to its end. */
function finish(answer: IncomingMessage, resolve: () => void, reject: (error: Error) => void) {
  if (answer.statusCode !== 200) {
    reject(new Error(`Cannot measure as the answer is not a success: ${answer.statusCode}`));
  }
  answer.resume().on("end", resolve).on("error", reject);
}

function http1({ url, ca }: Target, token: string): { ask: Ask; close: () => void } {
  const options = { keepAlive: true, maxSockets: 1 };
  const headers = headersOf(token);
  if (ca === undefined) {
    const agent = new HttpAgent(options);
    const ask: Ask = (path) =>
      new Promise((resolve, reject) => {
        getHttp(url + path, { agent, headers }, (answer) => finish(answer, resolve, reject))
          .on("error", reject);
      });
    return { ask, close: () => agent.destroy() };
  }
  const agent = new HttpsAgent({ ...options, ca });
  const ask: Ask = (path) =>
    new Promise((resolve, reject) => {
      getHttps(url + path, { agent, headers }, (answer) => finish(answer, resolve, reject))
        .on("error", reject);
    });
  return { ask, close: () => agent.destroy() };
}

function http2({ url, ca }: Target, token: string): { ask: Ask; close: () => void } {
  const session: ClientHttp2Session = connect(url, ca === undefined ? {} : { ca });
  const ask: Ask = (path) =>
    new Promise((resolve, reject) => {
      const request = session.request({ ":path": path, ...headersOf(token) });
      request.on("error", reject).on("end", resolve);
      request.resume();
      request.end();
    });
  return { ask, close: () => session.destroy() };
}

const median = (values: readonly number[]) => values.toSorted((a, b) => a - b)[values.length >> 1]!;

/** Measures all targets and prints the medians in milliseconds. */
export async function measureTls(): Promise<void> {
  await using plain = await startServer();
  await using replica = await plain.replica();
  const tls = await replica.listen({ tls: true });
  const [{ token }] = plain.identities;
  for (const size of SIZES) {
    const object = {
      metadata: { name: `bytes-${size}` },
      data: { value: btoa("x".repeat(Math.max(size - 800, 100) * 3 / 4)) },
    };
    await demand(targetAt(plain.url, { tokens: { admin: token } }), createOf(SECRETS, object));
  }
  const authority = await createAuthority(Date.now());
  const material = await authority.issueServer([]);
  const bare = Deno.serve(
    {
      ...{ hostname: "127.0.0.1", port: 0, onListen: () => {} },
      ...{ cert: material.certificate, key: material.key },
    },
    (request) => new Response("x".repeat(Number(new URL(request.url).pathname.split("-").at(-1)))),
  );
  const targets: readonly Target[] = [
    { name: "plain", url: plain.url },
    { name: "TLS", url: tls.url, ...(tls.caCertificate && { ca: tls.caCertificate }) },
    { name: "bare", url: `https://127.0.0.1:${bare.addr.port}`, ca: authority.certificate },
  ];
  for (const [protocol, open] of [["HTTP/1.1", http1], ["HTTP/2", http2]] as const) {
    for (const size of SIZES) await measure(protocol, targets.map((to) => open(to, token)), size);
  }
  await bare.shutdown();
}

async function measure(
  protocol: string,
  clients: readonly { ask: Ask; close: () => void }[],
  size: number,
): Promise<void> {
  const times = clients.map((): number[] => []);
  for (let round = 0; round < WARM_UP + ROUNDS; round++) {
    for (const [index, { ask }] of clients.entries()) {
      const start = performance.now();
      await ask(`${SECRETS}/bytes-${size}`);
      if (round >= WARM_UP) times[index]!.push(performance.now() - start);
    }
  }
  clients.forEach(({ close }) => close());
  const [plain = 0, tls = 0, bare = 0] = times.map(median);
  const figure = (value: number) => value.toFixed(2).padStart(7);
  print(
    `${`answer of ${size / 1000} KB, ${protocol}`.padEnd(32)}plain ${figure(plain)} ms   ` +
      `TLS ${figure(tls)} ms   bare Deno.serve with TLS ${figure(bare)} ms`,
  );
}

if (import.meta.main) await measureTls();
