/**
 * The requirements of the area `rbac-objects`.
 *
 * @module
 */
import { RBAC } from "../../chapters.ts";
import type { RequirementGroup } from "../../requirement.ts";

/** The requirements, by chapter and level. */
export const requirements = [
  [RBAC.must, {
    "rbac-objects.rules-kept": "The `rules` of a role are returned as written.",
    "rbac-objects.subjects-kept":
      "The `subjects` and the `roleRef` of a binding are returned as written.",
  }, { harm: "security" }],
  [RBAC.must, {
    "rbac-objects.rule-needs-verbs": "A rule with empty `verbs`, or without, is rejected.",
    "rbac-objects.rule-for-resources-or-paths":
      "A rule with both `resources` and `nonResourceURLs` is rejected.",
  }],
  [RBAC.must, {
    "rbac-objects.paths-in-cluster-roles":
      "A ClusterRole may contain rules with `nonResourceURLs`.",
  }, { harm: "availability" }],
  [RBAC.convention, {
    "rbac-objects.no-paths-in-roles": "A Role with a rule with `nonResourceURLs` is rejected.",
  }],
  [RBAC.must, {
    "rbac-objects.binding-needs-role-name": "A binding whose `roleRef.name` is empty is rejected.",
    "rbac-objects.binding-needs-role-kind": "A binding whose `roleRef.kind` is empty is rejected.",
  }],
  [RBAC.convention, {
    "rbac-objects.role-group-is-rbac":
      "A binding whose `roleRef.apiGroup` is not the RBAC group is rejected.",
  }],
  [RBAC.must, {
    "rbac-objects.cluster-binding-of-cluster-role":
      "A ClusterRoleBinding that references a Role is rejected.",
  }],
  [RBAC.must, {
    "rbac-objects.binding-of-cluster-role": "A RoleBinding may reference a ClusterRole.",
  }, { harm: "availability" }],
  [RBAC.convention, {
    "rbac-objects.role-ref-immutable":
      "An update that changes the `roleRef` of a binding is rejected.",
  }, { harm: "security" }],
  [RBAC.must, {
    "rbac-objects.subject-needs-name":
      "A binding with a subject whose `name` is empty is rejected.",
    "rbac-objects.subject-needs-kind":
      "A binding with a subject whose `kind` is empty is rejected.",
  }],
  [RBAC.convention, {
    "rbac-objects.subject-of-known-kind":
      "A subject whose `kind` is none of `User`, `Group` and `ServiceAccount` is rejected.",
  }],
  [RBAC.must, {
    "rbac-objects.user-group-default":
      "The default `apiGroup` of a User or Group subject is the RBAC group.",
    "rbac-objects.service-account-group-default":
      "The default `apiGroup` of a ServiceAccount subject is empty.",
    "rbac-objects.list-kinds":
      "Each of the four RBAC lists has its list kind, `metadata` and `items`.",
  }],
] as const satisfies readonly RequirementGroup[];
