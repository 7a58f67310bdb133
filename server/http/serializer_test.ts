/**
 * Tests of the fields that are written even if they are empty.
 *
 * @module
 */
import { assertEquals } from "@std/assert";
import { definition } from "../codec/schema.ts";
import type { JsonObject } from "../object.ts";
import { deploymentOf, secretOf, SECRETS, withServer } from "../testing.ts";
import { emptyFieldsOf } from "./serializer.ts";

const DEPLOYMENTS = "/apis/apps/v1/namespaces/default/deployments";
const ROLES = "/apis/rbac.authorization.svc.io/v1/namespaces/default/roles";
const MERGE = "application/merge-patch+json";

Deno.test("required times are null if they are not set", async () => {
  await withServer(async (server) => {
    const made = await server.must("POST", DEPLOYMENTS, { body: deploymentOf("a") });
    assertEquals(made.spec.template.metadata, { labels: { app: "a" }, creationTimestamp: null });
    const conditions = [
      { type: "A", status: "True" },
      { type: "B", status: "True", lastUpdateTime: "2026-01-01T00:00:00Z" },
    ];
    const path = `${DEPLOYMENTS}/a/status`;
    const { status } = await server.must("PATCH", path, {
      body: { status: { conditions } },
      type: MERGE,
    });
    assertEquals(status.conditions, [
      { ...conditions[0], lastUpdateTime: null, lastTransitionTime: null },
      { ...conditions[1], lastTransitionTime: null },
    ]);
  });
});

Deno.test("a role without rules has `rules: null`", async () => {
  await withServer(async (server) => {
    const made = await server.must("POST", ROLES, { body: { metadata: { name: "r" } } });
    assertEquals(made.rules, null);
    const body = { metadata: { name: "s" }, rules: [] };
    assertEquals((await server.must("POST", ROLES, { body })).rules, []);
  });
});

Deno.test("every verb returns the same content of an object", async () => {
  await withServer(async (server) => {
    const watch = await server.watch(`${ROLES}?watch=1`);
    const made = await server.must("POST", ROLES, { body: { metadata: { name: "r" } } });
    const { kind: _, apiVersion: __, ...rest } = made;
    const { items } = await server.must("GET", ROLES);
    assertEquals({ ...items[0], ...rest }, items[0]);
    assertEquals(await server.must("GET", `${ROLES}/r`), made);
    assertEquals((await watch.next())?.object, made);
    const table = await server.must("GET", `${ROLES}?includeObject=Object`, {
      headers: { accept: "application/json;as=Table;g=meta.svc.io;v=v1" },
    });
    assertEquals(table.rows[0].object, made);
    const yaml = await server.ask("GET", `${ROLES}/r`, { headers: { accept: "application/yaml" } });
    assertEquals(/^rules: null$/m.test(yaml.text), true, yaml.text);
  });
});

Deno.test("writing back an object as it was read changes neither content nor field owners", async () => {
  await withServer(async (server) => {
    await server.must("POST", DEPLOYMENTS, { body: deploymentOf("a") });
    await server.must("POST", ROLES, { body: { metadata: { name: "r" } } });
    for (const path of [`${DEPLOYMENTS}/a`, `${ROLES}/r`]) {
      const read = await server.must("GET", path);
      assertEquals(await server.must("PUT", `${path}?fieldManager=other`, { body: read }), read);
    }
  });
});

Deno.test("a BOOKMARK has a resourceVersion and nothing else", async () => {
  await withServer(async (server) => {
    const watch = await server.watch(`${ROLES}?watch=1&allowWatchBookmarks=true&timeoutSeconds=90`);
    await server.must("POST", ROLES, { body: { metadata: { name: "r" } } });
    assertEquals((await watch.next())?.type, "ADDED");
    server.clock.advance(60_000);
    const event = await watch.next();
    assertEquals(event?.type, "BOOKMARK");
    assertEquals(Object.keys(event?.object).sort(), ["apiVersion", "kind", "metadata"]);
    assertEquals(Object.keys(event?.object.metadata), ["resourceVersion"]);
  });
});

Deno.test("an object that has all its fields is returned as the same object", async () => {
  const fill = emptyFieldsOf(definition("core.v1.Secret"));
  const secret: JsonObject = { metadata: { name: "a", creationTimestamp: "2026-01-01T00:00:00Z" } };
  assertEquals(fill(secret) === secret, true);
  const unborn: JsonObject = { metadata: { name: "a" } };
  assertEquals(fill(unborn), { metadata: { name: "a", creationTimestamp: null } });
  assertEquals(unborn, { metadata: { name: "a" } });
  await withServer(async (server) => {
    const made = await server.must("POST", SECRETS, { body: secretOf("a") });
    assertEquals(JSON.stringify(made).includes("null"), false);
  });
});
