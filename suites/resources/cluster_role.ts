/**
 * Cluster roles: rules for the whole cluster.
 *
 * @module
 */
import type { ResourceType } from "./resource_type.ts";
import { harmlessRules } from "./rules.ts";

/** A cluster role that grants the reading of something no server has. */
export const clusterRole: ResourceType = {
  resource: "clusterroles",
  kind: "ClusterRole",
  group: (dialect) => `rbac.authorization.${dialect.suffix}`,
  version: "v1",
  namespaced: false,
  body: (_dialect, content) => ({ rules: harmlessRules(content) }),
  change: (content) => ({ rules: harmlessRules(content) }),
};
