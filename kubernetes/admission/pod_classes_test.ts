import { assertEquals } from "@std/assert";
import { withServer } from "@plumbline/reference/testing";
import { assertRefused } from "@plumbline/server/testing";

const PODS = "/api/v1/namespaces/default/pods";
const CLASSES = "/apis/scheduling.svc.io/v1/priorityclasses";
const RUNTIMES = "/apis/node.svc.io/v1/runtimeclasses";

const podOf = (name: string, spec = {}) => ({
  metadata: { name },
  spec: { containers: [{ name: "main", image: "web:1" }], ...spec },
});

Deno.test("a pod gets the priority of the class that it names", async () => {
  await withServer(async (server) => {
    const body = podOf("a", { priorityClassName: "system-node-critical" });
    const { spec } = await server.must("POST", PODS, { body });
    assertEquals([spec.priority, spec.preemptionPolicy], [2_000_001_000, "PreemptLowerPriority"]);
    const plain = await server.must("POST", PODS, { body: podOf("b") });
    assertEquals(plain.spec.priority, 0);
  });
});

Deno.test("a pod gets the default class, of which there is one", async () => {
  await withServer(async (server) => {
    const classOf = (name: string) => ({
      body: { metadata: { name }, value: 10, globalDefault: true },
    });
    await server.must("POST", CLASSES, classOf("a"));
    assertRefused(await server.ask("POST", CLASSES, classOf("b")), "Forbidden");
    const { spec } = await server.must("POST", PODS, { body: podOf("a") });
    assertEquals([spec.priority, spec.priorityClassName], [10, "a"]);
  });
});

Deno.test("a pod that names a class that does not exist is forbidden", async () => {
  await withServer(async (server) => {
    for (
      const spec of [
        { priorityClassName: "none" },
        { runtimeClassName: "none" },
        { priority: 5 },
        { preemptionPolicy: "Never" },
      ]
    ) {
      assertRefused(await server.ask("POST", PODS, { body: podOf("a", spec) }), "Forbidden");
    }
  });
});

Deno.test("the error about a pod names its prefix, and a pod without either is unknown", async () => {
  await withServer(async (server) => {
    for (const [metadata, name] of [[{}, "Unknown"], [{ generateName: "web-" }, "web-"]] as const) {
      const body = { ...podOf("", { preemptionPolicy: "a" }), metadata };
      const response = await server.ask("POST", PODS, { body });
      assertRefused(response, "Forbidden");
      assertEquals(response.body.details.name, name);
    }
  });
});

Deno.test("a pod gets the overhead of its RuntimeClass", async () => {
  await withServer(async (server) => {
    const overhead = { podFixed: { cpu: "100m" } };
    await server.must("POST", RUNTIMES, {
      body: { metadata: { name: "box" }, handler: "box", overhead },
    });
    const body = podOf("a", { runtimeClassName: "box" });
    const { spec } = await server.must("POST", PODS, { body });
    assertEquals(spec.overhead, { cpu: "100m" });
  });
});

Deno.test("a pod with an overhead of its own, and no RuntimeClass that has one, is forbidden", async () => {
  await withServer(async (server) => {
    await server.must("POST", RUNTIMES, { body: { metadata: { name: "box" }, handler: "box" } });
    const overhead = { cpu: "100m" };
    for (const spec of [{ overhead }, { overhead, runtimeClassName: "box" }]) {
      assertRefused(await server.ask("POST", PODS, { body: podOf("a", spec) }), "Forbidden");
    }
  });
});
