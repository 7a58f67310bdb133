/**
 * Checks of privilege escalation: a user with few permissions writes roles and bindings.
 *
 * @module
 */
import fc from "fast-check";
import { type Check, property } from "../../check.ts";
import { holds } from "../../model/access/cover.ts";
import { grantsOf } from "../../model/access/grants.ts";
import type { Policy, Rule } from "../../model/access/policy.ts";
import { collectionPath, resourceType } from "../../resources/mod.ts";
import type { Scope } from "../../scope.ts";
import type { JsonObject } from "../../client/http_client.ts";
import { awaitDecision, decisionOf } from "../../session/access/attempts.ts";
import { type TestUser, testUser } from "../../session/access/policy_users.ts";
import { granting, subjectOf, userIn } from "../../session/access/small_policies.ts";
import {
  bindingObject,
  putPolicy,
  putRole,
  roleObject,
} from "../../session/access/policy_objects.ts";
import { verify } from "../../verify.ts";

interface Case {
  /** The permissions of the user who writes. */
  readonly own: readonly Rule[];
  /** The permissions of the role that is written or bound. */
  readonly wanted: readonly Rule[];
  /** Grants `escalate` or `bind`. */
  readonly lifted: boolean;
  /** Limits the grant of `bind` to the name of the role. */
  readonly byName: boolean;
  /** Updates an empty role instead of creating one. */
  readonly update: boolean;
}

/** Returns an arbitrary of rules for an unserved API group. */
const arbitraryRule = (): fc.Arbitrary<Rule> =>
  fc.record({
    verbs: fc.oneof(
      { weight: 4, arbitrary: fc.subarray(["get", "list"], { minLength: 1 }) },
      { weight: 1, arbitrary: fc.constant(["*"]) },
    ),
    apiGroups: fc.constant(["plumbline.invalid"]),
    resources: fc.oneof(
      { weight: 4, arbitrary: fc.subarray(["pipes", "pipes/status"], { minLength: 1 }) },
      { weight: 1, arbitrary: fc.constant(["*"]) },
    ),
    resourceNames: fc.oneof(fc.constant([]), fc.subarray(["x", "y"])),
  });

const arbitraryCase = () =>
  fc.record({
    own: fc.array(arbitraryRule(), { minLength: 1, maxLength: 2 }),
    wanted: fc.array(arbitraryRule(), { minLength: 1, maxLength: 2 }),
    lifted: fc.boolean(),
    byName: fc.boolean(),
    update: fc.boolean(),
  }).chain((one) =>
    // Without escalate or bind, half of the cases use permissions that the user has.
    fc.boolean().map((part): Case =>
      part && !one.lifted ? { ...one, wanted: one.own.slice(0, 1) } : one
    )
  );

/** Checks of escalation. */
export const ESCALATION: readonly Check[] = [
  property<Case>({
    id: "access/escalation",
    title: "Writing a role beyond one's own permissions is forbidden without `escalate`",
    requirements: [
      "access.no-escalation",
      "access.role-within-own-permissions",
      "access.escalate-permits-escalation",
    ],
    needs: ["another identity or impersonation"],
    arbitrary: arbitraryCase,
    run: async (scope, { own, wanted, lifted, update }) => {
      const verbs = ["create", "update", ...(lifted ? ["escalate"] : [])];
      const user = await testUser(scope, "author");
      const policy = author(scope, user, own, { verbs });
      const [namespace] = scope.namespaces;
      const role = { name: scope.name("wanted"), namespace, rules: wanted };
      await putPolicy(scope, policy);
      if (update) await putRole(scope, { ...role, rules: [] });
      await expectDecision(scope, "roles", roleObject(scope, role), {
        policy,
        user,
        wanted,
        lifted,
        update,
      });
    },
  }),
  property<Case>({
    id: "access/binding-escalation",
    title: "Binding a role beyond one's own permissions is forbidden without `bind`",
    requirements: [
      "access.no-escalation-by-binding",
      "access.binding-within-own-permissions",
      "access.bind-permits-escalation",
    ],
    needs: ["another identity or impersonation"],
    arbitrary: arbitraryCase,
    run: async (scope, { own, wanted, lifted, byName }) => {
      const [namespace] = scope.namespaces;
      const role = { name: scope.name("wanted"), namespace, rules: wanted };
      const names = byName ? [role.name] : [];
      const user = await testUser(scope, "author");
      const policy = author(scope, user, own, { verbs: lifted ? ["bind"] : [], names });
      await Promise.all([putPolicy(scope, policy), putRole(scope, role)]);
      const subjects = [subjectOf(userIn(scope, "friend"))];
      const { name } = role;
      const binding = { name, namespace, role: { kind: "Role" as const, name }, subjects };
      await expectDecision(scope, "rolebindings", bindingObject(scope, binding), {
        policy,
        user,
        wanted,
        lifted,
        update: false,
      });
    },
  }),
];

/** Returns a policy for a user who may write roles and bindings and has the given rules. */
function author(
  scope: Scope,
  { subject }: TestUser,
  own: readonly Rule[],
  onRoles: { readonly verbs: readonly string[]; readonly names?: readonly string[] },
): Policy {
  const apiGroups = [`rbac.authorization.${scope.target.dialect.suffix}`];
  const { verbs, names: resourceNames = [] } = onRoles;
  const writes: Rule = { verbs, apiGroups, resources: ["roles"], resourceNames };
  const rules = [
    ...own,
    ...(verbs.length > 0 ? [writes] : []),
    { verbs: ["create"], apiGroups, resources: ["rolebindings"] },
  ];
  return granting(scope, rules, [subject]);
}

async function expectDecision(
  scope: Scope,
  resource: "roles" | "rolebindings",
  body: JsonObject,
  { policy, user: { actor, sender }, wanted, lifted, update }:
    & { policy: Policy; user: TestUser }
    & Pick<Case, "wanted" | "lifted" | "update">,
): Promise<void> {
  const [namespace] = scope.namespaces;
  const grants = grantsOf(policy);
  const within = wanted.every((each) => holds(grants, actor, each, namespace));
  const shouldAllow = within || lifted;
  const type = resourceType(resource);
  const collection = collectionPath(type, scope.target.dialect, namespace);
  const decision = await awaitDecision(scope, shouldAllow, async () =>
    decisionOf(
      await scope.send({
        method: update ? "PUT" : "POST",
        path: update ? `${collection}/${scope.name("wanted")}` : collection,
        query: { dryRun: "All" },
        body,
        ...sender,
      }),
    ));
  scope.note(within ? "within own permissions" : lifted ? "lifted" : "beyond own permissions");
  const roles = resource === "roles";
  const requirement = !shouldAllow
    ? roles ? "access.no-escalation" : "access.no-escalation-by-binding"
    : within
    ? roles ? "access.role-within-own-permissions" : "access.binding-within-own-permissions"
    : roles
    ? "access.escalate-permits-escalation"
    : "access.bind-permits-escalation";
  verify(requirement, {
    holds: decision.allowed === shouldAllow,
    expected: `${shouldAllow ? "allowed" : "forbidden"}: ${JSON.stringify(wanted)}`,
    actual: decision.description,
  });
}
