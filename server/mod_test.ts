/**
 * Tests of starting and closing a server.
 *
 * @module
 */
import { assertEquals, assertMatch, assertNotEquals } from "@std/assert";
import { startServer } from "./mod.ts";
import { secretOf, SECRETS, withServer } from "./testing.ts";

Deno.test("a server without identities creates one administrator with its own token", async () => {
  const [first, second] = [await startServer(), await startServer()];
  assertEquals(first.identities.map(({ name }) => name), ["admin"]);
  assertMatch(first.identities[0].token, /^[-\w]{32}$/);
  assertNotEquals(first.identities[0].token, second.identities[0].token);
  await first.close();
  await second.close();
});

Deno.test("a server has its own port and the namespace default", async () => {
  await withServer(async (server) => {
    assertEquals(server.url, `http://127.0.0.1:${server.port}`);
    const namespace = await server.must("GET", "/api/v1/namespaces/default");
    assertEquals(namespace.status, { phase: "Active" });
  });
});

Deno.test("closing a server ends its open watches in order", async () => {
  const server = await startServer();
  const headers = { authorization: `Bearer ${server.identities[0].token}` };
  const watch = await fetch(`${server.url}${SECRETS}?watch=1`, { headers });
  await server.close();
  assertEquals(await watch.text(), "");
});

Deno.test("closing a server does not wait for a body that never ends", async () => {
  const server = await startServer();
  const connection = await Deno.connect({ port: server.port });
  const head = `POST ${SECRETS} HTTP/1.1\r\nhost: x\r\ncontent-length: 100\r\n` +
    `authorization: Bearer ${server.identities[0].token}\r\n\r\n{`;
  await connection.write(new TextEncoder().encode(head));
  await server.close();
  connection.close();
});

Deno.test("a server in the kubernetes dialect serves its group names", async () => {
  await withServer(async (server) => {
    const path = "/apis/rbac.authorization.k8s.io/v1/clusterroles";
    assertEquals((await server.must("GET", path)).apiVersion, "rbac.authorization.k8s.io/v1");
    await server.must("POST", SECRETS, { body: secretOf("a") });
  }, { dialect: "kubernetes" });
});
