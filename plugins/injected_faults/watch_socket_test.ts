import { assertEquals, assertRejects } from "@std/assert";
import { secretOf, SECRETS, TestSocket } from "@plumbline/server/testing";
import { withPlugins } from "../testing.ts";

const WATCH = `${SECRETS}?watch=1`;
const OPTIONS = {
  headers: { origin: "http://localhost", authorization: "Bearer admin-token" },
};

Deno.test("a rule drops a watch over WebSocket, and ends another with 410", async () => {
  await withPlugins(async (server) => {
    await server.must("POST", SECRETS, { body: secretOf("a") });
    server.injected.add({ effect: { kind: "drop", afterEvents: 1 }, times: 1 });
    const dropped = await TestSocket.open(server, WATCH, OPTIONS);
    assertEquals(await dropped.events(1), ["ADDED a"]);
    assertEquals(await dropped.closed, 1000);
    const expired = await TestSocket.open(server, WATCH, OPTIONS);
    assertEquals(await expired.events(1), ["ADDED a"]);
    assertEquals(server.injected.endWatches("expire"), 1);
    assertEquals(await expired.events(1), ["ERROR 410"]);
    assertEquals(await expired.closed, 1000);
  });
});

Deno.test("a rule that cuts the connection makes the handshake of a WebSocket fail", async () => {
  await withPlugins(async (server) => {
    for (const effect of [{ kind: "reset" }, { kind: "truncate", bytes: 5 }] as const) {
      server.injected.add({ effect, times: 1 });
      await assertRejects(() => TestSocket.open(server, WATCH, OPTIONS), Error, "Cannot open");
    }
    await (await TestSocket.open(server, WATCH, OPTIONS)).close();
  });
});

Deno.test("the journal lists a watch over WebSocket with the status 101", async () => {
  await withPlugins(async (server) => {
    await (await TestSocket.open(server, WATCH, OPTIONS)).close();
    await server.must("GET", SECRETS);
    assertEquals(server.journal.entries().map(({ status }) => status), [101, 200]);
  });
});
