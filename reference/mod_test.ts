/**
 * Tests of starting and closing a server.
 *
 * @module
 */
import { assertEquals, assertMatch, assertNotEquals } from "@std/assert";
import { startServer } from "./mod.ts";
import { secretOf, SECRETS, withServer } from "@plumbline/server/testing";

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

Deno.test("replicas of a server share its objects, users and continue tokens, and end on their own", async () => {
  await using server = await startServer();
  const replica = await server.replica();
  const { url } = await replica.listen();
  const headers = {
    authorization: `Bearer ${server.identities[0].token}`,
    "content-type": "application/json",
  };
  const watch = await fetch(`${url}${SECRETS}?watch=1`, { headers });
  for (const name of ["a", "b"]) {
    const body = JSON.stringify(secretOf(name));
    const created = await fetch(`${server.url}${SECRETS}`, { method: "POST", headers, body });
    assertEquals(created.status, 201, await created.text());
  }
  const first = await (await fetch(`${server.url}${SECRETS}?limit=1`, { headers })).json();
  const path = `${url}${SECRETS}?limit=1&continue=${first.metadata.continue}`;
  const second = await (await fetch(path, { headers })).json();
  assertEquals(second.items.map(nameOf), ["b"]);
  assertEquals(second.metadata.resourceVersion, first.metadata.resourceVersion);
  await replica.close();
  const events = (await watch.text()).trim().split("\n").map((line) => JSON.parse(line));
  assertEquals(events.map(({ type, object }) => [type, nameOf(object)]), [
    ["ADDED", "a"],
    ["ADDED", "b"],
  ]);
  const left = await (await fetch(`${server.url}${SECRETS}`, { headers })).json();
  assertEquals(left.items.map(nameOf), ["a", "b"]);
});

function nameOf({ metadata }: { readonly metadata: { readonly name: string } }): string {
  return metadata.name;
}
