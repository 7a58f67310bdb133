import { assertEquals, assertMatch } from "@std/assert";
import type { JsonObject } from "@plumbline/server/api";
import { withServer } from "@plumbline/reference/testing";
import { assertRefused } from "@plumbline/server/testing";

const SERVICES = "/api/v1/namespaces/default/services";

const serviceOf = (name: string, spec = {}) => ({
  metadata: { name },
  spec: { ports: [{ port: 80 }], ...spec },
});

Deno.test("each Service gets an address of its own and keeps it", async () => {
  await withServer(async (server) => {
    const addresses = new Set<string>();
    for (let index = 0; index < 20; index++) {
      const { spec } = await server.must("POST", SERVICES, { body: serviceOf(`s${index}`) });
      assertMatch(spec.clusterIP, /^10\.(9[6-9]|10\d|11[01])\.\d+\.\d+$/);
      assertEquals(spec.clusterIPs, [spec.clusterIP]);
      addresses.add(spec.clusterIP);
    }
    assertEquals(addresses.size, 20);
    const before = await server.must("GET", `${SERVICES}/s0`);
    const body = { ...serviceOf("s0", { type: "NodePort" }) };
    const after = await server.must("PUT", `${SERVICES}/s0`, { body });
    assertEquals(after.spec.clusterIP, before.spec.clusterIP);
    const port = after.spec.ports[0].nodePort;
    assertEquals(port >= 30_000 && port < 32_768, true);
    const again = await server.must("PUT", `${SERVICES}/s0`, { body });
    assertEquals(again.spec.ports[0].nodePort, port);
  });
});

Deno.test("a Service cannot have the address of another, nor change its own", async () => {
  await withServer(async (server) => {
    const { spec } = await server.must("POST", SERVICES, { body: serviceOf("a") });
    const same = serviceOf("b", { clusterIP: spec.clusterIP });
    assertRefused(await server.ask("POST", SERVICES, { body: same }), "Invalid");
    const body = { spec: { clusterIP: "10.96.1.1", clusterIPs: ["10.96.1.1"] } };
    const type = "application/merge-patch+json";
    assertRefused(await server.ask("PATCH", `${SERVICES}/a`, { body, type }), "Invalid");
  });
});

Deno.test("ports need names if there are several, and a valid number", async () => {
  await withServer(async (server) => {
    for (
      const ports of [[], [{ port: 0 }], [{ port: 70_000 }], [{ port: 80 }, { port: 81 }], [{
        port: 80,
        protocol: "ICMP",
      }]]
    ) {
      const body = serviceOf("a", { ports });
      assertRefused(await server.ask("POST", SERVICES, { body }), "Invalid");
    }
  });
});

Deno.test("a Service cannot have a node port of another, or one outside the range", async () => {
  await withServer(async (server) => {
    const withPort = (name: string, nodePort: number) => ({
      body: serviceOf(name, { type: "NodePort", ports: [{ port: 80, nodePort }] }),
    });
    await server.must("POST", SERVICES, withPort("a", 30_001));
    assertRefused(await server.ask("POST", SERVICES, withPort("b", 30_001)), "Invalid");
    assertRefused(await server.ask("POST", SERVICES, withPort("b", 80)), "Invalid");
    await server.must("POST", SERVICES, withPort("b", 30_002));
    await server.must("PUT", `${SERVICES}/a`, withPort("a", 30_001));
  });
});

Deno.test("a Service of another type loses the fields of its old type", async () => {
  await withServer(async (server) => {
    const type = "application/merge-patch+json";
    await server.must("POST", SERVICES, { body: serviceOf("a", { type: "NodePort" }) });
    const body = { spec: { type: "ClusterIP" } };
    const { spec } = await server.must("PATCH", `${SERVICES}/a`, { body, type });
    assertEquals([spec.ports[0].nodePort, spec.externalTrafficPolicy], [undefined, undefined]);
    const named = { spec: { type: "ExternalName", externalName: "example.com" } };
    const external = await server.must("PATCH", `${SERVICES}/a`, { body: named, type });
    const { clusterIP, clusterIPs, ipFamilies, ipFamilyPolicy } = external.spec;
    assertEquals([clusterIP, clusterIPs, ipFamilies, ipFamilyPolicy], Array(4).fill(undefined));
  });
});

Deno.test("a port keeps its node port by its name", async () => {
  await withServer(async (server) => {
    const ports = [{ name: "a", port: 80 }, { name: "b", port: 81 }];
    const body = serviceOf("a", { type: "NodePort", ports });
    const before = await server.must("POST", SERVICES, { body });
    const moved = [{ name: "b", port: 90 }, { name: "c", port: 80 }];
    const after = await server.must("PUT", `${SERVICES}/a`, {
      body: serviceOf("a", { type: "NodePort", ports: moved }),
    });
    assertEquals(after.spec.ports[0].nodePort, before.spec.ports[1].nodePort);
  });
});

Deno.test("a balancer of local traffic gets a port for its health check", async () => {
  await withServer(async (server) => {
    const spec = { type: "LoadBalancer", externalTrafficPolicy: "Local" };
    const made = await server.must("POST", SERVICES, { body: serviceOf("a", spec) });
    const port = made.spec.healthCheckNodePort;
    assertEquals(port >= 30_000 && port < 32_768, true);
    const again = await server.must("PUT", `${SERVICES}/a`, { body: serviceOf("a", spec) });
    assertEquals(again.spec.healthCheckNodePort, port);
  });
});

Deno.test("the port for a health check cannot change while there is one", async () => {
  await withServer(async (server) => {
    const spec = { type: "LoadBalancer", externalTrafficPolicy: "Local" };
    await server.must("POST", SERVICES, { body: serviceOf("a", spec) });
    const refused = async (changed: JsonObject) => {
      const body = serviceOf("a", { ...spec, ...changed });
      const { body: { details } } = await server.ask("PUT", `${SERVICES}/a`, { body });
      return details.causes.map(({ reason }: { reason: string }) => reason).sort();
    };
    const [forbidden, invalid] = ["FieldValueForbidden", "FieldValueInvalid"];
    assertEquals(await refused({ healthCheckNodePort: -1 }), [forbidden, invalid]);
    assertEquals(await refused({ healthCheckNodePort: 30_000 }), [forbidden]);
    const cluster = { externalTrafficPolicy: "Cluster", healthCheckNodePort: 30_000 };
    assertEquals(await refused(cluster), [invalid]);
  });
});

Deno.test("a dry run shows a node port of no range, and takes none", async () => {
  await withServer(async (server) => {
    const body = serviceOf("a", { type: "NodePort" });
    const { spec } = await server.must("POST", `${SERVICES}?dryRun=All`, { body });
    assertEquals(spec.ports[0].nodePort, 32_769);
  });
});

Deno.test("the Endpoints of a Service are deleted with it", async () => {
  await withServer(async (server) => {
    const endpoints = SERVICES.replace("services", "endpoints");
    await server.must("POST", SERVICES, { body: serviceOf("a") });
    await server.must("POST", endpoints, { body: { metadata: { name: "a" } } });
    await server.must("POST", endpoints, { body: { metadata: { name: "b" } } });
    await server.must("DELETE", `${SERVICES}/a`);
    assertRefused(await server.ask("GET", `${endpoints}/a`), "NotFound");
    await server.must("GET", `${endpoints}/b`);
  });
});

Deno.test("a dry run gives ports on nodes above those that were asked for", async () => {
  await withServer(async (server) => {
    const ports = [{ name: "a", port: 80, nodePort: 101 }, { name: "b", port: 81 }];
    const dryRun = (ports: unknown) =>
      server.must("POST", "/api/v1/namespaces/default/services?dryRun=All", {
        body: { metadata: { name: "a" }, spec: { type: "NodePort", ports } },
      });
    const portsOf = ({ spec }: Awaited<ReturnType<typeof dryRun>>) =>
      spec.ports.map(({ nodePort }: { nodePort: number }) => nodePort);
    assertEquals(portsOf(await dryRun(ports)), [101, 102]);
    assertEquals(portsOf(await dryRun([{ port: 80 }])), [32_769]);
  });
});
