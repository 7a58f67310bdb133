/**
 * Role bindings: who has a role within a namespace.
 *
 * @module
 */
import type { ResourceType } from "./resource_type.ts";
import { nobody, nobodysAccount, roleReference } from "./subjects.ts";

/** RoleBinding: binds an unknown user to a role that does not exist. */
export const roleBinding: ResourceType = {
  resource: "rolebindings",
  kind: "RoleBinding",
  group: (dialect) => `rbac.authorization.${dialect.suffix}`,
  version: "v1",
  namespaced: true,
  body: (dialect, content, name) => ({
    roleRef: roleReference(dialect, "Role", name),
    subjects: nobody(dialect, content),
  }),
  change: (content) => ({ subjects: nobodysAccount(content) }),
};
