/**
 * The deletion of namespaces with their content.
 *
 * @module
 */
import { assertEquals, assertNotEquals } from "@std/assert";
import { assertRefused, deploymentOf, secretOf, type TestServer, withServer } from "../testing.ts";

const MERGE = "application/merge-patch+json";

const namespaceOf = (name: string, metadata = {}) => ({
  apiVersion: "v1",
  kind: "Namespace",
  metadata: { name, ...metadata },
});

async function makeNamespace(server: TestServer, name: string, metadata = {}) {
  return await server.must("POST", "/api/v1/namespaces", { body: namespaceOf(name, metadata) });
}

const secretsOf = (namespace: string) => `/api/v1/namespaces/${namespace}/secrets`;

Deno.test("a namespace is deleted with its content of every kind, and no other", async () => {
  await withServer(async (server) => {
    await makeNamespace(server, "doomed");
    await makeNamespace(server, "spared");
    const role = { metadata: { name: "r" }, rules: [] };
    for (const name of ["doomed", "spared"]) {
      await server.must("POST", secretsOf(name), { body: secretOf("s") });
      const apps = `/apis/apps/v1/namespaces/${name}/deployments`;
      await server.must("POST", apps, { body: deploymentOf("d") });
      const roles = `/apis/rbac.authorization.svc.io/v1/namespaces/${name}/roles`;
      await server.must("POST", roles, { body: role });
    }
    await server.must("DELETE", "/api/v1/namespaces/doomed");
    assertRefused(await server.ask("GET", "/api/v1/namespaces/doomed"), "NotFound");
    for (
      const path of [
        "/api/v1/secrets",
        "/apis/apps/v1/deployments",
        "/apis/rbac.authorization.svc.io/v1/roles",
      ]
    ) {
      const { items } = await server.must("GET", path);
      assertEquals(
        items.map((item: { metadata: { namespace: string } }) => item.metadata.namespace),
        [
          "spared",
        ],
      );
    }
  });
});

Deno.test("a watch shows the content deleted with the namespace", async () => {
  await withServer(async (server) => {
    await makeNamespace(server, "doomed");
    await server.must("POST", secretsOf("doomed"), { body: secretOf("s") });
    const watch = await server.watch(`${secretsOf("doomed")}?watch=1`);
    await server.must("DELETE", "/api/v1/namespaces/doomed");
    assertEquals(await watch.summaries(2), ["ADDED s", "DELETED s"]);
  });
});

Deno.test("content with a finalizer keeps the namespace until the finalizer is removed", async () => {
  await withServer(async (server) => {
    const { metadata } = await makeNamespace(server, "held");
    const secret = secretOf("s", { metadata: { finalizers: ["example.com/hold"] } });
    await server.must("POST", secretsOf("held"), { body: secret });

    assertEquals((await server.ask("DELETE", "/api/v1/namespaces/held")).status, 202);
    const waiting = await server.must("GET", "/api/v1/namespaces/held");
    assertEquals(waiting.status.phase, "Terminating");
    assertEquals(typeof waiting.metadata.deletionTimestamp, "string");
    const late = await server.ask("POST", secretsOf("held"), { body: secretOf("late") });
    assertRefused(late, "Forbidden");

    const release = { metadata: { finalizers: null } };
    await server.must("PATCH", `${secretsOf("held")}/s`, { body: release, type: MERGE });
    assertRefused(await server.ask("GET", "/api/v1/namespaces/held"), "NotFound");

    const again = await makeNamespace(server, "held");
    assertNotEquals(again.metadata.uid, metadata.uid);
    await server.must("POST", secretsOf("held"), { body: secretOf("s") });
  });
});

Deno.test("a namespace waits for its own finalizers as well", async () => {
  await withServer(async (server) => {
    await makeNamespace(server, "held", { finalizers: ["example.com/hold"] });
    await server.must("POST", secretsOf("held"), { body: secretOf("s") });
    await server.must("DELETE", "/api/v1/namespaces/held");
    assertRefused(await server.ask("GET", `${secretsOf("held")}/s`), "NotFound");
    const release = { metadata: { finalizers: null } };
    await server.must("PATCH", "/api/v1/namespaces/held", { body: release, type: MERGE });
    assertRefused(await server.ask("GET", "/api/v1/namespaces/held"), "NotFound");
  });
});

Deno.test("an update of a namespace under deletion does not remove it before its content", async () => {
  await withServer(async (server) => {
    await makeNamespace(server, "held");
    const secret = secretOf("s", { metadata: { finalizers: ["example.com/hold"] } });
    await server.must("POST", secretsOf("held"), { body: secret });
    await server.must("DELETE", "/api/v1/namespaces/held");
    const labels = { metadata: { labels: { seen: "yes" } } };
    await server.must("PATCH", "/api/v1/namespaces/held", { body: labels, type: MERGE });
    const kept = await server.must("GET", "/api/v1/namespaces/held");
    assertEquals(kept.metadata.labels.seen, "yes");
  });
});

Deno.test("a create in a missing namespace is rejected", async () => {
  await withServer(async (server) => {
    const answer = await server.ask("POST", secretsOf("nowhere"), { body: secretOf("s") });
    assertRefused(answer, "NotFound");
    assertEquals(answer.body.details, { name: "nowhere", kind: "namespaces" });
    const dry = `${secretsOf("nowhere")}?dryRun=All`;
    assertRefused(await server.ask("POST", dry, { body: secretOf("s") }), "NotFound");
  });
});

Deno.test("the initial namespaces cannot be deleted", async () => {
  await withServer(async (server) => {
    for (const name of ["default", "kube-public", "kube-system"]) {
      const path = `/api/v1/namespaces/${name}`;
      assertRefused(await server.ask("DELETE", path), "Forbidden");
      assertRefused(await server.ask("DELETE", `${path}?dryRun=All`), "Forbidden");
      await server.must("GET", path);
    }
  });
});

Deno.test("namespaces cannot be deleted as a collection", async () => {
  await withServer(async (server) => {
    await makeNamespace(server, "kept");
    for (const query of ["", "?dryRun=All", "?labelSelector=none%3Dhas-this"]) {
      assertRefused(await server.ask("DELETE", `/api/v1/namespaces${query}`), "MethodNotAllowed");
    }
    const { resources } = await server.must("GET", "/api/v1");
    const { verbs } = resources.find(({ name }: { name: string }) => name === "namespaces");
    assertEquals(verbs.includes("deletecollection"), false);
  });
});

Deno.test("a dry-run deletion changes neither namespace nor content", async () => {
  await withServer(async (server) => {
    const { metadata } = await makeNamespace(server, "kept");
    await server.must("POST", secretsOf("kept"), { body: secretOf("s") });
    await server.must("DELETE", "/api/v1/namespaces/kept?dryRun=All");
    assertEquals((await server.must("GET", "/api/v1/namespaces/kept")).metadata, metadata);
    await server.must("GET", `${secretsOf("kept")}/s`);
  });
});

Deno.test("creates during the deletion of their namespace leave no object", async () => {
  await withServer(async (server) => {
    for (let round = 0; round < 5; round++) {
      const name = `race-${round}`;
      await makeNamespace(server, name);
      const creations = Array.from(
        { length: 40 },
        (_, index) => server.ask("POST", secretsOf(name), { body: secretOf(`s-${index}`) }),
      );
      const deletion = server.ask("DELETE", `/api/v1/namespaces/${name}`);
      const more = Array.from(
        { length: 40 },
        (_, index) => server.ask("POST", secretsOf(name), { body: secretOf(`t-${index}`) }),
      );
      await Promise.all([...creations, deletion, ...more]);
      assertEquals((await server.must("GET", secretsOf(name))).items, []);
      assertRefused(await server.ask("GET", `/api/v1/namespaces/${name}`), "NotFound");
    }
  });
});

Deno.test("a client that removes the last finalizer of a namespace under deletion removes it", async () => {
  await withServer(async (server) => {
    await makeNamespace(server, "a");
    const body = secretOf("s", { metadata: { name: "s", finalizers: ["example.com/hold"] } });
    await server.must("POST", secretsOf("a"), { body });
    await server.must("DELETE", "/api/v1/namespaces/a");
    const { status } = await server.must("GET", "/api/v1/namespaces/a");
    assertEquals(status.phase, "Terminating");
    const path = "/api/v1/namespaces/a/finalize";
    const finalized = await server.must("PUT", path, {
      body: { metadata: { name: "a" }, spec: { finalizers: [] } },
    });
    assertEquals([finalized.spec, finalized.status.phase], [{}, "Terminating"]);
    assertRefused(await server.ask("GET", "/api/v1/namespaces/a"), "NotFound");
    assertRefused(await server.ask("GET", path), "MethodNotAllowed");
  });
});

Deno.test("a namespace keeps its own finalizers in writes to other paths than finalize", async () => {
  await withServer(async (server) => {
    await makeNamespace(server, "a");
    const body = { metadata: { name: "a" }, spec: { finalizers: [] } };
    for (const path of ["/api/v1/namespaces/a", "/api/v1/namespaces/a/status"]) {
      const { spec } = await server.must("PUT", path, { body });
      assertEquals(spec, { finalizers: ["kubernetes"] });
    }
    const finalizers = ["kubernetes", "example.com/quota"];
    const finalize = { body: { metadata: { name: "a" }, spec: { finalizers } } };
    const { spec } = await server.must("PUT", "/api/v1/namespaces/a/finalize", finalize);
    assertEquals(spec, { finalizers });
  });
});

Deno.test("a create in a namespace that is being deleted is refused by the object's name", async () => {
  await withServer(async (server) => {
    await makeNamespace(server, "doomed", { finalizers: ["example.com/hold"] });
    await server.must("DELETE", "/api/v1/namespaces/doomed");
    const response = await server.ask("POST", secretsOf("doomed"), { body: secretOf("late") });
    assertRefused(response, "Forbidden");
    const { body: json } = response;
    assertEquals(json.details.name, "late");
    assertEquals(
      json.message,
      'secrets "late" is forbidden: unable to create new content in namespace doomed because it ' +
        "is being terminated",
    );
  });
});
