/**
 * The initial roles and bindings: every authenticated user may read discovery and review their own
 * access. They follow real servers; clients rely on them.
 *
 * @module
 */
import type { Dialect } from "../dialect.ts";
import type { JsonObject } from "../object.ts";
import type { PolicyRule } from "./policy_rule.ts";
import { AUTHENTICATED, SUPERUSERS } from "./authorization.ts";

/** An object without server-owned metadata. */
export type InitialObject = JsonObject & {
  apiVersion: string;
  kind: string;
  metadata: JsonObject & { name: string };
};

const READ = ["get", "list", "watch"];
const CHANGE = ["create", "delete", "deletecollection", "patch", "update"];
const PUBLIC = ["/healthz", "/livez", "/readyz", "/version", "/version/"];
const DISCOVERY = ["/api", "/api/*", "/apis", "/apis/*", "/openapi", "/openapi/*"];

/** Returns the cluster roles and their bindings; aggregated roles have the rules of their sources. */
export function bootstrapPolicy({ suffix }: Dialect): readonly InitialObject[] {
  const group = `rbac.authorization.${suffix}`;
  const label = (role: string) => `${group}/aggregate-to-${role}`;
  const object = (
    kind: string,
    name: string,
    labels: Record<string, string>,
    rest: JsonObject,
  ): InitialObject => ({
    apiVersion: `${group}/v1`,
    kind,
    metadata: { name, labels: { "kubernetes.io/bootstrapping": "rbac-defaults", ...labels } },
    ...rest,
  });

  const role = (name: string, rules: PolicyRule[], feeds?: string) =>
    object("ClusterRole", name, feeds ? { [label(feeds)]: "true" } : {}, {
      rules: rules as unknown as JsonObject[],
    });
  const gathering = (name: string, rules: PolicyRule[], feeds?: string) =>
    object("ClusterRole", name, feeds ? { [label(feeds)]: "true" } : {}, {
      aggregationRule: { clusterRoleSelectors: [{ matchLabels: { [label(name)]: "true" } }] },
      rules: rules as unknown as JsonObject[],
    });
  const binding = (name: string, groups: string[]) =>
    object("ClusterRoleBinding", name, {}, {
      roleRef: { apiGroup: group, kind: "ClusterRole", name },
      subjects: groups.map((name) => ({ kind: "Group", apiGroup: group, name })),
    });
  const on = (verbs: string[], apiGroup: string, ...resources: string[]): PolicyRule => ({
    verbs,
    apiGroups: [apiGroup],
    resources,
  });

  const viewing = [
    on(READ, "", "namespaces", "namespaces/status"),
    on(READ, "apps", "deployments", "deployments/status"),
  ];
  const editing = [
    on([...READ, ...CHANGE], "", "secrets"),
    on(["impersonate"], "", "serviceaccounts"),
    on(CHANGE, "apps", "deployments"),
  ];
  const administering = [
    on(["create"], `authorization.${suffix}`, "localsubjectaccessreviews"),
    on([...READ, ...CHANGE], group, "rolebindings", "roles"),
  ];

  return [
    role("cluster-admin", [on(["*"], "*", "*"), { verbs: ["*"], nonResourceURLs: ["*"] }]),
    role("system:basic-user", [
      on(
        ["create"],
        `authorization.${suffix}`,
        "selfsubjectaccessreviews",
        "selfsubjectrulesreviews",
      ),
      on(["create"], `authentication.${suffix}`, "selfsubjectreviews"),
    ]),
    role("system:discovery", [{
      verbs: ["get"],
      nonResourceURLs: [...DISCOVERY, ...PUBLIC].sort(),
    }]),
    role("system:public-info-viewer", [{ verbs: ["get"], nonResourceURLs: PUBLIC }]),
    role("system:aggregate-to-view", viewing, "view"),
    role("system:aggregate-to-edit", editing, "edit"),
    role("system:aggregate-to-admin", administering, "admin"),
    gathering("view", viewing, "edit"),
    gathering("edit", [...editing, ...viewing], "admin"),
    gathering("admin", [...editing, ...viewing, ...administering]),
    binding("cluster-admin", [SUPERUSERS]),
    binding("system:basic-user", [AUTHENTICATED]),
    binding("system:discovery", [AUTHENTICATED]),
    binding("system:public-info-viewer", [AUTHENTICATED, "system:unauthenticated"]),
  ];
}
