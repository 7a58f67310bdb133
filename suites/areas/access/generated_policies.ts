/**
 * Checks of generated policies: requests and reviews are decided as the policy grants, before and
 * after a binding is deleted.
 *
 * @module
 */
import fc from "fast-check";
import { type Check, Discard, property, Violation } from "../../check.ts";
import { allows, type Grant, grantsOf, misses } from "../../model/access/grants.ts";
import { violatedRequirement } from "./violated_requirement.ts";
import type { RequirementId } from "../../catalogue.ts";
import type { ActionOnResource, Policy } from "../../model/access/policy.ts";
import type { Scope } from "../../scope.ts";
import { awaitDecision, sendReview, tryRequest } from "../../session/access/attempts.ts";
import { senderOf } from "../../session/access/policy_users.ts";
import {
  arbitraryPolicy,
  arbitraryRequest,
  type GeneratedPolicy,
  type GeneratedRequest,
} from "./policy_arbitraries.ts";
import { applyChange, arbitraryChange, type GeneratedChange } from "./policy_changes.ts";
import { canAct, type Cast, castOf, scopedPolicy } from "./scoped_policies.ts";
import { type AccessRequest, scopedRequest } from "./scoped_requests.ts";
import { dropBinding, putBinding, putPolicy } from "../../session/access/policy_objects.ts";

interface Case {
  readonly policy: GeneratedPolicy;
  readonly requests: readonly GeneratedRequest[];
  readonly changes: readonly {
    readonly change: GeneratedChange;
    /** Requests derived from the policy after the change. */
    readonly requests: readonly GeneratedRequest[];
  }[];
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
      "access.selected-name-permitted",
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
      "access.changed-subjects-apply",
      "access.recreated-binding-applies",
      "access.changed-rules-apply",
      "access.unresolvable-role-grants-nothing",
      "access.recreated-role-applies",
      "access.subresource-of-all-resources",
      "access.subject-review-agrees",
      "access.local-review-agrees",
      "access.self-review-agrees",
    ],
    features: ["dry-run"],
    version: 2,
    needs: ["another identity or impersonation"],
    arbitrary: arbitraryCase,
    run: runCase,
  }),
];

function arbitraryCase(): fc.Arbitrary<Case> {
  return fc.record({
    policy: arbitraryPolicy(),
    requests: fc.array(arbitraryRequest(), { minLength: 8, maxLength: 13, size: "max" }),
    changes: fc.array(
      fc.record({
        change: arbitraryChange(),
        requests: fc.array(arbitraryRequest(), { minLength: 2, maxLength: 3, size: "max" }),
      }),
      { minLength: 1, maxLength: 2 },
    ),
  });
}

async function runCase(scope: Scope, generated: Case): Promise<void> {
  const cast = await castOf(scope);
  let policy = scopedPolicy(cast, generated.policy);
  let grants = grantsOf(policy);
  if (grants.length === 0) throw new Discard("the policy grants nothing");
  // A question that comes again between two writes shows nothing new.
  const scoped = (generated: readonly GeneratedRequest[]): DecisionCase[] =>
    distinct(generated.map((each) => ({ ...scopedRequest(cast, each, grants), by: each.by })));
  const requests = scoped(generated.requests);
  await putPolicy(scope, policy);
  for (const each of requests) {
    const { actor, request } = each;
    scope.note(allows(grants, actor, request) ? "allowed" : "forbidden");
    await expectDecision(cast, each, { grants });
  }
  for (const { change, requests: further } of generated.changes) {
    if (policy.bindings.length === 0 || policy.roles.length === 0) return;
    const changed = await applyChange(cast, policy, change);
    const before = grants;
    ({ policy } = changed);
    grants = grantsOf(policy);
    for (const each of distinct([...requests, ...scoped(further)])) {
      const { actor, request } = each;
      const [was, is] = [before, grants].map((some) => allows(some, actor, request));
      if (!was && !is) continue;
      scope.note(was ? is ? "still allowed" : "no longer allowed" : "now allowed");
      const { requirement } = changed;
      await expectDecision(cast, each, { grants, policy, ...(was !== is && { requirement }) });
    }
  }
}

/** Returns the cases that are equal to none before them. */
function distinct(cases: readonly DecisionCase[]): DecisionCase[] {
  return [...new Map(cases.map((each) => [JSON.stringify(each), each])).values()];
}

/** A request, and the source of the decision. */
type DecisionCase = AccessRequest & Pick<GeneratedRequest, "by">;

/** The grants to compare decisions with. */
interface Expectation {
  readonly grants: readonly Grant[];
  /** The policy after a change. */
  readonly policy?: Policy;
  /** The requirement on the change, if the change should change the decision. */
  readonly requirement?: RequirementId;
}

/** Compares a decision with the expected one. */
async function expectDecision(
  cast: Cast,
  decisionCase: DecisionCase,
  { grants, policy, requirement }: Expectation,
): Promise<void> {
  const { scope } = cast;
  const { actor, request } = decisionCase;
  const shouldAllow = allows(grants, actor, request);
  const by = sourceOf(cast, decisionCase);
  const decide = (source: DecisionCase["by"]) =>
    source === "attempt"
      ? tryRequest(scope, request, senderOf(scope, actor) ?? {})
      : sendReview(scope, source, actor, request);
  const decision = await awaitDecision(scope, shouldAllow, () => decide(by));
  if (decision.allowed === shouldAllow) return;
  const violated = (requirement: RequirementId) =>
    new Violation(requirement, facts(decisionCase, shouldAllow, decision.description));
  if (by !== "attempt") {
    // If requests and reviews agree, the decision violates a requirement on policies instead.
    const other = await decide(
      sourceOf(cast, { ...decisionCase, by: "attempt" }) === "attempt"
        ? "attempt"
        : by === "subject" && canAct(cast, actor)
        ? "self"
        : "subject",
    );
    if (other.allowed !== decision.allowed) throw violated(REVIEWS[by]);
  }
  if (policy !== undefined && !shouldAllow) {
    // If it is still allowed without any binding, the deletion had no effect.
    for (const binding of policy.bindings) await dropBinding(scope, binding);
    const { allowed } = await awaitDecision(scope, false, () => decide(by));
    if (allowed) throw violated(requirement ?? "access.removed-binding-revokes");
  }
  if (shouldAllow && by === "attempt" && isOfSelectedName(grants, decisionCase)) {
    throw violated("access.selected-name-permitted");
  }
  if (requirement === undefined && shouldAllow && policy === undefined) {
    const ofSubject = await requirementOfSubject(scope, grants, decisionCase);
    if (ofSubject !== undefined) throw violated(ofSubject);
  }
  throw violated(requirement ?? violatedRequirement(grants, actor, request, shouldAllow));
}

/** True for requests that only the name in their field selector makes allowed. */
function isOfSelectedName(grants: readonly Grant[], { actor, request }: AccessRequest): boolean {
  return ["list", "watch"].includes(request.verb) &&
    !allows(grants, actor, { ...request, name: "" });
}

/**
 * Returns the requirement on groups or service accounts if the only grant of a request is theirs, and
 * the same rule holds for a user: then it is not the rule that is decided wrong.
 */
async function requirementOfSubject(
  scope: Scope,
  grants: readonly Grant[],
  { actor, request }: AccessRequest,
): Promise<RequirementId | undefined> {
  const [grant, ...others] = grants.filter((each) => misses(each, actor, request).length === 0);
  if (grant === undefined || grant.subject.kind === "User" || others.length > 0) return undefined;
  const user = scope.name("anybody");
  const { status } = await putBinding(scope, {
    ...grant.binding,
    name: scope.name("same-rule"),
    subjects: [{ kind: "User", name: user }],
  });
  if (status >= 300) return undefined;
  const ask = () => sendReview(scope, "subject", { user, groups: [] }, request);
  const { allowed } = await awaitDecision(scope, true, ask);
  if (allowed !== true) return undefined;
  return grant.subject.kind === "Group" ? "access.group-bound" : "access.service-account-bound";
}

function sourceOf(
  cast: Cast,
  { by, actor, request, isSendable }: DecisionCase,
): DecisionCase["by"] {
  if (!canAct(cast, actor) && by !== "local") return "subject";
  if (by === "attempt") return isSendable && isDecidable(request) ? by : "subject";
  // A LocalSubjectAccessReview is limited to its namespace.
  return by === "local" && !cast.scope.namespaces.includes(request.namespace) ? "subject" : by;
}

/**
 * False for updates: servers authorize a PUT to an unused name as update or as create. Binding a
 * role needs further permissions on real servers.
 */
function isDecidable({ verb, resource }: ActionOnResource): boolean {
  return verb !== "update" && !(verb === "create" && resource.endsWith("bindings"));
}

function facts({ actor, request }: AccessRequest, shouldAllow: boolean, actual: string) {
  const groups = actor.groups.length > 0 ? ` in ${actor.groups.join(", ")}` : "";
  const action = Object.values(request).filter((word) => word !== "").join(" ");
  const expected = `${actor.user}${groups} ${shouldAllow ? "may" : "may not"} ${action}`;
  return { expected, actual };
}
