/**
 * Tests of responses, with the raw bytes of compressed ones: `fetch` would decompress them.
 *
 * @module
 */
import { assert, assertEquals } from "@std/assert";
import { parse as parseYaml } from "@std/yaml";
import { gunzipSync } from "node:zlib";
import { secretOf, SECRETS, type TestServer, withServer } from "../testing.ts";

/** Secrets whose list exceeds 128 KiB; each of them is smaller. */
async function fill(server: TestServer): Promise<void> {
  for (const name of ["a", "b"]) {
    const body = secretOf(name, { data: { key: btoa("x".repeat(60_000)) } });
    await server.must("POST", SECRETS, { body });
  }
}

interface RawAnswer {
  readonly head: string;
  readonly body: Uint8Array;
}

/** A response with its raw bytes. */
async function askRaw(server: TestServer, path: string, lines: string[]): Promise<RawAnswer> {
  const connection = await Deno.connect({ hostname: "127.0.0.1", port: server.port });
  const head = [
    `GET ${path} HTTP/1.1`,
    "host: localhost",
    "authorization: Bearer admin-token",
    "connection: close",
    ...lines,
  ];
  await connection.write(new TextEncoder().encode(`${head.join("\r\n")}\r\n\r\n`));
  const bytes = new Uint8Array(await new Response(connection.readable).arrayBuffer());
  const text = new TextDecoder("latin1").decode(bytes);
  const end = text.indexOf("\r\n\r\n");
  return { head: text.slice(0, end).toLowerCase(), body: bytes.subarray(end + 4) };
}

const isGzip = ({ head }: RawAnswer) => head.includes("\r\ncontent-encoding: gzip");

const ACCEPTED: readonly [lines: string[], compressed: boolean][] = [
  [["accept-encoding: gzip"], true],
  [["accept-encoding: deflate, gzip;q=0.5"], true],
  [["accept-encoding: *"], true],
  [[], false],
  [["accept-encoding: identity"], false],
  [["accept-encoding: gzip;q=0"], false],
  [["accept-encoding: br"], false],
];

Deno.test("a large response is compressed if the client accepts gzip, with `Vary: Accept-Encoding`", async () => {
  await withServer(async (server) => {
    await fill(server);
    for (const [lines, compressed] of ACCEPTED) {
      const answer = await askRaw(server, SECRETS, lines);
      assertEquals(isGzip(answer), compressed, lines.join());
      assert(answer.head.includes("\r\nvary: accept-encoding"), answer.head);
      const body = compressed ? gunzipSync(answer.body) : answer.body;
      const list = JSON.parse(new TextDecoder().decode(body));
      assertEquals(list.items.length, 2);
      if (compressed) assert(answer.body.length < body.length / 10);
    }
  });
});

Deno.test("a small response is not compressed", async () => {
  await withServer(async (server) => {
    await fill(server);
    for (const path of [`${SECRETS}/a`, `${SECRETS}?limit=1`, `${SECRETS}/nope`, "/apis"]) {
      const answer = await askRaw(server, path, ["accept-encoding: gzip"]);
      assertEquals([isGzip(answer), answer.head.includes("vary")], [false, false], path);
    }
  });
});

Deno.test("a watch is never compressed, however large its events", async () => {
  await withServer(async (server) => {
    await fill(server);
    const response = await fetch(`${server.url}${SECRETS}?watch=1`, {
      headers: { authorization: "Bearer admin-token", "accept-encoding": "gzip" },
    });
    assertEquals(response.headers.get("content-encoding"), null);
    await response.body!.cancel();
  });
});

Deno.test("without APIResponseCompression nothing is compressed", async () => {
  await withServer(async (server) => {
    await fill(server);
    assertEquals(isGzip(await askRaw(server, SECRETS, ["accept-encoding: gzip"])), false);
  }, { featureGates: { APIResponseCompression: false } });
});

Deno.test("an error is in the accepted encoding, or in JSON if none is supported", async () => {
  await withServer(async (server) => {
    const ask = (accept: string) => server.ask("GET", `${SECRETS}/none`, { headers: { accept } });
    const yaml = await ask("application/yaml");
    assertEquals(yaml.headers.get("content-type"), "application/yaml");
    assertEquals((parseYaml(yaml.text) as { reason: string }).reason, "NotFound");
    const protobuf = await ask("application/vnd.svc.protobuf");
    assertEquals(protobuf.headers.get("content-type"), "application/vnd.svc.protobuf");
    assert(protobuf.text.startsWith("k8s\0"));
    const table = await ask("application/json;as=Table;g=meta.svc.io;v=v1");
    assertEquals(table.body.reason, "NotFound");
    const unknown = await ask("text/html");
    assertEquals([unknown.status, unknown.body.reason], [406, "NotAcceptable"]);
  });
});

Deno.test("dropped fields are warned about even if the request fails for another reason", async () => {
  await withServer(async (server) => {
    const body = { ...secretOf("a", { metadata: { labels: { "bad key": "x" } } }), unknown: 1 };
    const answer = await server.ask("POST", SECRETS, { body });
    assertEquals(answer.status, 422);
    assertEquals(answer.headers.get("warning"), `299 - "unknown field \\"unknown\\""`);
  });
});

Deno.test("a patch whose result is not an object of the kind is rejected as invalid", async () => {
  await withServer(async (server) => {
    await server.must("POST", SECRETS, { body: secretOf("a") });
    const type = "application/merge-patch+json";
    for (const body of [{ data: 1 }, { kind: "Other" }, { metadata: { labels: [] } }]) {
      const answer = await server.ask("PATCH", `${SECRETS}/a`, { body, type });
      assertEquals([answer.status, answer.body.details.causes[0].field], [422, "patch"]);
    }
  });
});

Deno.test("an empty `kind` and `apiVersion` are omitted", async () => {
  await withServer(async (server) => {
    const body = { ...secretOf("a"), kind: "", apiVersion: "" };
    const created = await server.must("POST", SECRETS, { body });
    assertEquals([created.kind, created.apiVersion], ["Secret", "v1"]);
  });
});
