/**
 * Aggregated discovery: one document for all groups of a path.
 *
 * @module
 */
import { assertEquals, assertMatch } from "@std/assert";
import { parse as parseYaml } from "@std/yaml";
import { assertRefused, type TestServer, withServer } from "../testing.ts";

const SERVED = { release: "1.27" } as const;
const typeOf = (version: string, suffix = "svc.io", encoding = "json") =>
  `application/${encoding};g=apidiscovery.${suffix};v=${version};as=APIGroupDiscoveryList`;

const askFor = (server: TestServer, path: string, accept: string, headers = {}) =>
  server.ask("GET", path, { headers: { accept, ...headers } });

Deno.test("the document lists each resource of each version with its subresources", async () => {
  await withServer(async (server) => {
    const { body } = await askFor(server, "/apis", typeOf("v2"));
    assertEquals([body.kind, body.apiVersion, body.metadata], [
      "APIGroupDiscoveryList",
      "apidiscovery.svc.io/v2",
      {},
    ]);
    const { groups } = await server.must("GET", "/apis");
    assertEquals(body.items.map(({ metadata }: typeof body) => metadata.name), [
      ...groups.map(({ name }: { name: string }) => name),
    ]);
    const apps = body.items.find(({ metadata }: typeof body) => metadata.name === "apps");
    const [v1] = apps.versions;
    assertEquals([v1.version, v1.freshness], ["v1", "Current"]);
    const deployments = v1.resources.find(({ resource }: typeof body) =>
      resource === "deployments"
    );
    const verbs = ["get", "patch", "update"];
    const kind = (group: string, version: string, kind: string) => ({ group, version, kind });
    assertEquals(deployments, {
      resource: "deployments",
      responseKind: kind("", "", "Deployment"),
      scope: "Namespaced",
      singularResource: "deployment",
      verbs: ["create", "delete", "deletecollection", "get", "list", "patch", "update", "watch"],
      shortNames: ["deploy"],
      categories: ["all"],
      subresources: [
        { subresource: "scale", responseKind: kind("autoscaling", "v1", "Scale"), verbs },
        { subresource: "status", responseKind: kind("", "", "Deployment"), verbs },
      ],
    });
  }, SERVED);
});

Deno.test("the aggregated documents list the same resources as the plain ones", async () => {
  await withServer(async (server) => {
    for (const path of ["/api", "/apis"]) {
      const { body } = await askFor(server, path, typeOf("v2"));
      for (const { metadata, versions } of body.items) {
        for (const { version, resources } of versions) {
          const base = metadata.name ? `${path}/${metadata.name}` : path;
          const plain = await server.must("GET", `${base}/${version}`);
          const names = resources.flatMap(({ resource, subresources = [] }: typeof body) => [
            resource,
            ...subresources.map(({ subresource }: typeof body) => `${resource}/${subresource}`),
          ]);
          const listed = plain.resources.map(({ name }: { name: string }) => name);
          assertEquals(names.toSorted(), listed.toSorted());
        }
      }
    }
  }, SERVED);
});

Deno.test("the Content-Type names the version that the client accepts first", async () => {
  const [v2, beta] = [typeOf("v2", "k8s.io"), typeOf("v2beta1", "k8s.io")];
  const yaml = typeOf("v2", "k8s.io", "yaml");
  const cases: Record<string, string> = {
    [v2]: v2,
    [beta]: beta,
    [`${v2},${beta},application/json`]: v2,
    [`${beta},${v2},application/json`]: beta,
    [`application/json,${beta}`]: beta,
    [`${typeOf("v3", "k8s.io")},${beta}`]: beta,
    [`${v2};q=0.1,${beta};q=0.9`]: beta,
    [yaml]: yaml,
    "application/json": "application/json",
    "*/*": "application/json",
    [`${typeOf("v2")},application/json`]: "application/json",
    [`${v2};q=0,application/json`]: "application/json",
  };
  await withServer(async (server) => {
    for (const [accept, type] of Object.entries(cases)) {
      for (const path of ["/api", "/apis", "/apis/"]) {
        const { status, headers } = await askFor(server, path, accept);
        assertEquals([status, headers.get("content-type")], [200, type], accept);
      }
    }
    const { text } = await askFor(server, "/api", yaml);
    assertEquals((parseYaml(text) as { kind: string }).kind, "APIGroupDiscoveryList");
  }, { ...SERVED, dialect: "kubernetes" });
});

Deno.test("a client that has the document gets 304 by its ETag", async () => {
  await withServer(async (server) => {
    const first = await askFor(server, "/apis", typeOf("v2"));
    const etag = first.headers.get("etag") ?? "";
    assertMatch(etag, /^"[0-9A-F]{128}"$/);
    assertEquals(first.headers.get("vary"), "Accept");
    assertEquals(first.headers.get("cache-control"), "public");
    const again = await askFor(server, "/apis", typeOf("v2"), { "if-none-match": etag });
    assertEquals([again.status, again.text, again.headers.get("etag")], [304, "", etag]);
    const other = await askFor(server, "/apis", typeOf("v2"), { "if-none-match": '"x"' });
    assertEquals(other.status, 200);
    const api = await askFor(server, "/api", typeOf("v2"));
    assertEquals(api.headers.get("etag") === etag, false);
  }, SERVED);
});

Deno.test("a client that accepts nothing else gets 406 where there is no aggregated document", async () => {
  await withServer(async (server) => {
    for (const path of ["/apis/apps", "/apis/apps/v1", "/version"]) {
      assertRefused(await askFor(server, path, typeOf("v2")), "NotAcceptable");
    }
    assertRefused(await askFor(server, "/apis", typeOf("v3")), "NotAcceptable");
    const bob = { headers: { accept: typeOf("v2") }, token: null };
    assertRefused(await server.ask("GET", "/apis", bob), "Unauthorized");
  }, SERVED);
});

Deno.test("release 1.26 has aggregated discovery only with the feature gate", async () => {
  await withServer(async (server) => {
    assertRefused(await askFor(server, "/apis", typeOf("v2")), "NotAcceptable");
    const { body } = await askFor(server, "/apis", `${typeOf("v2")},application/json`);
    assertEquals(body.kind, "APIGroupList");
  });
  await withServer(async (server) => {
    const { body } = await askFor(server, "/apis", typeOf("v2beta1"));
    assertEquals(body.apiVersion, "apidiscovery.svc.io/v2beta1");
  }, { featureGates: { AggregatedDiscoveryEndpoint: true } });
});
