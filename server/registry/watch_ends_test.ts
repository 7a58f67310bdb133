import { assert, assertEquals } from "@std/assert";
import { assertRefused, type Event, secretOf, SECRETS, withServer } from "../testing.ts";
import { create, versionOf } from "./test_watches.ts";

const MINUTE = 60_000;

Deno.test("bookmarks are sent every minute and before the end, if requested", async () => {
  await withServer(async (server) => {
    await create(server, "a");
    const version = await versionOf(server);
    const path = `${SECRETS}?watch=1&resourceVersion=${version}&timeoutSeconds=150`;
    const watch = await server.watch(`${path}&allowWatchBookmarks=true`);
    const without = await server.watch(path);
    server.clock.advance(MINUTE);
    const bookmark = { kind: "Secret", apiVersion: "v1", metadata: { resourceVersion: version } };
    assertEquals(await watch.next(), { type: "BOOKMARK", object: bookmark });
    // A write of another resource advances the bookmark as well.
    const body = { metadata: { name: "other" } };
    const other = await server.must("POST", "/api/v1/namespaces", { body });
    server.clock.advance(MINUTE);
    const { resourceVersion } = other.metadata;
    assertEquals((await watch.next())?.object.metadata, { resourceVersion });
    server.clock.advance(29_950);
    assertEquals((await watch.next())?.type, "BOOKMARK");
    server.clock.advance(50);
    assertEquals(await watch.next(), undefined);
    assertEquals(await without.next(), undefined);
    const resumed = await server.watch(`${SECRETS}?watch=1&resourceVersion=${resourceVersion}`);
    await create(server, "b");
    assertEquals(await resumed.summaries(1), ["ADDED b"]);
  });
});

Deno.test("the last bookmark precedes the end even if both happen at once", async () => {
  await withServer(async (server) => {
    await create(server, "a");
    const query = `watch=1&resourceVersion=${await versionOf(server)}&allowWatchBookmarks=true`;
    const watch = await server.watch(`${SECRETS}?${query}&timeoutSeconds=30`);
    server.clock.advance(MINUTE);
    assertEquals((await watch.next())?.type, "BOOKMARK");
    assertEquals(await watch.next(), undefined);
  });
});

Deno.test("an event is sent before a bookmark that covers it", async () => {
  await withServer(async (server) => {
    const watch = await server.watch(`${SECRETS}?watch=1&allowWatchBookmarks=1`);
    for (let round = 0; round < 20; round++) {
      const created = create(server, `s-${round}`);
      server.clock.advance(MINUTE);
      const { metadata } = await created;
      let marked = 0;
      let seen: Event | undefined;
      do {
        seen = await watch.next();
        if (seen?.type === "BOOKMARK") marked = Number(seen.object.metadata.resourceVersion);
      } while (seen?.type === "BOOKMARK");
      assertEquals(seen?.object.metadata.name, `s-${round}`);
      assert(
        marked < Number(metadata.resourceVersion),
        "no bookmark covers an event that was not sent",
      );
    }
  });
});

Deno.test("a watch ends after its timeout by the server's clock, however long that is", async () => {
  await withServer(async (server) => {
    const short = await server.watch(`${SECRETS}?watch=1&timeoutSeconds=5`);
    const long = await server.watch(`${SECRETS}?watch=1&timeoutSeconds=99999999`);
    const plain = await server.watch(`${SECRETS}?watch=1`);
    server.clock.advance(5_000);
    assertEquals(await short.next(), undefined);
    await create(server, "a");
    assertEquals(await long.summaries(1), ["ADDED a"]);
    assertEquals(await plain.summaries(1), ["ADDED a"]);
    server.clock.advance(30 * MINUTE);
    assertEquals(await plain.next(), undefined);
    await create(server, "b");
    assertEquals(await long.summaries(1), ["ADDED b"]);
  });
});

Deno.test("a watch from before the history gets 410 at its start", async () => {
  await withServer(async (server) => {
    const version = await versionOf(server);
    await create(server, "a");
    await create(server, "b");
    server.clock.advance(4 * MINUTE);
    const watch = await server.watch(`${SECRETS}?watch=1&resourceVersion=${version}`);
    assertEquals(await watch.summaries(2), ["ADDED a", "ADDED b"]);
    server.clock.advance(2 * MINUTE);
    const late = await server.ask("GET", `${SECRETS}?watch=1&resourceVersion=${version}`);
    assertRefused(late, "Expired");
    await create(server, "c");
    assertEquals(
      await watch.summaries(1),
      ["ADDED c"],
      "a watch that keeps up continues when its history is compacted",
    );
  });
});

Deno.test("a quiet watch is not affected by the history of other resources", async () => {
  await withServer(async (server) => {
    const watch = await server.watch(`${SECRETS}?watch=1&timeoutSeconds=86400`);
    for (let round = 0; round < 3; round++) {
      const body = { metadata: { name: `n-${round}` } };
      await server.must("POST", "/api/v1/namespaces", { body });
      server.clock.advance(10 * MINUTE);
    }
    await create(server, "a");
    assertEquals(await watch.summaries(1), ["ADDED a"]);
  });
});

Deno.test("a reader too slow for the history gets an ERROR, and every event before it", async () => {
  await withServer(async (server) => {
    const start = await versionOf(server);
    const watch = await server.watch(
      `${SECRETS}?watch=1&timeoutSeconds=86400&resourceVersion=${start}`,
    );
    const data = { filler: btoa("x".repeat(300_000)) };
    const written: string[] = [];
    // Far more than the buffers between server and reader can take.
    for (let count = 0; count < 60; count++) {
      await server.must("POST", SECRETS, { body: secretOf(`s-${count}`, { data }) });
      written.push(`s-${count}`);
      // The earlier history expires while the reader sleeps.
      server.clock.advance(MINUTE);
    }
    const seen: string[] = [];
    let last: Event | undefined;
    for (let event = await watch.next(); event; event = await watch.next()) {
      last = event;
      if (event.type === "ADDED") seen.push(event.object.metadata.name);
    }
    assertEquals(last?.type, "ERROR");
    assertEquals([last?.object.kind, last?.object.code, last?.object.reason], [
      "Status",
      410,
      "Expired",
    ]);
    assertEquals(seen, written.slice(0, seen.length), "the events have no gap");
    assert(seen.length < written.length);
  });
});

Deno.test("a watch from a future resourceVersion waits for later events", async () => {
  await withServer(async (server) => {
    const ahead = Number(await versionOf(server)) + 2;
    const watch = await server.watch(`${SECRETS}?watch=1&resourceVersion=${ahead}`);
    for (const name of ["a", "b", "c", "d"]) await create(server, name);
    assertEquals(await watch.summaries(2), ["ADDED c", "ADDED d"]);
  });
});
