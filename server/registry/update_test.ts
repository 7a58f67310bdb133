/**
 * The verb update, and the rules that all writes share.
 *
 * @module
 */
import { assertEquals, assertNotEquals } from "@std/assert";
import {
  assertRefused,
  deploymentOf,
  secretOf,
  SECRETS,
  type TestServer,
  withServer,
} from "../testing.ts";

const DEPLOYMENTS = "/apis/apps/v1/namespaces/default/deployments";
const ROLES = "/apis/rbac.authorization.svc.io/v1/namespaces/default/roles";
const MERGE = "application/merge-patch+json";

const put = (server: TestServer, path: string, body: unknown) => server.ask("PUT", path, { body });

Deno.test("an update at the current resourceVersion succeeds, at an older one it is a conflict", async () => {
  await withServer(async (server) => {
    const first = await server.must("POST", SECRETS, {
      body: secretOf("a", { data: { n: "MQ==" } }),
    });
    const second = await put(server, `${SECRETS}/a`, { ...first, data: { n: "Mg==" } });
    assertEquals([second.status, second.body.data], [200, { n: "Mg==" }]);
    assertNotEquals(second.body.metadata.resourceVersion, first.metadata.resourceVersion);
    const stale = await put(server, `${SECRETS}/a`, { ...first, data: { n: "Mw==" } });
    assertRefused(stale, "Conflict");
    assertEquals(stale.body.details, { name: "a", kind: "secrets" });
    assertEquals(await server.must("GET", `${SECRETS}/a`), second.body);
  });
});

Deno.test("an update without a resourceVersion succeeds, and keeps server-owned metadata", async () => {
  await withServer(async (server) => {
    const first = await server.must("POST", SECRETS, {
      body: secretOf("a", { metadata: { labels: { a: "b" } }, data: { n: "MQ==" } }),
    });
    const sent = secretOf("a", { metadata: { creationTimestamp: "2001-01-01T00:00:00Z" } });
    const { body } = await put(server, `${SECRETS}/a`, sent);
    assertEquals([body.data, body.metadata.labels], [undefined, undefined]);
    const { uid, creationTimestamp } = body.metadata;
    assertEquals({ uid, creationTimestamp }, {
      uid: first.metadata.uid,
      creationTimestamp: first.metadata.creationTimestamp,
    });
  });
});

Deno.test("resourceVersion 0 is ignored in every write", async () => {
  await withServer(async (server) => {
    const zero = (labels: Record<string, string>) =>
      secretOf("a", { metadata: { resourceVersion: "0", labels } });
    assertEquals((await server.ask("POST", SECRETS, { body: zero({}) })).status, 201);
    assertEquals((await server.ask("POST", SECRETS, { body: zero({}) })).status, 409);
    const path = `${SECRETS}/a`;
    const put = await server.must("PUT", path, { body: zero({ by: "put" }) });
    assertEquals(put.metadata.labels, { by: "put" });
    const type = "application/merge-patch+json";
    const patched = await server.must("PATCH", path, { body: zero({ by: "patch" }), type });
    assertEquals(patched.metadata.labels, { by: "patch" });
    const apply = { body: zero({ on: "top" }), type: "application/apply-patch+yaml" };
    const applied = await server.must("PATCH", `${path}?fieldManager=m`, apply);
    assertEquals(applied.metadata.labels, { by: "patch", on: "top" });
    assertEquals(applied, await server.must("GET", path));

    const roles = "/apis/rbac.authorization.svc.io/v1/namespaces/default/roles";
    const role = { metadata: { name: "r", resourceVersion: "0" }, rules: [] };
    assertEquals((await server.ask("PUT", `${roles}/r`, { body: role })).status, 201);
    // In a precondition of a deletion, version 0 is not ignored.
    const body = { preconditions: { resourceVersion: "0" } };
    assertRefused(await server.ask("DELETE", path, { body }), "Conflict");
  });
});

Deno.test("of many updates at one resourceVersion one succeeds, the others are conflicts without effect", async () => {
  await withServer(async (server) => {
    const first = await server.must("POST", SECRETS, { body: secretOf("a") });
    const from = first.metadata.resourceVersion;
    const answers = await Promise.all(
      Array.from(
        { length: 20 },
        (_, index) => put(server, `${SECRETS}/a`, { ...first, data: { n: btoa(String(index)) } }),
      ),
    );
    const done = answers.filter(({ status }) => status === 200);
    assertEquals(done.length, 1);
    answers.filter((answer) => answer !== done[0]).forEach((answer) =>
      assertRefused(answer, "Conflict")
    );
    const watch = await server.watch(`${SECRETS}?watch=1&resourceVersion=${from}`);
    await server.must("DELETE", `${SECRETS}/a`);
    assertEquals(await watch.summaries(2), ["MODIFIED a", "DELETED a"]);
  });
});

Deno.test("an update that changes nothing keeps the resourceVersion", async () => {
  await withServer(async (server) => {
    const bodies = [
      [SECRETS, secretOf("a", { data: { n: "MQ==" } })],
      [DEPLOYMENTS, deploymentOf("a")],
      [ROLES, {
        metadata: { name: "a" },
        rules: [{ verbs: ["get"], apiGroups: [""], resources: ["secrets"] }],
      }],
    ] as const;
    for (const [path, body] of bodies) {
      const created = await server.must("POST", path, { body });
      assertEquals((await put(server, `${path}/a`, created)).body, created);
      // Neither does leaving out a value that defaults restore.
      assertEquals((await put(server, `${path}/a`, body)).body, created);
      const version = (await server.must("GET", path)).metadata.resourceVersion;
      assertEquals(version, created.metadata.resourceVersion);
    }
  });
});

Deno.test("the generation counts changes of the spec, not of metadata or status", async () => {
  await withServer(async (server) => {
    const path = `${DEPLOYMENTS}/a`;
    await server.must("POST", DEPLOYMENTS, { body: deploymentOf("a") });
    const steps: readonly [path: string, body: unknown, generation: number][] = [
      [path, { spec: { replicas: 2 } }, 2],
      [path, { spec: { replicas: 2 } }, 2],
      [path, { metadata: { labels: { a: "b" } } }, 2],
      [`${path}/status`, { status: { replicas: 2 } }, 2],
      [path, { metadata: { generation: 9 } }, 2],
      [path, { spec: { paused: true }, status: { replicas: 5 } }, 3],
    ];
    for (const [path, body, generation] of steps) {
      const changed = await server.must("PATCH", path, { body, type: MERGE });
      assertEquals(changed.metadata.generation, generation, JSON.stringify(body));
    }
    const { status } = await server.must("GET", path);
    assertEquals(status, { replicas: 2 });
  });
});

Deno.test("a write to status changes only the status, and other writes do not change it", async () => {
  await withServer(async (server) => {
    const created = await server.must("POST", DEPLOYMENTS, { body: deploymentOf("a") });
    const both = {
      ...created,
      metadata: { ...created.metadata, labels: { a: "b" } },
      spec: { ...created.spec, replicas: 3 },
      status: { replicas: 3, observedGeneration: 1 },
    };
    const through = (await put(server, `${DEPLOYMENTS}/a/status`, both)).body;
    assertEquals([through.spec, through.metadata.labels], [created.spec, undefined]);
    assertEquals(through.status, { replicas: 3, observedGeneration: 1 });
    const stale = await put(server, `${DEPLOYMENTS}/a`, both);
    assertRefused(stale, "Conflict");
    const beside = {
      ...both,
      metadata: { name: "a", labels: { a: "b" } },
      status: { replicas: 9 },
    };
    const changed = (await put(server, `${DEPLOYMENTS}/a`, beside)).body;
    assertEquals([changed.spec.replicas, changed.metadata.labels], [3, { a: "b" }]);
    assertEquals(changed.status, through.status);
    assertEquals(await server.must("GET", `${DEPLOYMENTS}/a/status`), changed);
  });
});

Deno.test("a PUT to a free name creates only if the resource allows it", async () => {
  await withServer(async (server) => {
    const role = { metadata: { name: "new" }, rules: [] };
    const created = await put(server, `${ROLES}/new`, role);
    assertEquals(created.status, 201);
    assertEquals((await put(server, `${ROLES}/new`, role)).status, 200);
    assertRefused(await put(server, `${SECRETS}/new`, secretOf("new")), "NotFound");
    assertRefused(await put(server, `${DEPLOYMENTS}/new`, deploymentOf("new")), "NotFound");
    const versioned = { ...role, metadata: { name: "newer", resourceVersion: "1" } };
    assertRefused(await put(server, `${ROLES}/newer`, versioned), "Conflict");
  });
});

Deno.test("a PUT that creates needs the permission to create", async () => {
  await withServer(async (server) => {
    const rules = [{ verbs: ["update"], apiGroups: ["*"], resources: ["roles"] }];
    await server.must("POST", ROLES, { body: { metadata: { name: "updater" }, rules } });
    const binding = {
      metadata: { name: "updater" },
      roleRef: { apiGroup: "rbac.authorization.svc.io", kind: "Role", name: "updater" },
      subjects: [{ kind: "User", name: "bob" }],
    };
    await server.must("POST", ROLES.replace("roles", "rolebindings"), { body: binding });
    const body = { metadata: { name: "made" }, rules: [] };
    assertRefused(
      await server.ask("PUT", `${ROLES}/made`, { body, token: "bob-token" }),
      "Forbidden",
    );
    await server.must("POST", ROLES, { body });
    const labelled = { ...body, metadata: { name: "made", labels: { a: "b" } } };
    await server.must("PUT", `${ROLES}/made`, { body: labelled, token: "bob-token" });
  });
});

Deno.test("immutable secrets keep data and type; their metadata may change", async () => {
  await withServer(async (server) => {
    const body = secretOf("a", { data: { n: "MQ==" }, immutable: true });
    await server.must("POST", SECRETS, { body });
    const refused = [{ data: { n: "Mg==" } }, { immutable: false }, { immutable: null }, {
      type: "b",
    }];
    for (const change of refused) {
      const answer = await server.ask("PATCH", `${SECRETS}/a`, { body: change, type: MERGE });
      assertRefused(answer, "Invalid");
    }
    const labels = { metadata: { labels: { a: "b" } } };
    await server.must("PATCH", `${SECRETS}/a`, { body: labels, type: MERGE });
  });
});
