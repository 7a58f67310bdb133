/**
 * Apply over HTTP to maps, keyed lists, sets and atomic values: shared, given up and taken over.
 *
 * @module
 */
import { assertEquals } from "@std/assert";
import type { JsonObject } from "../object.ts";
import { type Answer, assertRefused, type TestServer, withServer } from "../testing.ts";

const APPLY = "application/apply-patch+yaml";
const DEPLOYMENT = "/apis/apps/v1/namespaces/default/deployments/a";
const SECRET = "/api/v1/namespaces/default/secrets/a";

type Fields = { metadata?: JsonObject; pod?: JsonObject; data?: JsonObject };

function objectOf({ metadata, pod, data }: Fields): JsonObject {
  const named = { name: "a", ...metadata };
  return pod
    ? { apiVersion: "apps/v1", kind: "Deployment", metadata: named, spec: specOf(pod) }
    : { apiVersion: "v1", kind: "Secret", metadata: named, ...(data && { data }) };
}

const specOf = (pod: JsonObject): JsonObject => ({
  selector: { matchLabels: { app: "a" } },
  template: { metadata: { labels: { app: "a" } }, spec: pod },
});

const ask = (server: TestServer, manager: string, fields: Fields, query = ""): Promise<Answer> =>
  server.ask("PATCH", `${fields.pod ? DEPLOYMENT : SECRET}?fieldManager=${manager}${query}`, {
    body: objectOf(fields),
    type: APPLY,
  });

async function apply(
  server: TestServer,
  manager: string,
  fields: Fields,
  query = "",
): Promise<Answer["body"]> {
  const answer = await ask(server, manager, fields, query);
  if (answer.status >= 300) throw new Error(answer.text);
  return answer.body;
}

const causesOf = ({ body }: Answer): string[] =>
  body.details.causes.map(({ field }: { field: string }) => field);

const podOf = (deployment: Answer["body"]): Answer["body"] => deployment.spec.template.spec;
const namesOf = (items: { name: string }[]) => items.map(({ name }) => name);

Deno.test("a field that two managers apply is shared, and is removed with its last owner", async () => {
  await withServer(async (server) => {
    await apply(server, "one", { data: { a: "MQ==", b: "MQ==" } });
    const shared = await apply(server, "two", { data: { a: "MQ==" } });
    assertEquals(shared.data, { a: "MQ==", b: "MQ==" });
    assertEquals((await apply(server, "one", {})).data, { a: "MQ==" });
    assertEquals((await apply(server, "two", {})).data, undefined);
  });
});

Deno.test("a shared field conflicts with each other owner until it is given up", async () => {
  await withServer(async (server) => {
    for (const manager of ["one", "two"]) await apply(server, manager, { data: { a: "MQ==" } });
    const changed = await ask(server, "one", { data: { a: "Mg==" } });
    assertRefused(changed, "Conflict");
    assertEquals(causesOf(changed), [".data.a"]);
    await apply(server, "two", {});
    assertEquals((await apply(server, "one", { data: { a: "Mg==" } })).data, { a: "Mg==" });
  });
});

Deno.test("every conflict is a cause, for all managers, appliers and updaters", async () => {
  await withServer(async (server) => {
    await apply(server, "one", { data: { a: "MQ==", b: "MQ==" } });
    const change = { metadata: { labels: { l: "1" } }, data: { c: "MQ==" } };
    await server.must("PATCH", `${SECRET}?fieldManager=u`, {
      body: change,
      type: "application/merge-patch+json",
    });
    const theirs = { metadata: { labels: { l: "2" } }, data: { a: "Mg==", b: "Mg==", c: "Mg==" } };
    const refused = await ask(server, "two", theirs);
    assertRefused(refused, "Conflict");
    assertEquals(causesOf(refused).sort(), [".data.a", ".data.b", ".data.c", ".metadata.labels.l"]);
    const forced = await apply(server, "two", theirs, "&force=true");
    assertEquals(forced.data, theirs.data);
    const managers = forced.metadata.managedFields.map((entry: JsonObject) => entry.manager);
    // The creator of the label map still owns the map.
    assertEquals(managers, ["two", "u"]);
  });
});

Deno.test("labels and annotations are owned by key", async () => {
  await withServer(async (server) => {
    const metadata = (labels: JsonObject, annotations: JsonObject) => ({
      metadata: { labels, annotations },
    });
    await apply(server, "one", metadata({ a: "1", b: "1" }, { x: "1" }));
    await apply(server, "two", metadata({ c: "2" }, { y: "2" }));
    const refused = await ask(server, "two", metadata({ a: "2" }, { x: "2" }));
    assertEquals(causesOf(refused).sort(), [".metadata.annotations.x", ".metadata.labels.a"]);
    const left = await apply(server, "one", metadata({ b: "1" }, {}));
    assertEquals(left.metadata.labels, { b: "1", c: "2" });
    assertEquals(left.metadata.annotations, { y: "2" });
  });
});

Deno.test("items of keyed lists have owners, and so do their fields", async () => {
  await withServer(async (server) => {
    const main = { name: "main", image: "i" };
    const env = (value: string) => [{ name: "A", value }];
    await apply(server, "one", { pod: { containers: [main, { name: "side", image: "j" }] } });
    // The configuration names another manager's item by its key, which both then own.
    const shared = { name: "main", env: env("1") };
    const both = await apply(server, "two", { pod: { containers: [shared] } });
    assertEquals(namesOf(podOf(both).containers), ["main", "side"]);
    assertEquals(podOf(both).containers[0].env, env("1"));

    const refused = await ask(server, "one", {
      pod: { containers: [{ ...main, env: env("2") }] },
    });
    assertEquals(causesOf(refused), [
      '.spec.template.spec.containers[name="main"].env[name="A"].value',
    ]);
    const without = await apply(server, "one", { pod: { containers: [main] } });
    assertEquals(namesOf(podOf(without).containers), ["main"]);
    assertEquals(podOf(without).containers[0].env, env("1"));
    const last = await apply(server, "two", { pod: { containers: [{ name: "main" }] } });
    assertEquals(podOf(last).containers[0].env, undefined);
  });
});

Deno.test("ports that differ only in the protocol are two items", async () => {
  await withServer(async (server) => {
    const withPorts = (...ports: JsonObject[]) => ({
      pod: { containers: [{ name: "main", image: "i", ports }] },
    });
    await apply(server, "one", withPorts({ containerPort: 53, name: "a" }));
    const udp = { containerPort: 53, protocol: "UDP", name: "b" };
    const both = await apply(server, "two", withPorts(udp));
    assertEquals(podOf(both).containers[0].ports, [
      { containerPort: 53, name: "a", protocol: "TCP" },
      udp,
    ]);
  });
});

Deno.test("values of a set are added and removed one by one", async () => {
  await withServer(async (server) => {
    const holding = (...finalizers: string[]) => ({ metadata: { finalizers } });
    await apply(server, "one", holding("e.com/a", "e.com/b"));
    const both = await apply(server, "two", holding("e.com/b", "e.com/c"));
    assertEquals(both.metadata.finalizers.toSorted(), ["e.com/a", "e.com/b", "e.com/c"]);
    const left = await apply(server, "one", {});
    assertEquals(left.metadata.finalizers.toSorted(), ["e.com/b", "e.com/c"]);
  });
});

Deno.test("an atomic value has one owner as a whole", async () => {
  await withServer(async (server) => {
    const withArgs = (...args: string[]) => ({
      pod: { containers: [{ name: "main", image: "i", args }], nodeSelector: { zone: args[0]! } },
    });
    await apply(server, "one", withArgs("a", "b"));
    const refused = await ask(server, "two", withArgs("c"));
    assertEquals(causesOf(refused).sort(), [
      '.spec.template.spec.containers[name="main"].args',
      ".spec.template.spec.nodeSelector",
    ]);
    const forced = await apply(server, "two", withArgs("c"), "&force=true");
    assertEquals(podOf(forced).containers[0].args, ["c"]);
    assertEquals(podOf(forced).nodeSelector, { zone: "c" });
  });
});

Deno.test("an updater that changes an applied field owns it, and force takes it back", async () => {
  await withServer(async (server) => {
    await apply(server, "one", { data: { a: "MQ==" } });
    const updated = await server.must("GET", SECRET);
    updated.data = { a: "Mg==" };
    await server.must("PUT", `${SECRET}?fieldManager=u`, { body: updated });
    assertRefused(await ask(server, "one", { data: { a: "MQ==" } }), "Conflict");
    // An apply that omits the field does not remove it, because the updater owns it.
    assertEquals((await apply(server, "one", {})).data, { a: "Mg==" });
    const forced = await apply(server, "one", { data: { a: "MQ==" } }, "&force=true");
    assertEquals(forced.data, { a: "MQ==" });
  });
});

Deno.test("a dry-run apply has the conflicts of a real one, and changes no ownership", async () => {
  await withServer(async (server) => {
    const before = await apply(server, "one", { data: { a: "MQ==", b: "MQ==" } });
    const dry = await apply(server, "one", { data: { a: "MQ==" } }, "&dryRun=All");
    assertEquals(dry.data, { a: "MQ==" });
    assertRefused(
      await ask(server, "two", { data: { a: "Mg==" } }, "&dryRun=All"),
      "Conflict",
    );
    assertEquals(await server.must("GET", SECRET), before);
  });
});
