/**
 * Arbitraries of policies and requests over few subjects, namespaces and resources, so that grants
 * often match and often narrowly miss.
 *
 * @module
 */
import fc from "fast-check";

/** Verbs of permissions. */
export const VERBS = [
  "get",
  "list",
  "watch",
  "create",
  "update",
  "patch",
  "delete",
  "deletecollection",
] as const;

/** Resources of rules and requests. */
export const TARGETS = [
  { resource: "secrets", subresource: "", group: "" },
  { resource: "deployments", subresource: "", group: "apps" },
  { resource: "deployments", subresource: "status", group: "apps" },
  { resource: "roles", subresource: "", group: "rbac.authorization" },
  { resource: "clusterroles", subresource: "", group: "rbac.authorization" },
] as const;

/** Subjects of bindings; `namespace` is the index of a namespace. */
export const SUBJECTS = [
  { kind: "User", name: "ann" },
  { kind: "User", name: "bob" },
  { kind: "Group", name: "masons" },
  { kind: "Group", name: "plumbers" },
  { kind: "ServiceAccount", name: "robot", namespace: 0 },
  { kind: "ServiceAccount", name: "robot", namespace: 1 },
  // A group with the name of a user.
  { kind: "Group", name: "ann" },
] as const;

/** Users who send requests. */
export const ACTORS = [
  { user: "ann", groups: [] },
  { user: "ann", groups: ["masons"] },
  { user: "bob", groups: ["plumbers", "masons"] },
  { user: "carol", groups: ["plumbers"] },
  { account: "robot", namespace: 0 },
  { account: "robot", namespace: 1 },
  // A user with the name of a group.
  { user: "masons", groups: [] },
] as const;

/** A rule for one of the targets or for all. */
export interface GeneratedRule {
  /** Indexes in `VERBS`; empty for all verbs. */
  readonly verbs: readonly number[];
  /** An index in `TARGETS`. */
  readonly target: number;
  readonly group: "its own" | "any" | "another";
  readonly anyResource: boolean;
  readonly names: readonly string[];
}

/** A ClusterRole, or a Role in the namespace with this index. */
export interface GeneratedRole {
  readonly cluster: boolean;
  readonly namespace: 0 | 1;
  readonly rules: readonly GeneratedRule[];
}

/** Roles and bindings that reference each other by index. */
export interface GeneratedPolicy {
  readonly roles: readonly GeneratedRole[];
  readonly bindings: readonly {
    readonly role: number;
    /** The namespace of a RoleBinding of a ClusterRole; a Role is bound in its own. */
    readonly namespace: 0 | 1 | "everywhere";
    /** Indexes in `SUBJECTS`. */
    readonly subjects: readonly number[];
  }[];
}

/** How a request differs from what a grant allows. */
const DIFFERENCES = [
  "none",
  "actor",
  "actor in another letter case",
  "namespace",
  "verb",
  "target",
  "target of a like name",
  "name",
  "longer name",
] as const;

/** A request derived from a grant. */
export interface GeneratedRequest {
  /** The index of the grant, modulo their number. */
  readonly grant: number;
  readonly difference: typeof DIFFERENCES[number];
  /** Used where the grant leaves a value open, or the difference replaces it. */
  readonly actor: number;
  readonly verb: number;
  readonly target: number;
  readonly name: "x" | "y" | "";
  readonly namespace: 0 | 1 | 2;
  /** The source of the decision: the request itself or a review. */
  readonly by: "attempt" | "subject" | "local" | "self";
}

/** Shrinks to the first alternative, so that the others remain only if they matter. */
const SIMPLEST_FIRST = { withCrossShrink: true };

/** Returns an arbitrary of rules. */
function arbitraryRule(): fc.Arbitrary<GeneratedRule> {
  return fc.record({
    verbs: fc.oneof(
      SIMPLEST_FIRST,
      {
        weight: 3,
        arbitrary: fc.subarray(VERBS.map((_, index) => index), { minLength: 1, maxLength: 3 }),
      },
      { weight: 1, arbitrary: fc.constant([]) },
    ),
    // Roles are more frequent, since "clusterroles" contains their name.
    target: fc.constantFrom(0, 1, 2, 3, 3, 4),
    group: fc.oneof(
      SIMPLEST_FIRST,
      { weight: 9, arbitrary: fc.constant("its own" as const) },
      { weight: 3, arbitrary: fc.constant("any" as const) },
      { weight: 1, arbitrary: fc.constant("another" as const) },
    ),
    anyResource: fc.nat(9).map((number) => number === 1),
    names: fc.oneof(
      SIMPLEST_FIRST,
      { weight: 2, arbitrary: fc.constant([]) },
      { weight: 1, arbitrary: fc.subarray(["x", "y"], { minLength: 1 }) },
    ),
  });
}

/** Returns an arbitrary of policies. */
export function arbitraryPolicy(): fc.Arbitrary<GeneratedPolicy> {
  const namespace = fc.constantFrom(0 as const, 1 as const);
  const role = fc.record({
    cluster: fc.boolean(),
    namespace,
    rules: fc.array(arbitraryRule(), { minLength: 1, maxLength: 2 }),
  });
  return fc.record({
    roles: fc.tuple(role, role),
    both: fc.boolean(),
    bindings: fc.array(
      fc.record({
        role: fc.nat(1),
        namespace: fc.oneof(namespace, fc.constant("everywhere" as const)),
        // Users are more frequent: they come first in the list.
        subjects: fc.uniqueArray(fc.oneof(fc.nat(SUBJECTS.length - 1), fc.nat(1)), {
          minLength: 1,
          maxLength: 3,
        }),
      }),
      { minLength: 1, maxLength: 3 },
    ),
    // Several bindings of the same subjects, whose permissions a server must combine.
    shared: fc.boolean(),
    // A ClusterRoleBinding and a RoleBinding of the same subjects must not affect each other.
    clusterAndLocal: fc.nat(2).map((number) => number === 1),
  }).map(({ roles, both, bindings, shared, clusterAndLocal }): GeneratedPolicy => {
    const { subjects } = bindings[0]!;
    if (clusterAndLocal) return clusterAndNamespace(roles, subjects);
    return {
      roles: both ? roles : roles.slice(0, 1),
      bindings: shared ? bindings.map((one) => ({ ...one, subjects })) : bindings,
    };
  });
}

/** Binds the first role to the subjects everywhere, and the second in a namespace. */
function clusterAndNamespace(
  [far, near]: readonly [GeneratedRole, GeneratedRole],
  subjects: readonly number[],
): GeneratedPolicy {
  return {
    roles: [{ ...far, cluster: true }, near],
    bindings: [
      { role: 0, namespace: "everywhere", subjects },
      { role: 1, namespace: near.namespace, subjects },
    ],
  };
}

/** Returns an arbitrary of requests. */
export function arbitraryRequest(): fc.Arbitrary<GeneratedRequest> {
  return fc.record({
    grant: fc.nat(9),
    difference: fc.oneof(
      { weight: 3, arbitrary: fc.constant("none" as const) },
      // The smallest differences, and those that are least frequent otherwise.
      {
        weight: 3,
        arbitrary: fc.constantFrom("namespace", "target of a like name", "longer name"),
      },
      { weight: 4, arbitrary: fc.constantFrom(...DIFFERENCES) },
    ),
    actor: fc.nat(ACTORS.length - 1),
    verb: fc.nat(VERBS.length - 1),
    // Subresources are more frequent, as servers may omit them from rules for all resources.
    target: fc.constantFrom(0, 1, 2, 2, 3, 4),
    name: fc.constantFrom("x" as const, "y" as const, "" as const),
    namespace: fc.constantFrom(0 as const, 1 as const, 2 as const),
    by: fc.constantFrom("attempt", "attempt", "attempt", "subject", "local", "self"),
  });
}
