/**
 * Tests of watches over WebSocket, through the public door.
 *
 * @module
 */
import { assertEquals } from "@std/assert";
import { decodeProtobufWatchEvent } from "../codec/protobuf/envelope.ts";
import { assertRefused, secretOf, SECRETS, type TestServer, withServer } from "../testing.ts";
import { TestSocket } from "./test_socket.ts";

const WATCH = `${SECRETS}?watch=1`;
const ORIGIN = { origin: "http://localhost" };
const ADMIN = { ...ORIGIN, authorization: "Bearer admin-token" };
const HANDSHAKE = {
  ...ORIGIN,
  upgrade: "websocket",
  connection: "Upgrade",
  "sec-websocket-version": "13",
  "sec-websocket-key": "dGhlIHNhbXBsZSBub25jZQ==",
};

/** The subprotocol that carries a bearer token. */
const bearer = (token: string, suffix = "svc.io") =>
  `base64url.bearer.authorization.${suffix}.${
    new TextEncoder().encode(token).toBase64({ alphabet: "base64url", omitPadding: true })
  }`;

/** Sends a request with headers that `fetch` forbids, and returns the status and the body. */
async function askRaw(
  server: TestServer,
  path: string,
  headers: Readonly<Record<string, string>>,
): Promise<{ status: number; text: string }> {
  using connection = await Deno.connect({ hostname: "127.0.0.1", port: server.port });
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`);
  const head = `GET ${path} HTTP/1.1\r\nhost: localhost\r\n${lines.join("")}\r\n`;
  await connection.write(new TextEncoder().encode(head));
  const decoder = new TextDecoder();
  const buffer = new Uint8Array(10_000);
  let text = "";
  while (!text.includes("\r\n\r\n")) {
    const count = await connection.read(buffer);
    if (count === null) break;
    text += decoder.decode(buffer.subarray(0, count));
  }
  const body = text.slice(text.indexOf("\r\n\r\n") + 4);
  return { status: Number(text.split(" ")[1]), text: body };
}

for (const tls of [false, true]) {
  const way = tls ? "with TLS" : "without TLS";

  Deno.test(`a watch over WebSocket sends one event in each text message, ${way}`, async () => {
    await withServer(async (server) => {
      for (const name of ["a", "b"]) await server.must("POST", SECRETS, { body: secretOf(name) });
      const socket = await TestSocket.open(server, WATCH, { headers: ADMIN });
      assertEquals(await socket.events(2), ["ADDED a", "ADDED b"]);
      await server.must("DELETE", `${SECRETS}/a`);
      const last = await socket.message();
      assertEquals(typeof last === "string" && last.endsWith("}\n"), true);
      assertEquals(JSON.parse(last as string).type, "DELETED");
      await socket.close();
    }, { tls });
  });

  Deno.test(`a watch over WebSocket is released when its client disconnects, ${way}`, async () => {
    await withServer(async (server) => {
      const socket = await TestSocket.open(server, WATCH, { headers: ADMIN });
      assertEquals(server.clock.pending, 1);
      await socket.close();
      await server.clock.settled();
    }, { tls });
  });

  Deno.test(`a watch over WebSocket ends with code 1000 when the server closes, ${way}`, async () => {
    let socket: TestSocket | undefined;
    await withServer(async (server) => {
      socket = await TestSocket.open(server, WATCH, { headers: ADMIN });
    }, { tls });
    assertEquals(await socket?.closed, 1000);
  });
}

Deno.test("a watch over WebSocket ends with code 1000 at its timeout", async () => {
  await withServer(async (server) => {
    const path = `${WATCH}&timeoutSeconds=30`;
    const socket = await TestSocket.open(server, path, { headers: ADMIN });
    server.clock.advance(30_000);
    assertEquals(await socket.closed, 1000);
  });
});

Deno.test("a watch over WebSocket sends binary messages in Protobuf, without their lengths", async () => {
  await withServer(async (server) => {
    await server.must("POST", SECRETS, { body: secretOf("a") });
    const headers = { ...ADMIN, accept: "application/vnd.svc.protobuf" };
    const socket = await TestSocket.open(server, WATCH, { headers });
    const message = await socket.message();
    assertEquals(message instanceof ArrayBuffer, true);
    const bytes = new Uint8Array(message as ArrayBuffer);
    const frame = new Uint8Array(4 + bytes.length);
    new DataView(frame.buffer).setUint32(0, bytes.length);
    frame.set(bytes, 4);
    assertEquals(decodeProtobufWatchEvent(frame).type, "ADDED");
    await socket.close();
  });
});

Deno.test("a slow client of a WebSocket gets every event", async () => {
  await withServer(async (server) => {
    const value = btoa("x".repeat(100_000));
    const socket = await TestSocket.open(server, WATCH, { headers: ADMIN });
    const names = Array.from({ length: 20 }, (_, index) => `large-${index}`);
    for (const name of names) {
      await server.must("POST", SECRETS, { body: secretOf(name, { data: { value } }) });
    }
    assertEquals(await socket.events(20), names.map((name) => `ADDED ${name}`));
    await socket.close();
  });
});

Deno.test("a bearer token can be sent as a subprotocol, and the other one is chosen", async () => {
  await withServer(async (server) => {
    const protocols = [bearer("admin-token"), "base64.binary.k8s.io"];
    const socket = await TestSocket.open(server, WATCH, { headers: ORIGIN, protocols });
    assertEquals(socket.protocol, "base64.binary.k8s.io");
    await socket.close();
  });
});

Deno.test("a bearer token as a subprotocol that is wrong, alone or repeated gets 401", async () => {
  await withServer(async (server) => {
    const token = bearer("admin-token");
    const wrong = [
      `${bearer("nobody")}, x`,
      token,
      `${token}, ${token}, x`,
      `${bearer("admin-token", "k8s.io")}, x`,
      "base64url.bearer.authorization.svc.io.*, x",
      "x",
    ];
    for (const protocols of wrong) {
      const headers = { ...HANDSHAKE, "sec-websocket-protocol": protocols };
      assertEquals((await askRaw(server, WATCH, headers)).status, 401, protocols);
    }
    const protocols = `${token}, x`;
    const headers = { "sec-websocket-protocol": protocols };
    // Only a WebSocket request has it.
    assertRefused(await server.ask("GET", WATCH, { token: null, headers }), "Unauthorized");
  });
});

Deno.test("a WebSocket handshake that is not valid is answered as real servers do", async () => {
  await withServer(async (server) => {
    const { origin: _origin, ...noOrigin } = HANDSHAKE;
    const { "sec-websocket-key": _key, ...noKey } = HANDSHAKE;
    const cases: [Record<string, string>, number, string][] = [
      [noOrigin, 403, ""],
      [noKey, 400, "mismatch challenge/response"],
      [
        { ...HANDSHAKE, "sec-websocket-version": "12" },
        400,
        "missing or bad WebSocket Version",
      ],
      [{ ...HANDSHAKE, "sec-websocket-protocol": "a, b" }, 400, ""],
    ];
    for (const [headers, status, text] of cases) {
      const { authorization } = ADMIN;
      const answer = await askRaw(server, WATCH, { ...headers, authorization });
      assertEquals(answer, { status, text });
    }
    assertEquals(server.clock.pending, 0, "no watch was opened");
  });
});

Deno.test("over TLS, a handshake may have a Content-Length of 0, as the JDK's client sends it", async () => {
  await withServer(async (server) => {
    using connection = await Deno.connectTls({
      hostname: "localhost",
      port: server.port,
      caCerts: [server.caCertificate!],
      alpnProtocols: ["http/1.1"],
    });
    const ask = async (headers: Readonly<Record<string, string>>) => {
      const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`);
      const head = `GET ${WATCH} HTTP/1.1\r\nhost: localhost\r\n${lines.join("")}\r\n`;
      await connection.write(new TextEncoder().encode(head));
      const buffer = new Uint8Array(1_000);
      const count = await connection.read(buffer);
      return new TextDecoder().decode(buffer.subarray(0, count ?? 0)).split("\r\n")[0];
    };
    const headers = { ...HANDSHAKE, authorization: "Bearer admin-token", "Content-Length": "0" };
    const { origin: _origin, ...noOrigin } = headers;
    // On one connection: each request of it is looked at.
    assertEquals(await ask(noOrigin), "HTTP/1.1 403 Forbidden");
    assertEquals(await ask(headers), "HTTP/1.1 101 Switching Protocols");
  }, { tls: true });
});

Deno.test("a request that cannot be upgraded is answered without an upgrade", async () => {
  await withServer(async (server) => {
    const statuses: Record<string, number> = {
      [SECRETS]: 200,
      "/apis": 200,
      "/readyz": 200,
      [`${SECRETS}/nope`]: 404,
      [`${WATCH}&resourceVersion=x`]: 400,
      "/api/v1/nope?watch=1": 404,
    };
    for (const [path, status] of Object.entries(statuses)) {
      const headers = { ...HANDSHAKE, authorization: "Bearer admin-token" };
      assertEquals((await askRaw(server, path, headers)).status, status, path);
    }
    const h2c = { upgrade: "h2c", connection: "Upgrade", authorization: "Bearer admin-token" };
    assertEquals((await askRaw(server, SECRETS, h2c)).status, 200);
    const bob = { ...HANDSHAKE, authorization: "Bearer bob-token" };
    assertEquals((await askRaw(server, WATCH, bob)).status, 403);
  });
});
