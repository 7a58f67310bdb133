/**
 * Changes of a policy after its bindings: objects are deleted, changed, or created again under the
 * same name.
 *
 * @module
 */
import fc from "fast-check";
import { Discard } from "../../check.ts";
import type { RequirementId } from "../../catalogue.ts";
import type { Binding, Policy, Role } from "../../model/access/policy.ts";
import {
  changeRules,
  changeSubjects,
  dropBinding,
  dropRole,
  putBinding,
  putRole,
} from "../../session/access/policy_objects.ts";
import { arbitraryRole, arbitrarySubjects, type GeneratedRole } from "./policy_arbitraries.ts";
import { type Cast, scopedRules, scopedSubjects } from "./scoped_policies.ts";

/** The sorts of changes, each with the requirement that a server violates if it has no effect. */
const SORTS = {
  "binding deleted": "access.removed-binding-revokes",
  "subjects changed": "access.changed-subjects-apply",
  "binding created again": "access.recreated-binding-applies",
  "rules changed": "access.changed-rules-apply",
  "role deleted": "access.unresolvable-role-grants-nothing",
  "role created again": "access.recreated-role-applies",
} as const satisfies Record<string, RequirementId>;

type Sort = keyof typeof SORTS;

/** A change of one role or binding. */
export interface GeneratedChange {
  readonly sort: Sort;
  /** The index of the role or binding, modulo their number. */
  readonly at: number;
  /** The new rules. */
  readonly role: GeneratedRole;
  /** Indexes of the new subjects. */
  readonly subjects: readonly number[];
  /** Binds another role. */
  readonly otherRole: boolean;
}

/** A policy after a change, and the requirement on its effect. */
export interface ChangedPolicy {
  readonly policy: Policy;
  readonly requirement: RequirementId;
}

/** Returns an arbitrary of changes; most often a binding is deleted. */
export function arbitraryChange(): fc.Arbitrary<GeneratedChange> {
  return fc.record({
    sort: fc.constantFrom("binding deleted", ...Object.keys(SORTS) as Sort[]),
    at: fc.nat(5),
    role: arbitraryRole(),
    subjects: arbitrarySubjects(0),
    otherRole: fc.boolean(),
  });
}

/** Changes the objects of a policy; returns the policy afterwards. */
export async function applyChange(
  cast: Cast,
  { roles, bindings }: Policy,
  change: GeneratedChange,
): Promise<ChangedPolicy> {
  const { scope } = cast;
  const { sort, at } = change;
  const requirement = SORTS[sort];
  const binding = bindings[at % bindings.length];
  const role = roles[at % roles.length];
  if (binding === undefined || role === undefined) throw new Discard("nothing is left to change");
  const withRole = (changed?: Role): ChangedPolicy => ({
    policy: { roles: replaced(roles, role, changed), bindings },
    requirement,
  });
  const withBinding = (changed?: Binding): ChangedPolicy => ({
    policy: { roles, bindings: replaced(bindings, binding, changed) },
    requirement,
  });
  switch (sort) {
    case "binding deleted":
      await dropBinding(scope, binding);
      return withBinding();
    case "subjects changed": {
      const changed = { ...binding, subjects: scopedSubjects(cast, change.subjects) };
      await changeSubjects(scope, changed);
      return withBinding(changed);
    }
    case "binding created again": {
      const changed = {
        ...binding,
        subjects: scopedSubjects(cast, change.subjects),
        role: change.otherRole ? anotherRole(binding, roles) : binding.role,
      };
      await dropBinding(scope, binding);
      expectCreated((await putBinding(scope, changed)).status);
      return withBinding(changed);
    }
    case "rules changed": {
      const changed = { ...role, rules: scopedRules(cast, change.role) };
      await changeRules(scope, changed);
      return withRole(changed);
    }
    case "role deleted":
      await dropRole(scope, role);
      return withRole();
    case "role created again": {
      const changed = { ...role, rules: scopedRules(cast, change.role) };
      await dropRole(scope, role);
      expectCreated((await putRole(scope, changed)).status);
      return withRole(changed);
    }
  }
}

/** Returns a role that the binding may reference instead: the other kind of the same name, if any. */
function anotherRole({ namespace, role }: Binding, roles: readonly Role[]): Binding["role"] {
  const others = roles
    .filter((each) => each.namespace === undefined || each.namespace === namespace)
    .map(({ name, namespace }) => ({
      kind: namespace === undefined ? "ClusterRole" as const : "Role" as const,
      name,
    }));
  return others.find(({ kind, name }) => kind !== role.kind || name !== role.name) ?? role;
}

function replaced<Item>(items: readonly Item[], item: Item, other: Item | undefined): Item[] {
  return items.flatMap((each) => each === item ? other ?? [] : [each]);
}

function expectCreated(status: number): void {
  if (status >= 300) throw new Discard(`the object could not be created again: ${status}`);
}
