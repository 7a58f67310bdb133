import { assertEquals, assertMatch } from "@std/assert";
import { assertRefused, withServer } from "../../testing.ts";

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
