/**
 * Tests of the methods with which a program reads and writes the objects of its server.
 *
 * @module
 */
import { assertEquals, assertRejects, assertThrows } from "@std/assert";
import { createServer, startServer, StatusError } from "@plumbline/reference";
import { injectedFaults, journal } from "@plumbline/plugins";

const configMap = (name: string, data: Record<string, string> = {}) => ({
  apiVersion: "v1",
  kind: "ConfigMap",
  metadata: { name },
  data,
});

Deno.test("objects are created, applied, patched, listed and deleted", async () => {
  await using server = await createServer();
  const created = await server.create(configMap("a", { x: "1" }));
  assertEquals(created.metadata.namespace, "default");
  assertEquals(created.data, { x: "1" });
  const applied = await server.apply(configMap("a", { y: "2" }));
  assertEquals(applied.data, { x: "1", y: "2" } as Record<string, string>);
  const patched = await server.patch("configmaps", "a", { data: { x: null } });
  assertEquals(patched.data, { y: "2" });
  assertEquals((await server.list("ConfigMap")).map(({ kind }) => kind), ["ConfigMap"]);
  assertEquals(await server.list("cm", { labelSelector: "app=none" }), []);
  assertEquals(await server.delete("cm", "a"), true);
  assertEquals(await server.delete("cm", "a"), false);
  assertEquals(await server.get("cm", "a"), undefined);
});

Deno.test("an object that was read can be applied again", async () => {
  await using server = await createServer();
  await server.create(configMap("a", { x: "1" }));
  const read = await server.get<ReturnType<typeof configMap>>("configmaps", "a");
  const applied = await server.apply({ ...read!, data: { x: "2" } });
  assertEquals(applied.data.x, "2");
});

Deno.test("a type has the names that kubectl accepts", async () => {
  await using server = await createServer();
  for (
    const name of ["Deployment", "deployments", "deploy", "deployments.apps", "deploy.v1.apps"]
  ) {
    assertEquals(await server.list(name), [], name);
  }
  await assertRejects(() => server.list("widgets"), RangeError, "deployments.apps");
  await assertRejects(() => server.get("deployments.extensions", "a"), RangeError, "Use a kind");
});

Deno.test("the status is written where an update of the object does not change it", async () => {
  await using server = await createServer();
  const spec = { containers: [{ name: "main", image: "example" }] };
  const pod = { apiVersion: "v1", kind: "Pod", metadata: { name: "p" }, spec };
  const created = await server.create({ ...pod, status: { phase: "Running" } });
  assertEquals(created.status.phase, "Running");
  const applied = await server.apply({ ...pod, status: { phase: "Succeeded" } });
  assertEquals(applied.status.phase, "Succeeded");
  const patch = { status: { phase: "Failed" } };
  await server.patch("pods", "p", patch, { subresource: "status" });
  const found = await server.get<typeof applied>("pods", "p");
  assertEquals(found?.status.phase, "Failed");
});

Deno.test("a rejection has the reason and the message of the server", async () => {
  await using server = await createServer();
  await server.create(configMap("a"));
  const error = await assertRejects(
    () => server.create(configMap("a")),
    StatusError,
    'Cannot create ConfigMap "a": configmaps "a" already exists',
  );
  assertEquals([error.code, error.reason], [409, "AlreadyExists"]);
  const elsewhere = { ...configMap("a"), metadata: { name: "a", namespace: "team" } };
  await assertRejects(
    () => server.apply(elsewhere),
    StatusError,
    'Cannot apply ConfigMap "a" in namespace "team": namespaces "team" not found',
  );
  await assertRejects(() => server.patch("cm", "b", {}), StatusError, "not found");
});

Deno.test("text is applied as manifests, which create no namespaces", async () => {
  await using server = await createServer();
  const text = `
apiVersion: v1
kind: ConfigMap
metadata: {name: a}
---
{"apiVersion": "v1", "kind": "Namespace", "metadata": {"name": "team"}}
`;
  const applied = await server.apply(text);
  assertEquals(applied.map(({ metadata: { name } }) => name), ["a", "team"]);
  const missing = "apiVersion: v1\nkind: ConfigMap\nmetadata: {name: a, namespace: none}\n";
  await assertRejects(() => server.apply(missing), Error, 'namespaces "none" not found');
});

Deno.test("no plugin sees the requests of the program", async () => {
  const requests = journal();
  const faults = injectedFaults({
    rules: [{ when: {}, effect: { kind: "refuse", code: 503 } }],
  });
  await using server = await createServer({
    plugins: [faults, requests],
    objects: [configMap("a")],
  });
  await server.apply(configMap("b"));
  assertEquals((await server.list("configmaps")).length, 2);
  assertEquals(requests.entries(), []);
});

Deno.test("users have tokens of their own, and a kubeconfig has a context for each", async () => {
  await using server = await startServer({
    users: { alice: ["developers"], bob: [] },
    objects: [{
      apiVersion: "rbac.authorization.k8s.io/v1",
      kind: "ClusterRole",
      metadata: { name: "reader" },
      rules: [{ apiGroups: [""], resources: ["configmaps"], verbs: ["list"] }],
    }, {
      apiVersion: "rbac.authorization.k8s.io/v1",
      kind: "ClusterRoleBinding",
      metadata: { name: "developers" },
      roleRef: { apiGroup: "rbac.authorization.k8s.io", kind: "ClusterRole", name: "reader" },
      subjects: [{ apiGroup: "rbac.authorization.k8s.io", kind: "Group", name: "developers" }],
    }],
  });
  assertEquals(server.identities.map(({ name }) => name), ["admin", "alice", "bob"]);
  const statusFor = async (user: string) => {
    const headers = { authorization: `Bearer ${server.token(user)}` };
    const response = await fetch(`${server.url}/api/v1/configmaps`, { headers });
    await response.body?.cancel();
    return response.status;
  };
  assertEquals([await statusFor("alice"), await statusFor("bob")], [200, 403]);
  assertEquals(server.token(), server.identities[0].token);
  const kubeconfig = server.kubeconfig("bob");
  for (const text of [server.url, "name: alice", "current-context: bob", server.token("alice")]) {
    assertEquals(kubeconfig.includes(text), true, text);
  }
  assertThrows(() => server.kubeconfig("eve"), RangeError, "admin, alice, bob");
  assertThrows(() => server.token("eve"), RangeError, "admin, alice, bob");
  await assertRejects(() => createServer({ users: { admin: [] } }), Error, "choose another");
});
