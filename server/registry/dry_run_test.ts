/**
 * Dry runs: the response of a real request, without its effects.
 *
 * @module
 */
import { assertEquals } from "@std/assert";
import {
  type Answer,
  assertRefused,
  deploymentOf,
  type Question,
  secretOf,
  SECRETS,
  type TestServer,
  withServer,
} from "../testing.ts";

const DEPLOYMENTS = "/apis/apps/v1/namespaces/default/deployments";
const ROLES = "/apis/rbac.authorization.svc.io/v1/namespaces/default/roles";
const MERGE = "application/merge-patch+json";
const JSON_PATCH = "application/json-patch+json";

const everything = async (server: TestServer) => {
  const paths = [SECRETS, DEPLOYMENTS, ROLES, "/api/v1/namespaces"];
  return await Promise.all(paths.map(async (path) => (await server.ask("GET", path)).text));
};

const MADE_ANEW = ["uid", "resourceVersion", "creationTimestamp", "deletionTimestamp", "time"];

/** Returns a response without its generated values. */
function lasting({ status, body }: Answer): unknown {
  const text = JSON.stringify(body, (key, value) => MADE_ANEW.includes(key) ? undefined : value);
  return { status, text: text.replaceAll(/job-[a-z0-9]{5}/g, "job-*") };
}

type Twin = readonly [what: string, method: string, path: string, Question];

const TWINS: readonly Twin[] = [
  ["create", "POST", SECRETS, { body: secretOf("new", { stringData: { a: "b" } }) }],
  ["create with a generated name", "POST", SECRETS, {
    body: { metadata: { generateName: "job-" } },
  }],
  ["create with defaults", "POST", DEPLOYMENTS, { body: deploymentOf("new") }],
  ["create an existing object", "POST", SECRETS, { body: secretOf("a") }],
  ["create an invalid object", "POST", SECRETS, { body: secretOf("Wrong") }],
  ["create in a missing namespace", "POST", "/api/v1/namespaces/none/secrets", {
    body: secretOf("a"),
  }],
  ["update", "PUT", `${SECRETS}/a`, { body: secretOf("a", { data: { n: "MQ==" } }) }],
  ["update a missing object", "PUT", `${SECRETS}/none`, { body: secretOf("none") }],
  ["update at an old version", "PUT", `${SECRETS}/a`, {
    body: secretOf("a", { metadata: { resourceVersion: "1" } }),
  }],
  ["create by PUT", "PUT", `${ROLES}/new`, { body: { metadata: { name: "new" }, rules: [] } }],
  ["scale", "PATCH", `${DEPLOYMENTS}/d`, { body: { spec: { replicas: 3 } }, type: MERGE }],
  ["update the status", "PATCH", `${DEPLOYMENTS}/d/status`, {
    body: { status: { replicas: 1 } },
    type: MERGE,
  }],
  ["patch", "PATCH", `${SECRETS}/a`, {
    body: [{ op: "add", path: "/metadata/labels", value: { a: "b" } }],
    type: JSON_PATCH,
  }],
  ["patch wrongly", "PATCH", `${SECRETS}/a`, {
    body: [{ op: "remove", path: "/none" }],
    type: JSON_PATCH,
  }],
  ["release", "PATCH", `${SECRETS}/finalizing`, {
    body: { metadata: { finalizers: [] } },
    type: MERGE,
  }],
  ["delete", "DELETE", `${SECRETS}/a`, {}],
  ["delete with a finalizer", "DELETE", `${SECRETS}/held`, {}],
  ["delete a missing object", "DELETE", `${SECRETS}/none`, {}],
  ["delete a namespace", "DELETE", "/api/v1/namespaces/other", {}],
  ["delete many", "DELETE", SECRETS, {}],
];

async function prepare(server: TestServer): Promise<void> {
  const finalizers = ["example.com/hold"];
  await server.must("POST", SECRETS, { body: secretOf("a") });
  await server.must("POST", SECRETS, { body: secretOf("held", { metadata: { finalizers } }) });
  await server.must("POST", SECRETS, {
    body: secretOf("finalizing", { metadata: { finalizers } }),
  });
  await server.must("DELETE", `${SECRETS}/finalizing`);
  await server.must("POST", DEPLOYMENTS, { body: deploymentOf("d") });
  await server.must("POST", "/api/v1/namespaces", { body: { metadata: { name: "other" } } });
  await server.must("POST", "/api/v1/namespaces/other/secrets", { body: secretOf("a") });
}

for (const [what, method, path, question] of TWINS) {
  Deno.test(`a dry run to ${what} answers like the real request and changes nothing`, async () => {
    await withServer(async (server) => {
      await prepare(server);
      const before = await everything(server);
      const version = JSON.parse(before[0]!).metadata.resourceVersion;
      const watch = await server.watch(`${SECRETS}?watch=1&resourceVersion=${version}`);
      const dry = await server.ask(method, `${path}?dryRun=All`, question);
      assertEquals(await everything(server), before);
      await server.must("POST", SECRETS, { body: secretOf("fence") });
      assertEquals(await watch.summaries(1), ["ADDED fence"]);
      await server.must("DELETE", `${SECRETS}/fence`);
      assertEquals(lasting(dry), lasting(await server.ask(method, path, question)));
    });
  });
}

Deno.test("a dry run needs the same permission as the real request", async () => {
  await withServer(async (server) => {
    const question = { body: secretOf("a"), token: "bob-token" };
    assertRefused(await server.ask("POST", `${SECRETS}?dryRun=All`, question), "Forbidden");
  });
});

Deno.test("dryRun without a value is ignored, and a deletion accepts it in its body", async () => {
  await withServer(async (server) => {
    await server.must("POST", `${SECRETS}?dryRun=`, { body: secretOf("a") });
    await server.must("POST", `${SECRETS}?dryRun`, { body: secretOf("b") });
    await server.must("DELETE", `${SECRETS}/a`, { body: { dryRun: ["All"] } });
    await server.must("DELETE", SECRETS, { body: { dryRun: ["All"] } });
    assertEquals((await server.must("GET", SECRETS)).items.length, 2);
    await server.must("DELETE", `${SECRETS}/a`, { body: { dryRun: [] } });
    assertEquals((await server.must("GET", SECRETS)).items.length, 1);
  });
});
