/**
 * Checks of rules with `resourceNames`, for every verb of each resource type.
 *
 * @module
 */
import { type Check, example, Violation } from "../../check.ts";
import type { HttpRequest, JsonObject } from "../../client/http_client.ts";
import { asObject } from "../../model/object.ts";
import type { ActionOnResource, Rule } from "../../model/access/policy.ts";
import { resourceType } from "../../resources/mod.ts";
import type { Scope } from "../../scope.ts";
import {
  awaitDecision,
  type Decided,
  decisionOf,
  requestOf,
  type Review,
  sendReview,
} from "../../session/access/attempts.ts";
import { putPolicy } from "../../session/access/policy_objects.ts";
import { granting, grantingEverywhere } from "../../session/access/small_policies.ts";
import { mayImpersonate, type TestUser, testUser } from "../../session/access/policy_users.ts";
import { POLICY_VERBS, TARGETS } from "./policy_arbitraries.ts";
import { groupOf, ruleResource, type ScopedTarget } from "./scoped_policies.ts";
import { rejected } from "../../session/objects.ts";

/** The verbs of requests whose path contains a name. */
const NAMED = ["get", "update", "patch", "delete"] as const;
/** The verbs of requests whose path contains none, if no field selector names an object. */
const NAMELESS = ["list", "watch", "create", "deletecollection"] as const;
const ON_STATUS: readonly string[] = ["get", "update", "patch"];

/** Names that are close to the one of the rule, and not equal to it. */
const OTHERS: readonly ((name: string) => string)[] = [
  (name) => `${name}x`,
  (name) => name.slice(0, -1),
  (name) => `x${name}`,
  (name) => name.slice(1),
  (name) => `${name.slice(0, -1)}z`,
];

const REVIEWS: readonly Review[] = ["subject", "local", "self"];

/** One resource type, and a user who may do everything with one object of it. */
interface Case {
  readonly scope: Scope;
  readonly target: ScopedTarget;
  readonly user: TestUser;
  /** The name that the rule lists. */
  readonly name: string;
  /** The object of this name, as created. */
  readonly object: JsonObject;
  readonly namespace: string;
}

/** Checks of names. */
export const RESOURCE_NAMES: readonly Check[] = TARGETS.map((target) =>
  example({
    id: `access/names-of-${ruleResource(target).replace("/", "-")}`,
    version: 2,
    title: `A rule with \`resourceNames\` grants each verb of \`${
      ruleResource(target)
    }\` for these names only`,
    requirements: ["access.named-object", "access.only-names-listed"],
    features: ["dry-run"],
    needs: ["another identity or impersonation"],
    run: async (scope) => {
      const granted = await grantOneName(scope, target);
      await expectRequests(granted);
      await expectReviews(granted);
    },
  })
);

async function grantOneName(scope: Scope, target: ScopedTarget): Promise<Case> {
  const type = resourceType(target.resource);
  const user = await testUser(scope, "reader");
  const name = scope.name("named");
  const object = scope.newObject(type, { name: "named" });
  // A role without rules is never an escalation.
  const body = target.resource.endsWith("roles") ? { ...object, rules: [] } : object;
  const created = await scope.create(type, body);
  if (created.status >= 300) throw rejected(created, "no object could be created");
  const rules: Rule[] = [
    {
      verbs: POLICY_VERBS,
      apiGroups: [groupOf(scope, target)],
      resources: [ruleResource(target)],
      // The name is not the first, and the first is no pattern.
      resourceNames: [`${name}*`, name],
    },
    // Real servers demand this verb of those who write bindings.
    {
      verbs: ["bind"],
      apiGroups: [groupOf(scope, TARGETS[3])],
      resources: ["roles", "clusterroles"],
    },
  ];
  const grant = type.namespaced ? granting : grantingEverywhere;
  await putPolicy(scope, grant(scope, rules, [user.subject]));
  const namespace = type.namespaced ? scope.namespaces[0] : "";
  return { scope, target, user, name, object: body, namespace };
}

async function expectRequests(granted: Case): Promise<void> {
  const { scope, target, name } = granted;
  const verbs = NAMED.filter((verb) => target.subresource === "" || ON_STATUS.includes(verb));
  for (const verb of verbs) {
    const decision = await awaitDecision(scope, true, () => attempt(granted, verb, name));
    if (!decision.allowed) throw violated(granted, verb, name, true, decision);
  }
  for (const verb of verbs) {
    for (const other of OTHERS) await expectForbidden(granted, verb, other(name));
  }
  if (target.subresource !== "") return;
  for (const verb of NAMELESS) await expectForbidden(granted, verb, "");
}

async function expectForbidden(granted: Case, verb: string, name: string): Promise<void> {
  const decision = await attempt(granted, verb, name);
  if (decision.allowed !== false) throw violated(granted, verb, name, false, decision);
}

/** Sends a request as the user; writes are dry runs. */
async function attempt(
  { scope, target, user, namespace, name: listed, object }: Case,
  verb: string,
  name: string,
): Promise<Decided> {
  const { group, resource, subresource } = target;
  const action = { verb, group, resource, subresource, name, namespace };
  const request = requestOf(scope, action);
  // A name in a body is not enough, and an update must not change what is immutable.
  const body = verb === "create"
    ? named(object, listed)
    : verb === "update"
    ? named(object, name)
    : request.body;
  const sent: HttpRequest = {
    ...request,
    ...(body !== undefined && { body }),
    ...user.sender,
    headers: { ...request.headers, ...user.sender.headers },
  };
  if (verb !== "watch") return decisionOf(await scope.send(sent));
  const stream = await scope.watch(sent);
  await stream.close();
  return decisionOf(stream.response);
}

function named(object: JsonObject, name: string): JsonObject {
  return { ...object, metadata: { ...asObject(object.metadata), name } };
}

/** Reviews each verb for the listed name and for two others. */
async function expectReviews(granted: Case): Promise<void> {
  const { scope, target, user, name, namespace } = granted;
  const { resource, subresource } = target;
  const group = groupOf(scope, target);
  for (const [number, verb] of POLICY_VERBS.entries()) {
    const others = [OTHERS[number % OTHERS.length]!(name), number % 2 === 0 ? "" : upper(name)];
    for (const [at, reviewed] of [name, ...others].entries()) {
      const kind = REVIEWS[(number + at) % REVIEWS.length]!;
      // A local review is about a namespace; a self review is sent by the user.
      const review = kind === "local" && namespace === "" ||
          kind === "self" && !mayImpersonate(scope) && user.sender.identity === undefined
        ? "subject"
        : kind;
      const request: ActionOnResource = {
        verb,
        group,
        resource,
        subresource,
        name: reviewed,
        namespace,
      };
      const shouldAllow = reviewed === name;
      const decision = await awaitDecision(
        scope,
        shouldAllow,
        () => sendReview(scope, review, user.actor, request),
      );
      if (decision.allowed === shouldAllow) continue;
      throw violated(granted, `${review} review of ${verb}`, reviewed, shouldAllow, decision);
    }
  }
}

const upper = (name: string) => name.toUpperCase();

function violated(
  { target, name: listed }: Case,
  verb: string,
  name: string,
  shouldAllow: boolean,
  { description }: Decided,
): Violation {
  const about = name === "" ? "without a name" : `of ${name}`;
  return new Violation(shouldAllow ? "access.named-object" : "access.only-names-listed", {
    expected: `${verb} of ${ruleResource(target)} ${about} ${
      shouldAllow ? "allowed" : "forbidden"
    } by a rule for ${listed}`,
    actual: description,
  });
}
