/**
 * Arbitraries of policies and requests over few subjects, namespaces and resources, so that grants
 * often match and often narrowly miss.
 *
 * @module
 */
import fc from "fast-check";

/** Verbs of permissions. */
export const POLICY_VERBS = [
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
  { resource: "rolebindings", subresource: "", group: "rbac.authorization" },
  { resource: "clusterroles", subresource: "", group: "rbac.authorization" },
  { resource: "clusterrolebindings", subresource: "", group: "rbac.authorization" },
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

/** Words of a rule that look like the right ones, and match nothing. */
const MISSPELLINGS = [
  "verb in capitals",
  "verb with a star",
  "group in capitals",
  "part of a group",
  "group with a star",
  "kind",
  "resource in capitals",
  "part of a resource",
  "longer resource",
  "resource with a star",
  "name in capitals",
  "part of a name",
  "name with a star",
] as const;

/** A misspelling of one part of a rule. */
export type Misspelling = typeof MISSPELLINGS[number];

/** A rule for one of the targets or for all. */
export interface GeneratedRule {
  /** Indexes in `VERBS`; empty for all verbs. */
  readonly verbs: readonly number[];
  /** An index in `TARGETS`: the target that requests are derived from. */
  readonly target: number;
  readonly group: "its own" | "any" | "another";
  /** Further API groups: indexes in `TARGETS`, or -1 for one that is not served. */
  readonly moreGroups: readonly number[];
  readonly resource: "its own" | "any" | "any with its subresource";
  /** Further resources: indexes in `TARGETS`. */
  readonly moreResources: readonly number[];
  /** Places the further groups and resources before those of the target. */
  readonly last: boolean;
  readonly names: readonly string[];
  readonly misspelled: Misspelling | "";
}

/** A ClusterRole, or a Role in the namespace with this index. */
export interface GeneratedRole {
  readonly cluster: boolean;
  readonly namespace: 0 | 1;
  readonly rules: readonly GeneratedRule[];
}

/** A binding of a role by its index. */
export interface GeneratedBinding {
  readonly role: number;
  /** The namespace of a RoleBinding of a ClusterRole; a Role is bound in its own. */
  readonly namespace: 0 | 1 | "everywhere";
  /** Indexes in `SUBJECTS`. */
  readonly subjects: readonly number[];
}

/** Roles and bindings that reference each other by index. */
export interface GeneratedPolicy {
  readonly roles: readonly GeneratedRole[];
  readonly bindings: readonly GeneratedBinding[];
}

/** How a request differs from what a grant allows. */
const DIFFERENCES = [
  "actor",
  "actor in another letter case",
  "actor with a longer name",
  "actor with a shorter name",
  "actor of another grant",
  "namespace",
  "longer namespace",
  "shorter namespace",
  "no namespace",
  "namespace of another grant",
  "verb",
  "verb in capitals",
  "verb of another grant",
  "target",
  "target of a like name",
  "target of another grant",
  "group",
  "subresource",
  "name",
  "longer name",
  "shorter name",
  "name in capitals",
  "no name",
  "name of another grant",
] as const;

/** A request derived from a grant. */
export interface GeneratedRequest {
  /** The index of the grant, modulo their number. */
  readonly grant: number;
  /** The index of another grant, which some differences take a part from. */
  readonly other: number;
  readonly difference: typeof DIFFERENCES[number] | "none";
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

const target = () => fc.nat(TARGETS.length - 1);

/** Returns an arbitrary that generates the first value more often than all others together. */
function mostly<Value>(value: Value, other: fc.Arbitrary<Value>, weight = 3): fc.Arbitrary<Value> {
  return fc.oneof(
    SIMPLEST_FIRST,
    { weight, arbitrary: fc.constant(value) },
    { weight: 1, arbitrary: other },
  );
}

/** Returns an arbitrary of rules. */
function arbitraryRule(): fc.Arbitrary<GeneratedRule> {
  return fc.record({
    verbs: fc.oneof(
      SIMPLEST_FIRST,
      {
        weight: 3,
        arbitrary: fc.subarray(POLICY_VERBS.map((_, index) => index), {
          minLength: 1,
          maxLength: 3,
        }),
      },
      { weight: 1, arbitrary: fc.constant([]) },
    ),
    target: target(),
    group: fc.oneof(
      SIMPLEST_FIRST,
      { weight: 9, arbitrary: fc.constant("its own" as const) },
      { weight: 3, arbitrary: fc.constant("any" as const) },
      { weight: 1, arbitrary: fc.constant("another" as const) },
    ),
    moreGroups: mostly([], fc.uniqueArray(fc.constantFrom(-1, 0, 1, 3), { maxLength: 2 }), 1),
    resource: fc.oneof(
      SIMPLEST_FIRST,
      { weight: 9, arbitrary: fc.constant("its own" as const) },
      { weight: 1, arbitrary: fc.constant("any" as const) },
      { weight: 1, arbitrary: fc.constant("any with its subresource" as const) },
    ),
    moreResources: mostly([], fc.uniqueArray(target(), { maxLength: 2 }), 1),
    last: fc.boolean(),
    names: fc.oneof(
      SIMPLEST_FIRST,
      { weight: 2, arbitrary: fc.constant([]) },
      { weight: 1, arbitrary: fc.subarray(["x", "y"], { minLength: 1 }) },
    ),
    misspelled: mostly<Misspelling | "">("", fc.constantFrom(...MISSPELLINGS), 2),
  });
}

/** Returns an arbitrary of roles. */
export function arbitraryRole(): fc.Arbitrary<GeneratedRole> {
  return fc.record({
    cluster: fc.boolean(),
    namespace: fc.constantFrom(0 as const, 1 as const),
    rules: fc.array(arbitraryRule(), { minLength: 1, maxLength: 2 }),
  });
}

/** Returns an arbitrary of the subjects of a binding. */
export function arbitrarySubjects(minLength: number): fc.Arbitrary<number[]> {
  // Users are more frequent: they come first in the list.
  const subject = fc.oneof(fc.nat(SUBJECTS.length - 1), fc.nat(1));
  return fc.uniqueArray(subject, { minLength, maxLength: 3 });
}

/** Returns an arbitrary of policies. */
export function arbitraryPolicy(): fc.Arbitrary<GeneratedPolicy> {
  const namespace = fc.constantFrom(0 as const, 1 as const);
  return fc.record({
    roles: fc.tuple(arbitraryRole(), arbitraryRole()),
    both: fc.boolean(),
    bindings: fc.array(
      fc.record({
        role: fc.nat(1),
        namespace: fc.oneof(namespace, fc.constant("everywhere" as const)),
        subjects: arbitrarySubjects(1),
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
    other: fc.nat(9),
    difference: fc.oneof(
      { weight: 2, arbitrary: fc.constant("none" as const) },
      { weight: 3, arbitrary: fc.constantFrom(...DIFFERENCES) },
    ),
    actor: fc.nat(ACTORS.length - 1),
    verb: fc.nat(POLICY_VERBS.length - 1),
    target: target(),
    name: fc.constantFrom("x" as const, "y" as const, "" as const),
    namespace: fc.constantFrom(0 as const, 1 as const, 2 as const),
    by: fc.constantFrom("attempt", "attempt", "attempt", "subject", "local", "self"),
  });
}
