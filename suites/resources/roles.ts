/**
 * Role and ClusterRole, with rules that grant nothing, as no server has their resource.
 *
 * @module
 */
import type { Json } from "../client/http_client.ts";
import type { ResourceType } from "./resource_type.ts";

/** Role: rules within a namespace. */
export const role = roleType("roles", "Role");

/** ClusterRole: rules for the whole cluster. */
export const clusterRole = roleType("clusterroles", "ClusterRole");

function roleType(resource: string, kind: string): ResourceType {
  return {
    resource,
    kind,
    group: (dialect) => `rbac.authorization.${dialect.suffix}`,
    version: "v1",
    namespaced: kind === "Role",
    body: (_dialect, content) => ({ rules: harmlessRules(content) }),
    change: (content) => ({ rules: harmlessRules(content) }),
  };
}

function harmlessRules(content: number): Json[] {
  return [{
    apiGroups: ["plumbline.invalid"],
    resources: ["plumbs"],
    resourceNames: [`content-${content}`],
    verbs: ["get"],
  }];
}
