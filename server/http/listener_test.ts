/**
 * Tests of listeners: connections that end in every way, over plain HTTP and over TLS.
 *
 * @module
 */
import { assertEquals, assertRejects } from "@std/assert";
import { AddressInUse } from "@plumbline/runtime/errors";
import { startServer } from "@plumbline/reference";
import { secretOf, SECRETS, TestWatch, withServer } from "../testing.ts";

/** The ways to reach a server; plain HTTP is HTTP/1.1. */
const WAYS = [
  { way: "plain HTTP", tls: false, protocol: { http1: true, http2: false } },
  { way: "HTTP/1.1 over TLS", tls: true, protocol: { http1: true, http2: false } },
  { way: "HTTP/2 over TLS", tls: true, protocol: { http1: false, http2: true } },
] as const;

const HEADERS = { authorization: "Bearer admin-token" };

for (const { way, tls, protocol } of WAYS) {
  const clientOf = ({ caCertificate }: { readonly caCertificate?: string | undefined }) =>
    Deno.createHttpClient({ ...protocol, ...(caCertificate && { caCerts: [caCertificate] }) });

  Deno.test(`large bodies pass unchanged in both directions over ${way}`, async () => {
    await withServer(async (server) => {
      using client = clientOf(server);
      const value = btoa("x".repeat(500_000));
      const body = JSON.stringify(secretOf("large", { data: { value } }));
      const headers = { ...HEADERS, "content-type": "application/json" };
      const url = server.url + SECRETS;
      const created = await fetch(url, { method: "POST", client, headers, body });
      assertEquals((await created.json()).data.value === value, true);
      const list = await fetch(url, { client, headers: HEADERS });
      assertEquals((await list.json()).items[0].data.value === value, true);
    }, { tls });
  });

  Deno.test(`each event of a watch arrives at once over ${way}`, async () => {
    await withServer(async (server) => {
      using client = clientOf(server);
      const response = await fetch(`${server.url}${SECRETS}?watch=1`, { client, headers: HEADERS });
      const watch = new TestWatch(response);
      for (const name of ["a", "b", "c"]) {
        await server.must("POST", SECRETS, { body: secretOf(name) });
        assertEquals(await watch.summaries(1), [`ADDED ${name}`]);
      }
      await watch.close();
    }, { tls });
  });

  Deno.test(`a watch is released when its client disconnects over ${way}`, async () => {
    await withServer(async (server) => {
      await server.must("POST", SECRETS, { body: secretOf("a") });
      const client = clientOf(server);
      const response = await fetch(`${server.url}${SECRETS}?watch=1`, { client, headers: HEADERS });
      const watch = new TestWatch(response);
      assertEquals(await watch.summaries(1), ["ADDED a"]);
      assertEquals(server.clock.pending, 1);
      await watch.close();
      client.close();
      await server.clock.settled();
    }, { tls });
  });

  Deno.test(`closing the server ends open watches, and then nothing listens, over ${way}`, async () => {
    const token = "admin-token";
    const server = await startServer({
      tls,
      identities: [{ name: "admin", token, groups: ["system:masters"] }],
    });
    using client = clientOf(server);
    const open = () => fetch(`${server.url}${SECRETS}?watch=1`, { client, headers: HEADERS });
    const watches = (await Promise.all([open(), open()])).map((each) => new TestWatch(each));
    const ends = Promise.all(watches.map((watch) => watch.next()));
    await server.close();
    assertEquals(await ends, [undefined, undefined]);
    await assertRejects(open, TypeError);
  });

  Deno.test(`a server closes while connections are idle or incomplete over ${way}`, async () => {
    const server = await startServer({ tls });
    using client = clientOf(server);
    // A connection that is kept open, and one that never sends anything.
    await (await fetch(`${server.url}/livez`, { client })).body?.cancel();
    using silent = await Deno.connect({ hostname: "127.0.0.1", port: server.port });
    await server.close();
    assertEquals(await silent.read(new Uint8Array(1)).catch(() => null), null);
  });

  Deno.test(`listening on a port that is in use fails over ${way}`, async () => {
    await using server = await startServer();
    await assertRejects(() => startServer({ tls, port: server.port }), AddressInUse);
  });
}

Deno.test("a watch is released when the TCP connection under its TLS is reset", async () => {
  await withServer(async (server) => {
    const tcp = await Deno.connect({ hostname: "127.0.0.1", port: server.port });
    const connection = await Deno.startTls(tcp, {
      hostname: "localhost",
      caCerts: [server.caCertificate!],
      alpnProtocols: ["http/1.1"],
    });
    const request = `GET ${SECRETS}?watch=1 HTTP/1.1\r\nhost: localhost\r\n` +
      "authorization: Bearer admin-token\r\n\r\n";
    await connection.write(new TextEncoder().encode(request));
    await connection.read(new Uint8Array(1000));
    assertEquals(server.clock.pending, 1);
    connection.close();
    await server.clock.settled();
  }, { tls: true });
});

Deno.test("a client that speaks no TLS cannot disturb the others", async () => {
  await withServer(async (server) => {
    using connection = await Deno.connect({ hostname: "127.0.0.1", port: server.port });
    await connection.write(new TextEncoder().encode("GET / HTTP/1.1\r\nhost: localhost\r\n\r\n"));
    while (await connection.read(new Uint8Array(1000)).catch(() => null) !== null);
    assertEquals((await server.ask("GET", SECRETS)).status, 200);
  }, { tls: true });
});
