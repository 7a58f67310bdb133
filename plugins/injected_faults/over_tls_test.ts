import { assertEquals, assertRejects } from "@std/assert";
import { secretOf, SECRETS, TestWatch } from "@plumbline/server/testing";
import { type TestServerWithPlugins, withPlugins } from "../testing.ts";

const PROTOCOLS = [
  ["HTTP/1.1", { http1: true, http2: false }],
  ["HTTP/2", { http1: false, http2: true }],
] as const;

for (const [name, protocol] of PROTOCOLS) {
  const ask = (server: TestServerWithPlugins, client: Deno.HttpClient, query = "") =>
    fetch(`${server.url}${SECRETS}${query}`, {
      client,
      headers: { authorization: "Bearer admin-token" },
    });
  const run = (test: (server: TestServerWithPlugins, client: Deno.HttpClient) => Promise<void>) =>
    withPlugins(async (server) => {
      using client = Deno.createHttpClient({ caCerts: [server.caCertificate!], ...protocol });
      await server.must("POST", SECRETS, { body: secretOf("a") });
      await test(server, client);
    }, { tls: true });

  Deno.test(`a watch that a rule drops ends properly over TLS and ${name}`, async () => {
    await run(async (server, client) => {
      server.injected.add({ effect: { kind: "drop", afterEvents: 1 } });
      const watch = new TestWatch(await ask(server, client, "?watch=1"));
      assertEquals(await watch.summaries(2), ["ADDED a", "end"]);
    });
  });

  Deno.test(`a response is cut off within its body over TLS and ${name}`, async () => {
    await run(async (server, client) => {
      server.injected.add({ effect: { kind: "truncate", bytes: 10 }, times: 1 });
      const response = await ask(server, client);
      const reader = response.body!.getReader();
      const { value } = await reader.read();
      assertEquals(new TextDecoder().decode(value), '{"kind":"S');
      await assertRejects(() => reader.read(), TypeError);
      const next = await ask(server, client);
      assertEquals((await next.json()).kind, "SecretList");
    });
  });

  Deno.test(`a connection is cut before the body over TLS and ${name}`, async () => {
    await run(async (server, client) => {
      server.injected.add({ effect: { kind: "reset" }, times: 1 });
      await assertRejects(async () => await (await ask(server, client)).text(), TypeError);
      const next = await ask(server, client);
      assertEquals((await next.json()).kind, "SecretList");
    });
  });
}
