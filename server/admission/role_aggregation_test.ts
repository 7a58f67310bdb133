import { assert, assertEquals, assertNotEquals } from "@std/assert";
import type { ApiObject, JsonObject } from "../object.ts";
import type { Registry } from "../registry/contracts.ts";
import type { ResourceDefinition } from "../registry/resource.ts";
import { AdjustableClock } from "../sources.ts";
import { MemoryStorage } from "../storage/memory_storage.ts";
import type { Storage } from "../storage/storage.ts";
import { type TestServer, withServer } from "../testing.ts";
import { roleAggregation } from "./role_aggregation.ts";

const ROLES = "/apis/rbac.authorization.svc.io/v1/clusterroles";
const MERGE = "application/merge-patch+json";

const rule = (...resources: string[]) => ({ verbs: ["get"], apiGroups: [""], resources });

const plain = (name: string, feeds: string, ...rules: JsonObject[]) => ({
  metadata: { name, labels: { feeds } },
  rules,
});

const gathering = (name: string, feeds: string, from: string) => ({
  metadata: { name, labels: { feeds } },
  aggregationRule: { clusterRoleSelectors: [{ matchLabels: { feeds: from } }] },
});

const create = (server: TestServer, body: JsonObject) => server.must("POST", ROLES, { body });

const read = (server: TestServer, name: string) => server.must("GET", `${ROLES}/${name}`);

const resourcesOf = ({ rules }: { rules: { resources: string[] }[] }) =>
  rules.flatMap(({ resources }) => resources);

const gathered = async (server: TestServer, name: string) => resourcesOf(await read(server, name));

Deno.test("an aggregated role has the aggregated rules from its creation, whatever was sent", async () => {
  await withServer(async (server) => {
    await create(server, plain("b", "a", rule("pods"), rule("secrets")));
    await create(server, plain("a", "a", rule("nodes"), rule("pods")));
    const body = { ...gathering("all", "", "a"), rules: [rule("everything")] };
    const created = await create(server, body);
    // In the order of the roles' names, without duplicates.
    assertEquals(resourcesOf(created), ["nodes", "pods", "secrets"]);
    assertEquals(await read(server, "all"), created);
  });
});

Deno.test("aggregated rules follow the creation, update and deletion of roles", async () => {
  await withServer(async (server) => {
    await create(server, gathering("all", "", "a"));
    assertEquals(await gathered(server, "all"), []);
    await create(server, plain("one", "a", rule("pods")));
    assertEquals(await gathered(server, "all"), ["pods"]);
    await server.must("PUT", `${ROLES}/one`, { body: plain("one", "a", rule("nodes")) });
    assertEquals(await gathered(server, "all"), ["nodes"]);
    await server.must("PUT", `${ROLES}/two`, { body: plain("two", "a", rule("pods")) });
    assertEquals(await gathered(server, "all"), ["nodes", "pods"]);
    const body = { metadata: { labels: { feeds: "b" } } };
    await server.must("PATCH", `${ROLES}/two`, { body, type: MERGE });
    assertEquals(await gathered(server, "all"), ["nodes"]);
    await server.must("DELETE", `${ROLES}/one`);
    assertEquals(await gathered(server, "all"), []);
  });
});

Deno.test("rules are aggregated along chains and cycles, without duplicates", async () => {
  await withServer(async (server) => {
    await create(server, gathering("c", "c", "b"));
    await create(server, gathering("b", "b", "a"));
    await create(server, plain("source", "a", rule("pods")));
    assertEquals(await gathered(server, "c"), ["pods"]);
    // Now c aggregates a, and what a selects aggregates c: a cycle.
    await create(server, gathering("a", "a", "c"));
    assertEquals(await gathered(server, "a"), ["pods"]);
    await server.must("DELETE", `${ROLES}/source`);
    for (const name of ["a", "b", "c"]) assertEquals(await gathered(server, name), [], name);
  });
});

Deno.test("an aggregation that changes nothing keeps the resourceVersion", async () => {
  await withServer(async (server) => {
    await create(server, plain("one", "a", rule("pods")));
    const before = await create(server, gathering("all", "", "a"));
    const body = { rules: [rule("secrets")] };
    const patched = await server.must("PATCH", `${ROLES}/all`, { body, type: MERGE });
    assertEquals(patched, before);
    await create(server, plain("two", "b", rule("nodes")));
    assertEquals(await read(server, "all"), before, "a role that is not selected has no effect");
  });
});

Deno.test("a role that is no longer aggregated keeps the rules in the request", async () => {
  await withServer(async (server) => {
    await create(server, plain("one", "a", rule("pods")));
    await create(server, gathering("all", "", "a"));
    const body = { aggregationRule: null, rules: [rule("secrets")] };
    await server.must("PATCH", `${ROLES}/all`, { body, type: MERGE });
    await create(server, plain("two", "a", rule("nodes")));
    assertEquals(await gathered(server, "all"), ["secrets"]);
  });
});

Deno.test("a dry run returns the aggregated rules and changes none", async () => {
  await withServer(async (server) => {
    const before = await create(server, gathering("all", "", "a"));
    await server.must("POST", `${ROLES}?dryRun=All`, { body: plain("one", "a", rule("pods")) });
    assertEquals(await read(server, "all"), before);
    await create(server, plain("one", "a", rule("pods")));
    const dry = await server.must("POST", `${ROLES}?dryRun=All`, {
      body: gathering("more", "", "a"),
    });
    assertEquals(resourcesOf(dry), ["pods"]);
    assertEquals((await server.ask("GET", `${ROLES}/more`)).status, 404);
  });
});

Deno.test("after many concurrent changes the rules are those of the final roles", async () => {
  await withServer(async (server) => {
    await create(server, gathering("all", "", "a"));
    const names = Array.from({ length: 20 }, (_, at) => `r${String(at).padStart(2, "0")}`);
    await Promise.all(names.map((name) => create(server, plain(name, "a", rule(name)))));
    await Promise.all(
      names.filter((_, at) => at % 2).map((name) => server.must("DELETE", `${ROLES}/${name}`)),
    );
    assertEquals(await gathered(server, "all"), names.filter((_, at) => at % 2 === 0));
  });
});

/** Returns a store with a different delay for each call. */
function slow(storage: Storage): Storage {
  let calls = 0;
  const pause = () => new Promise((resolve) => setTimeout(resolve, (calls++ * 7) % 5));
  return {
    ...storage,
    get: (key) => storage.get(key),
    watch: (collection, after) => storage.watch(collection, after),
    async list(collection) {
      const listed = await storage.list(collection);
      await pause();
      return listed;
    },
    async transact(key, write) {
      await pause();
      return await storage.transact(key, write);
    },
  };
}

Deno.test("with a slow store the last change takes effect too", async () => {
  const storage = new MemoryStorage({ clock: new AdjustableClock() });
  const registry = { storage: slow(storage) } as unknown as Registry;
  const group = "rbac.authorization.svc.io";
  const { written, removed } = roleAggregation(() => registry, group);
  const definition = { group, resource: "clusterroles" } as ResourceDefinition;
  const keyOf = (name: string) => ({ resource: `${group}/clusterroles`, namespace: "", name });
  const store = (object: JsonObject) => {
    const key = keyOf((object.metadata as { name: string }).name);
    return storage.transact(key, { expected: 0, object: object as ApiObject });
  };
  await store(gathering("all", "", "a"));
  const names = Array.from({ length: 12 }, (_, at) => `r${String(at).padStart(2, "0")}`);
  await Promise.all(names.map(async (name, at) => {
    await new Promise((resolve) => setTimeout(resolve, at));
    const { revision, object } = await store(plain(name, "a", rule(name)));
    const followed = written(definition, object);
    await new Promise((resolve) => setTimeout(resolve, at % 4));
    await storage.transact(keyOf(name), { expected: revision, object: undefined });
    await Promise.all([followed, removed(definition, object)]);
  }));
  assertEquals((await storage.get(keyOf("all")))?.object.rules, []);
});

Deno.test("a change of a role reads that role, however many others there are", async () => {
  const storage = new MemoryStorage({ clock: new AdjustableClock() });
  const read = { listed: 0, got: 0, events: 0 };
  const counted: Storage = {
    ...slow(storage),
    get(key) {
      read.got++;
      return storage.get(key);
    },
    async list(collection) {
      const listed = await storage.list(collection);
      read.listed += listed.versions.length;
      return listed;
    },
    watch(collection, after) {
      const cursor = storage.watch(collection, after);
      return {
        get revision() {
          return cursor.revision;
        },
        async next(signal) {
          const events = await cursor.next(signal);
          read.events += events.length;
          return events;
        },
      };
    },
  };
  const group = "rbac.authorization.svc.io";
  const { written } = roleAggregation(() => ({ storage: counted }) as unknown as Registry, group);
  const definition = { group, resource: "clusterroles" } as ResourceDefinition;
  const keyOf = (name: string) => ({ resource: `${group}/clusterroles`, namespace: "", name });
  const store = async (object: JsonObject) => {
    const key = keyOf((object.metadata as { name: string }).name);
    await written(
      definition,
      (await storage.transact(key, { expected: 0, object: object as ApiObject })).object,
    );
  };
  await store({ ...gathering("all", "", "a"), rules: [] });
  const writes = 300;
  for (let at = 0; at < writes; at++) {
    await store(plain(`r${at}`, at % 100 ? "" : "a", rule(`x${at}`)));
  }
  const aggregated = writes / 100;
  assertEquals(
    resourcesOf(
      (await storage.get(keyOf("all")))!.object as unknown as { rules: { resources: string[] }[] },
    ),
    ["x0", "x100", "x200"],
  );
  // Each write is read as an event, and so is each update of the aggregated role.
  assertEquals(read, { listed: 1, got: writes + 1, events: writes + aggregated });
});

Deno.test("after a compaction the aggregated rules are those of the stored roles", async () => {
  const storage = new MemoryStorage({ clock: new AdjustableClock() });
  const group = "rbac.authorization.svc.io";
  const { written } = roleAggregation(() => ({ storage }) as unknown as Registry, group);
  const definition = { group, resource: "clusterroles" } as ResourceDefinition;
  const keyOf = (name: string) => ({ resource: `${group}/clusterroles`, namespace: "", name });
  const store = (object: JsonObject) =>
    storage.transact(keyOf((object.metadata as { name: string }).name), {
      expected: 0,
      object: object as ApiObject,
    });
  const { object } = await store(gathering("all", "", "a"));
  await written(definition, object);
  // Nothing follows these writes, so that only a list can show them.
  for (const name of ["one", "two"]) await store(plain(name, "a", rule(name)));
  storage.compact(storage.currentRevision());
  await written(definition, (await store(plain("three", "a", rule("three")))).object);
  const all = (await storage.get(keyOf("all")))!.object;
  assertEquals(resourcesOf(all as unknown as { rules: { resources: string[] }[] }), [
    "one",
    "three",
    "two",
  ]);
});

Deno.test("a binding to an aggregated role grants its rules at once", async () => {
  await withServer(async (server) => {
    await create(server, gathering("all", "", "a"));
    const bindings = "/apis/rbac.authorization.svc.io/v1/clusterrolebindings";
    await server.must("POST", bindings, {
      body: {
        metadata: { name: "all" },
        roleRef: { apiGroup: "rbac.authorization.svc.io", kind: "ClusterRole", name: "all" },
        subjects: [{ kind: "User", name: "bob" }],
      },
    });
    const ask = () =>
      server.ask("GET", "/api/v1/namespaces/default/secrets/a", { token: "bob-token" });
    assertEquals((await ask()).status, 403);
    await create(server, plain("one", "a", rule("secrets")));
    assertEquals((await ask()).status, 404);
    await server.must("DELETE", `${ROLES}/one`);
    assertEquals((await ask()).status, 403);
  });
});

Deno.test("a watch shows the aggregated role's update after its cause", async () => {
  await withServer(async (server) => {
    await create(server, gathering("all", "", "a"));
    const { metadata } = await server.must("GET", ROLES);
    const version = metadata.resourceVersion;
    const watch = await server.watch(`${ROLES}?watch=true&resourceVersion=${version}`);
    await create(server, plain("one", "a", rule("pods")));
    assertEquals(await watch.summaries(2), ["ADDED one", "MODIFIED all"]);
    await watch.close();
    assertNotEquals((await read(server, "all")).metadata.resourceVersion, version);
  });
});

Deno.test("the default role admin aggregates edit, and edit aggregates view", async () => {
  await withServer(async (server) => {
    const [view, edit, admin] = await Promise.all(
      ["view", "edit", "admin"].map(async (name) => new Set(await gathered(server, name))),
    ) as [Set<string>, Set<string>, Set<string>];
    assert(view.has("deployments") && !view.has("secrets"));
    assert(edit.isSupersetOf(view) && edit.has("secrets") && !edit.has("rolebindings"));
    assert(admin.isSupersetOf(edit) && admin.has("rolebindings"));
  });
});
