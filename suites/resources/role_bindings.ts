/**
 * RoleBinding and ClusterRoleBinding of unknown subjects to roles that do not exist, so that they
 * grant nothing.
 *
 * @module
 */
import type { ResourceType } from "./resource_type.ts";

/** RoleBinding: binds an unknown user to a role that does not exist. */
export const roleBinding = bindingType("rolebindings", "RoleBinding");

/** ClusterRoleBinding: binds an unknown user to a cluster role that does not exist. */
export const clusterRoleBinding = bindingType("clusterrolebindings", "ClusterRoleBinding");

function bindingType(resource: string, kind: string): ResourceType {
  const unknownName = (content: number) => `plumbline-nobody-${content}`;
  return {
    resource,
    kind,
    group: (dialect) => `rbac.authorization.${dialect.suffix}`,
    version: "v1",
    namespaced: kind === "RoleBinding",
    body: (dialect, content, name) => {
      const apiGroup = `rbac.authorization.${dialect.suffix}`;
      return {
        roleRef: { apiGroup, kind: kind.replace("Binding", ""), name },
        subjects: [{ apiGroup, kind: "User", name: unknownName(content) }],
      };
    },
    // A merge patch does not know the dialect; a service account needs no API group.
    change: (content) => ({
      subjects: [
        { kind: "ServiceAccount", namespace: "plumbline-nowhere", name: unknownName(content) },
      ],
    }),
  };
}
