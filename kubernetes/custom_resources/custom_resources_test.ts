/**
 * Tests of CustomResourceDefinitions: names, discovery, subresources, versions, deletion.
 *
 * @module
 */
import { assertEquals } from "@std/assert";
import type { JsonObject } from "@plumbline/server/api";
import { withServer } from "@plumbline/reference/testing";
import { assertRefused, type TestServer } from "@plumbline/server/testing";

const DEFINITIONS = "/apis/apiextensions.k8s.io/v1/customresourcedefinitions";
const WIDGETS = "/apis/acme.example/v1/namespaces/default/widgets";
const MERGE = "application/merge-patch+json";

const kubernetes = (test: (server: TestServer) => Promise<void>) =>
  withServer(test, { dialect: "kubernetes" });

const SCHEMA = {
  type: "object",
  properties: {
    spec: {
      type: "object",
      properties: {
        size: { type: "integer", default: 1 },
        replicas: { type: "integer" },
        parts: {
          type: "array",
          "x-kubernetes-list-type": "map",
          "x-kubernetes-list-map-keys": ["name"],
          items: {
            type: "object",
            required: ["name"],
            properties: { name: { type: "string" }, count: { type: "integer" } },
          },
        },
      },
    },
    status: {
      type: "object",
      properties: { replicas: { type: "integer" }, phase: { type: "string" } },
    },
  },
};

const version = (name: string, rest: JsonObject = {}) => ({
  name,
  served: true,
  storage: name === "v1",
  schema: { openAPIV3Schema: SCHEMA },
  ...rest,
});

const widgets = (spec: JsonObject = {}, name = "widgets.acme.example") => ({
  metadata: { name },
  spec: {
    group: "acme.example",
    scope: "Namespaced",
    names: { plural: "widgets", kind: "Widget", shortNames: ["wd"] },
    versions: [version("v1")],
    ...spec,
  },
});

const widget = (name: string, rest: JsonObject = {}, version = "v1") => ({
  apiVersion: `acme.example/${version}`,
  kind: "Widget",
  metadata: { name },
  ...rest,
});

const conditionsOf = (object: { status: { conditions: JsonObject[] } }) =>
  object.status.conditions.map(({ type, status, reason }) => `${type}=${status} ${reason}`);

Deno.test("a custom resource is served as soon as its definition was created", async () => {
  await kubernetes(async (server) => {
    assertRefused(await server.ask("GET", WIDGETS), "NotFound");
    const created = await server.must("POST", DEFINITIONS, { body: widgets() });
    assertEquals(created.spec.names.singular, "widget");
    assertEquals(created.spec.names.listKind, "WidgetList");
    assertEquals(created.spec.conversion, { strategy: "None" });
    assertEquals(created.status, {
      conditions: null,
      acceptedNames: { plural: "", kind: "" },
      storedVersions: ["v1"],
    });
    const stored = await server.must("GET", `${DEFINITIONS}/widgets.acme.example`);
    assertEquals(conditionsOf(stored), [
      "NamesAccepted=True NoConflicts",
      "Established=True InitialNamesAccepted",
    ]);
    assertEquals(stored.status.acceptedNames, created.spec.names);
    assertEquals((await server.must("GET", WIDGETS)).kind, "WidgetList");
    const { resources } = await server.must("GET", "/apis/acme.example/v1");
    assertEquals(resources[0].shortNames, ["wd"]);
    const { groups } = await server.must("GET", "/apis");
    assertEquals(groups.some(({ name }: { name: string }) => name === "acme.example"), true);
    const { components, paths } = await server.must("GET", "/openapi/v3/apis/acme.example/v1");
    const described = components.schemas["example.acme.v1.Widget"];
    assertEquals(described.properties.spec, SCHEMA.properties.spec);
    const patch = paths[`${WIDGETS.replace("default", "{namespace}")}/{name}`].patch;
    assertEquals(Object.keys(patch.requestBody.content), [
      "application/apply-patch+yaml",
      "application/json-patch+json",
      "application/merge-patch+json",
    ]);
    const { definitions } = await server.must("GET", "/openapi/v2");
    assertEquals(definitions["example.acme.v1.Widget"].type, "object");
  });
});

Deno.test("a definition in a group of the Kubernetes project says whether it is approved", async () => {
  await kubernetes(async (server) => {
    const name = "widgets.acme.k8s.io";
    const approved = async (annotation: string) => {
      const { metadata, spec } = widgets({ group: "acme.k8s.io" }, name);
      const annotations = { "api-approved.kubernetes.io": annotation };
      const body = { metadata: { ...metadata, annotations }, spec };
      const answer = await server.ask("POST", DEFINITIONS, { body });
      if (answer.status !== 201) return answer.body.details.causes[0].reason;
      const [first, ...others] = conditionsOf(await server.must("GET", `${DEFINITIONS}/${name}`));
      assertEquals(others.length, 2);
      await server.must("DELETE", `${DEFINITIONS}/${name}`);
      return first;
    };
    const type = "KubernetesAPIApprovalPolicyConformant";
    assertEquals(await approved("https://a.example/1"), `${type}=True ApprovedAnnotation`);
    assertEquals(await approved("unapproved, a test"), `${type}=False UnapprovedAnnotation`);
    assertEquals(await approved(""), "FieldValueRequired");
    assertEquals(await approved("yes"), "FieldValueInvalid");
  });
});

Deno.test("names of other resources of the group are not accepted until these are deleted", async () => {
  await kubernetes(async (server) => {
    await server.must("POST", DEFINITIONS, { body: widgets() });
    const names = { plural: "wadgets", kind: "Widget", shortNames: ["wd"] };
    const other = widgets({ names }, "wadgets.acme.example");
    await server.must("POST", DEFINITIONS, { body: other });
    const refused = await server.must("GET", `${DEFINITIONS}/wadgets.acme.example`);
    assertEquals(conditionsOf(refused), [
      "NamesAccepted=False ListKindConflict",
      "Established=False NotAccepted",
    ]);
    assertEquals(refused.status.conditions[0].message, '"WidgetList" is already in use');
    assertRefused(await server.ask("GET", WIDGETS.replace("widgets", "wadgets")), "NotFound");
    await server.must("DELETE", `${DEFINITIONS}/widgets.acme.example`);
    const accepted = await server.must("GET", `${DEFINITIONS}/wadgets.acme.example`);
    assertEquals(conditionsOf(accepted), [
      "NamesAccepted=True NoConflicts",
      "Established=True InitialNamesAccepted",
    ]);
    await server.must("GET", WIDGETS.replace("widgets", "wadgets"));
  });
});

Deno.test("the deletion of a definition deletes its objects first, then ends their watches", async () => {
  await kubernetes(async (server) => {
    await server.must("POST", DEFINITIONS, { body: widgets() });
    const held = widget("held", {
      metadata: { name: "held", finalizers: ["acme.example/hold"] },
    });
    await server.must("POST", WIDGETS, { body: held });
    await server.must("POST", WIDGETS, { body: widget("free") });
    const watch = await server.watch(`${WIDGETS}?watch=1`);
    assertEquals(await watch.summaries(2), ["ADDED free", "ADDED held"]);
    await server.must("DELETE", `${DEFINITIONS}/widgets.acme.example`);
    assertEquals(await watch.summaries(2), ["DELETED free", "MODIFIED held"]);
    const terminating = await server.must("GET", `${DEFINITIONS}/widgets.acme.example`);
    assertEquals(conditionsOf(terminating).at(-1), "Terminating=True InstanceDeletionInProgress");
    const late = await server.ask("POST", WIDGETS, { body: widget("late") });
    assertRefused(late, "MethodNotAllowed");
    const body = { metadata: { finalizers: null } };
    await server.must("PATCH", `${WIDGETS}/held`, { body, type: MERGE });
    assertEquals(await watch.summaries(2), ["DELETED held", "end"]);
    assertRefused(await server.ask("GET", `${DEFINITIONS}/widgets.acme.example`), "NotFound");
    assertRefused(await server.ask("GET", WIDGETS), "NotFound");
    assertEquals((await server.ask("GET", "/apis/acme.example")).status, 404);
  });
});

Deno.test("status, scale, columns and field selectors follow the definition", async () => {
  await kubernetes(async (server) => {
    const subresources = {
      status: {},
      scale: { specReplicasPath: ".spec.replicas", statusReplicasPath: ".status.replicas" },
    };
    const additionalPrinterColumns = [
      { name: "Size", type: "integer", jsonPath: ".spec.size", description: "The size" },
      { name: "Parts", type: "string", jsonPath: ".spec.parts[*].name", priority: 1 },
    ];
    const versions = [version("v1", { subresources, additionalPrinterColumns })];
    await server.must("POST", DEFINITIONS, { body: widgets({ versions }) });
    const spec = { replicas: 2, parts: [{ name: "a" }, { name: "b" }] };
    const sent = widget("a", { spec, status: { phase: "Up" } });
    const created = await server.must("POST", WIDGETS, { body: sent });
    assertEquals([created.status, created.metadata.generation], [undefined, 1]);
    const scale = `${WIDGETS}/a/scale`;
    assertEquals((await server.must("GET", scale)).spec, { replicas: 2 });
    const scaled = { body: { spec: { replicas: 5 } }, type: MERGE };
    assertEquals((await server.must("PATCH", scale, scaled)).spec, { replicas: 5 });
    const status = { body: { status: { replicas: 3 }, spec: { size: 9 } }, type: MERGE };
    const changed = await server.must("PATCH", `${WIDGETS}/a/status`, status);
    assertEquals([changed.spec.size, changed.status, changed.metadata.generation], [
      1,
      { replicas: 3 },
      2,
    ]);
    const accept = "application/json;as=Table;v=v1;g=meta.k8s.io";
    const table = await server.must("GET", WIDGETS, { headers: { accept } });
    assertEquals(table.rows[0].cells, ["a", 1, "a,b"]);
    assertEquals(table.columnDefinitions[1].description, "The size");
    assertEquals(table.columnDefinitions[2].priority, 1);
    const put = await server.ask("PUT", `${WIDGETS}/a`, { body: sent });
    assertRefused(put, "Invalid");
    const strategic = { body: {}, type: "application/strategic-merge-patch+json" };
    assertRefused(await server.ask("PATCH", `${WIDGETS}/a`, strategic), "UnsupportedMediaType");
  });
});

Deno.test("every version shows the same objects under its own apiVersion", async () => {
  await kubernetes(async (server) => {
    const old = version("v1beta1", { deprecated: true });
    await server.must("POST", DEFINITIONS, { body: widgets({ versions: [version("v1"), old] }) });
    const beta = WIDGETS.replace("v1/", "v1beta1/");
    const watch = await server.watch(`${WIDGETS}?watch=1`);
    const created = await server.ask("POST", beta, {
      body: widget("a", { spec: { size: 4 } }, "v1beta1"),
    });
    assertEquals(created.body.apiVersion, "acme.example/v1beta1");
    assertEquals(
      created.headers.get("warning"),
      '299 - "acme.example/v1beta1 Widget is deprecated; use acme.example/v1 Widget"',
    );
    const event = await watch.next();
    assertEquals(event?.object.apiVersion, "acme.example/v1");
    const shown = await server.must("GET", `${WIDGETS}/a`);
    assertEquals([shown.apiVersion, shown.spec], ["acme.example/v1", { size: 4 }]);
    assertEquals(shown.metadata.managedFields[0].apiVersion, "acme.example/v1beta1");
    const { versions } = await server.must("GET", "/apis/acme.example");
    assertEquals(versions.map(({ version }: { version: string }) => version), ["v1", "v1beta1"]);
  });
});

Deno.test("older objects are read by a changed schema, and watches of the old one end", async () => {
  await kubernetes(async (server) => {
    await server.must("POST", DEFINITIONS, { body: widgets() });
    await server.must("POST", WIDGETS, { body: widget("a", { spec: { replicas: 1 } }) });
    const watch = await server.watch(`${WIDGETS}?watch=1`);
    assertEquals(await watch.summaries(1), ["ADDED a"]);
    const spec = {
      type: "object",
      properties: { size: { type: "integer" }, color: { type: "string", default: "red" } },
    };
    const openAPIV3Schema = { type: "object", properties: { spec } };
    const body = { spec: { versions: [version("v1", { schema: { openAPIV3Schema } })] } };
    const path = `${DEFINITIONS}/widgets.acme.example`;
    await server.must("PATCH", path, { body, type: MERGE });
    assertEquals(await watch.next(), undefined);
    assertEquals((await server.must("GET", `${WIDGETS}/a`)).spec, { size: 1, color: "red" });
    assertEquals((await server.must("GET", WIDGETS)).items[0].spec, { size: 1, color: "red" });
  });
});

Deno.test("the group and the plural name of a definition cannot change", async () => {
  await kubernetes(async (server) => {
    await server.must("POST", DEFINITIONS, { body: widgets() });
    const path = `${DEFINITIONS}/widgets.acme.example`;
    const answer = await server.ask("PATCH", path, {
      body: { spec: { scope: "Cluster" } },
      type: MERGE,
    });
    assertRefused(answer, "Invalid");
    assertEquals(answer.body.details.causes[0].field, "spec.scope");
  });
});

Deno.test("server-side apply merges the lists of a custom resource by their keys", async () => {
  await kubernetes(async (server) => {
    await server.must("POST", DEFINITIONS, { body: widgets() });
    const apply = (manager: string, parts: JsonObject[]) =>
      server.must("PATCH", `${WIDGETS}/a?fieldManager=${manager}`, {
        type: "application/apply-patch+yaml",
        body: {
          apiVersion: "acme.example/v1",
          kind: "Widget",
          metadata: { name: "a" },
          spec: { parts },
        },
      });
    await apply("one", [{ name: "wheel", count: 4 }]);
    const { spec } = await apply("two", [{ name: "door", count: 2 }]);
    assertEquals(spec.parts, [{ name: "wheel", count: 4 }, { name: "door", count: 2 }]);
  });
});

Deno.test("each field of a value without a schema has owners of its own", async () => {
  await kubernetes(async (server) => {
    const openAPIV3Schema = { type: "object", "x-kubernetes-preserve-unknown-fields": true };
    const versions = [version("v1", { schema: { openAPIV3Schema } })];
    await server.must("POST", DEFINITIONS, { body: widgets({ versions }) });
    const apply = (manager: string, spec: JsonObject) =>
      server.must("PATCH", `${WIDGETS}/a?fieldManager=${manager}`, {
        type: "application/apply-patch+yaml",
        body: { apiVersion: "acme.example/v1", kind: "Widget", metadata: { name: "a" }, spec },
      });
    await apply("one", { color: "red", nested: { x: 1 }, list: [1] });
    const both = await apply("two", { nested: { y: 2 } });
    assertEquals(both.spec, { color: "red", nested: { x: 1, y: 2 }, list: [1] });
    const left = await apply("one", { nested: { x: "text" } });
    assertEquals(left.spec, { nested: { x: "text", y: 2 } });
    const [first] = left.metadata.managedFields;
    assertEquals(first.fieldsV1, { "f:spec": { ".": {}, "f:nested": { ".": {}, "f:x": {} } } });
  });
});

Deno.test("a custom resource names its apiVersion and kind", async () => {
  await kubernetes(async (server) => {
    await server.must("POST", DEFINITIONS, { body: widgets() });
    for (const missing of ["apiVersion", "kind"]) {
      const { [missing]: _, ...body } = widget("a") as JsonObject;
      assertRefused(await server.ask("POST", WIDGETS, { body }), "BadRequest");
    }
  });
});
