/**
 * The requirements of the area `access`: what roles and bindings come to, for whoever asks.
 *
 * @module
 */
import type { Requirement } from "./requirement.ts";

const AUTHENTICATION = "Authentication";
const RBAC =
  "Role-based access control resources (group `rbac.authorization.svc.io`, version `v1`)";
const REVIEWS = "Access-review resources (group `authorization.svc.io`, version `v1`)";

/** Statements by id. */
export const access = {
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
    chapter: "What the service does",
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
    chapter: "What the service does",
    statement: "A rule for a resource does not speak of its subresources, nor the other way round.",
    level: "must",
  },
  "access.only-names-listed": {
    chapter: RBAC,
    statement: "A rule with resource names permits nothing on objects of other names.",
    level: "must",
  },
  "access.nothing-by-default": {
    chapter: AUTHENTICATION,
    statement: "What no role grants is refused.",
    level: "must",
  },
  "access.removed-binding-counts": {
    chapter: AUTHENTICATION,
    statement: "What a binding granted is refused once the binding is gone.",
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
} as const satisfies Record<string, Requirement>;
