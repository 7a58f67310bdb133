import { assertEquals, assertRejects } from "@std/assert";
import { createAuthority } from "@plumbline/server/parts";
import { FetchClient } from "./fetch_client.ts";
import { TargetUnreachable } from "./http_client.ts";

// Frames of HTTP/2 (RFC 9113, section 4.1): length, type, flags, stream, content.
const SETTINGS = Uint8Array.of(0, 0, 0, 4, 0, 0, 0, 0, 0);
/** The server processes no request, and there was no error (section 6.8). */
const GOING_AWAY = Uint8Array.of(0, 0, 8, 7, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0);
/** The status 200 of the first stream, whose body is empty. */
const STATUS_200 = Uint8Array.of(0, 0, 1, 1, 5, 0, 0, 0, 1, 0x88);
const PREFACE = 24;
const HEADERS = 1;

/** Reads until the headers of a request are there. */
async function readRequest(connection: Deno.Conn): Promise<void> {
  let bytes: number[] = [];
  for (let at = PREFACE;;) {
    while (bytes.length >= at + 9) {
      if (bytes[at + 3] === HEADERS) return;
      at += 9 + (bytes[at]! << 16 | bytes[at + 1]! << 8 | bytes[at + 2]!);
    }
    const chunk = new Uint8Array(4_096);
    const count = await connection.read(chunk);
    if (count === null) return;
    bytes = [...bytes, ...chunk.subarray(0, count)];
  }
}

/**
 * Serves over HTTP/2, and ends the first connections without having processed their requests. Deno
 * sends a request to a second connection by itself.
 */
async function serveGoingAway(ended: number) {
  const authority = await createAuthority(Date.now());
  const { certificate: cert, key } = await authority.issueServer([]);
  const listener = Deno.listenTls({
    hostname: "127.0.0.1",
    port: 0,
    cert,
    key,
    alpnProtocols: ["h2"],
  });
  const served = { requests: 0 };
  const serving = (async () => {
    for await (const connection of listener) {
      await connection.write(SETTINGS);
      await readRequest(connection);
      served.requests++;
      await connection.write(served.requests <= ended ? GOING_AWAY : STATUS_200);
      // The client closes it.
      if (served.requests <= ended) connection.close();
      else await connection.read(new Uint8Array(1)).finally(() => connection.close());
    }
  })();
  const client = new FetchClient({
    url: `https://127.0.0.1:${listener.addr.port}`,
    identities: [{ name: "admin", token: "" }],
    caCertificates: [authority.certificate],
  });
  return {
    client,
    served,
    async [Symbol.asyncDispose]() {
      client.close();
      listener.close();
      await serving.catch(() => {});
    },
  };
}

Deno.test("a read is sent again if servers were closing two connections without an error", async () => {
  await using target = await serveGoingAway(3);
  const { status } = await target.client.send({ method: "GET", path: "/" });
  assertEquals(status, 200);
  assertEquals(target.served.requests, 4);
});

Deno.test("a write is not sent again, as it may have been processed", async () => {
  await using target = await serveGoingAway(3);
  const sent = () => target.client.send({ method: "POST", path: "/", body: {} });
  const error = await assertRejects(sent, TargetUnreachable, "not a result of an error");
  assertEquals([error.isUndecided, error.isUnanswered], [true, false]);
  assertEquals(target.served.requests, 2);
});
