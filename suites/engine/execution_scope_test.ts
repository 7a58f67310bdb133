import { assertEquals, assertMatch, assertNotEquals } from "@std/assert";
import { clusterRole } from "../resources/roles.ts";
import { secret } from "../resources/secret.ts";
import { startTestTarget } from "./test_target.ts";
import { Scopes } from "./scopes.ts";

Deno.test("two scopes share neither names, labels nor namespaces, until one is closed", async () => {
  await using served = startTestTarget();
  const scopes = new Scopes(served.target, "run");
  const [one, two] = [await scopes.open(), await scopes.open()];
  assertNotEquals(one.name("a"), two.name("a"));
  assertEquals(one.name("Some words!"), one.name("some words "));
  assertMatch(one.name("!"), /^[a-z0-9]([-a-z0-9]*[a-z0-9])?$/);
  assertMatch(one.name("a"), /^[a-z0-9]([-a-z0-9]*[a-z0-9])?$/);
  assertEquals(new Set([...one.namespaces, ...two.namespaces]).size, 4);
  assertEquals(one.labels["plumbline/run"], two.labels["plumbline/run"]);
  assertNotEquals(one.selector, two.selector);
  const namespaces = [...one.namespaces].sort();
  await scopes.close(one);
  assertEquals([...(await scopes.open()).namespaces].sort(), namespaces);
  assertEquals(await scopes.end(), []);
});

Deno.test("an object is made with its type's content and the scope's labels, which win", async () => {
  await using served = startTestTarget();
  const scopes = new Scopes(served.target, "run");
  const scope = await scopes.open();
  const made = scope.newObject(secret, {
    name: "one",
    namespace: scope.namespaces[1]!,
    labels: { colour: "red", "plumbline/run": "other" },
  });
  assertEquals(made.metadata, {
    name: scope.name("one"),
    namespace: scope.namespaces[1]!,
    labels: { colour: "red", ...scope.labels },
  });
  assertNotEquals(scope.newObject(secret, { content: 1 }), scope.newObject(secret, { content: 2 }));
  assertEquals("namespace" in (scope.newObject(clusterRole).metadata as object), false);
  await scopes.end();
});

Deno.test("what a request under way creates when its case ends is removed, too", async () => {
  const requests: string[] = [];
  const { promise: ended, resolve: end } = Promise.withResolvers<void>();
  await using served = startTestTarget(async (request, path) => {
    requests.push(`${request.method} ${path.split("/").at(-1)}`);
    if (request.method === "POST" && path.endsWith("/secrets")) await ended;
    return undefined;
  });
  const scopes = new Scopes(served.target, "run");
  const scope = await scopes.open();
  const late = scope.create(secret, scope.newObject(secret, { name: "late" }));
  const closed = scopes.close(scope);
  setTimeout(end, 50);
  await closed;
  await late;
  assertEquals(requests.filter((each) => each.startsWith("DELETE")), [
    `DELETE ${scope.name("late")}`,
  ]);
  await scopes.end();
});

Deno.test("every created object is removed, however it was created", async () => {
  const requests: string[] = [];
  await using served = startTestTarget((request, path) => {
    requests.push(`${request.method} ${path.split("/").at(-1)}`);
    if (request.method === "PUT") return Response.json({}, { status: 201 });
    if (path.endsWith("/deployments")) return Response.json({}, { status: 500 });
    return undefined;
  });
  const scopes = new Scopes(served.target, "run");
  const scope = await scopes.open();
  const root = `/api/v1/namespaces/${scope.namespaces[0]}/secrets`;
  await scope.create(secret, scope.newObject(secret, { name: "posted" }));
  await scope.send({ method: "PUT", path: `${root}/put` });
  // After a 500 response the object may have been created.
  const unsure = { metadata: { name: "unsure" } };
  await scope.send({ method: "POST", path: "/apis/apps/v1/deployments", body: unsure });
  const finalized = { metadata: { name: "finalized", finalizers: ["a/b"] } };
  await scope.send({ method: "POST", path: root, body: finalized });
  requests.length = 0;
  await scopes.close(scope);
  const removed = [scope.name("posted"), "put", "unsure", "finalized"];
  // Finalizers are taken only from what may have some.
  const due = [...removed.map((name) => `DELETE ${name}`), "PATCH finalized"];
  // Three objects of one collection are first tried together, which this target does not know.
  assertEquals(requests.toSorted(), [...due, "DELETE secrets"].toSorted());
  await scopes.end();
});

Deno.test("an object that a response shows without finalizers is deleted at once", async () => {
  const requests: string[] = [];
  await using served = startTestTarget((request, path) => {
    requests.push(`${request.method} ${path.slice(path.lastIndexOf("/") + 1)}`);
    return undefined;
  });
  const scopes = new Scopes(served.target, "run");
  const scope = await scopes.open();
  const root = `/api/v1/namespaces/${scope.namespaces[0]}/secrets`;
  const metadata = { name: "freed", finalizers: ["a/b"] };
  await scope.send({ method: "POST", path: root, body: { metadata } });
  const patch = { metadata: { finalizers: null } };
  await scope.send({ method: "PATCH", path: `${root}/freed`, body: patch });
  requests.length = 0;
  await scopes.close(scope);
  assertEquals(requests, ["DELETE freed"]);
  await scopes.end();
});

Deno.test("a binding is deleted at once where permissions matter, as it grants some", async () => {
  const requests: string[] = [];
  await using served = startTestTarget((request, path) => {
    requests.push(`${request.method} ${path.slice(path.lastIndexOf("/") + 1)}`);
    return undefined;
  });
  const scopes = new Scopes(served.target, "run");
  const scope = await scopes.open(undefined, undefined, { sharesNamespaces: true });
  const group = `rbac.authorization.${served.target.dialect.suffix}`;
  const root = `/apis/${group}/v1/namespaces/${scope.namespaces[0]}`;
  const metadata = { name: scope.name("object"), labels: scope.labels };
  for (const resource of ["roles", "rolebindings"]) {
    await scope.send({ method: "POST", path: `${root}/${resource}`, body: { metadata } });
  }
  const headers = { "impersonate-user": "alice" };
  await scope.send({ method: "GET", path: `${root}/roles/${metadata.name}`, headers });
  requests.length = 0;
  await scopes.close(scope);
  assertEquals(requests, [`DELETE ${metadata.name}`]);
  requests.length = 0;
  await scopes.end();
  assertEquals(requests.includes(`DELETE ${metadata.name}`), true);
});

Deno.test("an object created at a path with a slash at its end is removed by its own path", async () => {
  const deleted: string[] = [];
  await using served = startTestTarget((request, path) => {
    if (request.method === "DELETE") deleted.push(path);
    return undefined;
  });
  const scopes = new Scopes(served.target, "run");
  const scope = await scopes.open();
  const body = { metadata: { name: "slashed" } };
  await scope.send({ method: "POST", path: "/api/v1/things/", body });
  await scopes.close(scope);
  assertEquals(deleted, ["/api/v1/things/slashed"]);
  await scopes.end();
});

Deno.test("a watch left open is closed with the scope", async () => {
  await using served = startTestTarget((request) =>
    request.url.includes("watch=1") ? new Response(new ReadableStream()) : undefined
  );
  const scopes = new Scopes(served.target, "run");
  const scope = await scopes.open();
  const stream = await scope.watch({ path: "/api/v1/secrets" });
  assertEquals(stream.ended, false);
  await scopes.close(scope);
  assertEquals(stream.ended, true);
  await scopes.end();
});

Deno.test("namespaces with foreign objects are not exclusive", async () => {
  await using served = startTestTarget((request, path) =>
    request.method === "GET" && path.endsWith("/secrets")
      ? Response.json({ items: [{ metadata: { name: "default-token" } }] })
      : undefined
  );
  const scopes = new Scopes(served.target, "run");
  const scope = await scopes.open();
  assertEquals([scope.exclusive, scope.namespaces], [false, ["default"]]);
  assertEquals(await scopes.end(), []);
  assertEquals(served.objects.size, 0);
});

Deno.test("a namespace is finalized if no controller does", async () => {
  const finalized: string[] = [];
  await using served = startTestTarget((request, path) => {
    if (request.method === "PUT" && path.endsWith("/finalize")) {
      finalized.push(path);
      served.objects.delete(path.replace("/finalize", ""));
      return Response.json({});
    }
    const isNamespace = /^\/api\/v1\/namespaces\/[^/]+$/.test(path);
    return request.method === "DELETE" && isNamespace ? Response.json({}) : undefined;
  });
  const scopes = new Scopes(served.target, "run");
  await scopes.open();
  assertEquals(await scopes.end(), []);
  assertEquals(finalized.length, 2);
});

Deno.test("what is only created, as a review, is not removed", async () => {
  const requests: string[] = [];
  const apiVersion = "authorization.svc.io/v1";
  await using served = startTestTarget((request, path) => {
    requests.push(`${request.method} ${path}`);
    return Promise.resolve(
      path.endsWith("reviews") ? Response.json({ apiVersion }, { status: 201 }) : undefined,
    );
  });
  const scopes = new Scopes(served.target, "run");
  const review = { kind: "SubjectAccessReview", namespaced: false };
  scopes.setServed([{ ...review, apiVersion, name: "subjectaccessreviews", verbs: ["create"] }]);
  const scope = await scopes.open();
  const path = `/apis/${apiVersion}/subjectaccessreviews`;
  const send = (of: string) =>
    scope.send({ method: "POST", path: of, body: { apiVersion, metadata: { name: "one" } } });
  await send(path);
  // Who serves it otherwise may keep it.
  await send(`/apis/other.svc.io/v1/subjectaccessreviews`);
  await scopes.close(scope);
  assertEquals(requests.filter((each) => each.startsWith("DELETE")), [
    "DELETE /apis/other.svc.io/v1/subjectaccessreviews/one",
  ]);
  await scopes.end();
});
