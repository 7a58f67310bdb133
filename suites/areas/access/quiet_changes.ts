/**
 * Changes of one role or binding at a time while nothing else changes a policy: beside other checks
 * each change is followed by one of theirs, which renews what a server keeps of the policy. The user
 * has credentials: a server may keep permissions with these, and none of impersonated users.
 *
 * @module
 */
import { type Check, Discard, example } from "../../check.ts";
import type { RequirementId } from "../../catalogue.ts";
import type { ActionOnResource, Binding, Role } from "../../model/access/policy.ts";
import type { Scope } from "../../scope.ts";
import { awaitDecision, sendReview, tryRequest } from "../../session/access/attempts.ts";
import {
  changeRules,
  changeSubjects,
  dropBinding,
  dropBindingOfCollection,
  dropRole,
  putBinding,
  putPolicy,
  putRole,
} from "../../session/access/policy_objects.ts";
import { secondIdentity } from "../../session/access/policy_users.ts";
import { onSecrets, ownSubject } from "../../session/access/small_policies.ts";
import { verify } from "../../verify.ts";

/** The ways in which a binding references a role, by the scope of each. */
const PAIRS = [
  { role: "Role", isBoundEverywhere: false },
  { role: "ClusterRole", isBoundEverywhere: false },
  { role: "ClusterRole", isBoundEverywhere: true },
] as const;

/** A change, and whether the user may list secrets after it. */
interface Change {
  readonly what: string;
  readonly requirement: RequirementId;
  readonly allows: boolean;
  make(): Promise<unknown>;
}

/** Checks of changes that nothing follows. */
export const QUIET_CHANGES: readonly Check[] = [
  example({
    id: "access/quiet-changes",
    title: "A change of one role or binding takes effect though no other change follows",
    requirements: [
      "access.changed-rules-apply",
      "access.changed-subjects-apply",
      "access.recreated-binding-applies",
      "access.recreated-role-applies",
      "access.removed-binding-revokes",
      "access.unresolvable-role-grants-nothing",
    ],
    needs: ["another identity"],
    uses: ["reviews"],
    alone: true,
    run: async (scope) => {
      await scope.hold("permissions of identities", "change");
      const { identity } = secondIdentity(scope);
      const [{ allowed } = { allowed: true }] = await decide(scope, identity, false);
      if (allowed) throw new Discard(`the identity ${identity} may list secrets without a grant`);
      for (const [at, pair] of PAIRS.entries()) await verifyPair(scope, pair, at);
    },
  }),
];

async function verifyPair(
  scope: Scope,
  { role: kind, isBoundEverywhere }: typeof PAIRS[number],
  at: number,
): Promise<void> {
  const [namespace] = scope.namespaces;
  const name = scope.name(`quiet ${at}`);
  const rules = [onSecrets(["list"])];
  const role: Role = { name, rules, ...(kind === "Role" && { namespace }) };
  const { identity, subject } = secondIdentity(scope);
  const own = [subject];
  const binding: Binding = {
    ...{ name, role: { kind, name }, subjects: own },
    ...(!isBoundEverywhere && { namespace }),
  };
  const others = [{ kind: "User" as const, name: ownSubject(scope, "ben") }];
  const created = async (response: ReturnType<typeof putRole>) => {
    const { status } = await response;
    if (status >= 300) throw new Discard(`the object could not be created again: ${status}`);
  };
  const changed = (requirement: RequirementId, allows: boolean, make: Change["make"]): Change => ({
    ...{ what: requirement.replace("access.", ""), requirement, allows, make },
  });
  const changes: readonly Change[] = [
    changed("access.changed-rules-apply", false, () => changeRules(scope, { ...role, rules: [] })),
    changed("access.changed-rules-apply", true, () => changeRules(scope, role)),
    changed("access.unresolvable-role-grants-nothing", false, () => dropRole(scope, role)),
    changed("access.recreated-role-applies", true, () => created(putRole(scope, role))),
    changed(
      "access.changed-subjects-apply",
      false,
      () => changeSubjects(scope, { ...binding, subjects: others }),
    ),
    changed("access.changed-subjects-apply", true, () => changeSubjects(scope, binding)),
    changed("access.removed-binding-revokes", false, () => dropBinding(scope, binding)),
    changed("access.recreated-binding-applies", true, () => created(putBinding(scope, binding))),
    changed(
      "access.removed-binding-revokes",
      false,
      () => dropBindingOfCollection(scope, binding),
    ),
  ];
  await putPolicy(scope, { roles: [role], bindings: [binding] });
  // Whether a new policy takes effect is the question of other checks; this fills what is kept of it.
  const before = await decide(scope, identity, true);
  if (before.some(({ allowed }) => !allowed)) throw new Discard("the policy has no effect");
  for (const { what, requirement, allows, make } of changes) {
    await make();
    scope.note(`${kind}: ${what}`);
    for (const { by, allowed, description } of await decide(scope, identity, allows)) {
      verify(requirement, {
        holds: allowed === allows,
        expected: `${allows ? "allowed" : "not allowed"} after a ${kind} ${
          isBoundEverywhere ? "bound everywhere" : "bound in a namespace"
        } had one change`,
        actual: `${by}: ${description}`,
      });
    }
  }
}

/** Returns the decisions of a request and of a review of the own access, once they are as expected. */
async function decide(scope: Scope, identity: string, isExpected: boolean) {
  const [namespace] = scope.namespaces;
  const request: ActionOnResource = {
    ...{ verb: "list", group: "", resource: "secrets", subresource: "", name: "", namespace },
  };
  const sender = { identity };
  const actor = { user: identity, groups: [] };
  const byRequest = await awaitDecision(
    scope,
    isExpected,
    () => tryRequest(scope, request, sender),
  );
  if (scope.target.lacks?.includes("reviews")) return [{ by: "request", ...byRequest }];
  const byReview = await awaitDecision(
    scope,
    isExpected,
    () => sendReview(scope, "self", actor, request, sender),
  );
  return [{ by: "request", ...byRequest }, { by: "review", ...byReview }];
}
