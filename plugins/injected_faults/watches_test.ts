import { assertEquals, assertThrows } from "@std/assert";
import { CONTROL_PATH } from "../control/control.ts";
import { assertRefused, secretOf, SECRETS } from "@plumbline/server/testing";
import { withPlugins } from "../testing.ts";

Deno.test("open watches are listed with their user, resource, start and number of events", async () => {
  await withPlugins(async (server) => {
    const since = server.clock.now();
    const query = "watch=1&labelSelector=a%3Db";
    const first = await server.watch(`${SECRETS}?${query}`);
    const headers = { "impersonate-user": "system:admin", "impersonate-group": "system:masters" };
    const second = await server.watch("/api/v1/namespaces?watch=1", { headers });
    await second.summaries(4);
    const body = secretOf("a", { metadata: { labels: { a: "b" } } });
    await server.must("POST", SECRETS, { body });
    await server.must("POST", SECRETS, { body: secretOf("b") });
    await first.summaries(1);

    const watches = server.injected.watches();
    assertEquals(watches.every((watch) => watch.since >= since), true);
    assertEquals(
      watches.map(({ end: _, since: _since, ...watch }) => watch),
      [
        {
          ...{ id: "1", user: "admin", path: SECRETS, query, group: "", resource: "secrets" },
          ...{ namespace: "default", sent: 1 },
        },
        {
          ...{ id: "2", user: "system:admin", path: "/api/v1/namespaces", query: "watch=1" },
          ...{ group: "", resource: "namespaces", namespace: "", sent: 4 },
        },
      ],
    );
    await first.close();
    await second.close();
  });
});

Deno.test("a watch whose client disconnected is no longer listed", async () => {
  await withPlugins(async (server) => {
    const watch = await server.watch(`${SECRETS}?watch=1`);
    assertEquals(server.injected.watches().length, 1);
    await watch.close();
    await server.clock.settled();
    assertEquals(server.injected.watches(), []);
  });
});

Deno.test("one of several watches can be ended", async () => {
  await withPlugins(async (server) => {
    const [first, second] = [
      await server.watch(`${SECRETS}?watch=1`),
      await server.watch(`${SECRETS}?watch=1`),
    ];
    server.injected.watches()[0]?.end("expire");
    assertEquals(await first.summaries(2), ["ERROR 410", "end"]);
    assertEquals(server.injected.watches().map(({ id }) => id), ["2"]);
    const how = "slowly" as "drop";
    assertThrows(() => server.injected.watches()[0]?.end(how), RangeError, "expire, drop");
    await second.close();
  });
});

Deno.test("watches are listed and ended through the control API", async () => {
  await withPlugins(async (server) => {
    const watch = await server.watch(`${SECRETS}?watch=1`);
    const calls = `${CONTROL_PATH}/watches`;
    const { watches: [open] } = await server.must("GET", calls);
    assertEquals([open.user, open.resource, open.sent], ["admin", "secrets", 0]);
    assertRefused(await server.ask("POST", `${calls}/7`, { body: { how: "drop" } }), "BadRequest");
    assertRefused(await server.ask("POST", `${calls}/${open.id}`, { body: {} }), "BadRequest");
    await server.must("POST", `${calls}/${open.id}`, { body: { how: "drop" } });
    assertEquals(await watch.next(), undefined);
    assertEquals((await server.must("GET", calls)).watches, []);
  }, { control: true });
});
