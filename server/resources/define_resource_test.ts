/**
 * Tests of a custom resource with every feature of the server.
 *
 * @module
 */
import { assertEquals, assertStringIncludes } from "@std/assert";
import { defineResource } from "@plumbline/reference";
import { assertRefused, type TestServer, withServer } from "../testing.ts";

const WIDGETS = "/apis/acme.example/v1/namespaces/default/widgets";

const widgets = defineResource({
  group: "acme.example",
  version: "v1",
  kind: "Widget",
  plural: "widgets",
  shortNames: ["wd"],
  status: true,
  schema: {
    type: "object",
    required: ["spec"],
    properties: {
      spec: {
        type: "object",
        required: ["size"],
        properties: {
          size: { type: "integer", format: "int32", minimum: 0, maximum: 9 },
          color: { type: "string", default: "red", enum: ["red", "blue"] },
          labels: { type: "object", additionalProperties: { type: "string" } },
          parts: {
            type: "array",
            "x-kubernetes-list-type": "map",
            "x-kubernetes-list-map-keys": ["name"],
            items: {
              type: "object",
              properties: { name: { type: "string" }, count: { type: "integer" } },
            },
          },
        },
      },
      status: { type: "object", properties: { ready: { type: "boolean" } } },
    },
  },
  columns: [
    { name: "Name", type: "string", format: "name", cell: ({ metadata }) => metadata.name },
    { name: "Size", type: "integer", cell: ({ spec }) => (spec as { size: number }).size },
  ],
});

const withWidgets = (test: (server: TestServer) => Promise<void>) =>
  withServer(test, { resources: [widgets] });

const widget = (name: string, spec: object) => ({
  apiVersion: "acme.example/v1",
  kind: "Widget",
  metadata: { name },
  spec,
});

Deno.test("a defined resource can be created, read, updated and deleted", async () => {
  await withWidgets(async (server) => {
    const created = await server.must("POST", WIDGETS, { body: widget("a", { size: 0 }) });
    assertEquals(created.spec, { size: 0, color: "red" });
    assertEquals([created.metadata.generation, created.metadata.namespace], [1, "default"]);
    const body = { ...created, spec: { size: 2 }, status: { ready: true } };
    const updated = await server.must("PUT", `${WIDGETS}/a`, { body });
    assertEquals([updated.spec.size, updated.status], [2, undefined]);
    assertEquals(updated.metadata.generation, 2);
    const patch = { body: { spec: { size: 3 }, status: { ready: true } } };
    const merge = { ...patch, type: "application/merge-patch+json" };
    const status = await server.must("PATCH", `${WIDGETS}/a/status`, merge);
    assertEquals([status.spec.size, status.status], [2, { ready: true }]);
    assertEquals((await server.must("GET", WIDGETS)).kind, "WidgetList");
    await server.must("DELETE", `${WIDGETS}/a`);
    assertRefused(await server.ask("GET", `${WIDGETS}/a`), "NotFound");
  });
});

Deno.test("a defined resource is validated by its schema", async () => {
  await withWidgets(async (server) => {
    const post = (spec: object, query = "") =>
      server.ask("POST", `${WIDGETS}${query}`, { body: widget("a", spec) });
    for (
      const [spec, field] of [
        [{}, "spec.size"],
        [{ size: 10 }, "spec.size"],
        [{ size: 1, color: "green" }, "spec.color"],
      ] as const
    ) {
      const answer = await post(spec);
      assertRefused(answer, "Invalid");
      assertEquals(answer.body.details.causes.map((one: { field: string }) => one.field), [field]);
    }
    assertRefused(await post({ size: "large" }), "BadRequest");
    const strict = await post({ size: 1, weight: 2 }, "?fieldValidation=Strict");
    assertRefused(strict, "BadRequest");
    assertStringIncludes(strict.body.message, 'unknown field "spec.weight"');
    const pruned = await post({ size: 1, weight: 2 });
    assertEquals(pruned.body.spec, { size: 1, color: "red" });
    assertStringIncludes(pruned.headers.get("warning") ?? "", "spec.weight");
  });
});

Deno.test("server-side apply merges the lists of a defined resource by their keys", async () => {
  await withWidgets(async (server) => {
    const apply = (manager: string, parts: object[]) =>
      server.must("PATCH", `${WIDGETS}/a?fieldManager=${manager}&fieldValidation=Strict`, {
        type: "application/apply-patch+yaml",
        body: widget("a", { size: 1, parts }),
      });
    await apply("one", [{ name: "wheel", count: 4 }]);
    const { spec, metadata } = await apply("two", [{ name: "door", count: 2 }]);
    assertEquals(spec.parts, [{ name: "wheel", count: 4 }, { name: "door", count: 2 }]);
    assertEquals(metadata.managedFields.length, 2);
  });
});

Deno.test("a defined resource has watches, a Table, discovery, OpenAPI and RBAC", async () => {
  await withWidgets(async (server) => {
    const watch = await server.watch(`${WIDGETS}?watch=1`);
    await server.must("POST", WIDGETS, { body: widget("a", { size: 7 }) });
    assertEquals(await watch.summaries(1), ["ADDED a"]);
    const accept = "application/json;as=Table;v=v1;g=meta.svc.io";
    const table = await server.must("GET", WIDGETS, { headers: { accept } });
    assertEquals(table.rows[0].cells, ["a", 7]);
    const protobuf = { accept: "application/vnd.svc.protobuf" };
    assertEquals((await server.ask("GET", WIDGETS, { headers: protobuf })).status, 406);

    const { resources } = await server.must("GET", "/apis/acme.example/v1");
    assertEquals(resources.map(({ name }: { name: string }) => name), [
      "widgets",
      "widgets/status",
    ]);
    const { components, paths } = await server.must("GET", "/openapi/v3/apis/acme.example/v1");
    const spec = components.schemas["acme.example.v1.Widget"].properties.spec;
    assertEquals(Object.hasOwn(components.schemas, spec.$ref.split("/").at(-1)), true);
    assertEquals(Object.hasOwn(components.schemas, "acme.example.v1.WidgetList"), true);
    assertEquals(Object.hasOwn(paths, WIDGETS.replace("default", "{namespace}")), true);
    await server.must("GET", "/openapi/v2");

    assertRefused(await server.ask("GET", WIDGETS, { token: "bob-token" }), "Forbidden");
    const rbac = "/apis/rbac.authorization.svc.io/v1/namespaces/default";
    const rules = [{ apiGroups: ["acme.example"], resources: ["widgets"], verbs: ["list"] }];
    await server.must("POST", `${rbac}/roles`, { body: { metadata: { name: "r" }, rules } });
    const roleRef = { apiGroup: "rbac.authorization.svc.io", kind: "Role", name: "r" };
    const subjects = [{ apiGroup: roleRef.apiGroup, kind: "User", name: "bob" }];
    const binding = { metadata: { name: "b" }, roleRef, subjects };
    await server.must("POST", `${rbac}/rolebindings`, { body: binding });
    assertEquals((await server.ask("GET", WIDGETS, { token: "bob-token" })).status, 200);
  });
});

Deno.test("a write of the status without a spec takes no owners and no other metadata", async () => {
  await withWidgets(async (server) => {
    await server.must("POST", WIDGETS, { body: widget("a", { size: 1 }) });
    const { spec: _, metadata: { managedFields: before, ...metadata }, ...rest } = await server
      .must("GET", `${WIDGETS}/a`);
    const changed = await server.must("PUT", `${WIDGETS}/a/status`, {
      body: {
        ...rest,
        metadata: { ...metadata, generateName: "b-", deletionGracePeriodSeconds: 30 },
        status: { ready: true },
      },
    });
    assertEquals([changed.spec.size, changed.metadata.generateName], [1, undefined]);
    assertEquals(changed.metadata.managedFields[0].fieldsV1, before[0].fieldsV1);
  });
});

Deno.test("an object with the default {} is always there, and only its fields have owners", async () => {
  const gadgets = defineResource({
    ...{ group: "acme.example", version: "v1", kind: "Gadget", plural: "gadgets" },
    schema: {
      type: "object",
      properties: {
        spec: { type: "object", default: {}, properties: { size: { type: "integer" } } },
        note: { type: "object", properties: { text: { type: "string", default: "a" } } },
      },
    },
  });
  await withServer(async (server) => {
    const path = "/apis/acme.example/v1/namespaces/default/gadgets";
    const created = await server.must("POST", path, { body: { metadata: { name: "a" } } });
    assertEquals([created.spec, created.metadata.managedFields], [{}, undefined]);
    const body = { metadata: { name: "b" }, spec: { size: 1 }, note: {} };
    const { note, metadata } = await server.must("POST", path, { body });
    assertEquals(note, { text: "a" });
    assertEquals(metadata.managedFields[0].fieldsV1, {
      "f:note": { ".": {}, "f:text": {} },
      "f:spec": { "f:size": {} },
    });
  }, { resources: [gadgets] });
});
