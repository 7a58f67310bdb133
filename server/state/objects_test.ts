import { assertEquals, assertRejects } from "@std/assert";
import { assertRefused, secretOf, SECRETS, type TestServer, withServer } from "../testing.ts";
import { CONTROL_PATH } from "@plumbline/plugins/control";
import { withPlugins } from "@plumbline/plugins/testing";

const put = (server: TestServer, name: string) =>
  server.must("POST", SECRETS, { body: secretOf(name, { data: { value: btoa(name) } }) });

Deno.test("the number of objects of each type is listed", async () => {
  await withServer(async (server) => {
    for (const name of ["a", "b"]) await put(server, name);
    const types = await server.objects.types();
    const found = (type: string) => types.find((one) => one.type === type);
    assertEquals(found("secrets"), {
      type: "secrets",
      kind: "Secret",
      namespaced: true,
      count: 2,
    });
    assertEquals(found("namespaces")?.count, 4);
    assertEquals(found("deployments.apps")?.count, 0);
    const several = types.filter(({ kind }) => kind === "FlowSchema");
    assertEquals(several.length, 1, "several versions of a resource are one type");
  });
});

Deno.test("objects are listed, some of them, and by a part of their names", async () => {
  await withServer(async (server) => {
    for (const name of ["a-1", "a-2", "a-3", "b-1"]) await put(server, name);
    const namesOf = async (range: { contains?: string; limit?: number }) => {
      const { objects, total } = await server.objects.list("secrets", range);
      return [objects.map(({ namespace, name }) => `${namespace}/${name}`).join(), total];
    };
    assertEquals(await namesOf({ limit: 2 }), ["default/a-1,default/a-2", 4]);
    assertEquals(await namesOf({ contains: "-1" }), ["default/a-1,default/b-1", 2]);
    assertEquals(await namesOf({ contains: "fault/a-", limit: 1 }), ["default/a-1", 3]);
    const { objects: [object] } = await server.objects.list("secrets");
    assertEquals(
      object?.created,
      (await server.must("GET", `${SECRETS}/a-1`)).metadata.creationTimestamp,
    );
    await assertRejects(() => server.objects.list("widgets"), RangeError, "deployments.apps");
  });
});

Deno.test("an object is returned as stored, and changing the result has no effect", async () => {
  await withServer(async (server) => {
    const created = await put(server, "a");
    const place = { namespace: "default", name: "a" };
    const object = await server.objects.get("secrets", place);
    assertEquals(object, created);
    (object!.metadata as { name: string }).name = "changed";
    assertEquals(await server.objects.get("secrets", place), created);
    assertEquals(await server.objects.get("secrets", { ...place, name: "none" }), undefined);
  });
});

Deno.test("a write moves the revision, and reading leaves nothing in the journal", async () => {
  await withPlugins(async (server) => {
    const before = server.objects.revision();
    await put(server, "a");
    assertEquals(server.objects.revision() > before, true);
    const count = server.journal.entries().length;
    await server.objects.types();
    await server.objects.list("secrets");
    assertEquals(server.journal.entries().length, count);
  });
});

Deno.test("the control API serves the objects", async () => {
  await withPlugins(async (server) => {
    const calls = `${CONTROL_PATH}/objects`;
    const created = await put(server, "a");
    const { types } = await server.must("GET", calls);
    assertEquals(types.some(({ type }: { type: string }) => type === "secrets"), true);
    const { objects, total } = await server.must(
      "GET",
      `${calls}/namespaces?contains=kube-&limit=1`,
    );
    assertEquals([objects[0].name, total], ["kube-node-lease", 3]);
    assertEquals(await server.must("GET", `${calls}/secrets/default/a`), created);
    assertEquals((await server.must("GET", `${calls}/namespaces/default`)).kind, "Namespace");
    for (const path of ["/widgets", "/secrets/default/none", "/secrets?limit=many"]) {
      assertRefused(await server.ask("GET", calls + path), "BadRequest");
    }
    assertRefused(await server.ask("GET", calls, { token: "bob-token" }), "Forbidden");
  }, { control: true });
});
