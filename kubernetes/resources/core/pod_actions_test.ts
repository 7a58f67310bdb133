import { assertEquals } from "@std/assert";
import { withServer } from "@plumbline/reference/testing";
import { assertRefused, type TestServer } from "@plumbline/server/testing";

const NAMESPACE = "/api/v1/namespaces/default";
const PODS = `${NAMESPACE}/pods`;
const BUDGETS = "/apis/policy/v1/namespaces/default/poddisruptionbudgets";

const MERGE = "application/merge-patch+json";

const podOf = (name: string, spec = {}) => ({
  metadata: { name, labels: { app: "web" } },
  spec: { containers: [{ name: "main", image: "web" }], ...spec },
});

const bind = (server: TestServer, name: string, node: string) =>
  server.ask("POST", `${PODS}/${name}/binding`, {
    body: { apiVersion: "v1", kind: "Binding", metadata: { name }, target: { name: node } },
  });

const evict = (server: TestServer, name: string, deleteOptions = {}) =>
  server.ask("POST", `${PODS}/${name}/eviction`, {
    body: { apiVersion: "policy/v1", kind: "Eviction", metadata: { name }, deleteOptions },
  });

Deno.test("a binding puts a Pod on a node, once", async () => {
  await withServer(async (server) => {
    await server.must("POST", PODS, { body: podOf("a") });
    assertEquals((await bind(server, "a", "n1")).status, 201);
    const { spec, status } = await server.must("GET", `${PODS}/a`);
    assertEquals(spec.nodeName, "n1");
    const [{ type, status: word }] = status.conditions;
    assertEquals([type, word], ["PodScheduled", "True"]);
    assertRefused(await bind(server, "a", "n2"), "Conflict");
    assertRefused(await bind(server, "none", "n2"), "NotFound");
    assertRefused(await bind(server, "a", ""), "Invalid");
  });
});

Deno.test("a Pod on a node is removed when its grace period is ended", async () => {
  await withServer(async (server) => {
    await server.must("POST", PODS, { body: podOf("a", { nodeName: "n1" }) });
    const deleted = await server.must("DELETE", `${PODS}/a`);
    assertEquals(deleted.metadata.deletionGracePeriodSeconds, 30);
    const shortened = await server.must("DELETE", `${PODS}/a?gracePeriodSeconds=5`);
    assertEquals(shortened.metadata.deletionGracePeriodSeconds, 5);
    const again = await server.must("DELETE", `${PODS}/a?gracePeriodSeconds=20`);
    assertEquals(again.metadata.deletionGracePeriodSeconds, 5, "it is never extended");
    await server.must("DELETE", `${PODS}/a?gracePeriodSeconds=0`);
    assertRefused(await server.ask("GET", `${PODS}/a`), "NotFound");
  });
});

Deno.test("an eviction deletes a Pod as far as its budget allows", async () => {
  await withServer(async (server) => {
    for (const name of ["a", "b"]) {
      await server.must("POST", PODS, { body: podOf(name) });
      await server.must("PATCH", `${PODS}/${name}/status`, {
        type: MERGE,
        body: { status: { phase: "Running" } },
      });
    }
    const spec = { selector: { matchLabels: { app: "web" } }, minAvailable: 1 };
    await server.must("POST", BUDGETS, { body: { metadata: { name: "web" }, spec } });
    assertRefused(await evict(server, "a"), "TooManyRequests");
    await server.must("PATCH", `${BUDGETS}/web/status`, {
      type: MERGE,
      body: { status: { disruptionsAllowed: 1, observedGeneration: 1 } },
    });
    assertEquals((await evict(server, "a")).status, 201);
    assertRefused(await server.ask("GET", `${PODS}/a`), "NotFound");
    assertRefused(await evict(server, "b"), "TooManyRequests");
    const { status } = await server.must("GET", `${BUDGETS}/web`);
    assertEquals([status.disruptionsAllowed, Object.keys(status.disruptedPods)], [0, ["a"]]);
  });
});

Deno.test("a dry run neither binds nor evicts", async () => {
  await withServer(async (server) => {
    await server.must("POST", PODS, { body: podOf("a") });
    const body = { apiVersion: "v1", kind: "Binding", target: { name: "n1" } };
    await server.must("POST", `${PODS}/a/binding?dryRun=All`, { body });
    assertEquals((await server.must("GET", `${PODS}/a`)).spec.nodeName, undefined);
    assertEquals((await evict(server, "a", { dryRun: ["All"] })).status, 201);
    await server.must("GET", `${PODS}/a`);
  });
});

Deno.test("a binding that is posted to its collection acts on the Pod with its name", async () => {
  await withServer(async (server) => {
    await server.must("POST", PODS, { body: podOf("a") });
    const binding = (name?: string) => ({
      body: {
        apiVersion: "v1",
        kind: "Binding",
        metadata: { ...(name && { name }) },
        target: { name: "n1" },
      },
    });
    const bindings = `${NAMESPACE}/bindings`;
    assertEquals((await server.ask("POST", bindings, binding("a"))).status, 201);
    assertEquals((await server.must("GET", `${PODS}/a`)).spec.nodeName, "n1");
    assertRefused(await server.ask("POST", bindings, binding("none")), "NotFound");
    assertRefused(await server.ask("POST", bindings, binding()), "Invalid");
    assertRefused(await server.ask("GET", bindings), "MethodNotAllowed");
  });
});
