/**
 * Somebody else with credentials of their own: what they gain and lose, and whom they may act as.
 *
 * @module
 */
import fc from "fast-check";
import { type Check, Discard, example, property, Violation } from "../../check.ts";
import type { Rule, Subject } from "../../model/access/policy.ts";
import type { RequirementId } from "../../catalogue.ts";
import type { Scope } from "../../scope.ts";
import {
  type Asker,
  attempt,
  type Decided,
  decisionOf,
  settled,
} from "../../session/access/attempts.ts";
import { groupOf } from "./scoped_policies.ts";
import { granting, grantingEverywhere, ownSubject } from "../../session/access/small_policies.ts";
import { dropBinding, putPolicy } from "../../session/access/policy_objects.ts";
import { TARGETS, VERBS } from "./policy_arbitraries.ts";

/** What the wish to be somebody takes, and what is granted of it. */
interface Wish {
  readonly account: boolean;
  readonly groups: readonly string[];
  readonly extra: readonly string[];
  /** Parts of the wish whose permission is kept back. */
  readonly lacking: "nothing" | "user" | "group" | "extra";
}

const LACKING = {
  nothing: "access.impersonation-granted",
  user: "access.impersonation-of-user-needs-permission",
  group: "access.impersonation-of-group-needs-permission",
  extra: "access.impersonation-of-extra-needs-permission",
  uid: "access.impersonation-of-uid-needs-permission",
} as const satisfies Record<string, RequirementId>;

/** Checks of other identities. */
export const IDENTITIES: readonly Check[] = [
  example({
    id: "access/second-identity",
    title: "A second identity may perform actions exactly while a binding grants them",
    requirements: ["access.binding-applies-to-identity", "access.removed-binding-revokes"],
    level: "must",
    needs: ["another identity"],
    run: async (scope) => {
      let told = 0;
      for (const [number, verb] of VERBS.entries()) {
        told += await holdGain(scope, TARGETS[number % 2]!, verb) ? 1 : 0;
      }
      if (told === 0) throw new Discard("the other identity may do all of it already");
    },
  }),
  property<Wish>({
    id: "access/impersonation",
    title: "Impersonation needs a permission for every part of the impersonated identity",
    requirements: [
      "access.impersonation-granted",
      "access.impersonation-of-user-needs-permission",
      "access.impersonation-of-group-needs-permission",
      "access.impersonation-of-extra-needs-permission",
    ],
    level: "convention",
    needs: ["another identity"],
    arbitrary: () =>
      fc.record({
        account: fc.boolean(),
        groups: fc.subarray(["masons", "plumbers"]),
        extra: fc.subarray(["lead", "copper"]),
        lacking: fc.constantFrom("nothing", "user", "group", "extra"),
      }),
    run: (scope, wish) => actAs(scope, wish),
  }),
  example({
    id: "access/impersonation-of-uid",
    title: "Impersonating a uid needs a permission",
    requirements: ["access.impersonation-of-uid-needs-permission"],
    level: "convention",
    needs: ["another identity"],
    run: async (scope) => {
      const wish: Wish = { account: false, groups: [], extra: [], lacking: "nothing" };
      await actAs(scope, wish, { granted: false });
      await actAs(scope, wish, { granted: true });
    },
  }),
];

/** Holds one verb against the other identity; false where they may do it anyway. */
async function holdGain(
  scope: Scope,
  target: typeof TARGETS[number],
  verb: string,
): Promise<boolean> {
  const { identity, subject } = anotherIdentity(scope);
  const [namespace] = scope.namespaces;
  const { resource } = target;
  const group = groupOf(scope, target);
  const named = ["get", "update", "patch", "delete", "list", "watch"].includes(verb);
  const name = named ? scope.name("x") : "";
  const request = { verb, group, resource, subresource: "", name, namespace };
  const tryIt = () => attempt(scope, request, { identity });
  if ((await tryIt()).allowed !== false) return false;
  const about = { apiGroups: [group], resources: [resource] };
  const rules: Rule[] = [
    { ...about, verbs: [verb], ...(named && { resourceNames: [name] }) },
    // Some servers take a PUT to a free name for a create.
    ...(verb === "update" ? [{ ...about, verbs: ["create"] }] : []),
  ];
  const policy = granting(scope, rules, [subject], verb);
  await putPolicy(scope, policy);
  const gained = await settled(scope, true, tryIt);
  if (!gained.allowed) {
    const facts = { expected: `${identity} may ${verb} ${resource}`, actual: gained.said };
    throw new Violation("access.binding-applies-to-identity", facts);
  }
  await dropBinding(scope, policy.bindings[0]);
  const lost = await settled(scope, false, tryIt);
  if (lost.allowed === false) return true;
  const facts = { expected: `${identity} may not ${verb} ${resource}`, actual: lost.said };
  throw new Violation("access.removed-binding-revokes", facts);
}

async function actAs(scope: Scope, wish: Wish, uid?: { readonly granted: boolean }): Promise<void> {
  const { identity, subject } = anotherIdentity(scope);
  const { lacking } = wish;
  const [namespace] = scope.namespaces;
  const robot = scope.name("robot");
  const user = wish.account
    ? `system:serviceaccount:${namespace}:${robot}`
    : ownSubject(scope, "ann");
  const groups = wish.groups.map((group) => ownSubject(scope, group));
  const extra = wish.extra.map((value) => scope.name(value));
  const uidText = scope.name("uid");
  const key = "plumbline";
  const group = `authentication.${scope.target.dialect.suffix}`;
  const rule = (resource: string, names: readonly string[], apiGroup = ""): Rule => ({
    verbs: ["impersonate"],
    apiGroups: [apiGroup],
    resources: [resource],
    resourceNames: names,
  });
  // One of the values only, where a part is kept back.
  const kept = (part: string, all: readonly string[]) => lacking === part ? all.slice(1) : all;
  // Somebody else may be acted as, where this one may not.
  const another = wish.account ? scope.name("another") : ownSubject(scope, "another");
  const names = {
    user: [lacking === "user" ? another : wish.account ? robot : user],
    group: kept("group", groups),
    extra: kept("extra", extra),
    uid: uid?.granted ? [uidText] : [],
  };
  const rules = [
    rule(wish.account ? "serviceaccounts" : "users", names.user),
    rule("groups", names.group),
    rule(`userextras/${key}`, names.extra, group),
    rule("uids", names.uid, group),
  ].filter(({ resourceNames }) => resourceNames!.length > 0);
  const complete = lacking === "nothing" || (lacking === "group" && groups.length === 0) ||
    (lacking === "extra" && extra.length === 0);
  const due = complete && (uid?.granted ?? true);
  const words = uid ? `uid ${uid.granted}` : "grant";
  await putPolicy(scope, grantingEverywhere(scope, rules, [subject], words));
  const headers = {
    "impersonate-user": user,
    ...(groups.length > 0 && { "impersonate-group": groups }),
    ...(extra.length > 0 && { [`impersonate-extra-${key}`]: extra }),
    ...(uid && { "impersonate-uid": uidText }),
  };
  scope.note(due ? "granted" : `lacking ${uid ? "uid" : lacking}`);
  const found = await settled(scope, due, () => ownAccess(scope, { identity, headers }));
  if (found.allowed === due) return;
  const requirement = due ? LACKING.nothing : LACKING[uid ? "uid" : lacking];
  throw new Violation(uid && due ? LACKING.uid : requirement, {
    expected: `${due ? "acting" : "no acting"} as ${JSON.stringify(headers)}`,
    actual: found.said,
  });
}

/** Asks for one's own access, which whoever one is may always do: refused only on the way. */
async function ownAccess(scope: Scope, asker: Asker): Promise<Decided> {
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
      ...asker,
    }),
  );
}

/** The second identity, and how bindings name it. */
function anotherIdentity({ target }: Scope): { identity: string; subject: Subject } {
  const { name } = target.identities[1]!;
  const [, namespace, account] = name.match(/^system:serviceaccount:([^:]+):([^:]+)$/) ?? [];
  return {
    identity: name,
    subject: namespace !== undefined && account !== undefined
      ? { kind: "ServiceAccount", name: account, namespace }
      : { kind: "User", name },
  };
}
