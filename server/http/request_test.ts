/**
 * Tests of request parsing: method, path and body.
 *
 * @module
 */
import { assertEquals, assertMatch, assertThrows } from "@std/assert";
import {
  assertRefused,
  deploymentOf,
  secretOf,
  SECRETS,
  type TestServer,
  withServer,
} from "../testing.ts";
import { BODY_LIMIT, readRequestInfo } from "./request.ts";

/** `verb group/version namespace resource name subresource`, with `-` for an empty part. */
function summary(method: string, path: string, watches = false): string {
  const info = readRequestInfo(method, path, watches);
  if (!info.isResource) return `${info.verb} (no resource)`;
  const { verb, group, version, namespace, resource, name, subresource } = info;
  return [verb, `${group}/${version}`, namespace, resource, name, subresource]
    .map((part) => part || "-").join(" ");
}

const TABLE: readonly [method: string, path: string, expected: string][] = [
  ["GET", "/api/v1/namespaces/ns/secrets", "list /v1 ns secrets - -"],
  ["GET", "/api/v1/namespaces/ns/secrets/", "list /v1 ns secrets - -"],
  ["GET", "/api/v1/namespaces/ns/secrets/s", "get /v1 ns secrets s -"],
  ["GET", "/api/v1/secrets", "list /v1 - secrets - -"],
  ["GET", "/apis/apps/v1/deployments", "list apps/v1 - deployments - -"],
  ["GET", "/apis/apps/v1/namespaces/ns/deployments/d", "get apps/v1 ns deployments d -"],
  [
    "PUT",
    "/apis/apps/v1/namespaces/ns/deployments/d/status",
    "update apps/v1 ns deployments d status",
  ],
  ["GET", "/apis/apps/v1/namespaces/ns/deployments/d/a/b", "get apps/v1 ns deployments d a/b"],
  ["GET", "/api/v1/namespaces", "list /v1 - namespaces - -"],
  ["GET", "/api/v1/namespaces/ns", "get /v1 - namespaces ns -"],
  ["PATCH", "/api/v1/namespaces/ns/status", "patch /v1 - namespaces ns status"],
  ["PUT", "/api/v1/namespaces/ns/finalize", "update /v1 - namespaces ns finalize"],
  ["GET", "/api/v1/namespaces/status/secrets", "list /v1 status secrets - -"],
  ["GET", "/api/v1/namespaces/ns/status/x", "get /v1 ns status x -"],
  ["POST", "/api/v1/namespaces/ns/secrets", "create /v1 ns secrets - -"],
  ["DELETE", "/api/v1/namespaces/ns/secrets", "deletecollection /v1 ns secrets - -"],
  ["DELETE", "/api/v1/namespaces/ns/secrets/s", "delete /v1 ns secrets s -"],
  ["HEAD", "/api/v1/namespaces/ns/secrets/s", "get /v1 ns secrets s -"],
  // Most methods have a verb only for a collection or only for a named resource.
  ["PATCH", "/api/v1/namespaces/ns/secrets", "patch /v1 ns secrets - -"],
  ["PUT", "/api/v1/namespaces/ns/secrets", "update /v1 ns secrets - -"],
  ["POST", "/api/v1/namespaces/ns/secrets/s", "create /v1 ns secrets s -"],
  ["WATCH", "/api/v1/namespaces/ns/secrets", "- /v1 ns secrets - -"],
  ["deletecollection", "/api/v1/namespaces/ns/secrets", "- /v1 ns secrets - -"],
  ["constructor", "/api/v1/namespaces/ns/secrets/s", "- /v1 ns secrets s -"],
  // Names are decoded segment by segment: a slash within one stays within it.
  ["GET", "/api/v1/namespaces/ns/secrets/a%2Fb", "get /v1 ns secrets a/b -"],
  ["GET", "/api/v1/namespaces/n%73/secrets/%73", "get /v1 ns secrets s -"],
  ["GET", "/api", "get (no resource)"],
  ["GET", "/api/v1", "get (no resource)"],
  ["GET", "/api/v1/", "get (no resource)"],
  ["GET", "/apis/apps/v1", "get (no resource)"],
  ["POST", "/apis/apps", "post (no resource)"],
  ["GET", "/apix/v1/secrets", "get (no resource)"],
  ["GET", "/", "get (no resource)"],
];

for (const [method, path, expected] of TABLE) {
  Deno.test(`${method} ${path} is read as ${expected}`, () => {
    assertEquals(summary(method, path), expected);
  });
}

Deno.test("`watch` turns a GET of a collection into a watch, but not a GET of one resource", () => {
  assertEquals(summary("GET", "/api/v1/secrets", true), "watch /v1 - secrets - -");
  assertEquals(summary("GET", "/api/v1/namespaces/ns/secrets/s", true), "get /v1 ns secrets s -");
  assertEquals(
    summary("DELETE", "/api/v1/namespaces/ns/secrets", true),
    "deletecollection /v1 ns secrets - -",
  );
});

Deno.test("invalid percent-encoding is rejected", () => {
  for (const name of ["%", "%zz", "%ff", "%C3"]) {
    assertThrows(() => readRequestInfo("GET", `/api/v1/secrets/${name}`, false), URIError);
  }
});

const MIB = 1024 * 1024;
const encoder = new TextEncoder();
const decoder = new TextDecoder();

/** Returns the JSON of a Secret, padded with white space to the given number of bytes. */
const paddedSecret = (name: string, size: number) => JSON.stringify(secretOf(name)).padEnd(size);

/** Returns the same body in chunks, without a Content-Length. */
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

Deno.test("a Content-Length above the limit is rejected before the body is sent", async () => {
  await withServer(async (server) => {
    const request = head("POST", SECRETS, `content-length: ${BODY_LIMIT + 1}`);
    const connection = await connect(server, request);
    const buffer = new Uint8Array(1_000);
    const count = await connection.read(buffer);
    assertMatch(decoder.decode(buffer.subarray(0, count ?? 0)), /^HTTP\/1.1 413 /);
    connection.close();
  });
});

Deno.test("a request whose client disconnects in the middle of the body changes nothing", async () => {
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
    // Several requests, so that the server has noticed the closed connections.
    for (let round = 0; round < 10; round++) {
      assertEquals((await server.must("GET", SECRETS)).items, []);
    }
    await server.must("POST", SECRETS, { body: secretOf("a") });
  });
});

Deno.test("a watch ends when its client disconnects, and other watches continue", async () => {
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

Deno.test("malformed HTTP is rejected, and the server continues", async () => {
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

Deno.test("requests without Host, with an absolute URL or for `*` get a response", async () => {
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

Deno.test("a patch that makes an object too large is rejected and changes nothing", async () => {
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
    // A dry run stores nothing, so that the limit does not apply.
    assertEquals((await patch(1.6 * MIB, "?dryRun=All")).status, 200);
    assertEquals((await patch(1.4 * MIB)).status, 200);
  });
});
