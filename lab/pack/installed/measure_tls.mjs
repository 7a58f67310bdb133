// Measures an answer of 100 KB over TLS, by turns with plain HTTP, with the installed package in
// this Node: `node measure_tls.mjs [REQUESTS]`. Prints medians in milliseconds.
import { once } from "node:events";
import http from "node:http";
import http2 from "node:http2";
import https from "node:https";
import process from "node:process";
import { startServer } from "@plumbline/plumbline/server";

const SIZE = 100_000;
const WARM_UP = 30;
const requests = Number(process.argv[2] ?? 300);

const PATH = "/api/v1/namespaces/default/configmaps/large";
const CONFIG_MAP = {
  apiVersion: "v1",
  kind: "ConfigMap",
  metadata: { name: "large", namespace: "default" },
  data: { text: "x".repeat(SIZE) },
};

const plain = await startServer();
const secure = await startServer({ tls: true });
for (const server of [plain, secure]) await server.create(CONFIG_MAP);

const headersOf = (server) => ({ authorization: `Bearer ${server.identities[0].token}` });

async function readAll(stream) {
  let length = 0;
  for await (const chunk of stream) length += chunk.length;
  if (length < SIZE) throw new Error(`Cannot measure an answer of ${length} bytes`);
}

/** Returns a function that asks over one connection of HTTP/1.1. */
function asking(module, server, options) {
  const agent = new module.Agent({ keepAlive: true, maxSockets: 1, ...options });
  return async () => {
    const request = module.request(server.url + PATH, { headers: headersOf(server), agent }).end();
    const [response] = await once(request, "response");
    await readAll(response);
  };
}

const session = http2.connect(secure.url, { ca: secure.caCertificate });
const forms = {
  "plain HTTP/1.1": asking(http, plain, {}),
  "TLS, HTTP/1.1": asking(https, secure, { ca: secure.caCertificate }),
  "TLS, HTTP/2": () => readAll(session.request({ ":path": PATH, ...headersOf(secure) })),
};
const times = Object.fromEntries(Object.keys(forms).map((name) => [name, []]));
for (let round = -WARM_UP; round < requests; round++) {
  for (const [name, ask] of Object.entries(forms)) {
    const start = performance.now();
    await ask();
    if (round >= 0) times[name].push(performance.now() - start);
  }
}
for (const [name, each] of Object.entries(times)) {
  const median = each.toSorted((a, b) => a - b)[requests >> 1];
  process.stdout.write(`${name.padEnd(16)}${median.toFixed(2)}\n`);
}
process.exit(0);
