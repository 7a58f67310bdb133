/**
 * Role and ClusterRole (interface, "Role-based access control resources").
 *
 * @module
 */
import type { Dialect } from "../dialect.ts";
import type { ResourceDefinition } from "../registry/resource.ts";
import { validateAggregation, validateRules } from "./rbac_rules.ts";

/** The resource `roles`. */
export const role = ({ suffix }: Dialect): ResourceDefinition => ({
  group: `rbac.authorization.${suffix}`,
  version: "v1",
  resource: "roles",
  singular: "role",
  kind: "Role",
  namespaced: true,
  nameRule: "path segment",
  createsOnUpdate: true,
  strategy: { validate: (object) => validateRules(object, { namespaced: true }) },
});

/** The resource `clusterroles`. */
export const clusterRole = ({ suffix }: Dialect): ResourceDefinition => ({
  group: `rbac.authorization.${suffix}`,
  version: "v1",
  resource: "clusterroles",
  singular: "clusterrole",
  kind: "ClusterRole",
  namespaced: false,
  nameRule: "path segment",
  createsOnUpdate: true,
  strategy: {
    resetFields: ({ aggregationRule }) => aggregationRule ? [["rules"]] : [],
    validate: (object) => [
      ...validateRules(object, { namespaced: false }),
      ...validateAggregation(object),
    ],
  },
});
