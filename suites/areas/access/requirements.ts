/**
 * The requirements of the area `access` on who is allowed: what roles and bindings come to.
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

/** The requirements by id. */
export const requirements = {
  "access.user-bound": {
    chapter: RBAC,
    statement: "A user whom a binding names may do what its role permits.",
    level: "must",
  },
  "access.group-bound": {
    chapter: RBAC,
    statement: "Whoever is in a group that a binding names may do what its role permits.",
    level: "must",
  },
  "access.account-bound": {
    chapter: RBAC,
    statement: "A service account that a binding names may do what its role permits.",
    level: "must",
  },
  "access.role-in-its-namespace": {
    chapter: RBAC,
    statement: "A RoleBinding of a Role grants what the Role permits, in their namespace.",
    level: "must",
  },
  "access.cluster-role-in-a-namespace": {
    chapter: RBAC,
    statement: "A RoleBinding of a ClusterRole grants what it permits, in the binding's namespace.",
    level: "must",
  },
  "access.cluster-role-everywhere": {
    chapter: RBAC,
    statement: "A ClusterRoleBinding grants what its ClusterRole permits, in every namespace.",
    level: "must",
  },
  "access.any-verb": {
    chapter: RBAC,
    statement: "A rule with the verb * permits every verb.",
    level: "must",
  },
  "access.any-group": {
    chapter: RBAC,
    statement: "A rule with the API group * speaks of every group.",
    level: "must",
  },
  "access.any-resource": {
    chapter: RBAC,
    statement: "A rule with the resource * speaks of every resource.",
    level: "must",
  },
  "access.named-object": {
    chapter: RBAC,
    statement: "A rule with resource names permits its verbs on the objects of those names.",
    level: "must",
  },
  "access.subresource-granted": {
    chapter: SERVICE,
    statement: "A rule for a subresource permits its verbs on the subresource.",
    level: "must",
  },
  "access.only-those-bound": {
    chapter: RBAC,
    statement: "A binding grants nothing to whom it does not name.",
    level: "must",
  },
  "access.only-in-its-namespace": {
    chapter: RBAC,
    statement: "A RoleBinding grants nothing outside its namespace.",
    level: "must",
  },
  "access.only-verbs-listed": {
    chapter: RBAC,
    statement: "A rule does not permit verbs it does not list.",
    level: "must",
  },
  "access.only-groups-listed": {
    chapter: RBAC,
    statement: "A rule does not speak of API groups it does not list.",
    level: "must",
  },
  "access.only-resources-listed": {
    chapter: RBAC,
    statement: "A rule does not speak of resources it does not list.",
    level: "must",
  },
  "access.subresource-apart": {
    chapter: SERVICE,
    statement: "A rule for a resource does not speak of its subresources, nor the other way round.",
    level: "must",
  },
  "access.only-names-listed": {
    chapter: RBAC,
    statement: "A rule with resource names permits nothing on objects of other names.",
    level: "must",
  },
  "access.subject-review-agrees": {
    chapter: REVIEWS,
    statement: "A subject review allows exactly what roles grant to the user and groups it names.",
    level: "must",
  },
  "access.local-review-agrees": {
    chapter: REVIEWS,
    statement: "A local review allows exactly what roles grant in its namespace.",
    level: "must",
  },
  "access.self-review-agrees": {
    chapter: REVIEWS,
    statement: "A self review allows exactly what roles grant to who asks.",
    level: "must",
  },
  "access.verb-get": {
    chapter: RBAC,
    statement: "The verb get permits to read one object, and no other operation.",
    level: "must",
  },
  "access.verb-list": {
    chapter: RBAC,
    statement: "The verb list permits to list, not to watch or to read one object.",
    level: "must",
  },
  "access.verb-watch": {
    chapter: RBAC,
    statement: "The verb watch permits to watch, not to list.",
    level: "must",
  },
  "access.verb-create": {
    chapter: RBAC,
    statement: "The verb create permits to create, and no other operation.",
    level: "must",
  },
  "access.verb-update": {
    chapter: RBAC,
    statement: "The verb update permits to update, and no other operation.",
    level: "must",
  },
  "access.verb-patch": {
    chapter: RBAC,
    statement: "The verb patch permits to patch, and no other operation.",
    level: "must",
  },
  "access.verb-delete": {
    chapter: RBAC,
    statement: "The verb delete permits to delete one object, not a collection.",
    level: "must",
  },
  "access.verb-deletecollection": {
    chapter: RBAC,
    statement:
      "The verb deletecollection permits to delete a collection, not an object by its name.",
    level: "must",
  },
  "access.put-that-creates-needs-create": {
    chapter: SERVICE,
    statement: "The permission to update does not suffice for a PUT that creates.",
    level: "must",
  },
  "access.apply-needs-patch": {
    chapter: APPLY,
    statement: "To apply takes the permission to patch, and no other where the object is there.",
    level: "must",
  },
  "access.apply-that-creates-needs-create": {
    chapter: APPLY,
    statement: "To create by apply takes the permission to create, too.",
    level: "must",
  },
  "access.dry-run-decided-alike": {
    chapter: DRY,
    statement: "A dry write is allowed exactly where the real one is.",
    level: "must",
  },
  "access.unresolvable-role-grants-nothing": {
    chapter: RBAC,
    statement: "A binding whose role is not there grants nothing.",
    level: "must",
  },
  "access.unresolvable-role-reported": {
    chapter: ERRORS,
    statement: "A decision that met a binding whose role is not there says so.",
    level: "must",
  },
  "access.role-made-later-counts": {
    chapter: RBAC,
    statement: "A role made after its binding counts from then on.",
    level: "must",
  },
  "access.user-with-namespace-reported": {
    chapter: ERRORS,
    statement:
      "A user with a namespace in a binding is refused, or reported as an error to whom it means.",
    level: "must",
  },
  "access.group-with-namespace-reported": {
    chapter: ERRORS,
    statement:
      "A group with a namespace in a binding is refused, or reported as an error to whom it means.",
    level: "must",
  },
  "access.unknown-subject-reported": {
    chapter: ERRORS,
    statement: "A subject of an unknown kind is refused, or reported as an error.",
    level: "must",
  },
  "access.path-named": {
    chapter: RBAC,
    statement: "A rule for a path permits its verbs on that path.",
    level: "must",
  },
  "access.path-below": {
    chapter: RBAC,
    statement: "A rule for a path that ends in a segment * permits its verbs on all paths below.",
    level: "must",
  },
  "access.any-path": {
    chapter: RBAC,
    statement: "A rule for the path * permits its verbs on every path.",
    level: "must",
  },
  "access.only-paths-listed": {
    chapter: RBAC,
    statement: "A rule for paths permits nothing on paths it does not list.",
    level: "must",
  },
  "access.only-path-verbs-listed": {
    chapter: RBAC,
    statement: "A rule for paths permits no methods it does not list.",
    level: "must",
  },
  "access.paths-through-cluster-bindings-only": {
    chapter: RBAC,
    statement: "A rule for paths grants nothing through a RoleBinding.",
    level: "must",
  },
  "access.review-any-verb": {
    chapter: REVIEWS,
    statement: "A review of the verb * is allowed by rules for all verbs only.",
    level: "must",
  },
  "access.review-any-group": {
    chapter: REVIEWS,
    statement: "A review of the group * is allowed by rules for all groups only.",
    level: "must",
  },
  "access.review-any-resource": {
    chapter: REVIEWS,
    statement: "A review of the resource * is allowed by rules for all resources only.",
    level: "must",
  },
  "access.review-any-name": {
    chapter: REVIEWS,
    statement: "A review without a name is about all names.",
    level: "must",
  },
  "access.review-any-namespace": {
    chapter: REVIEWS,
    statement: "A review without a namespace is about all namespaces.",
    level: "must",
  },
  "access.review-any-version": {
    chapter: REVIEWS,
    statement: "The version in a review changes nothing: rules speak of all versions.",
    level: "must",
  },
  "access.review-of-subresource": {
    chapter: REVIEWS,
    statement: "A review of a subresource is about that, not about its resource.",
    level: "must",
  },
  "access.review-of-unknown-words": {
    chapter: REVIEWS,
    statement:
      "Verbs, groups and resources that nobody serves are decided by the rules as any others.",
    level: "must",
  },
  "access.review-without-groups": {
    chapter: REVIEWS,
    statement: "A review of a user without groups is about a member of no group.",
    level: "must",
  },
  "access.review-of-groups": {
    chapter: REVIEWS,
    statement: "A review that names groups is about a member of exactly those.",
    level: "must",
  },
  "access.aggregated-rules-gathered": {
    chapter: RBAC,
    statement:
      "A ClusterRole with an aggregation rule has the rules of the roles its selector matches.",
    level: "must",
  },
  "access.any-selector-gathers": {
    chapter: RBAC,
    statement: "A role that any of several selectors matches contributes its rules.",
    level: "must",
  },
  "access.others-not-gathered": {
    chapter: RBAC,
    statement: "A role that no selector matches contributes nothing.",
    level: "must",
  },
  "access.gathered-rules-follow": {
    chapter: RBAC,
    statement: "Gathered rules follow changes of the roles they come from.",
    level: "must",
  },
  "access.gathered-rules-not-written": {
    chapter: RBAC,
    statement: "Rules written straight into a role that gathers its rules do not stay.",
    level: "must",
  },
  "access.rules-review-lists-granted": {
    chapter: REVIEWS,
    statement: "A complete rules review lists whatever roles grant to who asks in its namespace.",
    level: "must",
  },
  "access.rules-review-lists-no-more": {
    chapter: REVIEWS,
    statement: "A rules review lists nothing that no role grants to who asks in its namespace.",
    level: "must",
  },
  "access.star-is-last-segment": {
    chapter: RBAC,
    statement: "A * in a rule's path is its whole last segment.",
    level: "must",
    unchecked:
      "what becomes of a rule with another * is not said: servers refuse it, take it for itself or for the start of a path",
  },
  ...accessIdentities,
} as const satisfies Record<string, Requirement>;
