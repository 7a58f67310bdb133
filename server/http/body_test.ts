/**
 * Bodies up to the limit and beyond it, and connections that break.
 *
 * @module
 */
import { assertEquals, assertMatch } from "@std/assert";
import {
  assertRefused,
  deploymentOf,
  secretOf,
  SECRETS,
  type TestServer,
  withServer,
} from "../testing.ts";
import { BODY_LIMIT } from "./body.ts";

const MIB = 1024 * 1024;
const encoder = new TextEncoder();
const decoder = new TextDecoder();

/** A secret of the name given whose JSON has so many bytes, most of them white space. */
const paddedSecret = (name: string, size: number) => JSON.stringify(secretOf(name)).padEnd(size);

/** The same in chunks, so that no length is announced. */
const chunked = (body: string) =>
  new ReadableStream({
    start(controller) {
      for (let at = 0; at < body.length; at += 100_000) {
        controller.enqueue(encoder.encode(body.slice(at, at + 100_000)));
      }
      controller.close();
    },
  });

Deno.test("the limit is 3 MiB", () => assertEquals(BODY_LIMIT, 3 * MIB));

for (
  const [how, send] of [["with its length announced", String], ["in chunks", chunked]] as const
) {
  Deno.test(`a body of exactly the limit is read, ${how}`, async () => {
    await withServer(async (server) => {
      const answer = await server.ask("POST", SECRETS, {
        body: send(paddedSecret("a", BODY_LIMIT)),
      });
      assertEquals(answer.status, 201, answer.text);
      await server.must("GET", `${SECRETS}/a`);
    });
  });

  Deno.test(`a body of one byte more is refused, ${how}, and the server goes on`, async () => {
    await withServer(async (server) => {
      for (const size of [BODY_LIMIT + 1, 4 * BODY_LIMIT]) {
        const body = paddedSecret("a", size);
        assertRefused(
          await server.ask("POST", SECRETS, { body: send(body) }),
          "RequestEntityTooLarge",
        );
        const type = "application/merge-patch+json";
        const patch = await server.ask("PATCH", `${SECRETS}/a`, { body: send(body), type });
        assertRefused(patch, "RequestEntityTooLarge");
        const removal = await server.ask("DELETE", SECRETS, { body: send(body) });
        assertRefused(removal, "RequestEntityTooLarge");
      }
      assertEquals((await server.must("GET", SECRETS)).items, []);
    });
  });
}

/** Sends raw text over a connection of its own. */
async function connect(server: TestServer, text: string): Promise<Deno.TcpConn> {
  const connection = await Deno.connect({ port: server.port });
  await connection.write(encoder.encode(text));
  return connection;
}

async function readAll(connection: Deno.TcpConn): Promise<string> {
  let text = "";
  const buffer = new Uint8Array(64_000);
  for (let count; (count = await connection.read(buffer)) !== null;) {
    text += decoder.decode(buffer.subarray(0, count));
  }
  return text;
}

const head = (method: string, path: string, ...lines: string[]) =>
  [`${method} ${path} HTTP/1.1`, "host: x", "authorization: Bearer admin-token", ...lines, "", ""]
    .join("\r\n");

Deno.test("a length that is announced too long is refused before the body is sent", async () => {
  await withServer(async (server) => {
    const request = head("POST", SECRETS, `content-length: ${BODY_LIMIT + 1}`);
    const connection = await connect(server, request);
    const buffer = new Uint8Array(1_000);
    const count = await connection.read(buffer);
    assertMatch(decoder.decode(buffer.subarray(0, count ?? 0)), /^HTTP\/1.1 413 /);
    connection.close();
  });
});

Deno.test("a client that goes away in the middle of a body changes nothing", async () => {
  await withServer(async (server) => {
    const body = JSON.stringify(secretOf("a"));
    const requests = [
      head("POST", SECRETS, `content-length: ${body.length + 1}`) + body,
      head("POST", SECRETS, "transfer-encoding: chunked") +
      `${body.length.toString(16)}\r\n${body}\r\n`,
      head("POST", SECRETS, "content-length: 1000"),
      head("PUT", `${SECRETS}/a`, "content-length: 1000") + body,
      head("DELETE", SECRETS, "content-length: 1000"),
    ];
    for (const request of requests) (await connect(server, request)).close();
    // Several rounds, so that the server has seen the connections end.
    for (let round = 0; round < 10; round++) {
      assertEquals((await server.must("GET", SECRETS)).items, []);
    }
    await server.must("POST", SECRETS, { body: secretOf("a") });
  });
});

Deno.test("a client that goes away in the middle of a watch is forgotten, and others are not", async () => {
  await withServer(async (server) => {
    const other = await server.watch(`${SECRETS}?watch=1`);
    const owed = server.clock.pending;
    const connections: Deno.TcpConn[] = [];
    for (let count = 0; count < 20; count++) {
      const path = `${SECRETS}?watch=1&allowWatchBookmarks=true`;
      const connection = await connect(server, head("GET", path));
      await connection.read(new Uint8Array(1_000));
      connections.push(connection);
    }
    assertEquals(server.clock.pending, owed + 40, "each watch has an end and a bookmark to come");
    connections.forEach((connection) => connection.close());
    for (let count = 0; server.clock.pending > owed; count++) {
      await server.must("POST", SECRETS, { body: secretOf(`s-${count}`) });
      assertEquals((await other.next())?.object.metadata.name, `s-${count}`);
    }
    await other.close();
    await server.clock.settled();
  });
});

Deno.test("what is no HTTP is refused, and the server goes on", async () => {
  await withServer(async (server) => {
    const requests = [
      "\r\n\r\n",
      "GET\r\n\r\n",
      "\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03",
      "GET / HTTP/9.9\r\n\r\n",
      "GET /api HTTP/1.1\r\nhost: x\r\ncontent-length: x\r\n\r\n",
      "GET /api HTTP/1.1\r\nbad header\r\n\r\n",
    ];
    for (const request of requests) (await connect(server, request)).close();
    await server.must("GET", "/api");
  });
});

Deno.test("requests without a Host, for a whole URL or for all of the server get an answer", async () => {
  await withServer(async (server) => {
    const auth = "authorization: Bearer admin-token\r\nconnection: close\r\n\r\n";
    const requests: readonly [request: string, status: RegExp][] = [
      [`GET /api/v1/secrets HTTP/1.0\r\n${auth}`, /^HTTP\/1.0 200 /],
      [`GET http://elsewhere/api/v1/secrets HTTP/1.1\r\nhost: x\r\n${auth}`, /^HTTP\/1.1 200 /],
      [`OPTIONS * HTTP/1.1\r\nhost: x\r\n${auth}`, /^HTTP\/1.1 4\d\d /],
      [`GET http://elsewhere HTTP/1.1\r\nhost: x\r\n${auth}`, /^HTTP\/1.1 200 /],
      [`GET http://elsewhere?watch=1 HTTP/1.1\r\nhost: x\r\n${auth}`, /^HTTP\/1.1 404 /],
      [`GET ? HTTP/1.1\r\nhost: x\r\n${auth}`, /^HTTP\/1.1 4\d\d /],
      [`TRACE /api HTTP/1.1\r\nhost: x\r\n${auth}`, /^HTTP\/1.1 405 /],
      [`CONNECT x:1 HTTP/1.1\r\nhost: x\r\n${auth}`, /^HTTP\/1.1 4\d\d /],
    ];
    for (const [request, status] of requests) {
      const connection = await connect(server, request);
      assertMatch(await readAll(connection), status, request);
      connection.close();
    }
  });
});

Deno.test("an object that grows too large to be stored is refused, and stays as it was", async () => {
  await withServer(async (server) => {
    const deployments = "/apis/apps/v1/namespaces/default/deployments";
    const changeOf = (size: number) => ({
      spec: {
        template: {
          spec: { containers: [{ name: "main", env: [{ name: "A", value: "x".repeat(size) }] }] },
        },
      },
    });
    const made = await server.must("POST", deployments, { body: deploymentOf("a") });
    const type = "application/strategic-merge-patch+json";
    const patch = (size: number, query = "") =>
      server.ask("PATCH", `${deployments}/a${query}`, { body: changeOf(size), type });
    assertRefused(await patch(1.6 * MIB), "RequestEntityTooLarge");
    assertEquals(await server.must("GET", `${deployments}/a`), made);
    // What is not stored is not too large to be.
    assertEquals((await patch(1.6 * MIB, "?dryRun=All")).status, 200);
    assertEquals((await patch(1.4 * MIB)).status, 200);
  });
});
