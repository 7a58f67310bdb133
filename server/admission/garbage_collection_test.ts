/**
 * Dependents and their owners: background, foreground and orphan deletion.
 *
 * @module
 */
import { assertEquals, assertMatch } from "@std/assert";
import type { JsonObject } from "../object.ts";
import {
  assertRefused,
  deploymentOf,
  secretOf,
  SECRETS,
  type TestServer,
  withServer,
} from "../testing.ts";

const MERGE = "application/merge-patch+json";
const DEPLOYMENTS = "/apis/apps/v1/namespaces/default/deployments";
const HOLD = "example.com/hold";

type Made = { metadata: { name: string; uid: string } };

const ownedBy = ({ metadata: { name, uid } }: Made, more: JsonObject = {}): JsonObject => ({
  apiVersion: "v1",
  kind: "Secret",
  name,
  uid,
  ...more,
});

async function make(
  server: TestServer,
  name: string,
  owners: JsonObject[] = [],
  metadata: JsonObject = {},
): Promise<Made> {
  const body = secretOf(name, { metadata: { ...metadata, ownerReferences: owners } });
  return await server.must("POST", SECRETS, { body });
}

const namesLeft = async (server: TestServer) =>
  (await server.must("GET", SECRETS)).items.map(({ metadata }: Made) => metadata.name);

const read = async (server: TestServer, name: string) =>
  (await server.must("GET", `${SECRETS}/${name}`)).metadata;

const blocking = { blockOwnerDeletion: true };

Deno.test("Background deletes the owner at once and its dependents afterwards", async () => {
  await withServer(async (server) => {
    const owner = await make(server, "owner");
    const child = await make(server, "child", [ownedBy(owner)]);
    await make(server, "grandchild", [ownedBy(child)]);
    await make(server, "stranger");
    const watch = await server.watch(`${SECRETS}?watch=1&resourceVersion=0`);
    assertEquals((await watch.summaries(4)).length, 4);
    assertEquals((await server.ask("DELETE", `${SECRETS}/owner`)).status, 200);
    assertEquals(await namesLeft(server), ["stranger"]);
    assertEquals(await watch.summaries(3), [
      "DELETED owner",
      "DELETED child",
      "DELETED grandchild",
    ]);
  });
});

Deno.test("dependents of every kind are deleted, whatever the kind of their owner", async () => {
  await withServer(async (server) => {
    const owner = await server.must("POST", DEPLOYMENTS, { body: deploymentOf("owner") });
    const reference = ownedBy(owner, { apiVersion: "apps/v1", kind: "Deployment" });
    await make(server, "child", [reference]);
    const roles = "/apis/rbac.authorization.svc.io/v1/namespaces/default/roles";
    const role = { metadata: { name: "child", ownerReferences: [reference] }, rules: [] };
    await server.must("POST", roles, { body: role });
    await server.must("DELETE", `${DEPLOYMENTS}/owner`);
    assertEquals(await namesLeft(server), []);
    assertRefused(await server.ask("GET", `${roles}/child`), "NotFound");
  });
});

Deno.test("a dependent is deleted with its last owner, and loses the reference to each earlier one", async () => {
  await withServer(async (server) => {
    const [one, two] = [await make(server, "one"), await make(server, "two")];
    await make(server, "child", [ownedBy(one), ownedBy(two)]);
    await server.must("DELETE", `${SECRETS}/one`);
    assertEquals((await read(server, "child")).ownerReferences, [ownedBy(two)]);
    await server.must("DELETE", `${SECRETS}/two`);
    assertEquals(await namesLeft(server), []);
  });
});

Deno.test("an owner with the same name and another uid does not exist", async () => {
  await withServer(async (server) => {
    const first = await make(server, "owner");
    await make(server, "held", [], { finalizers: [HOLD] });
    await server.must("DELETE", `${SECRETS}/owner`);
    const second = await make(server, "owner");
    await make(server, "child", [ownedBy(first), ownedBy(second)]);
    await server.must("DELETE", `${SECRETS}/owner`);
    assertEquals(await namesLeft(server), ["held"]);
  });
});

Deno.test("an owner of an unknown kind is assumed to exist", async () => {
  await withServer(async (server) => {
    const owner = await make(server, "owner");
    const widget = ownedBy({ metadata: { name: "p", uid: "some-uid" } }, {
      apiVersion: "acme.example/v1",
      kind: "Widget",
    });
    await make(server, "child", [widget, ownedBy(owner)]);
    await server.must("DELETE", `${SECRETS}/owner`);
    assertEquals((await read(server, "child")).ownerReferences, [widget]);
  });
});

Deno.test("a cluster-scoped object is not deleted with an owner in a namespace", async () => {
  await withServer(async (server) => {
    const owner = await make(server, "owner");
    const roles = "/apis/rbac.authorization.svc.io/v1/clusterroles";
    const role = { metadata: { name: "child", ownerReferences: [ownedBy(owner)] }, rules: [] };
    await server.must("POST", roles, { body: role });
    await server.must("DELETE", `${SECRETS}/owner`);
    await server.must("GET", `${roles}/child`);
  });
});

Deno.test("Foreground keeps the owner until its blocking dependents are deleted", async () => {
  await withServer(async (server) => {
    const owner = await make(server, "owner");
    const child = await make(server, "child", [ownedBy(owner, blocking)], { finalizers: [HOLD] });
    await make(server, "grandchild", [ownedBy(child, blocking)]);
    await make(server, "loose", [ownedBy(owner)]);
    const answer = await server.ask("DELETE", `${SECRETS}/owner?propagationPolicy=Foreground`);
    assertEquals(answer.status, 202);
    const waiting = await read(server, "owner");
    assertEquals(waiting.finalizers, ["foregroundDeletion"]);
    assertMatch(waiting.deletionTimestamp, /^\d{4}-/);
    // Dependents that do not block are deleted after the owner, blocking ones before it.
    assertEquals(await namesLeft(server), ["child", "loose", "owner"]);
    assertMatch((await read(server, "child")).deletionTimestamp, /^\d{4}-/);

    const release = { metadata: { finalizers: null } };
    await server.must("PATCH", `${SECRETS}/child`, { body: release, type: MERGE });
    assertEquals(await namesLeft(server), []);
  });
});

Deno.test("a watch shows the owner under foreground deletion, and its removal after its dependents", async () => {
  await withServer(async (server) => {
    const owner = await make(server, "owner");
    await make(server, "child", [ownedBy(owner, blocking)]);
    const watch = await server.watch(`${SECRETS}?watch=1&resourceVersion=0`);
    assertEquals((await watch.summaries(2)).length, 2);
    await server.must("DELETE", `${SECRETS}/owner?propagationPolicy=Foreground`);
    assertEquals(await watch.summaries(3), ["MODIFIED owner", "DELETED child", "DELETED owner"]);
  });
});

Deno.test("a foreground deletion continues when a dependent no longer blocks it", async () => {
  await withServer(async (server) => {
    const owner = await make(server, "owner");
    await make(server, "child", [ownedBy(owner, blocking)], { finalizers: [HOLD] });
    await server.must("DELETE", `${SECRETS}/owner?propagationPolicy=Foreground`);
    const body = { metadata: { ownerReferences: [ownedBy(owner)] } };
    await server.must("PATCH", `${SECRETS}/child`, { body, type: MERGE });
    assertRefused(await server.ask("GET", `${SECRETS}/owner`), "NotFound");
    assertEquals((await read(server, "child")).finalizers, [HOLD]);
  });
});

Deno.test("objects that own each other are deleted together", async () => {
  await withServer(async (server) => {
    const one = await make(server, "one");
    const two = await make(server, "two", [ownedBy(one, blocking)]);
    const body = { metadata: { ownerReferences: [ownedBy(two, blocking)] } };
    await server.must("PATCH", `${SECRETS}/one`, { body, type: MERGE });
    await server.must("DELETE", `${SECRETS}/one?propagationPolicy=Foreground`);
    assertEquals(await namesLeft(server), []);
  });
});

Deno.test("Orphan keeps the dependents, without the reference to the owner", async () => {
  await withServer(async (server) => {
    const [owner, other] = [await make(server, "owner"), await make(server, "other")];
    await make(server, "child", [ownedBy(owner, blocking)]);
    await make(server, "shared", [ownedBy(owner), ownedBy(other)]);
    const body = { kind: "DeleteOptions", apiVersion: "v1", propagationPolicy: "Orphan" };
    assertEquals((await server.ask("DELETE", `${SECRETS}/owner`, { body })).status, 202);
    assertEquals(await namesLeft(server), ["child", "other", "shared"]);
    assertEquals((await read(server, "child")).ownerReferences, undefined);
    assertEquals((await read(server, "shared")).ownerReferences, [ownedBy(other)]);
  });
});

Deno.test("the object's finalizers decide a deletion without a policy", async () => {
  await withServer(async (server) => {
    const owner = await make(server, "owner", [], { finalizers: ["orphan"] });
    await make(server, "child", [ownedBy(owner)]);
    await server.must("DELETE", `${SECRETS}/owner`);
    assertEquals(await namesLeft(server), ["child"]);

    const second = await make(server, "second", [], { finalizers: ["orphan"] });
    await make(server, "goes", [ownedBy(second)]);
    await server.must("DELETE", `${SECRETS}/second?propagationPolicy=Background`);
    assertEquals(await namesLeft(server), ["child"]);
  });
});

Deno.test("deletecollection deletes the dependents of its objects", async () => {
  await withServer(async (server) => {
    for (const name of ["a", "b"]) {
      const owner = await make(server, name, [], { labels: { doomed: "yes" } });
      await make(server, `${name}-child`, [ownedBy(owner, blocking)]);
    }
    const query = "labelSelector=doomed%3Dyes&propagationPolicy=Foreground";
    await server.must("DELETE", `${SECRETS}?${query}`);
    assertEquals(await namesLeft(server), []);
  });
});

Deno.test("a namespace's deletion also deletes cluster-scoped dependents of its content", async () => {
  await withServer(async (server) => {
    const namespaces = "/api/v1/namespaces";
    const owner = await server.must("POST", namespaces, { body: { metadata: { name: "owner" } } });
    const reference = ownedBy(owner, { kind: "Namespace" });
    const roles = "/apis/rbac.authorization.svc.io/v1/clusterroles";
    const role = { metadata: { name: "child", ownerReferences: [reference] }, rules: [] };
    await server.must("POST", roles, { body: role });
    await server.must("DELETE", `${namespaces}/owner`);
    assertRefused(await server.ask("GET", `${roles}/child`), "NotFound");
  });
});

Deno.test("a dry-run deletion changes neither owner nor dependents", async () => {
  await withServer(async (server) => {
    const owner = await make(server, "owner");
    await make(server, "child", [ownedBy(owner)]);
    for (const policy of ["Background", "Foreground", "Orphan"]) {
      const query = `propagationPolicy=${policy}&dryRun=All`;
      const answer = await server.ask("DELETE", `${SECRETS}/owner?${query}`);
      assertEquals(answer.status, policy === "Background" ? 200 : 202);
    }
    assertEquals(await read(server, "owner"), owner.metadata);
    assertEquals((await read(server, "child")).ownerReferences, [ownedBy(owner)]);
  });
});

Deno.test("without garbage collection finalizers wait for a client, and can be replaced", async () => {
  await withServer(async (server) => {
    const owner = await make(server, "owner", [], { finalizers: [HOLD] });
    await make(server, "child", [ownedBy(owner)]);
    const finalizersAfter = async (query: string) => {
      await server.must("DELETE", `${SECRETS}/owner?${query}`);
      return (await read(server, "owner")).finalizers;
    };
    const foreground = await finalizersAfter("propagationPolicy=Foreground");
    assertEquals(foreground, [HOLD, "foregroundDeletion"]);
    assertEquals(await finalizersAfter("orphanDependents=true"), [HOLD, "orphan"]);
    assertEquals(await finalizersAfter(""), [HOLD, "orphan"]);
    assertEquals(await finalizersAfter("propagationPolicy=Background"), [HOLD]);
    const release = { metadata: { finalizers: null } };
    await server.must("PATCH", `${SECRETS}/owner`, { body: release, type: MERGE });
    assertEquals(await namesLeft(server), ["child"]);
    await server.must("DELETE", `${SECRETS}/child?propagationPolicy=Orphan`);
    await server.must("DELETE", `${SECRETS}/child?propagationPolicy=Background`);
    assertEquals(await namesLeft(server), []);
  }, { garbageCollection: false });
});
