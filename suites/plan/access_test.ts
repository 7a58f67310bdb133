import { assertEquals } from "@std/assert";
import { DIALECTS } from "../client/dialect.ts";
import type { HttpRequest } from "../client/http_client.ts";
import { accessesOf } from "./access.ts";

function accesses(
  method: HttpRequest["method"],
  path: string,
  more: Partial<HttpRequest> = {},
): string[] {
  return accessesOf({ method, path, ...more }, DIALECTS.svc)
    .map(({ verb, resource }) => `${verb} ${resource}`);
}

const ROLES = "/apis/rbac.authorization.svc.io/v1/namespaces/a/roles";

Deno.test("the verb follows from the method and from the name in the path", () => {
  const cases: [HttpRequest["method"], string, string][] = [
    ["GET", "/api/v1/secrets", "list secrets"],
    ["GET", "/api/v1/namespaces/a/secrets/b", "get secrets"],
    ["POST", ROLES, "create roles.rbac.authorization.SUFFIX"],
    ["PUT", `${ROLES}/b`, "update roles.rbac.authorization.SUFFIX"],
    ["PATCH", `${ROLES}/b`, "patch roles.rbac.authorization.SUFFIX"],
    ["DELETE", `${ROLES}/b`, "delete roles.rbac.authorization.SUFFIX"],
    ["DELETE", `${ROLES}/`, "deletecollection roles.rbac.authorization.SUFFIX"],
    ["GET", "/api/v1/namespace%73/a/secret%73/b", "get secrets"],
    ["GET", "/api/v1/namespaces/a/secrets/%", "get secrets"],
    ["PUT", "/apis/apps/v1/namespaces/a/deployments/b/status", "update deployments/status.apps"],
    ["GET", "/api/v1/namespaces", "list namespaces"],
    ["DELETE", "/api/v1/namespaces/a", "delete namespaces"],
    ["PUT", "/api/v1/namespaces/a/finalize", "update namespaces/finalize"],
    ["GET", "/api/v1/namespaces/a/serviceaccounts", "list serviceaccounts"],
    ["GET", "/version", "get /version"],
    ["GET", "/apis", "get /apis"],
    ["GET", "/apis/apps/v1", "get /apis/*"],
    ["GET", "/readyz?verbose", "get /readyz"],
    ["GET", "/livez/ping", "get /livez/*"],
  ];
  for (const [method, path, expected] of cases) {
    assertEquals(accesses(method, path), [expected], `${method} ${path}`);
  }
});

Deno.test("a list that watches is a watch", () => {
  for (const watch of ["1", "true"]) {
    assertEquals(accesses("GET", ROLES, { query: { watch } }), [
      "watch roles.rbac.authorization.SUFFIX",
    ]);
  }
  assertEquals(accesses("GET", ROLES, { query: { watch: "0" } }), [
    "list roles.rbac.authorization.SUFFIX",
  ]);
});

Deno.test("impersonation needs its own permission, and none of the impersonated user's", () => {
  const impersonated = (headers: NonNullable<HttpRequest["headers"]>) =>
    accesses("DELETE", `${ROLES}/b`, { headers });
  assertEquals(impersonated({ "Impersonate-User": "a", "impersonate-group": "b" }), [
    "impersonate users",
    "impersonate groups",
  ]);
  assertEquals(impersonated({ "impersonate-user": "system:serviceaccount:a:b" }), [
    "impersonate serviceaccounts",
  ]);
  assertEquals(impersonated({ "impersonate-uid": "1", "impersonate-extra-Scopes": "a" }), [
    "impersonate uids.authentication.SUFFIX",
    "impersonate userextras/scopes.authentication.SUFFIX",
  ]);
});
