/**
 * Roles: rules within a namespace.
 *
 * @module
 */
import type { ResourceType } from "./resource_type.ts";
import { harmlessRules } from "./rules.ts";

/** A role that grants the reading of something no server has. */
export const role: ResourceType = {
  resource: "roles",
  kind: "Role",
  group: (dialect) => `rbac.authorization.${dialect.suffix}`,
  version: "v1",
  namespaced: true,
  body: (_dialect, content) => ({ rules: harmlessRules(content) }),
  change: (content) => ({ rules: harmlessRules(content) }),
};
