/**
 * Discovery lists exactly the resources and verbs that are served.
 *
 * @module
 */
import { assert, assertEquals } from "@std/assert";
import { assertRefused, type TestServer, withServer } from "../testing.ts";

interface ResourceEntry {
  readonly name: string;
  readonly namespaced: boolean;
  readonly kind: string;
  readonly verbs: readonly string[];
}

interface Place {
  readonly path: string;
  readonly groupVersion: string;
  readonly entry: ResourceEntry;
}

/** Every resource of every version, as discovery lists them. */
async function listResources(server: TestServer): Promise<Place[]> {
  const { versions } = await server.must("GET", "/api");
  const { groups } = await server.must("GET", "/apis");
  const roots: string[] = versions.map((version: string) => `/api/${version}`);
  for (const group of groups) {
    for (const { groupVersion } of group.versions) roots.push(`/apis/${groupVersion}`);
  }
  const places: Place[] = [];
  for (const path of roots) {
    const list = await server.must("GET", path);
    assertEquals(list.kind, "APIResourceList");
    for (const entry of list.resources) {
      places.push({ path, groupVersion: list.groupVersion, entry });
    }
  }
  return places;
}

const isSubresource = ({ entry }: Place) => entry.name.includes("/");

Deno.test("every resource of the specification is listed with its scope", async () => {
  await withServer(async (server) => {
    const listed = (await listResources(server)).map(({ groupVersion, entry }) =>
      `${groupVersion} ${entry.name} ${entry.namespaced ? "namespaced" : "cluster"}`
    );
    const expected = [
      "v1 namespaces cluster",
      "v1 secrets namespaced",
      "apps/v1 deployments namespaced",
      "apps/v1 deployments/status namespaced",
      "rbac.authorization.svc.io/v1 clusterroles cluster",
      "rbac.authorization.svc.io/v1 clusterrolebindings cluster",
      "rbac.authorization.svc.io/v1 roles namespaced",
      "rbac.authorization.svc.io/v1 rolebindings namespaced",
    ];
    assertEquals(expected.filter((line) => !listed.includes(line)), []);
    assertEquals(new Set(listed).size, listed.length, "nothing is listed twice");
  });
});

Deno.test("exactly the listed verbs are served", async () => {
  await withServer(async (server) => {
    for (const place of await listResources(server)) {
      if (isSubresource(place)) continue;
      const { path, groupVersion, entry: { name, namespaced, kind, verbs } } = place;
      const collection = `${path}/${namespaced ? "namespaces/default/" : ""}${name}`;
      const requests: Record<string, [method: string, path: string]> = {
        list: ["GET", collection],
        create: ["POST", `${collection}?dryRun=All`],
        deletecollection: ["DELETE", `${collection}?dryRun=All&labelSelector=none-has-this`],
        get: ["GET", `${collection}/none`],
        update: ["PUT", `${collection}/none`],
        patch: ["PATCH", `${collection}/none`],
        delete: ["DELETE", `${collection}/none`],
      };
      for (const [verb, [method, path]] of Object.entries(requests)) {
        const { status, body } = await server.ask(method, path);
        // A resource that only supports create has no named objects.
        const isServed = status !== 405 && !(verbs.length === 1 && status === 404);
        assertEquals(isServed, verbs.includes(verb), `${method} ${path}: ${status}`);
        if (verb === "list" && verbs.includes(verb)) {
          assertEquals([body.kind, body.apiVersion], [`${kind}List`, groupVersion]);
        }
      }
    }
  });
});

Deno.test("groups and versions list their names, and a group prefers one of its versions", async () => {
  await withServer(async (server) => {
    const { groups, kind } = await server.must("GET", "/apis");
    assertEquals(kind, "APIGroupList");
    for (const group of groups) {
      const alone = await server.must("GET", `/apis/${group.name}`);
      assertEquals(alone, { kind: "APIGroup", apiVersion: "v1", ...group });
      const names = group.versions.map(({ groupVersion }: { groupVersion: string }) =>
        groupVersion
      );
      assert(names.includes(group.preferredVersion.groupVersion));
      for (const name of names) {
        assertEquals((await server.must("GET", `/apis/${name}`)).groupVersion, name);
      }
    }
  });
});

Deno.test("resources precede their subresources, because clients take the first of a kind", async () => {
  await withServer(async (server) => {
    const places = await listResources(server);
    for (const [index, { path, entry }] of places.entries()) {
      const parent = entry.name.split("/")[0];
      const first = places.findIndex((other) => other.path === path && other.entry.name === parent);
      assert(first >= 0 && first <= index, `${path} ${entry.name}`);
    }
  });
});

Deno.test("discovery documents can be read with or without a trailing slash, and only read", async () => {
  await withServer(async (server) => {
    for (const path of ["/api", "/apis", "/version", "/apis/apps", "/apis/apps/v1", "/api/v1"]) {
      const { text, status } = await server.ask("GET", path);
      assertEquals(status, 200);
      assertEquals((await server.ask("GET", `${path}/`)).text, text);
      for (const method of ["POST", "PUT", "PATCH", "DELETE", "OPTIONS"]) {
        assertRefused(await server.ask(method, path), "MethodNotAllowed");
      }
    }
    for (const path of ["/apis/none", "/apis/apps/v9", "/api/v9", "/apis/apps/v1/none/none"]) {
      assertRefused(await server.ask("GET", path), "NotFound");
    }
  });
});

Deno.test("the root lists the served paths", async () => {
  await withServer(async (server) => {
    const { paths } = await server.must("GET", "/");
    for (const path of ["/api", "/api/v1", "/apis/apps/v1", "/readyz", "/openapi/v3", "/version"]) {
      assertEquals(paths.includes(path), true, path);
    }
    for (const path of paths) await server.must("GET", path);
    assertEquals((await server.ask("GET", "/", { token: "bob-token" })).status, 403);
  });
});
