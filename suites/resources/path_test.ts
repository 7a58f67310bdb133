import { assertEquals, assertThrows } from "@std/assert";
import { DIALECTS } from "../client/dialect.ts";
import { apiVersion, collectionPath, objectPath } from "./path.ts";
import { resourceType } from "./types.ts";

Deno.test("the core group is at /api, named groups are at /apis", () => {
  const inOne = (resource: string) => collectionPath(resourceType(resource), DIALECTS.svc, "one");
  assertEquals(inOne("secrets"), "/api/v1/namespaces/one/secrets");
  assertEquals(inOne("deployments"), "/apis/apps/v1/namespaces/one/deployments");
  assertEquals(inOne("roles"), "/apis/rbac.authorization.svc.io/v1/namespaces/one/roles");
});

Deno.test("a cluster-scoped type has one collection whatever namespace is named", () => {
  const type = resourceType("clusterroles");
  assertEquals(
    collectionPath(type, DIALECTS.kubernetes, "one"),
    "/apis/rbac.authorization.k8s.io/v1/clusterroles",
  );
});

Deno.test("without a namespace the collection spans all of them", () => {
  assertEquals(collectionPath(resourceType("roles"), DIALECTS.svc).includes("namespaces"), false);
});

Deno.test("an object's path ends with its name", () => {
  const path = objectPath(resourceType("secrets"), DIALECTS.svc, { namespace: "one", name: "a" });
  assertEquals(path, "/api/v1/namespaces/one/secrets/a");
});

Deno.test("apiVersion leaves the core group out", () => {
  assertEquals(apiVersion(resourceType("secrets"), DIALECTS.svc), "v1");
  assertEquals(apiVersion(resourceType("deployments"), DIALECTS.svc), "apps/v1");
});

Deno.test("a resource no type has is refused by name", () => {
  assertThrows(() => resourceType("pods"), RangeError, "pods");
});
