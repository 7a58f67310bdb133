/**
 * Tests of HTTPS with a certificate generated for the run.
 *
 * @module
 */
import { assertEquals, assertMatch, assertRejects } from "@std/assert";
import { secretOf, SECRETS, withServer } from "../testing.ts";

for (
  const [protocol, options] of [
    ["HTTP/2", { http1: false, http2: true }],
    ["HTTP/1.1", { http1: true, http2: false }],
  ] as const
) {
  Deno.test(`a client that trusts the authority gets an answer over ${protocol}`, async () => {
    await withServer(async (server) => {
      const client = Deno.createHttpClient({ caCerts: [server.caCertificate!], ...options });
      const headers = { authorization: "Bearer admin-token" };
      for (const host of ["127.0.0.1", "localhost"]) {
        const url = `https://${host}:${server.port}${SECRETS}`;
        const response = await fetch(url, { client, headers });
        assertEquals((await response.json()).kind, "SecretList");
      }
      client.close();
    }, { tls: true });
  });
}

Deno.test("a client that does not trust the certificate authority cannot connect", async () => {
  await withServer(async (server) => {
    const client = Deno.createHttpClient({});
    await assertRejects(() => fetch(`${server.url}/readyz`, { client }), TypeError);
    client.close();
  }, { tls: true });
});

Deno.test("writes and watches work over TLS, and a watch ends when the server closes", async () => {
  await withServer(async (server) => {
    assertMatch(server.url, /^https:/);
    const watch = await server.watch(`${SECRETS}?watch=1`);
    await server.must("POST", SECRETS, { body: secretOf("a") });
    assertEquals(await watch.summaries(1), ["ADDED a"]);
  }, { tls: true });
});

Deno.test("a server without TLS has no certificate authority", async () => {
  await withServer((server) => {
    assertEquals(server.caCertificate, undefined);
    return Promise.resolve();
  });
});
