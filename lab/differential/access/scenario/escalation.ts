/**
 * Requests that create roles and bindings within or beyond the writer's own permissions.
 *
 * @module
 */
import { createOf } from "../../../requests/writes.ts";
import { RBAC } from "../policies.ts";
import type { AccessCase, Cases } from "./case.ts";
import { clusterRole, GROUP, on, SCENARIO_NAMESPACE } from "./policy.ts";

/**
 * A dry run of a user who may write roles and bindings and has few other permissions.
 *
 * @param fields the fields of a new object beside its name
 */
export const write = (
  resource: string,
  fields: object,
  rest: Partial<AccessCase> = {},
): AccessCase => ({
  ...createOf(`${RBAC}/${resource}`, { metadata, ...fields }, { dryRun: "All" }),
  user: "alice",
  ...rest,
});

/** The roles of a namespace. */
export const ROLES = "namespaces/default/roles";
const metadata = { name: "plumbline-new" };
/** A reference to a role with all permissions. */
export const everything = clusterRole("plumbline-everything");

/** The requests. */
export const escalation: Cases = {
  "a role with the writer's permissions": write(ROLES, { rules: [on(["get"], "", ["secrets"])] }),
  "a role with fewer permissions than the writer's": write(ROLES, {
    rules: [on(["get"], "", ["secrets"], ["one"]), on(["get"], GROUP, ["roles"])],
  }),
  "a role with another verb": write(ROLES, { rules: [on(["list"], "", ["secrets"])] }),
  "a role with all verbs": write(ROLES, { rules: [on(["*"], "", ["secrets"])] }),
  "a role in a namespace where the writer has no permissions": write(
    `namespaces/${SCENARIO_NAMESPACE}/roles`,
    { rules: [on(["get"], "", ["secrets"])] },
  ),
  "a role with a resource name that the writer may access": write(
    `namespaces/${SCENARIO_NAMESPACE}/roles`,
    {
      rules: [on(["get"], "", ["secrets"], ["one"])],
    },
  ),
  "a role with that resource name and another one": write(
    `namespaces/${SCENARIO_NAMESPACE}/roles`,
    {
      rules: [on(["get"], "", ["secrets"], ["one", "two"])],
    },
  ),
  "a cluster role with permissions that the writer has in a namespace": write("clusterroles", {
    rules: [on(["get"], "", ["secrets"])],
  }),
  "a cluster role with paths that the writer may access": write("clusterroles", {
    rules: [{ verbs: ["get"], nonResourceURLs: ["/version", "/api/*", "/apis/apps/*"] }],
  }),
  "a cluster role with paths that the writer may not access": write("clusterroles", {
    rules: [{ verbs: ["get"], nonResourceURLs: ["/metrics"] }],
  }),
  "an aggregated cluster role": write("clusterroles", {
    aggregationRule: { clusterRoleSelectors: [{ matchLabels: { a: "b" } }] },
  }),
  "a cluster role without rules": write("clusterroles", {}),
  "a role that the writer may escalate": write("clusterroles/plumbline-target", {
    metadata: { name: "plumbline-target" },
    rules: [on(["*"], "*", ["*"])],
  }, { method: "PUT" }),
  "a role that the writer may not escalate": write("clusterroles/plumbline-named", {
    metadata: { name: "plumbline-named" },
    rules: [on(["*"], "*", ["*"])],
  }, { method: "PUT" }),
  "another label on a role beyond the writer's permissions": write(
    "clusterroles/plumbline-everything",
    { metadata: { labels: { a: "b" } } },
    { method: "PATCH", headers: { "content-type": "application/merge-patch+json" } },
  ),
  "a finalizer on a role beyond the writer's permissions": write(
    "clusterroles/plumbline-everything",
    { metadata: { finalizers: ["example.com/a"] } },
    { method: "PATCH", headers: { "content-type": "application/merge-patch+json" } },
  ),
  "a role created by PUT": write("clusterroles/plumbline-new", { rules: [on(["*"], "*", ["*"])] }, {
    method: "PUT",
  }),
  "a binding to a role that the writer may bind": write("clusterrolebindings", {
    roleRef: everything,
  }),
  "a binding in a namespace to a role that the writer may bind": write(
    `namespaces/${SCENARIO_NAMESPACE}/rolebindings`,
    { roleRef: everything },
  ),
  "a binding to a role beyond the writer's permissions": write("clusterrolebindings", {
    roleRef: clusterRole("plumbline-impersonator"),
  }),
  "a binding to a role with the writer's permissions": write("namespaces/default/rolebindings", {
    roleRef: { apiGroup: GROUP, kind: "Role", name: "plumbline-reader" },
  }),
  "a binding to a role that does not exist": write("namespaces/default/rolebindings", {
    roleRef: { apiGroup: GROUP, kind: "Role", name: "none" },
  }),
  "a superuser's binding to a role that does not exist": write("namespaces/default/rolebindings", {
    roleRef: { apiGroup: GROUP, kind: "Role", name: "none" },
  }, { user: "admin" }),
  "another label on a binding to a role beyond the writer's permissions": write(
    "clusterrolebindings/plumbline-impersonator",
    { metadata: { labels: { a: "b" } } },
    { method: "PATCH", headers: { "content-type": "application/merge-patch+json" } },
  ),
};
