/**
 * Roles and bindings as plain data, independent of the objects of a server.
 *
 * @module
 */

/** A rule of a role. An absent list of paths or resources permits none. */
export interface Rule {
  /** Verbs; `*` for all. */
  readonly verbs: readonly string[];
  /** API groups; `*` for all, empty text for the core group. */
  readonly apiGroups?: readonly string[];
  /** Resources, a subresource after a slash; `*` for all of both. */
  readonly resources?: readonly string[];
  /** Names that the rule is limited to; empty or absent for all. */
  readonly resourceNames?: readonly string[];
  /** Non-resource paths; `*` alone or as the last segment. */
  readonly nonResourceURLs?: readonly string[];
}

/** A Role, or a ClusterRole if it has no namespace. */
export interface Role {
  readonly name: string;
  readonly namespace?: string | undefined;
  readonly rules: readonly Rule[];
}

/** A subject of a binding. */
export interface Subject {
  readonly kind: "User" | "Group" | "ServiceAccount";
  readonly name: string;
  /** The namespace of a service account. */
  readonly namespace?: string;
}

/** A RoleBinding, or a ClusterRoleBinding if it has no namespace. */
export interface Binding {
  readonly name: string;
  readonly namespace?: string | undefined;
  readonly role: { readonly kind: "Role" | "ClusterRole"; readonly name: string };
  readonly subjects: readonly Subject[];
}

/** Roles and bindings. */
export interface Policy {
  readonly roles: readonly Role[];
  readonly bindings: readonly Binding[];
}

/** A user with groups. */
export interface Actor {
  readonly user: string;
  readonly groups: readonly string[];
}

/** An action on a resource. */
export interface ActionOnResource {
  readonly verb: string;
  readonly group: string;
  readonly resource: string;
  /** Empty for the resource itself. */
  readonly subresource: string;
  /** Empty for all names, or where the action names nothing. */
  readonly name: string;
  /** Empty for cluster-scoped resources, and for all namespaces. */
  readonly namespace: string;
}

/** A request to a non-resource path. */
export interface PathRequest {
  readonly verb: string;
  readonly path: string;
}

/** A request to authorize. */
export type Request = ActionOnResource | PathRequest;

/** Returns the user name of a service account. */
export function accountUser(namespace: string, name: string): string {
  return `system:serviceaccount:${namespace}:${name}`;
}
