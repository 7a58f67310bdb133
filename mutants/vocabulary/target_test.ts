import { assertEquals } from "@std/assert";
import { askedOf } from "./exchange.ts";
import { conditionOf, type QueryCondition } from "./target.ts";

const ROLES = "/apis/rbac.authorization.svc.io/v1/namespaces/default/roles";
const DEPLOYMENTS = "/apis/apps/v1/namespaces/default/deployments";

function meets(
  target: string,
  method: string,
  path: string,
  { query, type = "" }: { query?: QueryCondition; type?: string } = {},
): boolean {
  const headers = { "content-type": type };
  const asked = askedOf(new Request(`http://localhost${path}`, { method, headers }));
  return asked !== undefined && conditionOf(target, query)(asked);
}

Deno.test("a target names verbs and types", () => {
  assertEquals(meets("get roles", "GET", `${ROLES}/a`), true);
  assertEquals(meets("get roles", "GET", ROLES), false);
  assertEquals(meets("get,list roles", "GET", ROLES), true);
  assertEquals(meets("list roles", "GET", `${ROLES}?watch=1`), false);
  assertEquals(meets("delete secrets,roles", "DELETE", `${ROLES}/a`), true);
  assertEquals(meets("delete secrets", "DELETE", `${ROLES}/a`), false);
  assertEquals(meets("* roles", "PUT", `${ROLES}/a`), true);
  assertEquals(meets("update", "PUT", `${DEPLOYMENTS}/a/status`), true);
  assertEquals(meets("*", "GET", "/apis"), false);
});

Deno.test("a target names subresources, which a type alone does not include", () => {
  const status = `${DEPLOYMENTS}/a/status`;
  assertEquals(meets("update deployments", "PUT", status), false);
  assertEquals(meets("update deployments/status", "PUT", status), true);
  assertEquals(meets("update */status", "PUT", status), true);
  assertEquals(meets("update deployments/*", "PUT", status), true);
  assertEquals(meets("update deployments/*", "PUT", `${DEPLOYMENTS}/a`), true);
});

Deno.test("a target names the form of a patch by its media type", () => {
  const merge = { type: "application/merge-patch+json; charset=utf-8" };
  assertEquals(meets("merge-patch roles", "PATCH", `${ROLES}/a`, merge), true);
  assertEquals(meets("patch roles", "PATCH", `${ROLES}/a`, merge), true);
  assertEquals(meets("strategic-merge-patch roles", "PATCH", `${ROLES}/a`, merge), false);
  const apply = { type: "application/apply-patch+yaml" };
  assertEquals(meets("apply", "PATCH", `${ROLES}/a`, apply), true);
  assertEquals(meets("json-patch", "PATCH", `${ROLES}/a`, apply), false);
});

Deno.test("parameters of the query have a value, are present or absent", () => {
  const meetsQuery = (query: QueryCondition) =>
    meets("list roles", "GET", `${ROLES}?limit=2&continue=`, { query });
  assertEquals(meetsQuery({ limit: "2" }), true);
  assertEquals(meetsQuery({ limit: "3" }), false);
  assertEquals(meetsQuery({ continue: true }), true);
  assertEquals(meetsQuery({ continue: false }), false);
  assertEquals(meetsQuery({ dryRun: false, limit: true }), true);
});

Deno.test("a path that cannot be decoded is no request of any target", () => {
  assertEquals(meets("* roles", "GET", `${ROLES}/%E0%A4%A`), false);
});
