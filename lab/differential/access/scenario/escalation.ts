/**
 * Requests that create roles and bindings within or beyond the writer's own permissions.
 *
 * @module
 */
import { RBAC } from "../policies.ts";
import type { Case } from "./case.ts";
import { clusterRole, GROUP, NAMESPACE, on } from "./policy.ts";

/** A dry run of a user who may write roles and bindings and has few other permissions. */
export const write = (
  name: string,
  resource: string,
  body: object,
  rest: Partial<Case> = {},
): Case => ({
  name,
  method: "POST",
  path: `${RBAC}/${resource}?dryRun=All`,
  user: "alice",
  body,
  ...rest,
});

/** The roles of a namespace. */
export const ROLES = "namespaces/default/roles";
/** The metadata of a new object. */
export const metadata = { name: "plumbline-new" };
/** A reference to a role with all permissions. */
export const everything = clusterRole("plumbline-everything");

/** The requests. */
export const escalation: readonly Case[] = [
  write("a role with the writer's permissions", ROLES, {
    metadata,
    rules: [on(["get"], "", ["secrets"])],
  }),
  write("a role with fewer permissions than the writer's", ROLES, {
    metadata,
    rules: [on(["get"], "", ["secrets"], ["one"]), on(["get"], GROUP, ["roles"])],
  }),
  write("a role with another verb", ROLES, { metadata, rules: [on(["list"], "", ["secrets"])] }),
  write("a role with all verbs", ROLES, { metadata, rules: [on(["*"], "", ["secrets"])] }),
  write(
    "a role in a namespace where the writer has no permissions",
    `namespaces/${NAMESPACE}/roles`,
    {
      metadata,
      rules: [on(["get"], "", ["secrets"])],
    },
  ),
  write("a role with a resource name that the writer may access", `namespaces/${NAMESPACE}/roles`, {
    metadata,
    rules: [on(["get"], "", ["secrets"], ["one"])],
  }),
  write("a role with that resource name and another one", `namespaces/${NAMESPACE}/roles`, {
    metadata,
    rules: [on(["get"], "", ["secrets"], ["one", "two"])],
  }),
  write("a cluster role with permissions that the writer has in a namespace", "clusterroles", {
    metadata,
    rules: [on(["get"], "", ["secrets"])],
  }),
  write("a cluster role with paths that the writer may access", "clusterroles", {
    metadata,
    rules: [{ verbs: ["get"], nonResourceURLs: ["/version", "/api/*", "/apis/apps/*"] }],
  }),
  write("a cluster role with paths that the writer may not access", "clusterroles", {
    metadata,
    rules: [{ verbs: ["get"], nonResourceURLs: ["/metrics"] }],
  }),
  write("an aggregated cluster role", "clusterroles", {
    metadata,
    aggregationRule: { clusterRoleSelectors: [{ matchLabels: { a: "b" } }] },
  }),
  write("a cluster role without rules", "clusterroles", { metadata }),
  write("a role that the writer may escalate", "clusterroles/plumbline-target", {
    metadata: { name: "plumbline-target" },
    rules: [on(["*"], "*", ["*"])],
  }, { method: "PUT" }),
  write("a role that the writer may not escalate", "clusterroles/plumbline-named", {
    metadata: { name: "plumbline-named" },
    rules: [on(["*"], "*", ["*"])],
  }, { method: "PUT" }),
  write(
    "another label on a role beyond the writer's permissions",
    "clusterroles/plumbline-everything",
    {
      metadata: { labels: { a: "b" } },
    },
    { method: "PATCH", headers: { "content-type": "application/merge-patch+json" } },
  ),
  write(
    "a finalizer on a role beyond the writer's permissions",
    "clusterroles/plumbline-everything",
    {
      metadata: { finalizers: ["example.com/a"] },
    },
    { method: "PATCH", headers: { "content-type": "application/merge-patch+json" } },
  ),
  write("a role created by PUT", "clusterroles/plumbline-new", {
    metadata,
    rules: [on(["*"], "*", ["*"])],
  }, { method: "PUT" }),
  write("a binding to a role that the writer may bind", "clusterrolebindings", {
    metadata,
    roleRef: everything,
  }),
  write(
    "a binding in a namespace to a role that the writer may bind",
    `namespaces/${NAMESPACE}/rolebindings`,
    {
      metadata,
      roleRef: everything,
    },
  ),
  write("a binding to a role beyond the writer's permissions", "clusterrolebindings", {
    metadata,
    roleRef: clusterRole("plumbline-impersonator"),
  }),
  write("a binding to a role with the writer's permissions", "namespaces/default/rolebindings", {
    metadata,
    roleRef: { apiGroup: GROUP, kind: "Role", name: "plumbline-reader" },
  }),
  write("a binding to a role that does not exist", "namespaces/default/rolebindings", {
    metadata,
    roleRef: { apiGroup: GROUP, kind: "Role", name: "none" },
  }),
  write("a superuser's binding to a role that does not exist", "namespaces/default/rolebindings", {
    metadata,
    roleRef: { apiGroup: GROUP, kind: "Role", name: "none" },
  }, { user: "admin" }),
  write(
    "another label on a binding to a role beyond the writer's permissions",
    "clusterrolebindings/plumbline-impersonator",
    { metadata: { labels: { a: "b" } } },
    { method: "PATCH", headers: { "content-type": "application/merge-patch+json" } },
  ),
];
