/**
 * Cluster role bindings: who has a cluster role everywhere.
 *
 * @module
 */
import type { ResourceType } from "./resource_type.ts";
import { nobody, nobodysAccount, roleReference } from "./subjects.ts";

/** ClusterRoleBinding: binds an unknown user to a cluster role that does not exist. */
export const clusterRoleBinding: ResourceType = {
  resource: "clusterrolebindings",
  kind: "ClusterRoleBinding",
  group: (dialect) => `rbac.authorization.${dialect.suffix}`,
  version: "v1",
  namespaced: false,
  body: (dialect, content, name) => ({
    roleRef: roleReference(dialect, "ClusterRole", name),
    subjects: nobody(dialect, content),
  }),
  change: (content) => ({ subjects: nobodysAccount(content) }),
};
