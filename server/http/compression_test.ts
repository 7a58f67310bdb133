/**
 * Compressed answers, as they are on the wire: the runtime's own client would unpack them unseen.
 *
 * @module
 */
import { assert, assertEquals } from "@std/assert";
import { gunzipSync } from "node:zlib";
import { secretOf, SECRETS, type TestServer, withServer } from "../testing.ts";

/** Secrets that make a list of more than 128 KiB; one of them alone is smaller. */
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

/** An answer with its bytes as they came. */
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

Deno.test("a large answer is compressed for who accepts it, and says that it depends on that", async () => {
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

Deno.test("a small answer is sent as it is", async () => {
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
