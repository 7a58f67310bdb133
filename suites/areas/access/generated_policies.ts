/**
 * Checks of generated policies: requests and reviews are decided as the policy grants, before and
 * after a binding is deleted.
 *
 * @module
 */
import fc from "fast-check";
import { type Check, Discard, property, Violation } from "../../check.ts";
import { allows, type Grant, grantsOf } from "../../model/access/grants.ts";
import { violatedRequirement } from "./violated_requirement.ts";
import type { RequirementId } from "../../catalogue.ts";
import type { Binding, ResourceRequest } from "../../model/access/policy.ts";
import type { Scope } from "../../scope.ts";
import {
  awaitDecision,
  impersonating,
  sendReview,
  tryRequest,
} from "../../session/access/attempts.ts";
import {
  arbitraryPolicy,
  arbitraryRequest,
  type GeneratedPolicy,
  type GeneratedRequest,
} from "./policy_arbitraries.ts";
import { type AccessRequest, scopedPolicy, scopedRequest } from "./scoped_policies.ts";
import { dropBinding, putPolicy } from "../../session/access/policy_objects.ts";

interface Case {
  readonly policy: GeneratedPolicy;
  readonly requests: readonly GeneratedRequest[];
  readonly dropped: number;
}

const REVIEWS = {
  subject: "access.subject-review-agrees",
  local: "access.local-review-agrees",
  self: "access.self-review-agrees",
} as const;

/** Checks of generated policies. */
export const GENERATED_POLICIES: readonly Check[] = [
  property<Case>({
    id: "access/policies",
    title: "Exactly the actions that roles grant are allowed, by requests and by reviews",
    requirements: [
      "access.user-bound",
      "access.group-bound",
      "access.service-account-bound",
      "access.role-in-its-namespace",
      "access.cluster-role-in-a-namespace",
      "access.cluster-role-everywhere",
      "access.wildcard-verb",
      "access.wildcard-group",
      "access.wildcard-resource",
      "access.named-object",
      "access.subresource-granted",
      "access.only-those-bound",
      "access.only-in-its-namespace",
      "access.only-verbs-listed",
      "access.only-groups-listed",
      "access.only-resources-listed",
      "access.subresources-separate",
      "access.only-names-listed",
      "access.nothing-by-default",
      "access.removed-binding-revokes",
      "access.subject-review-agrees",
      "access.local-review-agrees",
      "access.self-review-agrees",
    ],
    level: "must",
    features: ["dry-run"],
    needs: ["impersonation"],
    arbitrary: arbitraryCase,
    run: runCase,
  }),
];

function arbitraryCase(): fc.Arbitrary<Case> {
  return fc.record({
    policy: arbitraryPolicy(),
    requests: fc.array(arbitraryRequest(), { minLength: 6, maxLength: 12, size: "max" }),
    dropped: fc.nat(1),
  });
}

async function runCase(scope: Scope, generated: Case): Promise<void> {
  const policy = scopedPolicy(scope, generated.policy);
  const grants = grantsOf(policy);
  if (grants.length === 0) throw new Discard("the policy grants nothing");
  const requests = generated.requests.map((each) => ({
    ...scopedRequest(scope, each, grants),
    by: each.by,
  }));
  await putPolicy(scope, policy);
  for (const each of requests) {
    const { actor, request } = each;
    scope.note(allows(grants, actor, request) ? "allowed" : "forbidden");
    await expectDecision(scope, each, grants);
  }
  const dropped = policy.bindings[generated.dropped % policy.bindings.length]!;
  await dropBinding(scope, dropped);
  const rest = policy.bindings.filter((binding) => binding !== dropped);
  const left = grantsOf({ ...policy, bindings: rest });
  for (const each of requests) {
    const { actor, request } = each;
    if (!allows(grants, actor, request)) continue;
    scope.note(allows(left, actor, request) ? "still allowed" : "no longer allowed");
    await expectDecision(scope, each, left, rest);
  }
}

/** A request, and the source of the decision. */
type DecisionCase = AccessRequest & Pick<GeneratedRequest, "by">;

/** Compares a decision with the expected one; `rest` lists the bindings after a deletion. */
async function expectDecision(
  scope: Scope,
  decisionCase: DecisionCase,
  grants: readonly Grant[],
  rest?: readonly Binding[],
): Promise<void> {
  const { actor, request } = decisionCase;
  const shouldAllow = allows(grants, actor, request);
  const by = sourceOf(scope, decisionCase);
  const decide = (source: DecisionCase["by"]) =>
    source === "attempt"
      ? tryRequest(scope, request, impersonating(actor))
      : sendReview(scope, source, actor, request);
  const decision = await awaitDecision(scope, shouldAllow, () => decide(by));
  if (decision.allowed === shouldAllow) return;
  const violated = (requirement: RequirementId) =>
    new Violation(requirement, facts(decisionCase, shouldAllow, decision.description));
  if (by !== "attempt") {
    // If requests and reviews agree, the decision violates a requirement on policies instead.
    const other = await decide(
      isDecidable(request) ? "attempt" : by === "subject" ? "self" : "subject",
    );
    if (other.allowed !== decision.allowed) throw violated(REVIEWS[by]);
  }
  if (rest && !shouldAllow) {
    // If it is still allowed without any binding, the deletion had no effect.
    for (const binding of rest) await dropBinding(scope, binding);
    const { allowed } = await awaitDecision(scope, false, () => decide(by));
    if (allowed) throw violated("access.removed-binding-revokes");
  }
  throw violated(violatedRequirement(grants, actor, request, shouldAllow));
}

function sourceOf({ namespaces }: Scope, { by, request }: DecisionCase): DecisionCase["by"] {
  if (by === "attempt") return isDecidable(request) ? by : "subject";
  // A LocalSubjectAccessReview is limited to its namespace.
  return by === "local" && request.namespace !== namespaces[0] ? "subject" : by;
}

/** False for updates: servers authorize a PUT to an unused name as update or as create. */
function isDecidable(request: ResourceRequest): boolean {
  return request.verb !== "update";
}

function facts({ actor, request }: AccessRequest, shouldAllow: boolean, actual: string) {
  const groups = actor.groups.length > 0 ? ` in ${actor.groups.join(", ")}` : "";
  const action = Object.values(request).filter((word) => word !== "").join(" ");
  const expected = `${actor.user}${groups} ${shouldAllow ? "may" : "may not"} ${action}`;
  return { expected, actual };
}
