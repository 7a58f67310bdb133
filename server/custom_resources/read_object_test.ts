/**
 * Tests of the bodies of custom resources: another type, applies that do not fit the schema or whose
 * metadata is empty.
 *
 * @module
 */
import { assertEquals } from "@std/assert";
import type { JsonObject } from "../object.ts";
import { assertRefused, type TestServer, withServer } from "../testing.ts";

const DEFINITIONS = "/apis/apiextensions.k8s.io/v1/customresourcedefinitions";
const PROBES = "/apis/acme.example/v1/namespaces/default/probes";
const MERGE = "application/merge-patch+json";
const APPLY = "application/apply-patch+yaml";

const SCHEMA = {
  type: "object",
  properties: {
    spec: {
      type: "object",
      properties: {
        port: { "x-kubernetes-int-or-string": true },
        text: { type: "string" },
        given: { type: "string", default: "given" },
        any: { type: "string", nullable: true },
        labels: { type: "object", additionalProperties: { type: "string" } },
        names: { type: "array", items: { type: "string" } },
        pair: {
          type: "object",
          properties: { size: { type: "integer" } },
          "x-kubernetes-map-type": "atomic",
        },
        open: { type: "object", "x-kubernetes-preserve-unknown-fields": true },
        object: {
          type: "object",
          "x-kubernetes-embedded-resource": true,
          "x-kubernetes-preserve-unknown-fields": true,
        },
      },
    },
    status: { type: "object", properties: { phase: { type: "string" } } },
  },
};

const probes = (rest: JsonObject = {}) => ({
  metadata: { name: "probes.acme.example" },
  spec: {
    group: "acme.example",
    scope: "Namespaced",
    names: { plural: "probes", kind: "Probe" },
    versions: [{
      name: "v1",
      served: true,
      storage: true,
      schema: { openAPIV3Schema: SCHEMA },
      ...rest,
    }],
  },
});

/** Runs a test with a server that serves the kind `Probe`. */
const withProbes = (test: (server: TestServer) => Promise<void>, rest: JsonObject = {}) =>
  withServer(async (server) => {
    await server.must("POST", DEFINITIONS, { body: probes(rest) });
    await test(server);
  }, { dialect: "kubernetes" });

const probe = (rest: JsonObject = {}, metadata: JsonObject = {}) => ({
  apiVersion: "acme.example/v1",
  kind: "Probe",
  metadata: { name: "a", ...metadata },
  ...rest,
});

const apply = (server: TestServer, body: unknown, manager = "one") =>
  server.ask("PATCH", `${PROBES}/a?fieldManager=${manager}&force=true`, { body, type: APPLY });

const warningsOf = ({ headers }: { headers: Headers }): string[] =>
  [...(headers.get("warning") ?? "").matchAll(/field \\"([^"]*)\\"/g)].map(([, name]) => name!);

const causesOf = ({ body }: { body: { details?: { causes?: JsonObject[] } } }) =>
  (body.details?.causes ?? []).map(({ field, reason }) => `${field} ${reason}`);

/** Returns the resourceVersion after a patch that changes nothing. */
const touched = async (server: TestServer): Promise<string> =>
  (await server.must("PATCH", `${PROBES}/a`, { body: {}, type: MERGE })).metadata.resourceVersion;

Deno.test("a body of another apiVersion is decoded, with warnings, before it is rejected", async () => {
  await withProbes(async (server) => {
    const post = (text: string) => server.ask("POST", PROBES, { body: text });
    const start = '"apiVersion": "v2", "apiVersion": "v2", "kind": "Probe"';
    const other = await post(`{${start}, "metadata": {"name": "a", "x": 1}, "spec": {"x": 1}}`);
    assertRefused(other, "BadRequest");
    assertEquals(warningsOf(other).sort(), ["apiVersion", "metadata.x"]);
    const next = await server.ask("POST", PROBES, {
      body: { ...probe({ spec: { text: "a" } }), apiVersion: "acme.example/v2" },
    });
    assertRefused(next, "BadRequest");
    assertEquals(warningsOf(next), ["spec"]);
    const wrong = await post('{"apiVersion": "a/b/c", "kind": "Probe", "metadata": {"x": 1}}');
    assertRefused(wrong, "BadRequest");
    assertEquals(warningsOf(wrong), []);
  });
});

Deno.test("a body without an apiVersion is decoded, with warnings, before it is rejected", async () => {
  await withProbes(async (server) => {
    const { metadata } = await server.must("POST", PROBES, { body: probe() });
    for (const [method, path] of [["POST", PROBES], ["PUT", `${PROBES}/a`]] as const) {
      for (const start of ['"apiVersion": "", "apiVersion": "",', '"apiVersion": "",', ""]) {
        const version = metadata.resourceVersion;
        const body = `{${start} "kind": "Probe", "metadata": {"name": "a", "x": 1, ` +
          `"resourceVersion": "${version}"}}`;
        const answer = await server.ask(method, path, { body });
        assertRefused(answer, "BadRequest");
        const duplicates = start.lastIndexOf("api") > 1 ? ["apiVersion"] : [];
        assertEquals(warningsOf(answer).sort(), [...duplicates, "metadata.x"]);
      }
      const unreadable = await server.ask(method, path, {
        body: '{"apiVersion": null, "kind": "Probe", "metadata": {"name": "a", "x": 1}}',
      });
      assertRefused(unreadable, "BadRequest");
      assertEquals(warningsOf(unreadable), []);
    }
    const body = { apiVersion: "" };
    assertRefused(await server.ask("PATCH", `${PROBES}/a`, { body, type: MERGE }), "Invalid");
  });
});

Deno.test("a patch that changes the type of a custom resource is invalid at the field", async () => {
  await withProbes(async (server) => {
    await server.must("POST", PROBES, { body: probe() });
    for (const field of ["apiVersion", "kind"]) {
      const body = `{"${field}": "other", "${field}": "other"}`;
      const answer = await server.ask("PATCH", `${PROBES}/a`, { body, type: MERGE });
      assertRefused(answer, "Invalid");
      assertEquals(causesOf(answer), [`${field} FieldValueInvalid`]);
      assertEquals(warningsOf(answer), [field]);
    }
  });
});

Deno.test("the kind of a custom resource is validated, behind the existence of the object", async () => {
  await withProbes(async (server) => {
    const body = { ...probe({ spec: { unknown: 1 } }), kind: "Other" };
    const created = await server.ask("POST", PROBES, { body });
    assertRefused(created, "Invalid");
    assertEquals([causesOf(created), warningsOf(created)], [["kind FieldValueInvalid"], []]);
    assertRefused(await server.ask("PUT", `${PROBES}/a`, { body }), "NotFound");
    const { metadata } = await server.must("POST", PROBES, { body: probe() });
    const put = await server.ask("PUT", `${PROBES}/a`, { body: { ...body, metadata } });
    assertRefused(put, "Invalid");
    assertEquals(causesOf(put), ["kind FieldValueInvalid"]);
    const number = await server.ask("POST", PROBES, { body: { ...body, kind: 7 } });
    assertRefused(number, "BadRequest");
  });
});

Deno.test("a write of the status ignores a uid in a patch", async () => {
  await withProbes(async (server) => {
    const { metadata } = await server.must("POST", PROBES, { body: probe() });
    const body = { metadata: { uid: "11111111-1111-1111-1111-111111111111" } };
    const patched = await server.must("PATCH", `${PROBES}/a/status`, { body, type: MERGE });
    assertEquals(patched.metadata.uid, metadata.uid);
    assertRefused(await server.ask("PATCH", `${PROBES}/a`, { body, type: MERGE }), "Invalid");
  }, { subresources: { status: {} } });
});

Deno.test("a write of the status with another type changes the status, and no field has an owner", async () => {
  await withProbes(async (server) => {
    await server.must("POST", PROBES, { body: probe({ spec: {} }) });
    const body = { apiVersion: "v2", kind: "Other", status: { phase: "a" } };
    const patched = await server.must("PATCH", `${PROBES}/a/status`, { body, type: MERGE });
    assertEquals([patched.apiVersion, patched.kind], ["acme.example/v1", "Probe"]);
    assertEquals([patched.status, patched.metadata.managedFields], [{ phase: "a" }, undefined]);
  }, { subresources: { status: {} } });
});

Deno.test("no field has an owner after a write whose fields do not fit the schema, changed or not", async () => {
  const misfits: JsonObject[] = [
    { text: 7 },
    { text: ["a"] },
    { labels: { a: 7 } },
    { names: { 0: "a" } },
    { names: [7] },
    { pair: { size: "a" } },
    { open: "a" },
    { open: ["a"] },
  ];
  await withProbes(async (server) => {
    for (const spec of misfits) {
      await server.must("POST", PROBES, { body: probe({ spec: { text: "a" } }) });
      const body = { spec };
      const patched = await server.must("PATCH", `${PROBES}/a/status`, { body, type: MERGE });
      const { managedFields } = patched.metadata;
      assertEquals([patched.spec.text, managedFields], ["a", undefined], JSON.stringify(spec));
      await server.must("DELETE", `${PROBES}/a`);
    }
    await server.must("POST", PROBES, { body: probe({ spec: { text: "a" } }) });
    const body = { spec: { text: null, labels: { a: null }, port: {}, unknown: 7 } };
    const patched = await server.must("PATCH", `${PROBES}/a/status`, { body, type: MERGE });
    assertEquals(patched.metadata.managedFields.length, 1);
  }, { subresources: { status: {} } });
});

Deno.test("a finalizer of a custom resource needs no domain", async () => {
  await withProbes(async (server) => {
    const body = probe({}, { finalizers: ["hold"] });
    assertEquals((await server.ask("POST", PROBES, { body })).status, 201);
  });
});

Deno.test("an apply reports no unknown fields of an object in place of an integer or string", async () => {
  await withProbes(async (server) => {
    const answer = await apply(server, probe({ spec: { port: { a: "b" }, other: 1 } }));
    assertRefused(answer, "Invalid");
    assertEquals(causesOf(answer), ["spec.port FieldValueTypeInvalid"]);
    assertEquals(warningsOf(answer), ["spec.other"]);
    const created = await server.ask("POST", PROBES, { body: probe({ spec: { port: { a: 1 } } }) });
    assertEquals(warningsOf(created), ["spec.port.a"]);
  });
});

Deno.test("an apply validates null where the schema has neither null nor a default", async () => {
  await withProbes(async (server) => {
    const spec = { text: null, given: null, any: null, labels: { a: null } };
    const answer = await apply(server, probe({ spec }));
    assertRefused(answer, "Invalid");
    assertEquals(causesOf(answer).sort(), [
      "spec.labels.a FieldValueTypeInvalid",
      "spec.text FieldValueTypeInvalid",
    ]);
    assertEquals(causesOf(await apply(server, probe({ spec: null }))), [
      "spec FieldValueTypeInvalid",
    ]);
    const applied = await apply(server, probe({ spec: { given: null, any: null } }));
    assertEquals([applied.status, applied.body.spec], [201, { given: "given", any: null }]);
    await server.must("DELETE", `${PROBES}/a`);
    const created = await server.must("POST", PROBES, { body: probe({ spec }) });
    assertEquals(created.spec, { given: "given", any: null, labels: {} });
  });
});

Deno.test("an apply that empties an object of another owner leaves a null, which is invalid", async () => {
  await withProbes(async (server) => {
    await server.must("POST", PROBES, { body: probe({ status: { phase: "a" } }) });
    assertEquals((await apply(server, probe({ status: { phase: "b" } }))).status, 200);
    const emptied = await apply(server, probe());
    assertRefused(emptied, "Invalid");
    assertEquals(causesOf(emptied), ["status FieldValueTypeInvalid"]);
    assertEquals((await server.must("GET", `${PROBES}/a`)).status, { phase: "b" });
  });
});

Deno.test("an apply drops metadata of the right type that cannot be read, and owns it", async () => {
  await withProbes(async (server) => {
    const metadata = {
      creationTimestamp: "yesterday",
      deletionTimestamp: "tomorrow",
      deletionGracePeriodSeconds: 1.5,
      generation: 1.5,
    };
    for (const status of [201, 200]) {
      const { body, ...answer } = await apply(
        server,
        probe({ spec: { text: `${status}` } }, metadata),
      );
      assertEquals(answer.status, status);
      assertEquals(body.metadata.deletionTimestamp, undefined);
      assertEquals(body.metadata.deletionGracePeriodSeconds, undefined);
      assertEquals(body.metadata.managedFields[0].fieldsV1["f:metadata"], {
        "f:deletionTimestamp": {},
        "f:deletionGracePeriodSeconds": {},
      });
    }
    const list = probe({ spec: {} }, { creationTimestamp: ["a"], deletionTimestamp: ["a"] });
    assertEquals((await apply(server, list)).status, 200);
    const created = await server.ask("POST", PROBES, { body: probe({}, metadata) });
    assertRefused(created, "BadRequest");
    assertRefused(await apply(server, probe({}, { labels: 7 })), "BadRequest");
  });
});

Deno.test("the write after an apply with empty metadata has a new resourceVersion, the next one not", async () => {
  const empty: JsonObject = {
    labels: {},
    annotations: null,
    finalizers: [],
    ownerReferences: [],
    generateName: "",
  };
  for (const [name, value] of Object.entries(empty)) {
    await withProbes(async (server) => {
      const watch = await server.watch(`${PROBES}?watch=1`);
      const { body } = await apply(server, probe({}, { [name]: value }));
      assertEquals(Object.hasOwn(body.metadata, name), false);
      assertEquals(await touched(server) !== body.metadata.resourceVersion, true, name);
      assertEquals(await touched(server), await touched(server), name);
      assertEquals(await watch.summaries(2), ["ADDED a", "MODIFIED a"]);
      const { items } = await server.must("GET", PROBES);
      assertEquals(Object.hasOwn(items[0].metadata, name), false);
    });
  }
});

Deno.test("the write after an apply with metadata that reads show in another form stores the object again", async () => {
  const reference = { apiVersion: "v1", kind: "Pod", name: "a", uid: "u", controller: null };
  const metadata: JsonObject[] = [
    { deletionTimestamp: null },
    { deletionTimestamp: "tomorrow" },
    { deletionGracePeriodSeconds: 1.5 },
    { labels: { a: null } },
    { ownerReferences: [reference] },
  ];
  const embedded: JsonObject[] = [{ labels: {} }, { creationTimestamp: null }, { uid: "" }];
  const type = { apiVersion: "v1", kind: "Pod" };
  const applied = [
    ...metadata.map((one) => probe({}, one)),
    ...embedded.map((metadata) => probe({ spec: { object: { ...type, metadata } } })),
    probe({ spec: { object: { ...type, metadata: null } } }),
  ];
  for (const body of applied) {
    await withProbes(async (server) => {
      for (const text of ["created", "updated"]) {
        const spec = { ...(body as JsonObject).spec as JsonObject, text };
        const { body: { metadata } } = await apply(server, { ...body, spec });
        const version = await touched(server);
        assertEquals(version !== metadata.resourceVersion, true, JSON.stringify(body));
        assertEquals(await touched(server), version, JSON.stringify(body));
      }
    });
  }
});

Deno.test("metadata that the server sets, and metadata in its own form, is stored once by an apply", async () => {
  const metadata = {
    creationTimestamp: "yesterday",
    generation: 7,
    selfLink: null,
    labels: { a: "b" },
  };
  const object = { apiVersion: "v1", kind: "Pod", metadata: { name: "a", labels: { a: "b" } } };
  await withProbes(async (server) => {
    const { body } = await apply(server, probe({ spec: { object } }, metadata));
    assertEquals(await touched(server), body.metadata.resourceVersion);
  });
});

Deno.test("a dry run shows the stored form of applied metadata", async () => {
  await withProbes(async (server) => {
    const metadata = { labels: { a: null }, deletionTimestamp: "tomorrow" };
    const { status, body } = await apply(server, probe({}, metadata), "one&dryRun=All");
    const { annotations, labels, deletionTimestamp } = body.metadata;
    assertEquals([status, labels], [201, { a: "" }]);
    assertEquals([annotations, deletionTimestamp], [undefined, undefined]);
  });
});

Deno.test("an empty list of a create or a merge patch changes no resourceVersion", async () => {
  await withProbes(async (server) => {
    const body = { metadata: { labels: {}, finalizers: [] } };
    const created = await server.must("POST", PROBES, { body: probe({}, body.metadata) });
    assertEquals(await touched(server), created.metadata.resourceVersion);
    await server.must("PATCH", `${PROBES}/a`, { body, type: MERGE });
    assertEquals(await touched(server), created.metadata.resourceVersion);
  });
});

Deno.test("a dry run of an apply and an apply that removes show no empty metadata", async () => {
  await withProbes(async (server) => {
    const dry = await apply(server, probe({}, { labels: {}, finalizers: [] }), "one&dryRun=All");
    assertEquals([dry.status, dry.body.metadata.labels], [201, undefined]);
    await apply(server, probe({}, { finalizers: ["acme.example/hold"] }));
    const again = await apply(server, probe({}, { finalizers: [] }), "one&dryRun=All");
    assertEquals([again.status, again.body.metadata.finalizers], [200, undefined]);
    await server.must("DELETE", `${PROBES}/a`);
    const removed = await apply(server, probe({}, { finalizers: [] }));
    assertEquals([removed.status, removed.body.metadata.finalizers], [200, undefined]);
    assertRefused(await server.ask("GET", `${PROBES}/a`), "NotFound");
  });
});

Deno.test("a write that changes nothing stores an object again where a changed schema has a default", async () => {
  await withProbes(async (server) => {
    const created = await server.must("POST", PROBES, { body: probe({ spec: {} }) });
    const { spec } = SCHEMA.properties;
    const text = { type: "string", default: "new" };
    const openAPIV3Schema = {
      type: "object",
      properties: { spec: { ...spec, properties: { ...spec.properties, text } } },
    };
    const { versions } = probes({ schema: { openAPIV3Schema } }).spec;
    const body = { spec: { versions } };
    await server.must("PATCH", `${DEFINITIONS}/probes.acme.example`, { body, type: MERGE });
    const version = await touched(server);
    assertEquals(version !== created.metadata.resourceVersion, true);
    assertEquals(await touched(server), version);
  });
});

Deno.test("rules are not checked for an object without a name", async () => {
  const rule = { rule: "self.spec.text == 'a'" };
  const schema = { openAPIV3Schema: { ...SCHEMA, "x-kubernetes-validations": [rule] } };
  await withProbes(async (server) => {
    const body = { ...probe({ spec: { text: "b" } }), metadata: {} };
    const answer = await server.ask("POST", PROBES, { body });
    assertRefused(answer, "Invalid");
    assertEquals(causesOf(answer).sort(), [
      "<nil> FieldValueInvalid",
      "metadata.name FieldValueRequired",
    ]);
  }, { schema });
});
