/**
 * The requirements of the area `rbac-objects`.
 *
 * @module
 */
import type { Requirement } from "../../requirement.ts";

const RBAC =
  "Role-based access control resources (group `rbac.authorization.svc.io`, version `v1`)";

/** The requirements by id. */
export const requirements = {
  "rbac-objects.rules-kept": {
    chapter: RBAC,
    statement: "The `rules` of a role are returned as written.",
    level: "must",
  },
  "rbac-objects.subjects-kept": {
    chapter: RBAC,
    statement: "The `subjects` and the `roleRef` of a binding are returned as written.",
    level: "must",
  },
  "rbac-objects.rule-needs-verbs": {
    chapter: RBAC,
    statement: "A rule with empty `verbs`, or without, is rejected.",
    level: "must",
  },
  "rbac-objects.rule-for-resources-or-paths": {
    chapter: RBAC,
    statement: "A rule with both `resources` and `nonResourceURLs` is rejected.",
    level: "must",
  },
  "rbac-objects.paths-in-cluster-roles": {
    chapter: RBAC,
    statement: "A ClusterRole may contain rules with `nonResourceURLs`.",
    level: "must",
  },
  "rbac-objects.no-paths-in-roles": {
    chapter: RBAC,
    statement: "A Role with a rule with `nonResourceURLs` is rejected.",
    level: "convention",
  },
  "rbac-objects.binding-needs-role-name": {
    chapter: RBAC,
    statement: "A binding whose `roleRef.name` is empty is rejected.",
    level: "must",
  },
  "rbac-objects.binding-needs-role-kind": {
    chapter: RBAC,
    statement: "A binding whose `roleRef.kind` is empty is rejected.",
    level: "must",
  },
  "rbac-objects.role-group-is-rbac": {
    chapter: RBAC,
    statement: "A binding whose `roleRef.apiGroup` is not the RBAC group is rejected.",
    level: "convention",
  },
  "rbac-objects.cluster-binding-of-cluster-role": {
    chapter: RBAC,
    statement: "A ClusterRoleBinding that references a Role is rejected.",
    level: "must",
  },
  "rbac-objects.binding-of-cluster-role": {
    chapter: RBAC,
    statement: "A RoleBinding may reference a ClusterRole.",
    level: "must",
  },
  "rbac-objects.role-ref-immutable": {
    chapter: RBAC,
    statement: "An update that changes the `roleRef` of a binding is rejected.",
    level: "convention",
  },
  "rbac-objects.subject-needs-name": {
    chapter: RBAC,
    statement: "A binding with a subject whose `name` is empty is rejected.",
    level: "must",
  },
  "rbac-objects.subject-needs-kind": {
    chapter: RBAC,
    statement: "A binding with a subject whose `kind` is empty is rejected.",
    level: "must",
  },
  "rbac-objects.subject-of-known-kind": {
    chapter: RBAC,
    statement:
      "A subject whose `kind` is none of `User`, `Group` and `ServiceAccount` is rejected.",
    level: "convention",
  },
  "rbac-objects.user-group-default": {
    chapter: RBAC,
    statement: "The default `apiGroup` of a User or Group subject is the RBAC group.",
    level: "must",
  },
  "rbac-objects.service-account-group-default": {
    chapter: RBAC,
    statement: "The default `apiGroup` of a ServiceAccount subject is empty.",
    level: "must",
  },
  "rbac-objects.list-kinds": {
    chapter: RBAC,
    statement: "Each of the four RBAC lists has its list kind, `metadata` and `items`.",
    level: "must",
  },
} as const satisfies Record<string, Requirement>;
