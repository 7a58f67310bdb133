/**
 * Tests of the subresource `scale` with the requests of kubectl and client libraries.
 *
 * @module
 */
import { assertEquals } from "@std/assert";
import { loadProtobuf } from "../codec/protobuf.ts";
import { DIALECTS } from "../dialect.ts";
import { assertRefused, deploymentOf, type TestServer, withServer } from "../testing.ts";

const DEPLOYMENTS = "/apis/apps/v1/namespaces/default/deployments";
const SCALE = `${DEPLOYMENTS}/web/scale`;

/** A server that has the Deployment `web` with two replicas. */
const withDeployment = (test: (server: TestServer) => Promise<void>) =>
  withServer(async (server) => {
    await server.must("POST", DEPLOYMENTS, { body: deploymentOf("web", { replicas: 2 }) });
    await test(server);
  });

Deno.test("scale has the desired and actual replicas and the selector", async () => {
  await withDeployment(async (server) => {
    const status = { status: { replicas: 1 } };
    const type = "application/merge-patch+json";
    const { metadata } = await server.must("PATCH", `${DEPLOYMENTS}/web/status`, {
      body: status,
      type,
    });
    const { name, namespace, uid, resourceVersion, creationTimestamp } = metadata;
    assertEquals(await server.must("GET", SCALE), {
      kind: "Scale",
      apiVersion: "autoscaling/v1",
      metadata: { name, namespace, uid, resourceVersion, creationTimestamp },
      spec: { replicas: 2 },
      status: { replicas: 1, selector: "app=web" },
    });
  });
});

Deno.test("a merge patch of scale, as from kubectl, sets the replicas and increments the generation", async () => {
  await withDeployment(async (server) => {
    const { spec } = await server.must("PATCH", SCALE, {
      body: { spec: { replicas: 5 } },
      type: "application/merge-patch+json",
    });
    assertEquals(spec, { replicas: 5 });
    const deployment = await server.must("GET", `${DEPLOYMENTS}/web`);
    assertEquals(deployment.spec.replicas, 5);
    assertEquals(deployment.metadata.generation, 2);
  });
});

Deno.test("the field manager of a write to scale owns the replicas through scale", async () => {
  await withDeployment(async (server) => {
    const sent = await server.must("GET", SCALE);
    await server.must("PUT", `${SCALE}?fieldManager=scaler`, {
      body: { ...sent, spec: { replicas: 7 } },
    });
    const { metadata } = await server.must("GET", `${DEPLOYMENTS}/web`);
    const entries: Record<string, unknown>[] = metadata.managedFields;
    const { time: _, ...entry } = entries.find(({ manager }) => manager === "scaler")!;
    assertEquals(entry, {
      manager: "scaler",
      operation: "Update",
      apiVersion: "apps/v1",
      fieldsType: "FieldsV1",
      fieldsV1: { "f:spec": { "f:replicas": {} } },
      subresource: "scale",
    });
  });
});

Deno.test("a write to scale with a stale resourceVersion is a conflict", async () => {
  await withDeployment(async (server) => {
    const sent = await server.must("GET", SCALE);
    await server.must("PUT", SCALE, { body: { ...sent, spec: { replicas: 3 } } });
    const stale = await server.ask("PUT", SCALE, { body: { ...sent, spec: { replicas: 4 } } });
    assertRefused(stale, "Conflict");
    const { spec } = await server.must("GET", SCALE);
    assertEquals(spec, { replicas: 3 });
  });
});

Deno.test("a scale without replicas sets zero", async () => {
  await withDeployment(async (server) => {
    const sent = await server.must("GET", SCALE);
    const answer = await server.must("PUT", SCALE, { body: { ...sent, spec: {} } });
    assertEquals(answer.spec, {});
    const { spec } = await server.must("GET", `${DEPLOYMENTS}/web`);
    assertEquals(spec.replicas, 0);
  });
});

Deno.test("scale rejects invalid replicas and other kinds", async () => {
  await withDeployment(async (server) => {
    const type = "application/merge-patch+json";
    const negative = { spec: { replicas: -1 } };
    assertRefused(await server.ask("PATCH", SCALE, { body: negative, type }), "Invalid");
    const deployment = await server.must("GET", `${DEPLOYMENTS}/web`);
    assertRefused(await server.ask("PUT", SCALE, { body: deployment }), "BadRequest");
    assertRefused(await server.ask("GET", `${DEPLOYMENTS}/nope/scale`), "NotFound");
  });
});

Deno.test("an apply to scale owns the replicas of the object", async () => {
  await withDeployment(async (server) => {
    const apply = (replicas: number, manager: string, force = false) =>
      server.ask("PATCH", `${SCALE}?fieldManager=${manager}&force=${force}`, {
        body: { apiVersion: "autoscaling/v1", kind: "Scale", spec: { replicas } },
        type: "application/apply-patch+yaml",
      });
    const { status, body } = await apply(7, "a", true);
    assertEquals([status, body.kind, body.spec], [200, "Scale", { replicas: 7 }]);
    const { spec, metadata } = await server.must("GET", `${DEPLOYMENTS}/web`);
    assertEquals(spec.replicas, 7);
    const entry = metadata.managedFields.find(({ manager }: { manager: string }) =>
      manager === "a"
    );
    assertEquals([entry.operation, entry.subresource, entry.fieldsV1], [
      "Apply",
      "scale",
      { "f:spec": { "f:replicas": {} } },
    ]);
    assertRefused(await apply(8, "b"), "Conflict");
  });
});

Deno.test("a dry run of scale returns the result and changes nothing", async () => {
  await withDeployment(async (server) => {
    const { spec } = await server.must("PATCH", `${SCALE}?dryRun=All`, {
      body: { spec: { replicas: 9 } },
      type: "application/merge-patch+json",
    });
    assertEquals(spec, { replicas: 9 });
    assertEquals((await server.must("GET", SCALE)).spec, { replicas: 2 });
  });
});

Deno.test("scale has a table and a Protobuf form", async () => {
  await withDeployment(async (server) => {
    const asTable = "application/json;as=Table;v=v1;g=meta.svc.io";
    const { rows } = await server.must("GET", SCALE, { headers: { accept: asTable } });
    assertEquals(rows[0].cells.slice(0, 3), ["web", 2, 0]);
    const dialect = DIALECTS.svc;
    const response = await fetch(server.url + SCALE, {
      headers: { authorization: "Bearer admin-token", accept: dialect.protobuf },
    });
    const { decodeProtobuf } = await loadProtobuf();
    const bytes = new Uint8Array(await response.arrayBuffer());
    const expected = { apiVersion: "autoscaling/v1", kind: "Scale" };
    assertEquals(
      decodeProtobuf(bytes, { dialect, expected }),
      await server.must("GET", SCALE),
    );
  });
});

Deno.test("discovery and OpenAPI list scale with its kind", async () => {
  await withServer(async (server) => {
    const { resources } = await server.must("GET", "/apis/apps/v1");
    assertEquals(resources.find(({ name }: { name: string }) => name === "deployments/scale"), {
      name: "deployments/scale",
      singularName: "",
      namespaced: true,
      group: "autoscaling",
      version: "v1",
      kind: "Scale",
      verbs: ["get", "patch", "update"],
    });
    const { paths, components } = await server.must("GET", "/openapi/v3/apis/apps/v1");
    const { get } = paths["/apis/apps/v1/namespaces/{namespace}/deployments/{name}/scale"];
    assertEquals(get["x-kubernetes-group-version-kind"].kind, "Scale");
    const { $ref } = get.responses[200].content["application/json"].schema;
    assertEquals(Object.hasOwn(components.schemas, $ref.split("/").at(-1)), true);
  });
});
