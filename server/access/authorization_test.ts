import { assertEquals, assertRejects, assertStringIncludes } from "@std/assert";
import type { User } from "../context.ts";
import type { ApiObject, JsonObject } from "../object.ts";
import { AdjustableClock } from "../sources.ts";
import { MemoryStorage } from "../storage/memory_storage.ts";
import { assertRefused, secretOf, SECRETS, type TestServer, withServer } from "../testing.ts";
import { rbacAuthorizer } from "./authorization.ts";

const RBAC = "/apis/rbac.authorization.svc.io/v1";
const BOB = { token: "bob-token" };
const bob: User = { name: "bob", uid: "", groups: ["system:authenticated"], extra: {} };

const rule = (verbs: string[], resources: string[]) => ({ verbs, apiGroups: [""], resources });

async function allow(server: TestServer, name: string, rules: JsonObject[]): Promise<void> {
  await server.must("POST", `${RBAC}/clusterroles`, { body: { metadata: { name }, rules } });
  await server.must("POST", `${RBAC}/namespaces/default/rolebindings`, {
    body: {
      metadata: { name },
      roleRef: { apiGroup: "rbac.authorization.svc.io", kind: "ClusterRole", name },
      subjects: [{ kind: "User", name: "bob" }],
    },
  });
}

Deno.test("a change of roles and bindings applies from the next request on", async () => {
  await withServer(async (server) => {
    const ask = async () => (await server.ask("GET", `${SECRETS}/none`, BOB)).status;
    assertEquals(await ask(), 403);
    await allow(server, "read", [rule(["get"], ["secrets"])]);
    assertEquals(await ask(), 404);
    const role = `${RBAC}/clusterroles/read`;
    const body = { metadata: { name: "read" }, rules: [rule(["list"], ["secrets"])] };
    await server.must("PUT", role, { body });
    assertEquals(await ask(), 403);
    await server.must("PUT", role, { body: { ...body, rules: [rule(["*"], ["*"])] } });
    assertEquals(await ask(), 404);
    const binding = `${RBAC}/namespaces/default/rolebindings/read`;
    await server.must("DELETE", binding);
    assertEquals(await ask(), 403);
    await server.must("PUT", binding, {
      body: {
        metadata: { name: "read" },
        roleRef: { apiGroup: "rbac.authorization.svc.io", kind: "ClusterRole", name: "read" },
        subjects: [{ kind: "Group", name: "system:authenticated" }],
      },
    });
    assertEquals(await ask(), 404);
    await server.must("DELETE", role);
    assertEquals(await ask(), 403);
  });
});

Deno.test("a binding in a namespace grants nothing elsewhere", async () => {
  await withServer(async (server) => {
    await server.must("POST", "/api/v1/namespaces", { body: { metadata: { name: "other" } } });
    await allow(server, "all", [rule(["*"], ["*"]), { verbs: ["*"], nonResourceURLs: ["*"] }]);
    assertEquals((await server.ask("GET", SECRETS, BOB)).status, 200);
    for (const path of ["/api/v1/secrets", "/api/v1/namespaces/other/secrets", "/metrics"]) {
      assertRefused(await server.ask("GET", path, BOB), "Forbidden");
    }
  });
});

Deno.test("a PUT that creates needs the permission to create", async () => {
  await withServer(async (server) => {
    await server.must("POST", `${RBAC}/clusterroles`, {
      body: {
        metadata: { name: "update" },
        rules: [{ verbs: ["update"], apiGroups: ["*"], resources: ["*"] }],
      },
    });
    await server.must("POST", `${RBAC}/clusterrolebindings`, {
      body: {
        metadata: { name: "update" },
        roleRef: { apiGroup: "rbac.authorization.svc.io", kind: "ClusterRole", name: "update" },
        subjects: [{ kind: "User", name: "bob" }],
      },
    });
    const role = `${RBAC}/namespaces/default/roles/new`;
    const body = { metadata: { name: "new" }, rules: [] };
    assertRefused(await server.ask("PUT", role, { ...BOB, body }), "Forbidden");
    await server.must("PUT", role, { body });
    assertEquals((await server.ask("PUT", role, { ...BOB, body })).status, 200);
  });
});

Deno.test("a permission for a resource does not cover its subresources, nor the reverse", async () => {
  await withServer(async (server) => {
    await allow(server, "status", [{
      verbs: ["get"],
      apiGroups: ["apps"],
      resources: ["deployments/status"],
    }]);
    const deployments = "/apis/apps/v1/namespaces/default/deployments/none";
    assertEquals((await server.ask("GET", `${deployments}/status`, BOB)).status, 404);
    assertRefused(await server.ask("GET", deployments, BOB), "Forbidden");
  });
});

Deno.test("a permission for a name covers a list, a watch and an object of that name only", async () => {
  await withServer(async (server) => {
    await allow(server, "one", [{ ...rule(["*"], ["secrets"]), resourceNames: ["one"] }]);
    for (const name of ["one", "two"]) await server.must("POST", SECRETS, { body: secretOf(name) });
    const one = "fieldSelector=metadata.name%3Done";
    const { items } = await server.must("GET", `${SECRETS}?${one}`, BOB);
    assertEquals(items.map(({ metadata }: ApiObject) => metadata.name), ["one"]);
    const watch = await server.watch(`${SECRETS}?watch=1&${one}`, BOB);
    assertEquals(await watch.summaries(1), ["ADDED one"]);
    for (const unreadable of ["labelSelector=a%3Db%3Dc", "limit=x", "timeoutSeconds=x"]) {
      const refused = await server.ask("GET", `${SECRETS}?${one}&${unreadable}`, BOB);
      assertRefused(refused, "Forbidden");
    }
    await server.must("DELETE", `${SECRETS}/one`, BOB);
    assertRefused(await server.ask("GET", `${SECRETS}?watch=1`, BOB), "Forbidden");
    assertRefused(await server.ask("DELETE", `${SECRETS}?${one}`, BOB), "Forbidden");
    assertRefused(
      await server.ask("POST", SECRETS, { ...BOB, body: secretOf("one") }),
      "Forbidden",
    );
    assertRefused(await server.ask("DELETE", `${SECRETS}/two`, BOB), "Forbidden");
  });
});

Deno.test("a 403 names the user, the verb, the resource and the namespace", async () => {
  await withServer(async (server) => {
    const refused = await server.ask("GET", `${SECRETS}/a`, BOB);
    assertEquals(refused.body.details, { name: "a", kind: "secrets" });
    for (const word of ["bob", "get", "secrets", "default"]) {
      assertStringIncludes(refused.body.message, `"${word}"`.replace('"get"', "get"));
    }
    const status = "/apis/apps/v1/namespaces/default/deployments/a/status";
    const { body } = await server.ask("PUT", status, { ...BOB, body: {} });
    assertEquals(body.details, { name: "a", group: "apps", kind: "deployments" });
    assertStringIncludes(body.message, "deployments/status");
  });
});

Deno.test("a create of an item and an update of a collection are authorized before they are rejected", async () => {
  await withServer(async (server) => {
    const cases = [["POST", `${SECRETS}/a`], ["PUT", SECRETS], ["PATCH", SECRETS]] as const;
    const ask = (method: string, path: string) => server.ask(method, path, { ...BOB, body: {} });
    for (const [method, path] of cases) assertRefused(await ask(method, path), "Forbidden");
    await allow(server, "write", [rule(["create", "update", "patch"], ["secrets"])]);
    for (const [method, path] of cases) assertRefused(await ask(method, path), "MethodNotAllowed");
    const review = "/apis/authorization.svc.io/v1/selfsubjectrulesreviews/a";
    assertRefused(await ask("POST", review), "NotFound");
  });
});

Deno.test("reviews of one's own access need no role", async () => {
  await withServer(async (server) => {
    await server.must("DELETE", `${RBAC}/clusterrolebindings`);
    const review = "/apis/authorization.svc.io/v1/selfsubjectaccessreviews";
    const body = { spec: { resourceAttributes: { verb: "get", resource: "secrets" } } };
    const { status } = await server.must("POST", review, { ...BOB, body });
    assertEquals(status, { allowed: false });
    assertRefused(await server.ask("GET", review, BOB), "Forbidden");
    assertRefused(await server.ask("GET", "/version", BOB), "Forbidden");
  });
});

/** Decides on a store with bindings that no request could write. */
async function decide(subjects: JsonObject[], user: User) {
  const storage = new MemoryStorage({ clock: new AdjustableClock() });
  const name = "odd";
  const object = {
    apiVersion: "rbac.authorization.svc.io/v1",
    kind: "ClusterRoleBinding",
    metadata: { name },
    roleRef: { apiGroup: "rbac.authorization.svc.io", kind: "ClusterRole", name },
    subjects,
  } as unknown as ApiObject;
  const resource = "rbac.authorization.svc.io/clusterrolebindings";
  await storage.transact({ resource, namespace: "", name }, { expected: 0, object });
  return await rbacAuthorizer(storage, "svc.io").decide({
    user,
    verb: "get",
    isResource: true,
    group: "",
    resource: "secrets",
    subresource: "",
    namespace: "",
    name: "",
    path: "",
  });
}

Deno.test("a subject of an unknown kind is reported to every user", async () => {
  const { allowed, errors } = await decide([{ kind: "Robot", name: "x" }], bob);
  assertEquals(allowed, false);
  assertEquals(errors.length, 1);
  assertStringIncludes(errors[0]!, "Robot");
});

Deno.test("a missing role is reported to its subjects", async () => {
  const subjects = [{ kind: "User", name: "bob" }, { kind: "Group", name: "system:authenticated" }];
  const { allowed, reason, errors } = await decide(subjects, bob);
  assertEquals(allowed, false);
  assertEquals(errors.length, 1, "once, however often the binding names the user");
  assertStringIncludes(reason, errors[0]!);
  assertEquals((await decide([{ kind: "User", name: "carol" }], bob)).errors, []);
});

Deno.test("a user or group with a namespace is reported to users of that name", async () => {
  for (const kind of ["User", "Group"]) {
    const name = kind === "User" ? "bob" : "system:authenticated";
    const { errors } = await decide([{ kind, name, namespace: "default" }], bob);
    assertEquals(errors.length, 2, "the namespace, and the role that is not there");
    const other = await decide([{ kind, name: "other", namespace: "default" }], bob);
    assertEquals(other.errors, []);
  }
});

Deno.test("a superuser needs no role", async () => {
  const user = { ...bob, groups: ["system:masters"] };
  assertEquals(await decide([{ kind: "Robot", name: "x" }], user), {
    allowed: true,
    reason: "",
    errors: [],
  });
});

Deno.test("after an error of the store the next request reads it again", async () => {
  const storage = new MemoryStorage({ clock: new AdjustableClock() });
  const list = storage.list.bind(storage);
  let failures = 1;
  storage.list = (collection, options) =>
    failures-- > 0 ? Promise.reject(new Error("lost")) : list(collection, options);
  const authorizer = rbacAuthorizer(storage, "svc.io");
  await assertRejects(() => authorizer.grantsOf(bob, "default"), Error, "lost");
  assertEquals(await authorizer.grantsOf(bob, "default"), { grants: [], errors: [] });
});
