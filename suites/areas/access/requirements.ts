/**
 * The requirements of the area `access` on the permissions that roles and bindings grant.
 *
 * @module
 */
import type { Requirement } from "../../requirement.ts";
import { accessIdentities } from "./requirements_identities.ts";

const APPLY = "Server-side apply";
const DRY = "Dry run (POST, PUT, PATCH, DELETE)";
const ERRORS = "Errors";
const SERVICE = "What the service does";
const RBAC =
  "Role-based access control resources (group `rbac.authorization.svc.io`, version `v1`)";
const REVIEWS = "Access-review resources (group `authorization.svc.io`, version `v1`)";

/** Requirements by id. */
export const requirements = {
  "access.user-bound": {
    chapter: RBAC,
    statement: "A user named by a binding may perform the actions that its role permits.",
    level: "must",
  },
  "access.group-bound": {
    chapter: RBAC,
    statement:
      "A member of a group named by a binding may perform the actions that its role permits.",
    level: "must",
  },
  "access.service-account-bound": {
    chapter: RBAC,
    statement:
      "A service account named by a binding may perform the actions that its role permits.",
    level: "must",
  },
  "access.role-in-its-namespace": {
    chapter: RBAC,
    statement: "A RoleBinding of a Role grants the permissions of the Role in their namespace.",
    level: "must",
  },
  "access.cluster-role-in-a-namespace": {
    chapter: RBAC,
    statement:
      "A RoleBinding of a ClusterRole grants its permissions in the namespace of the binding.",
    level: "must",
  },
  "access.cluster-role-everywhere": {
    chapter: RBAC,
    statement: "A ClusterRoleBinding grants the permissions of its ClusterRole in every namespace.",
    level: "must",
  },
  "access.wildcard-verb": {
    chapter: RBAC,
    statement: "A rule with the verb `*` permits every verb.",
    level: "must",
  },
  "access.wildcard-group": {
    chapter: RBAC,
    statement: "A rule with the API group `*` applies to every API group.",
    level: "must",
  },
  "access.wildcard-resource": {
    chapter: RBAC,
    statement: "A rule with the resource `*` applies to every resource.",
    level: "must",
  },
  "access.named-object": {
    chapter: RBAC,
    statement: "A rule with `resourceNames` permits its verbs on the objects of those names.",
    level: "must",
  },
  "access.subresource-granted": {
    chapter: SERVICE,
    statement: "A rule for a subresource permits its verbs on the subresource.",
    level: "must",
  },
  "access.subresource-of-all-resources": {
    chapter: REVIEWS,
    statement: "A rule with the resource `*/status` applies to the `status` of all resources.",
    level: "convention",
  },
  "access.only-those-bound": {
    chapter: RBAC,
    statement: "A binding grants nothing to subjects that it does not name.",
    level: "must",
  },
  "access.only-in-its-namespace": {
    chapter: RBAC,
    statement: "A RoleBinding grants nothing outside its namespace.",
    level: "must",
  },
  "access.only-verbs-listed": {
    chapter: RBAC,
    statement: "A rule does not permit verbs that it does not list.",
    level: "must",
  },
  "access.only-groups-listed": {
    chapter: RBAC,
    statement: "A rule does not apply to API groups that it does not list.",
    level: "must",
  },
  "access.only-resources-listed": {
    chapter: RBAC,
    statement: "A rule does not apply to resources that it does not list.",
    level: "must",
  },
  "access.subresources-separate": {
    chapter: SERVICE,
    statement: "A rule for a resource does not apply to its subresources, nor the other way round.",
    level: "must",
  },
  "access.only-names-listed": {
    chapter: RBAC,
    statement: "A rule with `resourceNames` permits nothing on objects of other names.",
    level: "must",
  },
  "access.subject-review-agrees": {
    chapter: REVIEWS,
    statement: "A SubjectAccessReview allows exactly what roles grant to its user and groups.",
    level: "must",
  },
  "access.local-review-agrees": {
    chapter: REVIEWS,
    statement: "A LocalSubjectAccessReview allows exactly what roles grant in its namespace.",
    level: "must",
  },
  "access.self-review-agrees": {
    chapter: REVIEWS,
    statement: "A SelfSubjectAccessReview allows exactly what roles grant to the caller.",
    level: "must",
  },
  "access.verb-get": {
    chapter: RBAC,
    statement:
      "The verb `get`, and no other, permits reading one object; it permits no other operation.",
    level: "must",
  },
  "access.verb-list": {
    chapter: RBAC,
    statement:
      "The verb `list`, and no other, permits listing; it permits neither watching nor reading one object.",
    level: "must",
  },
  "access.verb-watch": {
    chapter: RBAC,
    statement: "The verb `watch`, and no other, permits watching; it does not permit listing.",
    level: "must",
  },
  "access.verb-create": {
    chapter: RBAC,
    statement: "The verb `create`, and no other, permits creating; it permits no other operation.",
    level: "must",
  },
  "access.verb-update": {
    chapter: RBAC,
    statement: "The verb `update`, and no other, permits updating; it permits no other operation.",
    level: "must",
  },
  "access.verb-patch": {
    chapter: RBAC,
    statement: "The verb `patch`, and no other, permits patching; it permits no other operation.",
    level: "must",
  },
  "access.verb-delete": {
    chapter: RBAC,
    statement:
      "The verb `delete`, and no other, permits deleting one object; it does not permit deleting a collection.",
    level: "must",
  },
  "access.verb-deletecollection": {
    chapter: RBAC,
    statement:
      "The verb `deletecollection`, and no other, permits deleting a collection; it does not permit deleting one object by name.",
    level: "must",
  },
  "access.put-that-creates-needs-create": {
    chapter: SERVICE,
    statement: "The permission to update does not permit a PUT that creates an object.",
    level: "must",
  },
  "access.apply-needs-patch": {
    chapter: APPLY,
    statement: "An apply to an existing object needs the permission to patch and no other.",
    level: "must",
  },
  "access.apply-that-creates-needs-create": {
    chapter: APPLY,
    statement: "An apply that creates an object also needs the permission to create.",
    level: "must",
  },
  "access.dry-run-authorized-alike": {
    chapter: DRY,
    statement: "A dry run is authorized like the real request.",
    level: "must",
  },
  "access.unresolvable-role-grants-nothing": {
    chapter: RBAC,
    statement: "A binding to a role that does not exist grants nothing.",
    level: "must",
  },
  "access.unresolvable-role-reported": {
    chapter: ERRORS,
    statement: "A review that evaluates a binding to a missing role reports an error.",
    level: "must",
  },
  "access.decision-despite-error": {
    chapter: REVIEWS,
    statement:
      "A binding to a missing role does not prevent what another binding of the same subject permits.",
    level: "convention",
  },
  "access.role-created-later-applies": {
    chapter: RBAC,
    statement: "A role created after its binding takes effect.",
    level: "must",
  },
  "access.user-with-namespace-reported": {
    chapter: ERRORS,
    statement: "A User subject with a namespace is rejected or reported in reviews of that user.",
    level: "must",
  },
  "access.group-with-namespace-reported": {
    chapter: ERRORS,
    statement:
      "A Group subject with a namespace is rejected or reported in reviews of its members.",
    level: "must",
  },
  "access.unknown-subject-reported": {
    chapter: ERRORS,
    statement: "A subject of an unknown kind is rejected or reported as an error.",
    level: "must",
  },
  "access.path-named": {
    chapter: RBAC,
    statement: "A rule for a path permits its verbs on that path.",
    level: "must",
  },
  "access.path-prefix": {
    chapter: RBAC,
    statement: "A rule for a path with the last segment `*` permits its verbs on all paths below.",
    level: "must",
  },
  "access.wildcard-path": {
    chapter: RBAC,
    statement: "A rule for the path `*` permits its verbs on every path.",
    level: "must",
  },
  "access.only-paths-listed": {
    chapter: RBAC,
    statement: "A rule with `nonResourceURLs` permits nothing on paths that it does not list.",
    level: "must",
  },
  "access.only-path-verbs-listed": {
    chapter: RBAC,
    statement: "A rule with `nonResourceURLs` does not permit verbs that it does not list.",
    level: "must",
  },
  "access.paths-through-cluster-bindings-only": {
    chapter: RBAC,
    statement: "A rule with `nonResourceURLs` grants nothing through a RoleBinding.",
    level: "must",
  },
  "access.review-wildcard-verb": {
    chapter: REVIEWS,
    statement: "A review of the verb `*` is allowed only by a rule for all verbs.",
    level: "must",
  },
  "access.review-wildcard-group": {
    chapter: REVIEWS,
    statement: "A review of the API group `*` is allowed only by a rule for all API groups.",
    level: "must",
  },
  "access.review-wildcard-resource": {
    chapter: REVIEWS,
    statement: "A review of the resource `*` is allowed only by a rule for all resources.",
    level: "must",
  },
  "access.review-any-name": {
    chapter: REVIEWS,
    statement: "A review without a name applies to all names.",
    level: "must",
  },
  "access.review-any-namespace": {
    chapter: REVIEWS,
    statement: "A review without a namespace applies to all namespaces.",
    level: "must",
  },
  "access.review-any-version": {
    chapter: REVIEWS,
    statement:
      "The version in a review does not affect the decision, as rules apply to all versions.",
    level: "must",
  },
  "access.review-of-subresource": {
    chapter: REVIEWS,
    statement: "A review of a subresource is decided by rules for that subresource.",
    level: "must",
  },
  "access.review-of-unserved-resources": {
    chapter: REVIEWS,
    statement: "A review of unserved verbs, API groups or resources is decided by the rules.",
    level: "must",
  },
  "access.review-without-groups": {
    chapter: REVIEWS,
    statement: "A review of a user without groups applies to a member of no group.",
    level: "must",
  },
  "access.review-of-groups": {
    chapter: REVIEWS,
    statement: "A review with groups applies to a member of exactly these groups.",
    level: "must",
  },
  "access.aggregation-combines-rules": {
    chapter: RBAC,
    statement:
      "A ClusterRole with an `aggregationRule` contains the rules of the ClusterRoles its selector matches.",
    level: "must",
  },
  "access.aggregation-any-selector": {
    chapter: RBAC,
    statement: "A ClusterRole matched by any of several selectors contributes its rules.",
    level: "must",
  },
  "access.aggregation-match-expressions": {
    chapter: RBAC,
    statement:
      "The selectors of an aggregation rule may contain `matchExpressions`, with the operators `In` and `Exists`.",
    level: "convention",
  },
  "access.aggregation-only-matching": {
    chapter: RBAC,
    statement: "A ClusterRole matched by no selector contributes nothing.",
    level: "must",
  },
  "access.aggregation-follows-changes": {
    chapter: RBAC,
    statement: "Aggregated rules follow changes of the ClusterRoles they come from.",
    level: "must",
  },
  "access.aggregation-blocks-direct-writes": {
    chapter: RBAC,
    statement: "Rules written directly to an aggregating ClusterRole are not kept.",
    level: "must",
  },
  "access.rules-review-lists-granted": {
    chapter: REVIEWS,
    statement:
      "A complete SelfSubjectRulesReview lists everything that roles grant to the caller in its namespace.",
    level: "must",
  },
  "access.rules-review-lists-only-granted": {
    chapter: REVIEWS,
    statement:
      "A SelfSubjectRulesReview lists nothing that roles do not grant to the caller in its namespace.",
    level: "must",
  },
  "access.wildcard-is-last-segment": {
    chapter: RBAC,
    statement: "A `*` that is only part of the last segment of `nonResourceURLs` is no wildcard.",
    level: "must",
    unchecked:
      "the effect is unspecified: real servers accept such a path and take it as a prefix; a `*` before the last segment is checked",
  },
  "access.rules-review-lists-no-bound-paths": {
    chapter: REVIEWS,
    statement:
      "A SelfSubjectRulesReview does not list a rule with `nonResourceURLs` that only a RoleBinding refers to.",
    level: "must",
  },
  "access.star-within-a-path": {
    chapter: RBAC,
    statement:
      "A `*` before the last segment of a path in `nonResourceURLs` is rejected or matches no other path.",
    level: "must",
  },
  "access.paths-in-roles-grant-nothing": {
    chapter: RBAC,
    statement: "A rule with `nonResourceURLs` in a Role is rejected or grants nothing.",
    level: "must",
  },
  ...accessIdentities,
} as const satisfies Record<string, Requirement>;
