/**
 * Checks with a second identity of the target: granted and revoked permissions, and impersonation.
 *
 * @module
 */
import fc from "fast-check";
import { type Check, Discard, example, property } from "../../check.ts";
import type { Rule } from "../../model/access/policy.ts";
import type { RequirementId } from "../../catalogue.ts";
import type { Scope } from "../../scope.ts";
import {
  awaitDecision,
  type Decided,
  decisionOf,
  tryRequest,
} from "../../session/access/attempts.ts";
import { secondIdentity, type Sender } from "../../session/access/policy_users.ts";
import { groupOf } from "./scoped_policies.ts";
import { granting, grantingEverywhere, ownSubject } from "../../session/access/small_policies.ts";
import { dropBinding, putPolicy } from "../../session/access/policy_objects.ts";
import { POLICY_VERBS, TARGETS } from "./policy_arbitraries.ts";
import { recordViolation, verify } from "../../verify.ts";

/** An impersonated identity, and the part that may not be impersonated. */
interface Impersonation {
  readonly account: boolean;
  readonly groups: readonly string[];
  readonly extra: readonly string[];
  /** The part of the identity whose permission is not granted. */
  readonly missing: "nothing" | "user" | "group" | "extra";
}

const REQUIREMENT_OF_MISSING = {
  nothing: "access.impersonation-granted",
  user: "access.impersonation-of-user-needs-permission",
  group: "access.impersonation-of-group-needs-permission",
  extra: "access.impersonation-of-extra-needs-permission",
  uid: "access.impersonation-of-uid-needs-permission",
} as const satisfies Record<string, RequirementId>;

/** Checks with a second identity. */
export const SECOND_IDENTITY: readonly Check[] = [
  example({
    id: "access/second-identity",
    title: "A second identity may perform actions exactly while a binding grants them",
    requirements: ["access.binding-applies-to-identity", "access.removed-binding-revokes"],
    needs: ["another identity"],
    run: async (scope) => {
      await scope.hold("permissions of identities", "change");
      let verified = 0;
      for (const [number, verb] of POLICY_VERBS.entries()) {
        verified += await expectGrant(scope, TARGETS[number % 2]!, verb) ? 1 : 0;
      }
      if (verified === 0) throw new Discard("the second identity may perform all actions already");
    },
  }),
  property<Impersonation>({
    id: "access/impersonation",
    title: "Impersonation needs a permission for every part of the impersonated identity",
    requirements: [
      "access.impersonation-granted",
      "access.impersonation-of-user-needs-permission",
      "access.impersonation-of-group-needs-permission",
      "access.impersonation-of-extra-needs-permission",
    ],
    needs: ["another identity"],
    arbitrary: () =>
      fc.record({
        account: fc.boolean(),
        groups: fc.subarray(["masons", "plumbers"]),
        extra: fc.subarray(["lead", "copper"]),
        missing: fc.constantFrom("nothing", "user", "group", "extra"),
      }),
    run: (scope, input) => expectImpersonation(scope, input),
  }),
  example({
    id: "access/impersonation-of-uid",
    title: "Impersonating a uid needs a permission",
    requirements: ["access.impersonation-of-uid-needs-permission"],
    needs: ["another identity"],
    run: async (scope) => {
      const input: Impersonation = { account: false, groups: [], extra: [], missing: "nothing" };
      await expectImpersonation(scope, input, { granted: false });
      await expectImpersonation(scope, input, { granted: true });
    },
  }),
];

/** Checks granting and revoking a verb; false if the identity has the permission anyway. */
async function expectGrant(
  scope: Scope,
  target: typeof TARGETS[number],
  verb: string,
): Promise<boolean> {
  const { identity, subject } = secondIdentity(scope);
  const [namespace] = scope.namespaces;
  const { resource } = target;
  const group = groupOf(scope, target);
  const named = ["get", "update", "patch", "delete", "list", "watch"].includes(verb);
  const name = named ? scope.name("x") : "";
  const request = { verb, group, resource, subresource: "", name, namespace };
  const decide = () => tryRequest(scope, request, { identity });
  if ((await decide()).allowed !== false) return false;
  const about = { apiGroups: [group], resources: [resource] };
  const rules: Rule[] = [
    { ...about, verbs: [verb], ...(named && { resourceNames: [name] }) },
    // Some servers authorize a PUT to an unused name as create.
    ...(verb === "update" ? [{ ...about, verbs: ["create"] }] : []),
  ];
  const policy = granting(scope, rules, [subject], verb);
  await putPolicy(scope, policy);
  const gained = await awaitDecision(scope, true, decide);
  verify("access.binding-applies-to-identity", {
    holds: gained.allowed === true,
    expected: `${identity} may ${verb} ${resource}`,
    actual: gained.description,
  });
  await dropBinding(scope, policy.bindings[0]);
  const lost = await awaitDecision(scope, false, decide);
  if (lost.allowed === false) return true;
  const facts = { expected: `${identity} may not ${verb} ${resource}`, actual: lost.description };
  recordViolation("access.removed-binding-revokes", facts);
  return true;
}

async function expectImpersonation(
  scope: Scope,
  input: Impersonation,
  uid?: { readonly granted: boolean },
): Promise<void> {
  await scope.hold("permissions of identities", "change");
  const { identity, subject } = secondIdentity(scope);
  const { missing } = input;
  const [namespace] = scope.namespaces;
  const robot = scope.name("robot");
  const user = input.account
    ? `system:serviceaccount:${namespace}:${robot}`
    : ownSubject(scope, "ann");
  const groups = input.groups.map((group) => ownSubject(scope, group));
  const extra = input.extra.map((value) => scope.name(value));
  const uidText = scope.name("uid");
  const key = "plumbline";
  const group = `authentication.${scope.target.dialect.suffix}`;
  const rule = (resource: string, names: readonly string[], apiGroup = ""): Rule => ({
    verbs: ["impersonate"],
    apiGroups: [apiGroup],
    resources: [resource],
    resourceNames: names,
  });
  // A missing permission is missing for the first value only.
  const granted = (part: string, all: readonly string[]) => missing === part ? all.slice(1) : all;
  // If the user is missing, another user may be impersonated instead.
  const another = input.account ? scope.name("another") : ownSubject(scope, "another");
  const names = {
    user: [missing === "user" ? another : input.account ? robot : user],
    group: granted("group", groups),
    extra: granted("extra", extra),
    uid: uid?.granted ? [uidText] : [],
  };
  const rules = [
    rule(input.account ? "serviceaccounts" : "users", names.user),
    rule("groups", names.group),
    rule(`userextras/${key}`, names.extra, group),
    rule("uids", names.uid, group),
  ].filter(({ resourceNames }) => resourceNames!.length > 0);
  const complete = missing === "nothing" || (missing === "group" && groups.length === 0) ||
    (missing === "extra" && extra.length === 0);
  const shouldAllow = complete && (uid?.granted ?? true);
  const words = uid ? `uid ${uid.granted}` : "grant";
  await putPolicy(scope, grantingEverywhere(scope, rules, [subject], words));
  const headers = {
    "impersonate-user": user,
    ...(groups.length > 0 && { "impersonate-group": groups }),
    ...(extra.length > 0 && { [`impersonate-extra-${key}`]: extra }),
    ...(uid && { "impersonate-uid": uidText }),
  };
  scope.note(shouldAllow ? "granted" : `missing ${uid ? "uid" : missing}`);
  const decision = await awaitDecision(
    scope,
    shouldAllow,
    () => ownAccess(scope, { identity, headers }),
  );
  const requirement = shouldAllow
    ? REQUIREMENT_OF_MISSING.nothing
    : REQUIREMENT_OF_MISSING[uid ? "uid" : missing];
  verify(uid && shouldAllow ? REQUIREMENT_OF_MISSING.uid : requirement, {
    holds: decision.allowed === shouldAllow,
    expected: `${shouldAllow ? "allowed" : "forbidden"} to impersonate ${JSON.stringify(headers)}`,
    actual: decision.description,
  });
}

/** Creates a SelfSubjectAccessReview, which only missing impersonation permissions can forbid. */
async function ownAccess(scope: Scope, sender: Sender): Promise<Decided> {
  const group = `authorization.${scope.target.dialect.suffix}/v1`;
  const [namespace] = scope.namespaces;
  return decisionOf(
    await scope.send({
      method: "POST",
      path: `/apis/${group}/selfsubjectaccessreviews`,
      body: {
        apiVersion: group,
        kind: "SelfSubjectAccessReview",
        spec: { resourceAttributes: { namespace, verb: "get", resource: "secrets" } },
      },
      ...sender,
    }),
  );
}
