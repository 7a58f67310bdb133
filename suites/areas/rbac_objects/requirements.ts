/**
 * The requirements of the area `rbac-objects`.
 *
 * @module
 */
import type { Requirement } from "../../requirement.ts";

const RBAC =
  "Role-based access control resources (group `rbac.authorization.svc.io`, version `v1`)";

/** Statements by id. */
export const rbacObjects = {
  "rbac-objects.rules-kept": {
    chapter: RBAC,
    statement: "The rules of a role are read as they were written.",
    level: "must",
  },
  "rbac-objects.subjects-kept": {
    chapter: RBAC,
    statement: "The subjects and the roleRef of a binding are read as they were written.",
    level: "must",
  },
  "rbac-objects.rule-needs-verbs": {
    chapter: RBAC,
    statement: "A rule without verbs is refused.",
    level: "must",
  },
  "rbac-objects.rule-of-one-sort": {
    chapter: RBAC,
    statement: "A rule for both API resources and other paths is refused.",
    level: "must",
  },
  "rbac-objects.paths-in-cluster-roles": {
    chapter: RBAC,
    statement: "A ClusterRole may have rules for paths that are no resources.",
    level: "must",
  },
  "rbac-objects.no-paths-in-roles": {
    chapter: RBAC,
    statement: "A Role with a rule for paths that are no resources is refused.",
    level: "convention",
  },
  "rbac-objects.binding-needs-role-name": {
    chapter: RBAC,
    statement: "A binding whose roleRef has no name is refused.",
    level: "must",
  },
  "rbac-objects.binding-needs-role-kind": {
    chapter: RBAC,
    statement: "A binding whose roleRef has no kind is refused.",
    level: "must",
  },
  "rbac-objects.cluster-binding-of-cluster-role": {
    chapter: RBAC,
    statement: "A ClusterRoleBinding that refers to a Role is refused.",
    level: "must",
  },
  "rbac-objects.binding-of-cluster-role": {
    chapter: RBAC,
    statement: "A RoleBinding may refer to a ClusterRole.",
    level: "must",
  },
  "rbac-objects.role-ref-fixed": {
    chapter: RBAC,
    statement: "The roleRef of a binding cannot be changed.",
    level: "convention",
  },
  "rbac-objects.subject-needs-name": {
    chapter: RBAC,
    statement: "A binding with a subject whose name is empty is refused.",
    level: "must",
  },
  "rbac-objects.subject-needs-kind": {
    chapter: RBAC,
    statement: "A binding with a subject whose kind is empty is refused.",
    level: "must",
  },
  "rbac-objects.subject-of-known-kind": {
    chapter: RBAC,
    statement: "A subject of a kind that is none of the three is refused.",
    level: "convention",
  },
  "rbac-objects.user-group-default": {
    chapter: RBAC,
    statement: "The apiGroup of a User or a Group is the RBAC group where none is given.",
    level: "must",
  },
  "rbac-objects.account-group-default": {
    chapter: RBAC,
    statement: "The apiGroup of a ServiceAccount stays empty where none is given.",
    level: "must",
  },
  "rbac-objects.lists-in-kind": {
    chapter: RBAC,
    statement: "Each of the four lists has its list kind, metadata and items.",
    level: "must",
  },
} as const satisfies Record<string, Requirement>;
