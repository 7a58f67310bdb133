/**
 * Tests of applies of custom resources: values that do not fit the schema, and metadata that reads
 * show in another form.
 *
 * @module
 */
import { assertEquals } from "@std/assert";
import type { Json, JsonObject } from "@plumbline/server/api";
import { assertRefused } from "@plumbline/server/testing";
import {
  apply,
  causesOf,
  MERGE,
  probe,
  PROBES,
  touched,
  warningsOf,
  withProbes,
} from "./test_probes.ts";

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

Deno.test("an apply with a value that does not fit the schema changes nothing, also in another field", async () => {
  const date = { type: "string", format: "date" };
  const schema = { openAPIV3Schema: { type: "object", properties: { date, status: date } } };
  await withProbes(async (server) => {
    assertRefused(await apply(server, probe({ date: ["a"] })), "BadRequest");
    assertRefused(await server.ask("GET", `${PROBES}/a`), "NotFound");
    const fits = probe({ date: "2026-01-01" });
    const { metadata } = (await apply(server, fits)).body;
    // No apply changes the status, which is a subresource.
    assertRefused(await apply(server, { ...fits, status: 7 }), "BadRequest");
    assertEquals(await touched(server), metadata.resourceVersion);
    // A list with a format is valid, but no object with one can be applied to.
    await server.must("PATCH", `${PROBES}/a`, { body: { date: ["a"] }, type: MERGE });
    assertRefused(await apply(server, fits), "BadRequest");
  }, { schema, subresources: { status: {} } });
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

Deno.test("an apply of an embedded object is a change if reads show its metadata in another form", async () => {
  await withProbes(async (server) => {
    const type = { apiVersion: "v1", kind: "Pod" };
    const object = (metadata: Json) => probe({ spec: { object: { ...type, metadata } } });
    await apply(server, object({ name: "a" }));
    const applied = object({ name: "a", labels: {} });
    const dry = await apply(server, applied, "one&dryRun=All");
    for (const { body } of [dry, await apply(server, applied)]) {
      assertEquals(body.metadata.generation, 2);
      assertEquals(body.spec.object.metadata, { name: "a" });
    }
    assertEquals((await apply(server, applied)).body.metadata.generation, 3);
    const { items } = await server.must("GET", PROBES);
    assertEquals(items[0].spec.object.metadata, { name: "a" });
    const wrong = await apply(server, object({ creationTimestamp: "yesterday" }));
    assertRefused(wrong, "Invalid");
    assertEquals(causesOf(wrong), ["spec.object.metadata FieldValueInvalid"]);
  });
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
