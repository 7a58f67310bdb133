/**
 * Checks that rules reviews list what generated policies grant.
 *
 * @module
 */
import fc from "fast-check";
import { type Check, Discard, example, property, Violation } from "../../check.ts";
import { reviewPath } from "../../session/reviews.ts";
import { allows, type Grant, grantsOf } from "../../model/access/grants.ts";
import type { ActionOnResource, Actor, Rule } from "../../model/access/policy.ts";
import { asObject } from "../../model/object.ts";
import { permits } from "../../model/access/review_rules.ts";
import type { Scope } from "../../scope.ts";
import type { JsonObject } from "../../client/http_client.ts";
import { describeResponse } from "../../session/violation.ts";
import { awaitDecision } from "../../session/access/attempts.ts";
import { type Sender, senderOf, testUser } from "../../session/access/policy_users.ts";
import { granting } from "../../session/access/small_policies.ts";
import {
  ACTORS,
  arbitraryPolicy,
  arbitraryRequest,
  type GeneratedPolicy,
  type GeneratedRequest,
} from "./policy_arbitraries.ts";
import { type Cast, castOf, scopedActor, scopedPolicy } from "./scoped_policies.ts";
import { scopedRequest } from "./scoped_requests.ts";
import { putPolicy } from "../../session/access/policy_objects.ts";
import { recordViolation } from "../../verify.ts";

/** Checks of rules reviews. */
export const RULES_REVIEWS: readonly Check[] = [
  property<{ policy: GeneratedPolicy; request: GeneratedRequest; others: GeneratedRequest[] }>({
    id: "access/rules-review",
    title: "A SelfSubjectRulesReview lists exactly what roles grant in the namespace",
    requirements: ["access.rules-review-lists-granted", "access.rules-review-lists-only-granted"],
    version: 3,
    needs: ["another identity or impersonation"],
    arbitrary: () =>
      fc.record({
        policy: arbitraryPolicy(),
        request: arbitraryRequest(),
        others: fc.array(arbitraryRequest(), { minLength: 4, maxLength: 12, size: "max" }),
      }),
    run: async (scope, { policy: generated, request, others }) => {
      const cast = await castOf(scope);
      const policy = scopedPolicy(cast, generated);
      const grants = grantsOf(policy);
      const first = scopedRequest(cast, request, grants);
      const actor = senderOf(scope, first.actor) ? first.actor : cast.ann.actor;
      const [namespace] = scope.namespaces;
      // A rules review covers one namespace, so that all requests are moved to it.
      const requests = [first, ...others.map((each) => scopedRequest(cast, each, grants))]
        .map(({ request }) => ({ ...request, namespace }));
      await putPolicy(scope, policy);
      const someGranted = requests.some((request) => allows(grants, actor, request));
      scope.note(someGranted ? "some granted" : "none granted");
      await judgeRules(scope, { grants, actor, requests });
      for (const namesake of namesakes(cast, grants, requests)) {
        scope.note("an account with the name of another");
        await judgeRules(scope, { grants, actor: namesake, requests });
      }
    },
  }),
  example({
    id: "access/rules-review-of-many-rules",
    title: "A SelfSubjectRulesReview lists many rules, of several groups, names and subresources",
    version: 2,
    requirements: ["access.rules-review-lists-granted", "access.rules-review-lists-only-granted"],
    needs: ["another identity or impersonation"],
    run: async (scope) => {
      const { actor, subject } = await testUser(scope, "reader");
      const policy = granting(scope, MANY_RULES, [subject]);
      await putPolicy(scope, policy);
      const [namespace] = scope.namespaces;
      const requests = ACTIONS.map((action) => ({ ...action, namespace }));
      await judgeRules(scope, { grants: grantsOf(policy), actor, requests });
    },
  }),
];

const GROUPS = ["plumbline.invalid", "plumbline.other.invalid"];

/** Unserved resources, each of a rule of its own: more than fit into a short list. */
const KINDS = Array.from({ length: 100 }, (_, at) => `pipes-${at}`);

/** Rules of each shape that a review could widen or narrow. */
const MANY_RULES: readonly Rule[] = [
  ...KINDS.map((kind) => ({ verbs: ["get"], apiGroups: [GROUPS[0]!], resources: [kind] })),
  { verbs: ["get"], apiGroups: [GROUPS[0]!], resources: ["*/status"] },
  { verbs: ["get", "list"], apiGroups: GROUPS, resources: ["taps", "valves/scale"] },
  {
    verbs: ["get"],
    apiGroups: [GROUPS[0]!],
    resources: ["meters", "gauges"],
    resourceNames: ["a", "b", "c", "d"],
  },
  // Each differs from the one before it in two parts, so that one rule for both would permit more.
  { verbs: ["get"], apiGroups: [GROUPS[0]!], resources: ["dials"], resourceNames: ["e"] },
  { verbs: ["list"], apiGroups: [GROUPS[0]!], resources: ["dials"], resourceNames: ["a"] },
  { verbs: ["list"], apiGroups: [GROUPS[1]!], resources: ["taps"], resourceNames: ["a"] },
  { verbs: ["watch"], apiGroups: [GROUPS[0]!], resources: ["taps"], resourceNames: ["a"] },
];

/** What these rules permit, and what is next to it. */
const ACTIONS: readonly Omit<ActionOnResource, "namespace">[] = [
  ...KINDS.map((resource) => ({ resource, subresource: "", name: "" })),
  ...["taps", "valves", "meters", "gauges", "dials"].flatMap((resource) =>
    ["", "status", "scale"].flatMap((subresource) =>
      ["", "a", "b", "c", "d", "e"].map((name) => ({ resource, subresource, name }))
    )
  ),
].flatMap((what) =>
  GROUPS.flatMap((group) => ["get", "list", "watch"].map((verb) => ({ ...what, group, verb })))
);

/** Whose rules are reviewed, and the requests that show them. */
interface Reviewed {
  readonly grants: readonly Grant[];
  readonly actor: Actor;
  readonly requests: readonly ActionOnResource[];
}

/** Reviews the rules of an actor, who can be a sender. */
async function judgeRules(scope: Scope, { grants, actor, requests }: Reviewed): Promise<void> {
  const sender = senderOf(scope, actor)!;
  const wrong = (status: JsonObject) =>
    requests.find((request) =>
      isListed(status, request) !== allows(grants, actor, request) &&
      (isListed(status, request) || status.incomplete === false)
    );
  const review = await awaitDecision(scope, true, async () => {
    const status = await rulesOf(scope, sender);
    return {
      allowed: wrong(status) === undefined,
      description: JSON.stringify(status),
      status,
    };
  });
  const wrongRequest = wrong(review.status);
  if (wrongRequest === undefined) return;
  const granted = allows(grants, actor, wrongRequest);
  recordViolation(
    granted ? "access.rules-review-lists-granted" : "access.rules-review-lists-only-granted",
    {
      expected: `${granted ? "a" : "no"} rule for ${JSON.stringify(wrongRequest)}`,
      actual: review.description,
    },
  );
}

/**
 * Returns the service accounts that may not do one of the requests, while the account of their name in
 * the other namespace may.
 */
function namesakes(
  cast: Cast,
  grants: readonly Grant[],
  requests: readonly ActionOnResource[],
): readonly Actor[] {
  const accounts = ACTORS.flatMap((actor, number) =>
    "account" in actor ? [scopedActor(cast, number)] : []
  ).filter((actor) => senderOf(cast.scope, actor) !== undefined);
  return accounts.filter((actor) =>
    requests.some((request) =>
      !allows(grants, actor, request) && accounts.some((other) => allows(grants, other, request))
    )
  );
}

function isListed(status: JsonObject, request: ActionOnResource): boolean {
  const { resource, subresource } = request;
  const resourcePath = subresource ? `${resource}/${subresource}` : resource;
  return permits(status.resourceRules, { ...request, resource: resourcePath });
}

async function rulesOf(scope: Scope, sender: Sender): Promise<JsonObject> {
  const [namespace] = scope.namespaces;
  const response = await scope.send({
    method: "POST",
    path: reviewPath(scope, "selfsubjectrulesreviews"),
    body: {
      apiVersion: `authorization.${scope.target.dialect.suffix}/v1`,
      kind: "SelfSubjectRulesReview",
      spec: { namespace },
    },
    ...sender,
  });
  if (response.status === 403) {
    throw new Discard("the impersonated user may not create rules reviews");
  }
  const status = asObject(asObject(response.json)?.status);
  if (status !== undefined) return status;
  const facts = { expected: "a status with rules", actual: describeResponse(response) };
  throw new Violation("access.rules-review-lists-granted", facts);
}
