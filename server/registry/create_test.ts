/**
 * The verb create.
 *
 * @module
 */
import { assertEquals, assertMatch, assertNotEquals } from "@std/assert";
import { assertRefused, deploymentOf, secretOf, SECRETS, withServer } from "../testing.ts";

const DEPLOYMENTS = "/apis/apps/v1/namespaces/default/deployments";

Deno.test("server-owned metadata of a new object is set by the server, whatever was sent", async () => {
  await withServer(async (server) => {
    const before = Math.floor(server.clock.now() / 1000) * 1000;
    const metadata = {
      uid: "mine",
      creationTimestamp: "2001-01-01T00:00:00Z",
      deletionTimestamp: "2001-01-01T00:00:00Z",
      deletionGracePeriodSeconds: 5,
      generation: 9,
      selfLink: "/mine",
      labels: { a: "b" },
    };
    const answer = await server.ask("POST", SECRETS, { body: secretOf("a", { metadata }) });
    assertEquals(answer.status, 201);
    const { uid, creationTimestamp, resourceVersion, ...rest } = answer.body.metadata;
    assertMatch(uid, /^[-\da-f]{36}$/);
    assertEquals(Date.parse(creationTimestamp) >= before, true);
    assertMatch(creationTimestamp, /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ$/);
    assertEquals(typeof resourceVersion, "string");
    const { deletionTimestamp, generation } = rest;
    assertEquals({ deletionTimestamp, generation }, {
      deletionTimestamp: undefined,
      generation: undefined,
    });
    assertEquals([rest.namespace, rest.labels], ["default", { a: "b" }]);
    assertEquals(await server.must("GET", `${SECRETS}/a`), answer.body);
  });
});

const VERSIONED = secretOf("a", { metadata: { resourceVersion: "1" } });

Deno.test("an object to be created must not have a resourceVersion, checked behind all else", async () => {
  for (const dialect of ["svc", "kubernetes"] as const) {
    await withServer(async (server) => {
      const refused = await server.ask("POST", SECRETS, { body: VERSIONED });
      assertRefused(refused, "BadRequest");
      assertEquals(
        refused.body.message,
        "resourceVersion should not be set on objects to be created",
      );
      const body = { ...VERSIONED, type: "kubernetes.io/tls" };
      assertRefused(await server.ask("POST", SECRETS, { body }), "Invalid");
      const elsewhere = SECRETS.replace("default", "nope");
      assertRefused(await server.ask("POST", elsewhere, { body: VERSIONED }), "NotFound");
      assertRefused(await server.ask("GET", `${SECRETS}/a`), "NotFound");
    }, { dialect });
  }
});

Deno.test("a dry-run create with a resourceVersion fails like the request in the dialect svc", async () => {
  await withServer(async (server) => {
    const answer = await server.ask("POST", `${SECRETS}?dryRun=All`, { body: VERSIONED });
    assertRefused(answer, "BadRequest");
  });
});

Deno.test("a dry-run create keeps a resourceVersion in the dialect kubernetes, as real servers do", async () => {
  await withServer(async (server) => {
    const path = `${SECRETS}?dryRun=All`;
    const { metadata } = await server.must("POST", path, { body: VERSIONED });
    assertEquals(metadata.resourceVersion, "1");
    // What is no number is kept as well, and ignored by a create.
    const body = secretOf("a", { metadata: { resourceVersion: "x" } });
    assertEquals((await server.must("POST", path, { body })).metadata.resourceVersion, "x");
    const created = await server.must("POST", SECRETS, { body });
    const read = await server.must("GET", `${SECRETS}/a`);
    assertEquals(created.metadata.resourceVersion, read.metadata.resourceVersion);
    assertEquals(created.metadata.resourceVersion === "x", false);
    assertRefused(await server.ask("POST", path, { body: VERSIONED }), "AlreadyExists");
  }, { dialect: "kubernetes" });
});

Deno.test("apiVersion and kind may be omitted, because the path determines them", async () => {
  await withServer(async (server) => {
    const created = await server.must("POST", SECRETS, { body: { metadata: { name: "a" } } });
    assertEquals([created.kind, created.apiVersion], ["Secret", "v1"]);
  });
});

Deno.test("an object of another kind or version is rejected with both names", async () => {
  await withServer(async (server) => {
    for (
      const [body, given] of [
        [{ kind: "Pod" }, 'Pod in version "v1"'],
        [{ apiVersion: "v2" }, 'Secret in version "v2"'],
        [{ kind: "Pod", apiVersion: "v2" }, 'Pod in version "v2"'],
      ] as const
    ) {
      const refused = await server.ask("POST", SECRETS, { body });
      assertRefused(refused, "BadRequest");
      const expected = `${given} cannot be handled as a Secret: ` +
        'the resource has kind "Secret" in version "v1"';
      assertEquals(refused.body.message, expected);
    }
  });
});

Deno.test("generateName generates a new name with that prefix each time", async () => {
  await withServer(async (server) => {
    const body = { metadata: { generateName: "job-" } };
    const names = new Set<string>();
    for (let count = 0; count < 20; count++) {
      const { metadata } = await server.must("POST", SECRETS, { body });
      assertMatch(metadata.name, /^job-[a-z0-9]{5}$/);
      assertEquals(metadata.generateName, "job-");
      names.add(metadata.name);
    }
    assertEquals(names.size, 20);
    const long = { metadata: { generateName: `${"a".repeat(80)}-` } };
    const { metadata } = await server.must("POST", SECRETS, { body: long });
    assertMatch(metadata.name, /^a{58}[a-z0-9]{5}$/);
    const both = { metadata: { generateName: "job-", name: "mine" } };
    assertEquals((await server.must("POST", SECRETS, { body: both })).metadata.name, "mine");
    const wrong = { metadata: { generateName: "Not_This" } };
    assertRefused(await server.ask("POST", SECRETS, { body: wrong }), "Invalid");
  });
});

Deno.test("a name is unique within its namespace and kind, and can be reused after deletion", async () => {
  await withServer(async (server) => {
    await server.must("POST", "/api/v1/namespaces", { body: { metadata: { name: "other" } } });
    const first = await server.must("POST", SECRETS, { body: secretOf("a") });
    const taken = await server.ask("POST", SECRETS, { body: secretOf("a") });
    assertRefused(taken, "AlreadyExists");
    assertEquals(taken.body.details, { name: "a", kind: "secrets" });
    await server.must("POST", "/api/v1/namespaces/other/secrets", { body: secretOf("a") });
    await server.must("POST", DEPLOYMENTS, { body: deploymentOf("a") });
    await server.must("DELETE", `${SECRETS}/a`);
    const again = await server.must("POST", SECRETS, { body: secretOf("a") });
    assertNotEquals(again.metadata.uid, first.metadata.uid);
  });
});

Deno.test("of many concurrent creates of one name exactly one succeeds", async () => {
  await withServer(async (server) => {
    const answers = await Promise.all(
      Array.from({ length: 20 }, () => server.ask("POST", SECRETS, { body: secretOf("a") })),
    );
    const statuses = answers.map(({ status }) => status).sort();
    assertEquals(statuses, [201, ...Array.from({ length: 19 }, () => 409)]);
  });
});

Deno.test("the generation starts at 1 where it is counted, and the status is set by the server", async () => {
  await withServer(async (server) => {
    const body = { ...deploymentOf("a"), status: { replicas: 7 } };
    const created = await server.must("POST", DEPLOYMENTS, { body });
    assertEquals(created.metadata.generation, 1);
    assertEquals(created.status ?? {}, {});
    assertEquals(created.spec.replicas, 1);
    const none = await server.must("POST", DEPLOYMENTS, {
      body: deploymentOf("b", { replicas: 0 }),
    });
    assertEquals(none.spec.replicas, 0);
  });
});

Deno.test("stringData is merged into data, overrides it, and is never returned", async () => {
  await withServer(async (server) => {
    const body = secretOf("a", {
      data: { a: btoa("old"), b: btoa("kept") },
      stringData: { a: "new ☃", c: "" },
    });
    const created = await server.must("POST", SECRETS, { body });
    const snowman = new TextEncoder().encode("new ☃").toBase64();
    assertEquals(created.data, { a: snowman, b: btoa("kept"), c: "" });
    assertEquals([created.stringData, created.type], [undefined, "Opaque"]);
  });
});

Deno.test("an unknown field is dropped with a warning, dropped silently, or rejected, by fieldValidation", async () => {
  await withServer(async (server) => {
    const body = { ...secretOf("a"), unknownField: 1 };
    const warned = await server.ask("POST", `${SECRETS}?dryRun=All`, { body });
    assertEquals([warned.status, warned.body.unknownField], [201, undefined]);
    assertMatch(warned.headers.get("warning") ?? "", /^299 .*unknownField/);
    const silent = await server.ask("POST", `${SECRETS}?dryRun=All&fieldValidation=Ignore`, {
      body,
    });
    assertEquals([silent.status, silent.headers.get("warning")], [201, null]);
    const strict = await server.ask("POST", `${SECRETS}?fieldValidation=Strict`, { body });
    assertRefused(strict, "BadRequest");
    assertMatch(strict.body.message, /unknownField/);
    assertEquals((await server.must("GET", SECRETS)).items, []);
  });
});
