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
export interface DrawnRule {
  /** Places in `VERBS`; all where empty. */
  readonly verbs: readonly number[];
  /** A place in `TARGETS`. */
  readonly target: number;
  readonly group: "its own" | "any" | "another";
  readonly anyResource: boolean;
  readonly names: readonly string[];
}

/** Roles and bindings by number. */
export interface DrawnPolicy {
  readonly roles: readonly {
    readonly cluster: boolean;
    readonly place: number;
    readonly rules: readonly DrawnRule[];
  }[];
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
  "name",
  "longer name",
] as const;

/** A request aimed at a grant, and twisted. */
export interface DrawnQuestion {
  /** Which grant. */
  readonly grant: number;
  readonly twist: typeof TWISTS[number];
  /** Places in the lists, taken where the grant leaves them open or the twist asks for it. */
  readonly actor: number;
  readonly verb: number;
  readonly target: number;
  readonly name: "x" | "y" | "";
  readonly place: 0 | 1 | 2;
  readonly review: "subject" | "local" | "self";
}

/** Draws a rule. */
function drawnRule(): fc.Arbitrary<DrawnRule> {
  return fc.record({
    verbs: fc.subarray(VERBS.map((_, index) => index), { maxLength: 3 }),
    target: fc.nat(TARGETS.length - 1),
    group: fc.oneof(
      { weight: 6, arbitrary: fc.constant("its own" as const) },
      { weight: 1, arbitrary: fc.constantFrom("any" as const, "another" as const) },
    ),
    anyResource: fc.nat(9).map((number) => number === 1),
    names: fc.oneof(
      { weight: 2, arbitrary: fc.constant([]) },
      { weight: 1, arbitrary: fc.subarray(["x", "y"], { minLength: 1 }) },
    ),
  });
}

/** Draws a policy. */
export function drawnPolicy(): fc.Arbitrary<DrawnPolicy> {
  const place = fc.constantFrom(0 as const, 1 as const);
  return fc.record({
    roles: fc.array(
      fc.record({
        cluster: fc.boolean(),
        place,
        rules: fc.array(drawnRule(), { minLength: 1, maxLength: 2 }),
      }),
      { minLength: 1, maxLength: 2 },
    ),
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
  }).map(({ roles, bindings, shared }) => {
    const { subjects } = bindings[0]!;
    return { roles, bindings: shared ? bindings.map((one) => ({ ...one, subjects })) : bindings };
  });
}

/** Draws a question. */
export function drawnQuestion(): fc.Arbitrary<DrawnQuestion> {
  return fc.record({
    grant: fc.nat(9),
    twist: fc.oneof(
      { weight: 2, arbitrary: fc.constant("none" as const) },
      { weight: 3, arbitrary: fc.constantFrom(...TWISTS) },
    ),
    actor: fc.nat(ACTORS.length - 1),
    verb: fc.nat(VERBS.length - 1),
    target: fc.nat(TARGETS.length - 1),
    name: fc.constantFrom("x" as const, "y" as const, "" as const),
    place: fc.constantFrom(0 as const, 1 as const, 2 as const),
    review: fc.constantFrom("subject" as const, "local" as const, "self" as const),
  });
}
