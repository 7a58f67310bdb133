/**
 * Tests of custom resources in snapshots and in replicas.
 *
 * @module
 */
import { assertEquals } from "@std/assert";
import { createServer, type Server } from "@plumbline/reference";

const DEFINITIONS = "/apis/apiextensions.k8s.io/v1/customresourcedefinitions";
const WIDGETS = "/apis/acme.example/v1/namespaces/default/widgets";

const DEFINITION = {
  metadata: { name: "widgets.acme.example" },
  spec: {
    group: "acme.example",
    scope: "Namespaced",
    names: { plural: "widgets", kind: "Widget" },
    versions: [{
      name: "v1",
      served: true,
      storage: true,
      schema: {
        openAPIV3Schema: { type: "object", "x-kubernetes-preserve-unknown-fields": true },
      },
    }],
  },
};

const WIDGET = {
  apiVersion: "acme.example/v1",
  kind: "Widget",
  metadata: { name: "a" },
  spec: { size: 1 },
};

async function ask(server: Server, method: string, path: string, body?: object): Promise<number> {
  const headers = {
    authorization: `Bearer ${server.identities[0].token}`,
    "content-type": "application/json",
  };
  const request = new Request(`http://localhost${path}`, {
    method,
    headers,
    ...(body && { body: JSON.stringify(body) }),
  });
  const response = await server.fetch(request);
  await response.body?.cancel();
  return response.status;
}

Deno.test("a reset removes custom resources with their objects", async () => {
  await using server = await createServer({ dialect: "kubernetes" });
  assertEquals(await ask(server, "POST", DEFINITIONS, DEFINITION), 201);
  assertEquals(await ask(server, "POST", WIDGETS, WIDGET), 201);
  await server.state.reset();
  assertEquals(await ask(server, "GET", WIDGETS), 404);
  assertEquals(await ask(server, "POST", DEFINITIONS, DEFINITION), 201);
  assertEquals(await ask(server, "GET", `${WIDGETS}/a`), 404);
});

Deno.test("a snapshot restores custom resources with their objects", async () => {
  await using server = await createServer({ dialect: "kubernetes" });
  await ask(server, "POST", DEFINITIONS, DEFINITION);
  await ask(server, "POST", WIDGETS, WIDGET);
  const snapshot = await server.state.snapshot();
  await ask(server, "DELETE", `${DEFINITIONS}/widgets.acme.example`);
  assertEquals(await ask(server, "GET", WIDGETS), 404);
  await server.state.restore(snapshot);
  assertEquals(await ask(server, "GET", `${WIDGETS}/a`), 200);
});

Deno.test("a replica serves the custom resources of the server", async () => {
  await using server = await createServer({ dialect: "kubernetes" });
  await using replica = await server.replica();
  await ask(server, "POST", DEFINITIONS, DEFINITION);
  assertEquals(await ask(replica, "POST", WIDGETS, WIDGET), 201);
  await ask(replica, "DELETE", `${DEFINITIONS}/widgets.acme.example`);
  assertEquals(await ask(server, "GET", WIDGETS), 404);
});
