import { assertEquals } from "@std/assert";
import { placed, placeIn, placeOf } from "./request_place.ts";

/** A path, and its group, version, namespace, resource, name and subresource. */
const PATHS: readonly (readonly [string, string])[] = [
  ["/api/v1/secrets", "v1 secrets"],
  ["/api/v1/namespaces", "v1 namespaces"],
  ["/api/v1/namespaces/a", "v1 namespaces a"],
  ["/api/v1/namespaces/a/status", "v1 namespaces a status"],
  ["/api/v1/namespaces/a/finalize", "v1 namespaces a finalize"],
  ["/api/v1/namespaces/a/secrets", "v1 a: secrets"],
  ["/api/v1/namespaces/a/secrets/b/", "v1 a: secrets b"],
  ["/apis/apps/v1/namespaces/a/deployments/b/scale", "apps/v1 a: deployments b scale"],
  [
    "/apis/rbac.authorization.k8s.io/v1/clusterroles/a%3Ab",
    "rbac.authorization.k8s.io/v1 clusterroles a:b",
  ],
  ["/api/v1/namespaces/a/secrets/b/c/d", "v1 a: secrets b c (irregular)"],
  ["/api/v1/namespaces/a//secrets", "v1 a:  secrets (irregular)"],
  ["/api/v1/secrets/%zz", "v1 secrets %zz (irregular)"],
  ["/api/v1", "none"],
  ["/apis/apps/v1", "none"],
  ["/healthz/ping", "none"],
];

for (const [path, expected] of PATHS) {
  Deno.test(`${path} names ${expected}`, () => {
    const place = placeOf(path);
    const words = place && [
      place.apiVersion,
      ...(place.namespace === "" ? [] : [`${place.namespace}:`]),
      place.resource,
      ...[place.name, place.subresource].filter((part) => part !== ""),
      ...(place.isIrregular ? ["(irregular)"] : []),
    ].join(" ");
    assertEquals(words ?? "none", expected);
  });
}

Deno.test("what a request carries is not parsed again", () => {
  const place = placeOf("/api/v1/secrets");
  assertEquals(placeIn({ path: "/other", place }), place);
  assertEquals(placeIn({ path: "/api/v1/secrets", place: undefined }), undefined);
  assertEquals(placed({ path: "/api/v1/secrets" }), { path: "/api/v1/secrets", place });
});
