/**
 * One object, read and written in two API versions of its resource.
 *
 * @module
 */
import { assertEquals } from "@std/assert";
import { decodeProtobuf } from "../codec/protobuf/envelope.ts";
import { DIALECTS } from "../dialect.ts";
import { assertRefused, type TestServer, withServer } from "../testing.ts";

const GROUP = "flowcontrol.apiserver.svc.io";
const OLD = `/apis/${GROUP}/v1beta2/prioritylevelconfigurations`;
const NEW = `/apis/${GROUP}/v1beta3/prioritylevelconfigurations`;
const MERGE = "application/merge-patch+json";

const level = (name: string, limited: Record<string, unknown>) => ({
  metadata: { name },
  spec: { type: "Limited", limited: { limitResponse: { type: "Reject" }, ...limited } },
});

const withLevel = (test: (server: TestServer) => Promise<void>) =>
  withServer(async (server) => {
    await server.must("POST", OLD, { body: level("a", { assuredConcurrencyShares: 7 }) });
    await test(server);
  });

Deno.test("an object written in one version can be read in the other", () =>
  withLevel(async (server) => {
    const seen = await server.must("GET", `${NEW}/a`);
    assertEquals(seen.apiVersion, `${GROUP}/v1beta3`);
    assertEquals(seen.spec.limited.nominalConcurrencyShares, 7);
    assertEquals(Object.hasOwn(seen.spec.limited, "assuredConcurrencyShares"), false);
    const before = await server.must("GET", `${OLD}/a`);
    assertEquals(before.apiVersion, `${GROUP}/v1beta2`);
    assertEquals(before.spec.limited.assuredConcurrencyShares, 7);
    assertEquals(before.metadata, seen.metadata);
  }));

Deno.test("each write answers in the version of its request", () =>
  withLevel(async (server) => {
    const { limited } = (await server.must("POST", OLD, {
      body: level("b", { assuredConcurrencyShares: 3 }),
    })).spec;
    assertEquals(limited.assuredConcurrencyShares, 3);
    const put = await server.must("PUT", `${NEW}/b`, {
      body: level("b", { nominalConcurrencyShares: 4 }),
    });
    assertEquals(put.spec.limited.nominalConcurrencyShares, 4);
    const patched = await server.must("PATCH", `${OLD}/b`, {
      type: MERGE,
      body: { spec: { limited: { assuredConcurrencyShares: 5 } } },
    });
    assertEquals(patched.spec.limited.assuredConcurrencyShares, 5);
    const dry = await server.must("PATCH", `${OLD}/b?dryRun=All`, {
      type: "application/json-patch+json",
      body: [
        { op: "test", path: "/apiVersion", value: `${GROUP}/v1beta2` },
        { op: "test", path: "/spec/limited/assuredConcurrencyShares", value: 5 },
        { op: "replace", path: "/spec/limited/assuredConcurrencyShares", value: 6 },
      ],
    });
    assertEquals(dry.spec.limited.assuredConcurrencyShares, 6);
    const last = await server.must("GET", `${NEW}/b`);
    assertEquals(last.spec.limited.nominalConcurrencyShares, 5);
  }));

Deno.test("a field of the other version is unknown", () =>
  withLevel(async (server) => {
    const body = level("b", { nominalConcurrencyShares: 3 });
    assertRefused(
      await server.ask("POST", `${OLD}?fieldValidation=Strict`, { body }),
      "BadRequest",
    );
    const { spec } = await server.must("POST", OLD, { body });
    assertEquals(
      spec.limited.assuredConcurrencyShares,
      30,
      "the default of the version's own field is set instead",
    );
    const patch = { spec: { limited: { assuredConcurrencyShares: 1 } } };
    const answer = await server.ask("PATCH", `${NEW}/a?fieldValidation=Strict`, {
      type: MERGE,
      body: patch,
    });
    assertRefused(answer, "BadRequest");
  }));

Deno.test("an error names the field as in the version of the request", () =>
  withLevel(async (server) => {
    const fieldOf = async (base: string, name: string) => {
      const answer = await server.ask("POST", base, { body: level("b", { [name]: -1 }) });
      assertRefused(answer, "Invalid");
      return answer.body.details.causes[0].field;
    };
    assertEquals(
      [
        await fieldOf(OLD, "assuredConcurrencyShares"),
        await fieldOf(NEW, "nominalConcurrencyShares"),
      ],
      ["spec.limited.assuredConcurrencyShares", "spec.limited.nominalConcurrencyShares"],
    );
  }));

Deno.test("an object of the other version is rejected", () =>
  withLevel(async (server) => {
    const body = { apiVersion: `${GROUP}/v1beta3`, ...level("b", {}) };
    assertRefused(await server.ask("POST", OLD, { body }), "BadRequest");
  }));

Deno.test("lists, pages and tables are in the version of their request", () =>
  withLevel(async (server) => {
    for (const path of [OLD, `${OLD}?limit=1`]) {
      const { apiVersion, items } = await server.must("GET", path);
      assertEquals(apiVersion, `${GROUP}/v1beta2`);
      assertEquals(items[0].apiVersion, `${GROUP}/v1beta2`);
      assertEquals(items[0].spec.limited.assuredConcurrencyShares, 7);
    }
    const table = await server.must("GET", `${OLD}?includeObject=Object`, {
      headers: { accept: "application/json;as=Table;g=meta.svc.io;v=v1" },
    });
    assertEquals(table.rows[0].cells.slice(0, 3), ["a", "Limited", 7]);
    assertEquals(table.rows[0].object.spec.limited.assuredConcurrencyShares, 7);
  }));

Deno.test("cached bytes of one version are not sent in the other", () =>
  withLevel(async (server) => {
    for (const base of [OLD, NEW, OLD, NEW]) {
      const response = await fetch(`${server.url}${base}/a`, {
        headers: {
          authorization: "Bearer admin-token",
          accept: "application/vnd.svc.protobuf",
        },
      });
      const bytes = new Uint8Array(await response.arrayBuffer());
      const object = decodeProtobuf(bytes, { dialect: DIALECTS.svc });
      assertEquals(object.apiVersion, base === OLD ? `${GROUP}/v1beta2` : `${GROUP}/v1beta3`);
      const { apiVersion } = await server.must("GET", `${base}/a`);
      assertEquals(apiVersion, object.apiVersion);
    }
  }));

Deno.test("watches of both versions get the same changes, each in its own version", () =>
  withLevel(async (server) => {
    const { metadata: { resourceVersion } } = await server.must("GET", NEW);
    const query = `?watch=1&resourceVersion=${resourceVersion}`;
    const before = await server.watch(OLD + query);
    const now = await server.watch(NEW + query);
    const body = { spec: { limited: { nominalConcurrencyShares: 9 } } };
    await server.must("PATCH", `${NEW}/a`, { type: MERGE, body });
    await server.must("DELETE", `${OLD}/a`);
    for (const type of ["MODIFIED", "DELETED"]) {
      const [old, current] = [await before.next(), await now.next()];
      assertEquals([old?.type, current?.type], [type, type]);
      assertEquals(old?.object.apiVersion, `${GROUP}/v1beta2`);
      assertEquals(old?.object.spec.limited.assuredConcurrencyShares, 9);
      assertEquals(current?.object.apiVersion, `${GROUP}/v1beta3`);
      assertEquals(current?.object.spec.limited.nominalConcurrencyShares, 9);
      assertEquals(old?.object.metadata, current?.object.metadata);
    }
  }));

Deno.test("a write that changes nothing keeps the resourceVersion, in any version", () =>
  withLevel(async (server) => {
    const { metadata: { resourceVersion } } = await server.must("GET", `${NEW}/a`);
    const body = level("a", { assuredConcurrencyShares: 7 });
    const { metadata } = await server.must("PUT", `${OLD}/a`, { body });
    assertEquals(metadata.resourceVersion, resourceVersion);
  }));

Deno.test("field ownership is kept across versions, with the field names of each", async () => {
  await withServer(async (server) => {
    const applied = {
      apiVersion: `${GROUP}/v1beta2`,
      kind: "PriorityLevelConfiguration",
      ...level("a", { assuredConcurrencyShares: 5 }),
    };
    const apply = () =>
      server.ask("PATCH", `${OLD}/a?fieldManager=m`, {
        type: "application/apply-patch+yaml",
        body: applied,
      });
    assertEquals((await apply()).status, 201);
    const body = level("a", { nominalConcurrencyShares: 6 });
    await server.must("PUT", `${NEW}/a?fieldManager=n`, { body });
    const refusal = await apply();
    assertRefused(refusal, "Conflict");
    assertEquals(
      refusal.body.details.causes.map(({ field }: { field: string }) => field),
      [".spec.limited.nominalConcurrencyShares"],
    );
  });
});

Deno.test("a strategic merge patch merges by the schema of its version", async () => {
  const schemaIn = (base: string) =>
    `${base.replace("prioritylevelconfigurations", "flowschemas")}/a`;
  await withServer(async (server) => {
    await server.must("POST", schemaIn(NEW).replace(/\/a$/, ""), {
      body: { metadata: { name: "a" }, spec: { priorityLevelConfiguration: { name: "some" } } },
    });
    const typesAfter = async (base: string, type: string) => {
      const { status: { conditions } } = await server.must("PATCH", `${schemaIn(base)}/status`, {
        type: "application/strategic-merge-patch+json",
        body: { status: { conditions: [{ type, status: "True" }] } },
      });
      return conditions.map((condition: { type: string }) => condition.type).sort();
    };
    // Only the newer version has a merge key for the conditions.
    assertEquals(await typesAfter(NEW, "A"), ["A"]);
    assertEquals(await typesAfter(NEW, "B"), ["A", "B"]);
    assertEquals(await typesAfter(OLD, "C"), ["C"]);
  });
});
