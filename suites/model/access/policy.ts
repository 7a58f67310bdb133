/**
 * Roles and bindings as the model of access sees them: plain lists, no objects of a server.
 *
 * @module
 */

/** A rule of a role. An absent list of paths or resources permits none of them. */
export interface Rule {
  /** Verbs; `*` for all. */
  readonly verbs: readonly string[];
  /** API groups; `*` for all, empty text for the core group. */
  readonly apiGroups?: readonly string[];
  /** Resources, a subresource after a slash; `*` for all of both. */
  readonly resources?: readonly string[];
  /** Names the rule is limited to; empty or absent for all. */
  readonly resourceNames?: readonly string[];
  /** Paths that are no resources; `*` alone or as the last segment. */
  readonly nonResourceURLs?: readonly string[];
}

/** A role: in a namespace, or of the cluster where it names none. */
export interface Role {
  readonly name: string;
  readonly namespace?: string | undefined;
  readonly rules: readonly Rule[];
}

/** A subject of a binding. */
export interface Subject {
  readonly kind: "User" | "Group" | "ServiceAccount";
  readonly name: string;
  /** Of a service account. */
  readonly namespace?: string;
}

/** A binding of a role: in a namespace, or in all of them if it names none. */
export interface Binding {
  readonly name: string;
  readonly namespace?: string | undefined;
  readonly role: { readonly kind: "Role" | "ClusterRole"; readonly name: string };
  readonly subjects: readonly Subject[];
}

/** All there is. */
export interface Policy {
  readonly roles: readonly Role[];
  readonly bindings: readonly Binding[];
}

/** Somebody who asks. */
export interface Actor {
  readonly user: string;
  readonly groups: readonly string[];
}

/** An action on a resource. */
export interface ResourceRequest {
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

/** A request of a path that is no resource. */
export interface PathRequest {
  readonly verb: string;
  readonly path: string;
}

/** A request to authorize. */
export type Request = ResourceRequest | PathRequest;

/** The user name of a service account. */
export function accountUser(namespace: string, name: string): string {
  return `system:serviceaccount:${namespace}:${name}`;
}
