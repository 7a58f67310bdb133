/**
 * Watches: their start, their events and their end.
 *
 * @module
 */
import { assert, assertEquals } from "@std/assert";
import fc from "fast-check";
import {
  assertRefused,
  type Event,
  secretOf,
  SECRETS,
  type TestServer,
  withServer,
} from "../testing.ts";
import { create, versionOf } from "./test_watches.ts";

const MERGE = "application/merge-patch+json";

const label = (server: TestServer, name: string, labels: Record<string, string | null>) =>
  server.must("PATCH", `${SECRETS}/${name}`, { body: { metadata: { labels } }, type: MERGE });

Deno.test("a watch without a resourceVersion starts with the existing objects", async () => {
  await withServer(async (server) => {
    await create(server, "b");
    await create(server, "a");
    for (
      const query of [
        "watch=1",
        "watch=true",
        "watch",
        "watch=1&resourceVersion=0",
        "watch=1&resourceVersion=",
      ]
    ) {
      const watch = await server.watch(`${SECRETS}?${query}`);
      assertEquals(await watch.summaries(2), ["ADDED a", "ADDED b"], query);
      await watch.close();
    }
  });
});

Deno.test("a watch from a list's resourceVersion gets each later change once, in order, in full", async () => {
  await withServer(async (server) => {
    await create(server, "old");
    const version = await versionOf(server);
    const watch = await server.watch(`${SECRETS}?watch=1&resourceVersion=${version}`);
    const created = await create(server, "a");
    const changed = await label(server, "a", { app: "x" });
    await server.must("DELETE", `${SECRETS}/a`);
    const events = [await watch.next(), await watch.next(), await watch.next()];
    assertEquals(events.map((event) => event?.type), ["ADDED", "MODIFIED", "DELETED"]);
    assertEquals(events[0]?.object, created);
    assertEquals(events[1]?.object, changed);
    const { resourceVersion, ...metadata } = events[2]?.object.metadata;
    const { resourceVersion: before, ...last } = changed.metadata;
    assertEquals(metadata, last);
    assert(resourceVersion !== before, "a deletion has its own resourceVersion");
  });
});

Deno.test("a watch resumed from any event continues after it", async () => {
  await withServer(async (server) => {
    const start = await versionOf(server);
    for (const name of ["a", "b", "c"]) await create(server, name);
    await label(server, "b", { app: "x" });
    await server.must("DELETE", `${SECRETS}/a`);
    const whole = await server.watch(`${SECRETS}?watch=1&resourceVersion=${start}`);
    const events: Event[] = [];
    while (events.length < 5) events.push((await whole.next())!);
    for (const [index, { object }] of events.entries()) {
      const from = object.metadata.resourceVersion;
      const rest = await server.watch(`${SECRETS}?watch=1&resourceVersion=${from}`);
      for (const expected of events.slice(index + 1)) assertEquals(await rest.next(), expected);
      await rest.close();
    }
  });
});

Deno.test("writes without effect, rejected writes and dry runs have no event", async () => {
  await withServer(async (server) => {
    await create(server, "a", { app: "x" });
    const version = await versionOf(server);
    const watch = await server.watch(`${SECRETS}?watch=1&resourceVersion=${version}`);
    await label(server, "a", { app: "x" });
    await server.must("PUT", `${SECRETS}/a`, { body: await server.must("GET", `${SECRETS}/a`) });
    await server.must("POST", `${SECRETS}?dryRun=All`, { body: secretOf("dry") });
    await server.must("DELETE", `${SECRETS}/a?dryRun=All`);
    await server.ask("POST", SECRETS, { body: secretOf("a") });
    await server.ask("DELETE", `${SECRETS}/a`, { body: { preconditions: { uid: "x" } } });
    await create(server, "fence");
    assertEquals(await watch.summaries(1), ["ADDED fence"]);
  });
});

Deno.test("an object that starts to match is ADDED, one that stops is DELETED with its last match", async () => {
  await withServer(async (server) => {
    const path = `${SECRETS}?watch=1&labelSelector=app%3Dx`;
    const watch = await server.watch(path);
    await create(server, "a", { app: "y" });
    await label(server, "a", { app: "x" });
    await label(server, "a", { tier: "1" });
    const left = await label(server, "a", { app: "y" });
    await label(server, "a", { tier: "2" });
    await label(server, "a", { app: "x" });
    await server.must("DELETE", `${SECRETS}/a`);
    await create(server, "fence", { app: "x" });
    const events: Event[] = [];
    while (events.length < 6) events.push((await watch.next())!);
    assertEquals(
      events.map(({ type, object }) => `${type} ${object.metadata.labels.tier ?? "-"}`),
      [
        "ADDED -",
        "MODIFIED 1",
        "DELETED 1",
        "ADDED 2",
        "DELETED 2",
        "ADDED -",
      ],
    );
    const departure = events[2]?.object.metadata;
    assertEquals(departure.labels, { app: "x", tier: "1" });
    assertEquals(departure.resourceVersion, left.metadata.resourceVersion);
  });
});

/** Generates a write to one of a few secrets. */
const write = () =>
  fc.record({
    name: fc.constantFrom("a", "b", "c"),
    app: fc.constantFrom("x", "y", null),
  });

Deno.test("a list with the events of a selecting watch applied equals a later list", async () => {
  await withServer(async (server) => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(write(), { maxLength: 6 }),
        fc.array(write(), { maxLength: 12 }),
        async (before, after) => {
          const run = async (writes: typeof before) => {
            for (const { name, app } of writes) {
              const created = app !== null &&
                await server.ask("POST", SECRETS, {
                  body: secretOf(name, { metadata: { labels: { app } } }),
                });
              if (created && created.status === 409) await label(server, name, { app });
              if (app === null) await server.ask("DELETE", `${SECRETS}/${name}`);
            }
          };
          await run(before);
          const selector = "labelSelector=app%3Dx";
          const first = await server.must("GET", `${SECRETS}?${selector}`);
          const from = first.metadata.resourceVersion;
          await run(after);
          const last = await server.must("GET", `${SECRETS}?${selector}`);
          await create(server, "fence", { app: "x" });
          await server.must("DELETE", `${SECRETS}/fence`);
          const state = new Map<string, Event["object"]>(
            first.items.map((item: Event["object"]) => [item.metadata.name, item]),
          );
          const watch = await server.watch(
            `${SECRETS}?watch=1&${selector}&resourceVersion=${from}`,
          );
          for (
            let event = await watch.next();
            event?.object.metadata.name !== "fence";
            event = await watch.next()
          ) {
            const { type, object } = event!;
            const { name } = object.metadata;
            assertEquals(type, type === "DELETED" ? type : state.has(name) ? "MODIFIED" : "ADDED");
            if (type === "DELETED") assert(state.delete(name), "a deleted object existed before");
            else state.set(name, object);
          }
          await watch.close();
          assertEquals(
            [...state.values()].sort((a, b) => a.metadata.name < b.metadata.name ? -1 : 1),
            last.items,
          );
        },
      ),
      { numRuns: 30 },
    );
  });
});

Deno.test("a watch of one name gets only that object", async () => {
  await withServer(async (server) => {
    const watch = await server.watch(`${SECRETS}?watch=1&fieldSelector=metadata.name%3Db`);
    await create(server, "a");
    await create(server, "b");
    await server.must("DELETE", `${SECRETS}/a`);
    await server.must("DELETE", `${SECRETS}/b`);
    assertEquals(await watch.summaries(2), ["ADDED b", "DELETED b"]);
  });
});

Deno.test("a watch of all namespaces gets all objects, a watch of one only its own", async () => {
  await withServer(async (server) => {
    await server.must("POST", "/api/v1/namespaces", { body: { metadata: { name: "other" } } });
    const version = await versionOf(server);
    const all = await server.watch(`/api/v1/secrets?watch=1&resourceVersion=${version}`);
    const one = await server.watch(`${SECRETS}?watch=1&resourceVersion=${version}`);
    await server.must("POST", "/api/v1/namespaces/other/secrets", { body: secretOf("a") });
    await create(server, "b");
    assertEquals(await all.summaries(2), ["ADDED a", "ADDED b"]);
    assertEquals(await one.summaries(1), ["ADDED b"]);
  });
});

Deno.test("many watchers get the same events", async () => {
  await withServer(async (server) => {
    const watches = await Promise.all(
      Array.from({ length: 30 }, () => server.watch(`${SECRETS}?watch=1`)),
    );
    const expected: string[] = [];
    for (let count = 0; count < 10; count++) {
      await create(server, `s-${count}`);
      expected.push(`ADDED s-${count}`);
    }
    for (const watch of watches) assertEquals(await watch.summaries(10), expected);
    await Promise.all(watches.map((watch) => watch.close()));
    await server.clock.settled();
  });
});

Deno.test("a watch needs the verb watch, not list", async () => {
  await withServer(async (server) => {
    const group = "/apis/rbac.authorization.svc.io/v1/namespaces/default";
    const rules = [{ verbs: ["list"], apiGroups: [""], resources: ["secrets"] }];
    await server.must("POST", `${group}/roles`, { body: { metadata: { name: "lister" }, rules } });
    const roleRef = { apiGroup: "rbac.authorization.svc.io", kind: "Role", name: "lister" };
    const subjects = [{ kind: "User", name: "bob" }];
    const binding = { metadata: { name: "lister" }, roleRef, subjects };
    await server.must("POST", `${group}/rolebindings`, { body: binding });
    await server.must("GET", SECRETS, { token: "bob-token" });
    assertRefused(
      await server.ask("GET", `${SECRETS}?watch=1`, { token: "bob-token" }),
      "Forbidden",
    );
  });
});

// Found by deno task fuzz --seed 23758 --path 355:1:2:2:1:1:1:1:1:1:1:1
Deno.test("a watch sends one event per line even with `pretty`", async () => {
  await withServer(async (server) => {
    await create(server, "a");
    const watch = await server.watch(`${SECRETS}?watch=1&pretty=true`);
    assertEquals(await watch.summaries(1), ["ADDED a"]);
  });
});
