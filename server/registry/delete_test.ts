/**
 * The verbs delete and deletecollection.
 *
 * @module
 */
import { assertEquals } from "@std/assert";
import { assertRefused, secretOf, SECRETS, type TestServer, withServer } from "../testing.ts";

const MERGE = "application/merge-patch+json";
const HOLD = "example.com/hold";

const create = (server: TestServer, name: string, metadata: Record<string, unknown> = {}) =>
  server.must("POST", SECRETS, { body: secretOf(name, { metadata: metadata as never }) });

const namesLeft = async (server: TestServer) =>
  (await server.must("GET", SECRETS)).items.map((item: { metadata: { name: string } }) =>
    item.metadata.name
  );

Deno.test("a deletion answers a Status with the object's name, and the object is gone", async () => {
  await withServer(async (server) => {
    const { metadata } = await create(server, "a");
    const answer = await server.ask("DELETE", `${SECRETS}/a`);
    assertEquals(answer.status, 200);
    assertEquals(answer.body, {
      kind: "Status",
      apiVersion: "v1",
      metadata: {},
      status: "Success",
      details: { name: "a", kind: "secrets", uid: metadata.uid },
    });
    assertRefused(await server.ask("GET", `${SECRETS}/a`), "NotFound");
    assertRefused(await server.ask("DELETE", `${SECRETS}/a`), "NotFound");
  });
});

Deno.test("a deletion succeeds only if its preconditions match", async () => {
  await withServer(async (server) => {
    const { metadata: { uid, resourceVersion } } = await create(server, "a");
    const path = `${SECRETS}/a`;
    for (
      const preconditions of [{ uid: "x" }, { resourceVersion: "1" }, { uid, resourceVersion: "1" }]
    ) {
      assertRefused(await server.ask("DELETE", path, { body: { preconditions } }), "Conflict");
    }
    await server.must("DELETE", path, { body: { preconditions: { uid, resourceVersion } } });
    assertEquals(await namesLeft(server), []);
  });
});

Deno.test("an object with finalizers is removed with the last of them, in any order", async () => {
  await withServer(async (server) => {
    const created = await create(server, "a", { finalizers: [HOLD, "example.com/other"] });
    const path = `${SECRETS}/a`;
    const watch = await server.watch(
      `${SECRETS}?watch=1&resourceVersion=${created.metadata.resourceVersion}`,
    );
    assertEquals((await server.ask("DELETE", path)).status, 202);
    const waiting = await server.must("GET", path);
    assertEquals(typeof waiting.metadata.deletionTimestamp, "string");
    // A second deletion changes nothing, and neither does time.
    server.clock.advance(60_000);
    assertEquals((await server.ask("DELETE", path)).status, 202);
    assertEquals(await server.must("GET", path), waiting);

    const patch = (finalizers: unknown) =>
      server.ask("PATCH", path, { body: { metadata: { finalizers } }, type: MERGE });
    const added = await patch([HOLD, "example.com/other", "example.com/new"]);
    assertRefused(added, "Invalid");
    assertEquals(added.body.details.causes[0].field, "metadata.finalizers");
    assertEquals((await patch(["example.com/other", HOLD])).status, 200);
    assertEquals((await patch([HOLD])).status, 200);
    const undo = { metadata: { deletionTimestamp: null } };
    const undone = await server.must("PATCH", path, { body: undo, type: MERGE });
    assertEquals(undone.metadata.deletionTimestamp, waiting.metadata.deletionTimestamp);
    const released = await patch([]);
    assertEquals([released.status, released.body.metadata.finalizers], [200, undefined]);
    assertRefused(await server.ask("GET", path), "NotFound");
    const summaries = await watch.summaries(4);
    assertEquals(summaries, ["MODIFIED a", "MODIFIED a", "MODIFIED a", "DELETED a"]);
    await create(server, "a");
  });
});

Deno.test("a PUT that empties the finalizers of an object under deletion removes it", async () => {
  await withServer(async (server) => {
    await create(server, "a", { finalizers: [HOLD] });
    await server.must("DELETE", `${SECRETS}/a`);
    await server.must("PUT", `${SECRETS}/a`, { body: secretOf("a") });
    assertEquals(await namesLeft(server), []);
  });
});

Deno.test("finalizers have no effect before the object is deleted", async () => {
  await withServer(async (server) => {
    await create(server, "a", { finalizers: [HOLD] });
    const body = { metadata: { finalizers: [] } };
    const patched = await server.must("PATCH", `${SECRETS}/a`, { body, type: MERGE });
    assertEquals(patched.metadata.finalizers, undefined);
    assertEquals(await namesLeft(server), ["a"]);
  });
});

Deno.test("deletecollection deletes the objects that a list with the same query returns", async () => {
  await withServer(async (server) => {
    await create(server, "a", { labels: { app: "x" } });
    await create(server, "b", { labels: { app: "y" } });
    await create(server, "c", { labels: { app: "x" }, finalizers: [HOLD] });
    await server.must("POST", "/api/v1/namespaces", { body: { metadata: { name: "other" } } });
    const other = "/api/v1/namespaces/other/secrets";
    await server.must("POST", other, {
      body: secretOf("a", { metadata: { labels: { app: "x" } } }),
    });

    const answer = await server.ask("DELETE", `${SECRETS}?labelSelector=app%3Dx`);
    assertEquals([answer.status, answer.body.kind, answer.body.status], [200, "Status", "Success"]);
    assertEquals(await namesLeft(server), ["b", "c"]);
    const held = await server.must("GET", `${SECRETS}/c`);
    assertEquals(typeof held.metadata.deletionTimestamp, "string");
    await server.must("GET", `${other}/a`);
    await server.must("DELETE", `${SECRETS}?fieldSelector=metadata.name%3Db`);
    assertEquals(await namesLeft(server), ["c"]);
  });
});

Deno.test("deletecollection with a limit deletes page by page, each object once", async () => {
  await withServer(async (server) => {
    for (let count = 0; count < 7; count++) await create(server, `s-${count}`);
    const deleted: number[] = [];
    for (let token: string | undefined = ""; token !== undefined;) {
      const suffix: string = token && `&continue=${encodeURIComponent(token)}`;
      const before = (await namesLeft(server)).length;
      const { metadata } = await server.must("DELETE", `${SECRETS}?limit=3${suffix}`);
      deleted.push(before - (await namesLeft(server)).length);
      token = metadata.continue || undefined;
    }
    assertEquals(deleted, [3, 3, 1]);
  });
});

Deno.test("deletecollection deletes no replacement for an object that is gone", async () => {
  await withServer(async (server) => {
    for (const name of ["a", "b", "c"]) await create(server, name);
    const { metadata } = await server.must("DELETE", `${SECRETS}?limit=1`);
    await server.must("DELETE", `${SECRETS}/b`);
    await create(server, "b", { labels: { new: "yes" } });
    await server.must(
      "DELETE",
      `${SECRETS}?limit=5&continue=${encodeURIComponent(metadata.continue)}`,
    );
    assertEquals(
      await namesLeft(server),
      ["b"],
      "deletecollection does not delete a new object with a listed name",
    );
  });
});

Deno.test("of many concurrent deletions exactly one succeeds", async () => {
  await withServer(async (server) => {
    const { metadata } = await create(server, "a");
    const answers = await Promise.all(
      Array.from({ length: 20 }, () => server.ask("DELETE", `${SECRETS}/a`)),
    );
    const statuses = answers.map(({ status }) => status).sort();
    assertEquals(statuses, [200, ...Array.from({ length: 19 }, () => 404)]);
    const from = metadata.resourceVersion;
    const watch = await server.watch(`${SECRETS}?watch=1&resourceVersion=${from}`);
    await create(server, "fence");
    assertEquals(await watch.summaries(2), ["DELETED a", "ADDED fence"]);
  });
});

Deno.test("each propagation policy is accepted, in the body and in the query", async () => {
  await withServer(async (server) => {
    for (const policy of ["Orphan", "Background", "Foreground"]) {
      await create(server, "a");
      await server.must("DELETE", `${SECRETS}/a`, {
        body: { kind: "DeleteOptions", propagationPolicy: policy },
      });
      await create(server, "b");
      await server.must("DELETE", `${SECRETS}/b?propagationPolicy=${policy}&gracePeriodSeconds=0`);
    }
    assertEquals(await namesLeft(server), []);
  });
});

Deno.test("orphanDependents selects a policy, and is rejected together with propagationPolicy", async () => {
  await withServer(async (server) => {
    for (const name of ["a", "b", "c"]) await create(server, name);
    const both = { orphanDependents: true, propagationPolicy: "Orphan" };
    for (
      const answer of [
        await server.ask("DELETE", `${SECRETS}/a`, { body: both }),
        await server.ask("DELETE", `${SECRETS}/a?orphanDependents=1&propagationPolicy=Background`),
        await server.ask("DELETE", `${SECRETS}?orphanDependents=false`, {
          body: { propagationPolicy: "Foreground" },
        }),
      ]
    ) {
      assertRefused(answer, "Invalid");
      assertEquals(answer.body.details.causes[0].field, "propagationPolicy");
    }
    const unreadable = { orphanDependents: "perhaps" };
    assertRefused(await server.ask("DELETE", `${SECRETS}/a`, { body: unreadable }), "BadRequest");
    assertEquals(await namesLeft(server), ["a", "b", "c"]);
    const statuses = [
      await server.ask("DELETE", `${SECRETS}/a`, { body: { orphanDependents: true } }),
      await server.ask("DELETE", `${SECRETS}/b?orphanDependents=true`),
      await server.ask("DELETE", `${SECRETS}/c?orphanDependents=false`),
    ].map(({ status }) => status);
    // Orphaning takes a moment longer than the request.
    assertEquals(statuses, [202, 202, 200]);
    assertEquals(await namesLeft(server), []);
  });
});
