/**
 * The requirements of the area `access` on the permissions that roles and bindings grant.
 *
 * @module
 */
import { APPLY, DRY_RUN, ERRORS, RBAC, REVIEWS, SERVICE } from "../../chapters.ts";
import type { RequirementGroup } from "../../requirement.ts";
import { accessIdentities } from "./requirements_identities.ts";

/** The requirements, by chapter and level. */
export const requirements = [
  [RBAC.must, {
    "access.user-bound": "A user named by a binding may perform the actions that its role permits.",
    "access.group-bound":
      "A member of a group named by a binding may perform the actions that its role permits.",
    "access.service-account-bound":
      "A service account named by a binding may perform the actions that its role permits.",
    "access.role-in-its-namespace":
      "A RoleBinding of a Role grants the permissions of the Role in their namespace.",
    "access.cluster-role-in-a-namespace":
      "A RoleBinding of a ClusterRole grants its permissions in the namespace of the binding.",
    "access.cluster-role-everywhere":
      "A ClusterRoleBinding grants the permissions of its ClusterRole in every namespace.",
    "access.wildcard-verb": "A rule with the verb `*` permits every verb.",
    "access.wildcard-group": "A rule with the API group `*` applies to every API group.",
    "access.wildcard-resource": "A rule with the resource `*` applies to every resource.",
    "access.named-object":
      "A rule with `resourceNames` permits its verbs on the objects of those names.",
    "access.long-lists-permit":
      "Each of more than ten subjects, rules, verbs, groups, resources, names, paths or bindings permits, and so does each group of a user in more than ten.",
  }, { harm: "availability" }],
  [SERVICE.must, {
    "access.subresource-granted": "A rule for a subresource permits its verbs on the subresource.",
  }, { harm: "availability" }],
  [RBAC.convention, {
    "access.selected-name-permitted":
      "A rule with `resourceNames` permits a list or watch with the field selector `metadata.name=` of one of those names.",
  }, { harm: "availability" }],
  [REVIEWS.convention, {
    "access.subresource-of-all-resources":
      "A rule with the resource `*/status` applies to the `status` of all resources.",
  }, { harm: "availability" }],
  [RBAC.must, {
    "access.only-those-bound": "A binding grants nothing to subjects that it does not name.",
    "access.only-in-its-namespace": "A RoleBinding grants nothing outside its namespace.",
    "access.only-verbs-listed": "A rule does not permit verbs that it does not list.",
    "access.only-groups-listed": "A rule does not apply to API groups that it does not list.",
    "access.only-resources-listed": "A rule does not apply to resources that it does not list.",
  }, { harm: "security" }],
  [SERVICE.must, {
    "access.subresources-separate":
      "A rule for a resource does not apply to its subresources, nor the other way round.",
  }, { harm: "security" }],
  [RBAC.must, {
    "access.only-names-listed":
      "A rule with `resourceNames` permits nothing on objects of other names.",
  }, { harm: "security" }],
  [REVIEWS.must, {
    "access.subject-review-agrees":
      "A SubjectAccessReview allows exactly what roles grant to its user and groups.",
    "access.local-review-agrees":
      "A LocalSubjectAccessReview allows exactly what roles grant in its namespace.",
  }, { harm: "security" }],
  [REVIEWS.must, {
    "access.self-review-agrees":
      "A SelfSubjectAccessReview allows exactly what roles grant to the caller.",
  }],
  [RBAC.must, {
    "access.verb-get":
      "The verb `get`, and no other, permits reading one object; it permits no other operation.",
    "access.verb-list":
      "The verb `list`, and no other, permits listing; it permits neither watching nor reading one object.",
    "access.verb-watch":
      "The verb `watch`, and no other, permits watching; it does not permit listing.",
    "access.verb-create":
      "The verb `create`, and no other, permits creating; it permits no other operation.",
    "access.verb-update":
      "The verb `update`, and no other, permits updating; it permits no other operation.",
    "access.verb-patch":
      "The verb `patch`, and no other, permits patching; it permits no other operation.",
    "access.verb-delete":
      "The verb `delete`, and no other, permits deleting one object; it does not permit deleting a collection.",
    "access.verb-deletecollection":
      "The verb `deletecollection`, and no other, permits deleting a collection; it does not permit deleting one object by name.",
  }, { harm: "security" }],
  [SERVICE.must, {
    "access.put-that-creates-needs-create":
      "The permission to update does not permit a PUT that creates an object.",
  }, { harm: "security" }],
  [APPLY.must, {
    "access.apply-needs-patch":
      "An apply to an existing object needs the permission to patch and no other.",
    "access.apply-that-creates-needs-create":
      "An apply that creates an object also needs the permission to create.",
  }, { harm: "security" }],
  [DRY_RUN.must, {
    "access.dry-run-authorized-alike": "A dry run is authorized like the real request.",
  }, { harm: "security" }],
  [DRY_RUN.must, {
    "access.dry-run-permits-nothing":
      "A dry run that writes or deletes a role or binding changes no decision.",
  }, { feature: "dry-run", harm: "security" }],
  [RBAC.must, {
    "access.decisions-follow-writes":
      "Requests and reviews are decided by the roles and bindings as the last writes left them, in whatever form they were written.",
    "access.aggregated-rules-permit":
      "What an aggregated ClusterRole permits follows the creation, change and deletion of its sources and its selectors.",
  }, { harm: "security" }],
  [RBAC.must, {
    "access.unresolvable-role-grants-nothing":
      "A binding to a role that does not exist grants nothing.",
  }, { harm: "security" }],
  [ERRORS.must, {
    "access.unresolvable-role-reported":
      "A review that evaluates a binding to a missing role reports an error.",
  }],
  [REVIEWS.convention, {
    "access.decision-despite-error":
      "A binding to a missing role does not prevent what another binding of the same subject permits.",
  }, { harm: "availability" }],
  [RBAC.must, {
    "access.role-created-later-applies": "A role created after its binding takes effect.",
  }, { harm: "availability" }],
  [ERRORS.must, {
    "access.user-with-namespace-reported":
      "A User subject with a namespace is rejected or reported in reviews of that user.",
    "access.group-with-namespace-reported":
      "A Group subject with a namespace is rejected or reported in reviews of its members.",
    "access.unknown-subject-reported":
      "A subject of an unknown kind is rejected or reported as an error.",
  }],
  [RBAC.must, {
    "access.path-named": "A rule for a path permits its verbs on that path.",
    "access.path-prefix":
      "A rule for a path with the last segment `*` permits its verbs on all paths below.",
    "access.wildcard-path": "A rule for the path `*` permits its verbs on every path.",
  }, { harm: "availability" }],
  [RBAC.must, {
    "access.only-paths-listed":
      "A rule with `nonResourceURLs` permits nothing on paths that it does not list.",
    "access.only-path-verbs-listed":
      "A rule with `nonResourceURLs` does not permit verbs that it does not list.",
    "access.paths-through-cluster-bindings-only":
      "A rule with `nonResourceURLs` grants nothing through a RoleBinding.",
  }, { harm: "security" }],
  [REVIEWS.must, {
    "access.review-wildcard-verb":
      "A review of the verb `*` is allowed only by a rule for all verbs.",
    "access.review-wildcard-group":
      "A review of the API group `*` is allowed only by a rule for all API groups.",
    "access.review-wildcard-resource":
      "A review of the resource `*` is allowed only by a rule for all resources.",
    "access.review-any-name": "A review without a name applies to all names.",
    "access.review-any-namespace": "A review without a namespace applies to all namespaces.",
    "access.review-any-version":
      "The version in a review does not affect the decision, as rules apply to all versions.",
    "access.review-of-subresource":
      "A review of a subresource is decided by rules for that subresource.",
    "access.review-without-groups":
      "A review of a user without groups applies to a member of no group.",
    "access.review-of-groups": "A review with groups applies to a member of exactly these groups.",
  }, { harm: "security" }],
  [REVIEWS.must, {
    "access.review-of-unserved-resources":
      "A review of unserved verbs, API groups or resources is decided by the rules.",
  }],
  [RBAC.must, {
    "access.aggregation-combines-rules":
      "A ClusterRole with an `aggregationRule` contains the rules of the ClusterRoles its selector matches.",
    "access.aggregation-any-selector":
      "A ClusterRole matched by any of several selectors contributes its rules.",
  }, { harm: "availability" }],
  [RBAC.convention, {
    "access.aggregation-match-expressions":
      "The selectors of an aggregation rule may contain `matchExpressions`, with the operators `In` and `Exists`.",
  }, { harm: "availability" }],
  [RBAC.must, {
    "access.aggregation-only-matching": "A ClusterRole matched by no selector contributes nothing.",
    "access.aggregation-follows-selectors":
      "Aggregated rules follow changes of the selectors, by any form of a write.",
    "access.aggregation-follows-changes":
      "Aggregated rules follow changes of the ClusterRoles they come from.",
    "access.aggregation-follows-deletions":
      "Aggregated rules lose those of ClusterRoles that are deleted, be it one by one or together.",
    "access.aggregation-ignores-dry-runs":
      "A dry run that writes or deletes a ClusterRole changes no aggregated rules.",
    "access.aggregation-blocks-direct-writes":
      "Rules written directly to an aggregating ClusterRole are not kept.",
  }, { harm: "security" }],
  [REVIEWS.must, {
    "access.rules-review-lists-granted":
      "A complete SelfSubjectRulesReview lists everything that roles grant to the caller in its namespace.",
    "access.rules-review-lists-only-granted":
      "A SelfSubjectRulesReview lists nothing that roles do not grant to the caller in its namespace.",
  }],
  [RBAC.must, {
    "access.wildcard-is-last-segment":
      "A `*` that is only part of the last segment of `nonResourceURLs` is no wildcard.",
  }, {
    harm: "security",
    unchecked:
      "the effect is unspecified: real servers accept such a path and take it as a prefix; a `*` before the last segment is checked",
  }],
  [REVIEWS.must, {
    "access.rules-review-lists-no-bound-paths":
      "A SelfSubjectRulesReview does not list a rule with `nonResourceURLs` that only a RoleBinding refers to.",
  }],
  [RBAC.must, {
    "access.star-within-a-path":
      "A `*` before the last segment of a path in `nonResourceURLs` is rejected or matches no other path.",
    "access.paths-in-roles-grant-nothing":
      "A rule with `nonResourceURLs` in a Role is rejected or grants nothing.",
  }, { harm: "security" }],
  ...accessIdentities,
] as const satisfies readonly RequirementGroup[];
