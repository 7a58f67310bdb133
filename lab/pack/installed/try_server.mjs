// Tests of the installed package, which run with Node alone: `node --test`.
import assert from "node:assert/strict";
import { createHash, randomBytes } from "node:crypto";
import { once } from "node:events";
import { request as requestHttps } from "node:https";
import { connect as connectHttp2 } from "node:http2";
import { connect as connectTls } from "node:tls";
import test from "node:test";
import { startServer } from "@plumbline/plumbline/server";

const PATH = "/api/v1/namespaces/default/configmaps";

const headersOf = (server) => ({
  authorization: `Bearer ${server.identities[0].token}`,
  "content-type": "application/json",
});

/** Creates a ConfigMap, over HTTP/1.1. */
async function create(server, name) {
  const body = JSON.stringify({
    apiVersion: "v1",
    kind: "ConfigMap",
    metadata: { name },
    data: { text: "x".repeat(100_000) },
  });
  const options = { method: "POST", headers: headersOf(server), ca: server.caCertificate };
  const request = requestHttps(server.url + PATH, options);
  request.end(body);
  const [response] = await once(request, "response");
  let text = "";
  for await (const chunk of response) text += chunk;
  assert.equal(response.statusCode, 201, text);
  return JSON.parse(text);
}

/** Resolves with the next watch event that is complete. */
function eventOf(stream) {
  let text = "";
  return new Promise((resolve, reject) => {
    stream.on("data", (chunk) => {
      text += chunk;
      if (text.includes("\n")) resolve(JSON.parse(text.slice(0, text.indexOf("\n"))));
    });
    stream.once("error", reject);
    stream.once("end", () => reject(new Error(`the watch ended: ${text}`)));
  });
}

test("a server in this process stores objects", async () => {
  const server = await startServer();
  try {
    const body = JSON.stringify({ apiVersion: "v1", kind: "ConfigMap", metadata: { name: "a" } });
    const headers = headersOf(server);
    const made = await fetch(server.url + PATH, { method: "POST", headers, body });
    assert.equal(made.status, 201);
    const list = await (await fetch(server.url + PATH, { headers })).json();
    assert.ok(list.items.some(({ metadata }) => metadata.name === "a"));
    assert.equal((await fetch(server.url + PATH)).status, 401);
  } finally {
    await server.close();
  }
});

test("watches stream over HTTP/1.1 with TLS", async () => {
  const server = await startServer({ tls: true });
  try {
    const path = `${PATH}?watch=1&fieldSelector=metadata.name=a`;
    const options = { headers: headersOf(server), ca: server.caCertificate };
    const request = requestHttps(server.url + path, options).end();
    // The head arrives before the first event.
    const [response] = await once(request, "response");
    assert.equal(response.statusCode, 200);
    const event = eventOf(response);
    await create(server, "a");
    assert.equal((await event).type, "ADDED");
    request.destroy();
  } finally {
    await server.close();
  }
});

test("requests and watches share a connection of HTTP/2", async () => {
  const server = await startServer({ tls: true });
  const session = connectHttp2(server.url, { ca: server.caCertificate });
  try {
    const { authorization } = headersOf(server);
    const path = `${PATH}?watch=1&fieldSelector=metadata.name=b`;
    const watch = session.request({ ":path": path, authorization });
    const [head] = await once(watch, "response");
    assert.equal(head[":status"], 200);
    assert.equal(session.alpnProtocol, "h2");
    const event = eventOf(watch.setEncoding("utf8"));
    await create(server, "b");
    assert.equal((await event).object.data.text.length, 100_000);
    const read = session.request({ ":path": `${PATH}/b`, authorization }).setEncoding("utf8");
    let text = "";
    for await (const chunk of read) text += chunk;
    assert.equal(JSON.parse(text).data.text.length, 100_000);
  } finally {
    session.destroy();
    await server.close();
  }
});

test("watches stream over a WebSocket with TLS", async () => {
  const server = await startServer({ tls: true });
  const { port } = new URL(server.url);
  const socket = connectTls({
    host: "127.0.0.1",
    port: Number(port),
    ca: server.caCertificate,
    ALPNProtocols: ["http/1.1"],
  });
  try {
    const key = randomBytes(16).toString("base64");
    socket.write([
      `GET ${PATH}?watch=1&fieldSelector=metadata.name=c HTTP/1.1`,
      `Host: 127.0.0.1:${port}`,
      `Authorization: ${headersOf(server).authorization}`,
      "Connection: Upgrade",
      "Upgrade: websocket",
      "Origin: http://localhost",
      "Sec-WebSocket-Version: 13",
      `Sec-WebSocket-Key: ${key}`,
      "\r\n",
    ].join("\r\n"));
    let received = Buffer.alloc(0);
    const wait = async (isThere) => {
      while (!isThere()) received = Buffer.concat([received, ...await once(socket, "data")]);
    };
    await wait(() => received.includes("\r\n\r\n"));
    const end = received.indexOf("\r\n\r\n") + 4;
    const head = received.subarray(0, end).toString();
    received = received.subarray(end);
    assert.match(head, /^HTTP\/1\.1 101 /);
    const accept = createHash("sha1").update(`${key}258EAFA5-E914-47DA-95CA-C5AB0DC85B11`)
      .digest("base64");
    assert.ok(head.includes(accept));
    await create(server, "c");
    // The object has more than 65,535 bytes: the length has eight.
    await wait(() => received.length >= 10 && received.length >= 10 + received.readUInt32BE(6));
    assert.equal(received[0], 0x81);
    const length = received.readUInt32BE(6);
    assert.equal(
      JSON.parse(received.subarray(10, 10 + length).toString()).object.metadata.name,
      "c",
    );
    // A masked ping is answered.
    received = received.subarray(10 + length);
    socket.write(Buffer.from([0x89, 0x81, 0, 0, 0, 0, 0x70]));
    await wait(() => received.length >= 3);
    assert.deepEqual([...received.subarray(0, 3)], [0x8a, 1, 0x70]);
  } finally {
    socket.destroy();
    await server.close();
  }
});
