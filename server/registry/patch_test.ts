/**
 * The verb patch: JSON patch and merge patch.
 *
 * @module
 */
import { assert, assertEquals } from "@std/assert";
import { assertRefused, secretOf, SECRETS, type TestServer, withServer } from "../testing.ts";

const MERGE = "application/merge-patch+json";
const JSON_PATCH = "application/json-patch+json";
const PATH = `${SECRETS}/a`;

const merge = (server: TestServer, body: unknown) =>
  server.ask("PATCH", PATH, { body, type: MERGE });
const jsonPatch = (server: TestServer, body: unknown) =>
  server.ask("PATCH", PATH, { body, type: JSON_PATCH });

async function withSecret(test: (server: TestServer) => Promise<void>): Promise<void> {
  await withServer(async (server) => {
    const body = secretOf("a", { metadata: { labels: { app: "x" } }, data: { n: "MQ==" } });
    await server.must("POST", SECRETS, { body });
    await test(server);
  });
}

Deno.test("a merge patch sets, merges and removes", async () => {
  await withSecret(async (server) => {
    const patch = { metadata: { labels: { app: null, tier: "1" } }, data: { m: "Mg==" } };
    const { status, body } = await merge(server, patch);
    assertEquals([status, body.metadata.labels, body.data], [200, { tier: "1" }, {
      n: "MQ==",
      m: "Mg==",
    }]);
    const cleared = await merge(server, { data: null, metadata: { labels: null } });
    assertEquals([cleared.body.data, cleared.body.metadata.labels], [undefined, undefined]);
  });
});

Deno.test("a JSON patch is applied as a whole or not at all", async () => {
  await withSecret(async (server) => {
    const before = await server.must("GET", PATH);
    const add = { op: "add", path: "/data/m", value: "Mg==" };
    const broken = [
      { op: "test", path: "/data/n", value: "other" },
      { op: "remove", path: "/data/none" },
      { op: "replace", path: "/nothing/here", value: 1 },
      { op: "move", from: "/none", path: "/data/x" },
      { op: "copy", from: "/none", path: "/data/x" },
      { op: "add", path: "/metadata/finalizers/5", value: "x" },
    ];
    for (const operation of broken) {
      assertRefused(await jsonPatch(server, [add, operation]), "Invalid");
      assertEquals(await server.must("GET", PATH), before);
    }
    const good = [
      { op: "test", path: "/data/n", value: "MQ==" },
      add,
      { op: "move", from: "/data/n", path: "/data/o" },
      { op: "copy", from: "/data/o", path: "/data/p" },
      { op: "add", path: "/metadata/annotations", value: { "example.com/a~b": "c" } },
      { op: "remove", path: "/metadata/annotations/example.com~1a~0b" },
      { op: "replace", path: "/metadata/labels/app", value: "y" },
    ];
    const { status, body } = await jsonPatch(server, good);
    assertEquals([status, body.data], [200, { m: "Mg==", o: "MQ==", p: "MQ==" }]);
    assertEquals([body.metadata.labels, body.metadata.annotations], [{ app: "y" }, undefined]);
  });
});

Deno.test("an invalid operation is rejected before any is applied", async () => {
  await withSecret(async (server) => {
    const operations = [
      null,
      "remove",
      {},
      { op: "constructor", path: "/data" },
      { op: "add", path: "/data/x" },
      { op: "add", path: "data", value: 1 },
      { op: "move", path: "/data/x" },
    ];
    for (const operation of operations) {
      assertRefused(await jsonPatch(server, [operation]), "BadRequest");
    }
  });
});

Deno.test("patches cannot change inherited members of objects", async () => {
  await withSecret(async (server) => {
    for (const path of ["/__proto__/polluted", "/constructor/prototype/polluted"]) {
      await jsonPatch(server, [{ op: "add", path, value: "yes" }]);
    }
    await merge(
      server,
      JSON.parse('{"__proto__":{"polluted":"yes"},"data":{"constructor":"MQ=="}}'),
    );
    assert(!("polluted" in {}));
    assertEquals((await server.must("GET", PATH)).data, { n: "MQ==", constructor: "MQ==" });
  });
});

Deno.test("a JSON patch cannot multiply the size of an object by copying", async () => {
  await withSecret(async (server) => {
    const before = await server.must("GET", PATH);
    const fields = "/metadata/managedFields/0/fieldsV1";
    const entry = { manager: "m", operation: "Update", apiVersion: "v1", fieldsType: "FieldsV1" };
    const copies = Array.from(
      { length: 40 },
      (_, index) => ({ op: "copy", from: fields, path: `${fields}/f:${index}` }),
    );
    const start = { ...entry, fieldsV1: { "f:data": {} } };
    const operations = [{ op: "add", path: "/metadata/managedFields", value: [start] }, ...copies];
    assertRefused(await jsonPatch(server, operations), "RequestEntityTooLarge");
    assertEquals(await server.must("GET", PATH), before);
  });
});

Deno.test("patches cannot nest an object deeper than a body may, step by step", async () => {
  await withSecret(async (server) => {
    const before = await server.must("GET", PATH);
    const levels = 900;
    const deep = JSON.parse('{"f:a":'.repeat(levels) + "{}" + "}".repeat(levels));
    const fields = "/metadata/managedFields/0/fieldsV1";
    const entry = { manager: "m", operation: "Update", apiVersion: "v1", fieldsType: "FieldsV1" };
    const operations = Array.from({ length: 12 }, (_, step) => ({
      op: "add",
      path: fields + "/f:a".repeat(step * levels),
      value: deep,
    }));
    const start = {
      op: "add",
      path: "/metadata/managedFields",
      value: [{ ...entry, fieldsV1: {} }],
    };
    const answer = await jsonPatch(server, [start, ...operations]);
    assert(answer.status >= 400 && answer.status < 500, answer.text.slice(0, 200));
    assertEquals(await server.must("GET", PATH), before);
  });
});

Deno.test("a patch with an old resourceVersion is a conflict", async () => {
  await withSecret(async (server) => {
    const { metadata: { resourceVersion } } = await server.must("GET", PATH);
    const change = (app: string) => ({ metadata: { resourceVersion, labels: { app } } });
    assertEquals((await merge(server, change("y"))).status, 200);
    assertRefused(await merge(server, change("z")), "Conflict");
    const test = { op: "test", path: "/metadata/resourceVersion", value: resourceVersion };
    assertRefused(await jsonPatch(server, [test]), "Invalid");
  });
});

Deno.test("concurrent patches without a resourceVersion are all applied", async () => {
  await withSecret(async (server) => {
    const answers = await Promise.all(
      Array.from({ length: 40 }, (_, index) => merge(server, { data: { [`k-${index}`]: "MQ==" } })),
    );
    assertEquals(answers.map(({ status }) => status), answers.map(() => 200));
    const { data } = await server.must("GET", PATH);
    assertEquals(Object.keys(data).length, 41);
  });
});

Deno.test("a patch that changes nothing keeps the resourceVersion", async () => {
  await withSecret(async (server) => {
    const before = await server.must("GET", PATH);
    for (const patch of [{}, { metadata: { labels: { app: "x" } } }, { data: { none: null } }]) {
      assertEquals((await merge(server, patch)).body, before);
    }
    assertEquals((await jsonPatch(server, [])).body, before);
    assertEquals(
      (await server.must("GET", SECRETS)).metadata.resourceVersion,
      before.metadata.resourceVersion,
    );
  });
});
