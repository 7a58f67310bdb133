/**
 * RoleBinding and ClusterRoleBinding (interface, "Role-based access control resources").
 *
 * @module
 */
import type { Dialect } from "../dialect.ts";
import type { ResourceDefinition, Strategy } from "../registry/resource.ts";
import { columns } from "./role_binding_columns.ts";
import { defaultBinding, validateBinding, validateRoleRefUpdate } from "./role_bindings_rules.ts";

/** The resource `rolebindings`. */
export const roleBinding = (dialect: Dialect): ResourceDefinition => ({
  ...shared(dialect),
  resource: "rolebindings",
  singular: "rolebinding",
  kind: "RoleBinding",
  namespaced: true,
  strategy: strategy(dialect, ["Role", "ClusterRole"], { namespaced: true }),
});

/** The resource `clusterrolebindings`. */
export const clusterRoleBinding = (dialect: Dialect): ResourceDefinition => ({
  ...shared(dialect),
  resource: "clusterrolebindings",
  singular: "clusterrolebinding",
  kind: "ClusterRoleBinding",
  namespaced: false,
  strategy: strategy(dialect, ["ClusterRole"], { namespaced: false }),
});

const groupOf = ({ suffix }: Dialect) => `rbac.authorization.${suffix}`;

const shared = (dialect: Dialect) => ({
  group: groupOf(dialect),
  version: "v1",
  nameRule: "path segment" as const,
  createsOnUpdate: true,
  columns,
});

const strategy = (
  dialect: Dialect,
  roleKinds: readonly string[],
  options: { namespaced: boolean },
): Strategy => ({
  applyDefaults: defaultBinding(groupOf(dialect)),
  validate: validateBinding(groupOf(dialect), roleKinds, options),
  validateUpdate: validateRoleRefUpdate,
});
