/**
 * Role bindings: who has a role within a namespace.
 *
 * @module
 */
import type { ResourceType } from "./resource_type.ts";
import { nobody, nobodysAccount, roleReference } from "./subjects.ts";

/** A binding of a user nobody is to a role that is not there. */
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
