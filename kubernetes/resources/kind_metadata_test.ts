/**
 * What single kinds require of metadata, as a kube-apiserver 1.26.15 does.
 *
 * @module
 */
import { assertEquals } from "@std/assert";
import type { JsonObject } from "@plumbline/server/api";
import { withServer } from "@plumbline/reference/testing";
import { assertRefused, type TestServer } from "@plumbline/server/testing";

const CORE = "/api/v1/namespaces/default";
const MERGE = { "content-type": "application/merge-patch+json" };
const container = { name: "main", image: "web:1" };

const causesOf = ({ body }: Awaited<ReturnType<TestServer["ask"]>>): string[] =>
  (body.details?.causes ?? []).map(({ reason, field }: { reason: string; field: string }) =>
    `${reason.replace("FieldValue", "")} ${field}`
  );

const post = (server: TestServer, path: string, metadata: JsonObject, rest: JsonObject = {}) =>
  server.ask("POST", `${path}?dryRun=All`, { body: { metadata, ...rest } });

Deno.test("finalizers have a domain or a standard name, except of some kinds", async () => {
  await withServer(async (server) => {
    const finalizers = ["nodomain"];
    const cases: readonly [string, JsonObject, readonly string[]][] = [
      [`${CORE}/configmaps`, {}, ["Invalid metadata.finalizers[0]"]],
      ["/apis/coordination.svc.io/v1/namespaces/default/leases", {}, []],
      ["/apis/node.svc.io/v1/runtimeclasses", { handler: "runc" }, []],
      ["/apis/policy/v1/namespaces/default/poddisruptionbudgets", {}, []],
    ];
    for (const [path, rest, causes] of cases) {
      assertEquals(causesOf(await post(server, path, { name: "a", finalizers }, rest)), causes);
    }
  });
});

Deno.test("a finalizer that is no qualified name is reported for its missing domain too", async () => {
  await withServer(async (server) => {
    const refused = (finalizers: string[]) =>
      post(server, `${CORE}/configmaps`, { name: "a", finalizers }).then(causesOf);
    const both = ["Invalid metadata.finalizers", "Invalid metadata.finalizers[0]"];
    assertEquals(await refused(["not valid!"]), both);
    assertEquals(await refused(["a/b/c"]), ["Invalid metadata.finalizers"]);
    assertEquals(await refused(["orphan", "foregroundDeletion"]), ["Invalid metadata.finalizers"]);
    assertEquals(await refused(["orphan"]), []);
  });
});

Deno.test("a write of the status of a CronJob takes a finalizer without a domain", async () => {
  await withServer(async (server) => {
    const path = "/apis/batch/v1/namespaces/default/cronjobs";
    const template = { spec: { restartPolicy: "Never", containers: [container] } };
    const spec = { schedule: "* * * * *", jobTemplate: { spec: { template } } };
    await server.must("POST", path, { body: { metadata: { name: "a" }, spec } });
    const body = { metadata: { finalizers: ["nodomain"] } };
    const write = (to: string) => server.ask("PATCH", `${path}/${to}`, { headers: MERGE, body });
    assertRefused(await write("a"), "Invalid");
    assertEquals((await write("a/status")).status, 200);
  });
});

Deno.test("the apiVersion of an owner has a version", async () => {
  await withServer(async (server) => {
    const owner = { apiVersion: "apps/", kind: "Deployment", name: "a", uid: "u" };
    const answer = await post(server, `${CORE}/configmaps`, {
      name: "a",
      ownerReferences: [owner],
    });
    assertEquals(causesOf(answer), ["Invalid metadata.ownerReferences.apiVersion"]);
  });
});

Deno.test("the name of a Service starts with a letter until the newest release", async () => {
  for (const release of ["1.26", "1.36"] as const) {
    await withServer(async (server) => {
      const spec = { ports: [{ port: 80 }] };
      const answer = await post(server, `${CORE}/services`, { name: "1a" }, { spec });
      assertEquals(causesOf(answer), release === "1.26" ? ["Invalid metadata.name"] : []);
    }, { release });
  }
});

Deno.test("a PodDisruptionBudget has any name that a path can have", async () => {
  await withServer(async (server) => {
    const path = "/apis/policy/v1/namespaces/default/poddisruptionbudgets";
    assertEquals((await post(server, path, { name: "A b" })).status, 201);
    assertEquals(causesOf(await post(server, path, { name: "a/b" })), ["Invalid metadata.name"]);
    const spec = { minAvailable: -1 };
    const field = "spec.minAvailable";
    assertEquals(causesOf(await post(server, path, { name: "a/b" }, { spec })), [
      `Invalid ${field}`,
    ]);
  });
});

Deno.test("a LimitRange without a name gets one", async () => {
  await withServer(async (server) => {
    const body = { spec: { limits: [] } };
    const { metadata: { name } } = await server.must("POST", `${CORE}/limitranges`, { body });
    assertEquals(/^[0-9a-f-]{36}$/.test(name), true, name);
    await server.must("GET", `${CORE}/limitranges/${name}`);
  });
});

Deno.test("a write of the status does not change when a Pod is deleted", async () => {
  await withServer(async (server) => {
    const path = `${CORE}/pods`;
    const metadata = { deletionTimestamp: "2026-01-01T00:00:00Z" };
    await server.must("POST", path, {
      body: { metadata: { name: "a" }, spec: { containers: [container] } },
    });
    const write = (to: string) =>
      server.ask("PATCH", `${path}/${to}`, { headers: MERGE, body: { metadata } });
    assertRefused(await write("a"), "Invalid");
    const { status, body } = await write("a/status");
    assertEquals([status, body.metadata.deletionTimestamp], [200, undefined]);
  });
});

Deno.test("the metadata of a Scale is validated, although a write changes none of it", async () => {
  await withServer(async (server) => {
    const path = "/apis/apps/v1/namespaces/default/replicasets";
    const labels = { app: "a" };
    const template = { metadata: { labels }, spec: { containers: [container] } };
    const spec = { selector: { matchLabels: labels }, template };
    await server.must("POST", path, { body: { metadata: { name: "a" }, spec } });
    const write = (metadata: JsonObject) =>
      server.ask("PATCH", `${path}/a/scale`, { headers: MERGE, body: { metadata } });
    assertEquals(causesOf(await write({ labels: { "not valid!": "" } })), [
      "Invalid metadata.labels",
    ]);
    assertRefused(await write({ uid: "other" }), "Conflict");
    const { status, body } = await write({ labels: { b: "c" } });
    assertEquals([status, body.metadata.labels], [200, undefined]);
  });
});

Deno.test("labels that the server derives from a wrong name are not reported themselves", async () => {
  await withServer(async (server) => {
    const spec = { restartPolicy: "Never", containers: [container] };
    const jobs = "/apis/batch/v1/namespaces/default/jobs";
    const refused = async (metadata: JsonObject, template: JsonObject = {}) =>
      causesOf(await post(server, jobs, metadata, { spec: { template: { spec, ...template } } }));
    const wrong = ["Invalid metadata.name", "Invalid spec.template.labels"];
    assertEquals(await refused({ name: "Not Valid" }), wrong);
    assertEquals(await refused({ name: "Not Valid", labels: { a: "b" } }), wrong);
    // Labels that a Job takes from its template are shared with it.
    const labels = { x: "y" };
    assertEquals((await refused({ name: "Not Valid" }, { metadata: { labels } })).sort(), [
      "Invalid metadata.labels",
      ...wrong,
    ]);
    const named = await post(server, "/api/v1/namespaces", { generateName: "Not Valid-" });
    assertEquals(causesOf(named), ["Invalid metadata.name", "Invalid metadata.generateName"]);
    assertEquals(causesOf(await post(server, "/api/v1/namespaces", { name: "Not Valid" })), [
      "Invalid metadata.name",
      "Invalid metadata.labels",
    ]);
  });
});

Deno.test("a Job without a name is rejected, and one without labels gets those of its pods", async () => {
  await withServer(async (server) => {
    const jobs = "/apis/batch/v1/namespaces/default/jobs";
    const spec = { template: { spec: { restartPolicy: "Never", containers: [container] } } };
    assertEquals(causesOf(await post(server, jobs, {}, { spec })), ["Required metadata.name"]);
    const { body } = await post(server, jobs, { name: "a" }, { spec });
    assertEquals(body.metadata.labels, body.spec.template.metadata.labels);
    assertEquals(body.metadata.labels["job-name"], "a");
  });
});

Deno.test("a prefix of names is validated as a name, whose last dash stands for more", async () => {
  await withServer(async (server) => {
    const roles = "/apis/rbac.authorization.svc.io/v1/clusterroles";
    const of = async (path: string, generateName: string) =>
      causesOf(await post(server, path, { name: "a", generateName }));
    const wrong = ["Invalid metadata.generateName"];
    for (const path of [roles, `${CORE}/configmaps`]) {
      assertEquals(await of(path, ".."), wrong);
      assertEquals(await of(path, "."), wrong);
      assertEquals(await of(path, "a-"), []);
    }
    assertEquals(await of(roles, "A:"), []);
    assertEquals(await of(`${CORE}/configmaps`, "-"), wrong);
    assertEquals(await of(`${CORE}/configmaps`, "a."), wrong);
    assertEquals(await of("/apis/policy/v1/namespaces/default/poddisruptionbudgets", ".."), []);
  });
});
