/**
 * RoleBinding and ClusterRoleBinding of unknown subjects to roles that do not exist, so that they
 * grant nothing.
 *
 * @module
 */
import type { Json, JsonObject } from "../client/http_client.ts";
import { LONG, present, replacing, turn, UNICODE } from "./content.ts";
import type { ResourceType } from "../client/resource_type.ts";

/** RoleBinding: binds unknown subjects to a role that does not exist. */
export const roleBinding = bindingType("rolebindings", "RoleBinding");

/** ClusterRoleBinding: binds unknown subjects to a cluster role that does not exist. */
export const clusterRoleBinding = bindingType("clusterrolebindings", "ClusterRoleBinding");

function bindingType(resource: string, kind: string): ResourceType {
  return {
    resource,
    kind,
    group: (dialect) => `rbac.authorization.${dialect.suffix}`,
    version: "v1",
    namespaced: kind === "RoleBinding",
    body: (dialect, content, name) => {
      const apiGroup = `rbac.authorization.${dialect.suffix}`;
      return present({
        roleRef: { apiGroup, kind: kind.replace("Binding", ""), name },
        subjects: subjectsOf(content, content % 2 === 0 ? { apiGroup } : {}),
      });
    },
    // A merge patch does not know the dialect; the group of users and groups is a default.
    change: (content) => replacing({ subjects: subjectsOf(content, {}) }),
  };
}

/** Returns subjects of each kind, in several orders and numbers; sometimes none. */
function subjectsOf(content: number, group: JsonObject): Json | undefined {
  const user = { ...group, kind: "User", name: `plumbline-nobody-${content}` };
  const people = { ...group, kind: "Group", name: `plumbline:nobodies-${content}` };
  const account = { kind: "ServiceAccount", namespace: "plumbline-nowhere", name: `c-${content}` };
  if (content === 0) return [user];
  return turn<Json | undefined>(
    content,
    undefined,
    [user, people, account],
    [account, { ...account, namespace: "plumbline-elsewhere" }],
    [people, { ...group, kind: "Group", name: LONG }],
    [{ ...user, name: UNICODE }, user, account],
    [account],
    [people, user],
  );
}
