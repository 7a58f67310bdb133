/**
 * Draws small policies over few people, places and resources, so that grants meet and miss often.
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

/** What rules speak of, and requests act on. */
export const TARGETS = [
  { resource: "secrets", subresource: "", group: "" },
  { resource: "deployments", subresource: "", group: "apps" },
  { resource: "deployments", subresource: "status", group: "apps" },
  { resource: "roles", subresource: "", group: "rbac.authorization" },
  { resource: "clusterroles", subresource: "", group: "rbac.authorization" },
] as const;

/** Whom bindings name; `place` numbers a namespace. */
export const SUBJECTS = [
  { kind: "User", name: "ann" },
  { kind: "User", name: "bob" },
  { kind: "Group", name: "masons" },
  { kind: "Group", name: "plumbers" },
  { kind: "ServiceAccount", name: "robot", place: 0 },
  { kind: "ServiceAccount", name: "robot", place: 1 },
  // Named as a user is: not that user.
  { kind: "Group", name: "ann" },
] as const;

/** Who asks. */
export const ACTORS = [
  { user: "ann", groups: [] },
  { user: "ann", groups: ["masons"] },
  { user: "bob", groups: ["plumbers", "masons"] },
  { user: "carol", groups: ["plumbers"] },
  { account: "robot", place: 0 },
  { account: "robot", place: 1 },
  // Named as a group is: not in it.
  { user: "masons", groups: [] },
] as const;

/** A rule for one target or for all. */
export interface GeneratedRule {
  /** Places in `VERBS`; all where empty. */
  readonly verbs: readonly number[];
  /** A place in `TARGETS`. */
  readonly target: number;
  readonly group: "its own" | "any" | "another";
  readonly anyResource: boolean;
  readonly names: readonly string[];
}

/** A role of the cluster, or of the namespace with this number. */
export interface GeneratedRole {
  readonly cluster: boolean;
  readonly place: 0 | 1;
  readonly rules: readonly GeneratedRule[];
}

/** Roles and bindings by number. */
export interface GeneratedPolicy {
  readonly roles: readonly GeneratedRole[];
  readonly bindings: readonly {
    readonly role: number;
    /** The namespace of the binding, or everywhere: a role of a namespace stays in it. */
    readonly place: 0 | 1 | "everywhere";
    /** Places in `SUBJECTS`. */
    readonly subjects: readonly number[];
  }[];
}

/** What in a request differs from what a grant allows; nothing, mostly. */
const TWISTS = [
  "none",
  "actor",
  "actor in another case",
  "place",
  "verb",
  "target",
  "target of a like name",
  "name",
  "longer name",
] as const;

/** A request aimed at a grant, and twisted. */
export interface GeneratedQuestion {
  /** Which grant. */
  readonly grant: number;
  readonly twist: typeof TWISTS[number];
  /** Places in the lists, taken where the grant leaves them open or the twist asks for it. */
  readonly actor: number;
  readonly verb: number;
  readonly target: number;
  readonly name: "x" | "y" | "";
  readonly place: 0 | 1 | 2;
  /** How it is found out: by trying it, or by a review. */
  readonly by: "attempt" | "subject" | "local" | "self";
}

/** A case shrinks to the first choice: what is left of the others then has to do with the failure. */
const PLAINEST_FIRST = { withCrossShrink: true };

/** Draws a rule. */
function arbitraryRule(): fc.Arbitrary<GeneratedRule> {
  return fc.record({
    verbs: fc.oneof(
      PLAINEST_FIRST,
      {
        weight: 3,
        arbitrary: fc.subarray(VERBS.map((_, index) => index), { minLength: 1, maxLength: 3 }),
      },
      { weight: 1, arbitrary: fc.constant([]) },
    ),
    // Roles more often: another resource has their name in its own.
    target: fc.constantFrom(0, 1, 2, 3, 3, 4),
    group: fc.oneof(
      PLAINEST_FIRST,
      { weight: 9, arbitrary: fc.constant("its own" as const) },
      { weight: 3, arbitrary: fc.constant("any" as const) },
      { weight: 1, arbitrary: fc.constant("another" as const) },
    ),
    anyResource: fc.nat(9).map((number) => number === 1),
    names: fc.oneof(
      PLAINEST_FIRST,
      { weight: 2, arbitrary: fc.constant([]) },
      { weight: 1, arbitrary: fc.subarray(["x", "y"], { minLength: 1 }) },
    ),
  });
}

/** Draws a policy. */
export function arbitraryPolicy(): fc.Arbitrary<GeneratedPolicy> {
  const place = fc.constantFrom(0 as const, 1 as const);
  const role = fc.record({
    cluster: fc.boolean(),
    place,
    rules: fc.array(arbitraryRule(), { minLength: 1, maxLength: 2 }),
  });
  return fc.record({
    roles: fc.tuple(role, role),
    both: fc.boolean(),
    bindings: fc.array(
      fc.record({
        role: fc.nat(1),
        place: fc.oneof(place, fc.constant("everywhere" as const)),
        // Several users, now and then: they come first in the list.
        subjects: fc.uniqueArray(fc.oneof(fc.nat(SUBJECTS.length - 1), fc.nat(1)), {
          minLength: 1,
          maxLength: 3,
        }),
      }),
      { minLength: 1, maxLength: 3 },
    ),
    // Several bindings of the same people: what they come to together is where servers differ.
    shared: fc.boolean(),
    // One of them holds everywhere and another in a namespace: each must leave the other be.
    nearAndFar: fc.nat(2).map((number) => number === 1),
  }).map(({ roles, both, bindings, shared, nearAndFar }): GeneratedPolicy => {
    const { subjects } = bindings[0]!;
    if (nearAndFar) return nearAndFarOf(roles, subjects);
    return {
      roles: both ? roles : roles.slice(0, 1),
      bindings: shared ? bindings.map((one) => ({ ...one, subjects })) : bindings,
    };
  });
}

/** The same people have the first role everywhere and the second in a namespace. */
function nearAndFarOf(
  [far, near]: readonly [GeneratedRole, GeneratedRole],
  subjects: readonly number[],
): GeneratedPolicy {
  return {
    roles: [{ ...far, cluster: true }, near],
    bindings: [
      { role: 0, place: "everywhere", subjects },
      { role: 1, place: near.place, subjects },
    ],
  };
}

/** Draws a question. */
export function arbitraryQuestion(): fc.Arbitrary<GeneratedQuestion> {
  return fc.record({
    grant: fc.nat(9),
    twist: fc.oneof(
      { weight: 3, arbitrary: fc.constant("none" as const) },
      // What differs by a hair, and what takes most to come about.
      {
        weight: 3,
        arbitrary: fc.constantFrom("place", "target of a like name", "longer name"),
      },
      { weight: 4, arbitrary: fc.constantFrom(...TWISTS) },
    ),
    actor: fc.nat(ACTORS.length - 1),
    verb: fc.nat(VERBS.length - 1),
    // A subresource more often: of rules for all resources it is what is forgotten.
    target: fc.constantFrom(0, 1, 2, 2, 3, 4),
    name: fc.constantFrom("x" as const, "y" as const, "" as const),
    place: fc.constantFrom(0 as const, 1 as const, 2 as const),
    by: fc.constantFrom("attempt", "attempt", "attempt", "subject", "local", "self"),
  });
}
