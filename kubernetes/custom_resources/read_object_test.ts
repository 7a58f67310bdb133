/**
 * Tests of the bodies of custom resources: other types, values that do not fit the schema, and the
 * writes after a change of the schema.
 *
 * @module
 */
import { assertEquals } from "@std/assert";
import type { JsonObject } from "@plumbline/server/api";
import { assertRefused, type TestServer } from "@plumbline/server/testing";
import {
  causesOf,
  DEFINITIONS,
  MERGE,
  probe,
  PROBES,
  probes,
  SCHEMA,
  touched,
  warningsOf,
  withProbes,
} from "./test_probes.ts";

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
    const labelled = { ...body, metadata: { name: "a", labels: { "not valid!": "" } } };
    const other = await server.ask("POST", PROBES, { body: labelled });
    assertEquals(causesOf(other), ["kind FieldValueInvalid"]);
    assertRefused(await server.ask("PUT", `${PROBES}/a`, { body }), "NotFound");
    const { metadata } = await server.must("POST", PROBES, { body: probe() });
    const put = await server.ask("PUT", `${PROBES}/a`, { body: { ...body, metadata } });
    assertRefused(put, "Invalid");
    assertEquals(causesOf(put), ["kind FieldValueInvalid"]);
    const relabelled = { ...labelled, metadata: { ...metadata, ...labelled.metadata } };
    const updated = await server.ask("PUT", `${PROBES}/a`, { body: relabelled });
    assertEquals(causesOf(updated).sort(), [
      "kind FieldValueInvalid",
      "metadata.labels FieldValueInvalid",
    ]);
    const number = await server.ask("POST", PROBES, { body: { ...body, kind: 7 } });
    assertRefused(number, "BadRequest");
  });
});

Deno.test("rules and lists are those of the version that an object names, in later releases its own", async () => {
  const fixed = { type: "string", "x-kubernetes-validations": [{ rule: "self == oldSelf" }] };
  const list = { type: "array", items: { type: "string" }, "x-kubernetes-list-type": "set" };
  const schema = { openAPIV3Schema: { type: "object", properties: { fixed, list } } };
  const causes = async (server: TestServer, type: JsonObject) => {
    const body = { ...type, fixed: "b", list: ["a", "a"] };
    const answer = await server.ask("PATCH", `${PROBES}/a`, { body, type: MERGE });
    assertRefused(answer, "Invalid");
    return causesOf(answer).map((cause) => cause.split(" ")[0]!);
  };
  const all = ["fixed", "list[1]"];
  for (const [release, judged] of [["1.26", []], ["1.36", all]] as const) {
    await withProbes(
      async (server) => {
        await server.must("POST", PROBES, { body: probe({ fixed: "a" }) });
        assertEquals((await causes(server, {})).sort(), all);
        const own = (await causes(server, { kind: "Other" })).sort();
        assertEquals(own, ["fixed", "kind", "list[1]"]);
        const other = (await causes(server, { apiVersion: "v2", kind: "Other" })).sort();
        assertEquals(other, ["apiVersion", "kind", ...judged].sort());
      },
      { schema },
      release,
    );
  }
});

Deno.test("no field has an owner after a write of a value that is valid but does not fit the schema", async () => {
  const date = { type: "string", format: "date" };
  const schema = { openAPIV3Schema: { type: "object", properties: { date } } };
  await withProbes(async (server) => {
    const created = await server.must("POST", PROBES, { body: probe({ date: ["a"] }) });
    assertEquals([created.date, created.metadata.managedFields], [["a"], undefined]);
    const other = { ...probe({ date: "2026-01-01" }), metadata: { name: "b" } };
    assertEquals(
      (await server.must("POST", PROBES, { body: other })).metadata.managedFields.length,
      1,
    );
    const body = { date: ["a"] };
    const patched = await server.must("PATCH", `${PROBES}/b`, { body, type: MERGE });
    assertEquals(patched.metadata.managedFields, undefined);
  }, { schema });
});

Deno.test("an embedded object is validated in a spec, but not in a status that is written by itself", async () => {
  const object = SCHEMA.properties.spec.properties.object;
  const schema = {
    openAPIV3Schema: { type: "object", properties: { spec: object, status: object } },
  };
  await withProbes(async (server) => {
    const refused = await server.ask("POST", PROBES, { body: probe({ spec: {} }) });
    assertEquals(causesOf(refused).sort(), [
      "spec.apiVersion FieldValueRequired",
      "spec.kind FieldValueRequired",
    ]);
    await server.must("POST", PROBES, { body: probe() });
    const body = { status: { metadata: { name: "Not Valid", labels: {} } } };
    const { status } = await server.must("PATCH", `${PROBES}/a/status`, { body, type: MERGE });
    assertEquals(status, { metadata: { name: "Not Valid" } });
  }, { schema, subresources: { status: {} } });
});

Deno.test("an item that occurs several times is reported once, and so is an item that is no object", async () => {
  const texts = { type: "string" };
  const rows = {
    type: "array",
    items: { type: "object", properties: { name: texts }, required: ["name"] },
    "x-kubernetes-list-type": "map",
    "x-kubernetes-list-map-keys": ["name"],
  };
  const set = { type: "array", items: texts, "x-kubernetes-list-type": "set" };
  const schema = { openAPIV3Schema: { type: "object", properties: { rows, set } } };
  await withProbes(async (server) => {
    const row = { name: "a" };
    const body = { rows: [row, row, row, { name: "b" }], set: ["a", "b", "a", "a", "b"] };
    assertEquals(causesOf(await server.ask("POST", PROBES, { body: probe(body) })).sort(), [
      "rows[1] FieldValueDuplicate",
      "set[2] FieldValueDuplicate",
      "set[4] FieldValueDuplicate",
    ]);
    const texted = await server.ask("POST", PROBES, { body: probe({ rows: ["a", "a"] }) });
    assertEquals(causesOf(texted).sort(), [
      "rows[0] FieldValueInvalid",
      "rows[0] FieldValueTypeInvalid",
      "rows[1] FieldValueTypeInvalid",
    ]);
  }, { schema });
});

Deno.test("the items of a list in place of another value have no known fields", async () => {
  await withProbes(async (server) => {
    const spec = { text: [{ a: 1 }, [{ b: {} }]], port: [{ c: 1 }], open: { d: [{ e: 1 }] } };
    const created = await server.ask("POST", PROBES, { body: probe({ spec }) });
    assertRefused(created, "Invalid");
    const unknown = ["spec.port[0].c", "spec.text[0].a", "spec.text[1][0].b"];
    assertEquals(warningsOf(created).sort(), unknown);
    const strict = await server.ask("POST", `${PROBES}?fieldValidation=Strict`, {
      body: probe({ spec }),
    });
    assertRefused(strict, "BadRequest");
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

Deno.test("an empty list of a create or a merge patch changes no resourceVersion", async () => {
  await withProbes(async (server) => {
    const body = { metadata: { labels: {}, finalizers: [] } };
    const created = await server.must("POST", PROBES, { body: probe({}, body.metadata) });
    assertEquals(await touched(server), created.metadata.resourceVersion);
    await server.must("PATCH", `${PROBES}/a`, { body, type: MERGE });
    assertEquals(await touched(server), created.metadata.resourceVersion);
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

Deno.test("the default of a status shows in every answer, as a write of the object drops the status", async () => {
  const status = { ...SCHEMA.properties.status, default: { phase: "new" } };
  const openAPIV3Schema = { ...SCHEMA, properties: { ...SCHEMA.properties, status } };
  const subresources = { status: {} };
  await withProbes(async (server) => {
    const body = probe({ spec: {}, status: { phase: "sent" } });
    for (const path of [`${PROBES}?dryRun=All`, PROBES]) {
      assertEquals((await server.must("POST", path, { body })).status, { phase: "new" });
    }
    assertEquals((await server.must("GET", `${PROBES}/a`)).status, { phase: "new" });
    assertEquals((await server.must("GET", PROBES)).items[0].status, { phase: "new" });
    const patch = { body: { status: null }, type: MERGE };
    const patched = await server.must("PATCH", `${PROBES}/a/status`, patch);
    assertEquals(patched.status, { phase: "new" });
  }, { schema: { openAPIV3Schema }, subresources });
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
