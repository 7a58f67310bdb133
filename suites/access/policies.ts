/**
 * Drawn policies: what is enforced, and what reviews say, is what the grants come to, before and
 * after a binding goes.
 *
 * @module
 */
import fc from "fast-check";
import { type Check, Discard, property, Violation } from "../check.ts";
import { allows, type Grant, grantsOf } from "../model/access/grants.ts";
import { statementOf } from "./statements.ts";
import type { Policy } from "../model/access/policy.ts";
import type { Scope } from "../runner/scope.ts";
import { actingAs, ask, attempt, type Review, settled } from "./attempt.ts";
import { type DrawnPolicy, drawnPolicy, type DrawnQuestion, drawnQuestion } from "./draw.ts";
import { policyIn, type Question, questionIn } from "./mean.ts";
import { dropBinding, putPolicy } from "./put.ts";

interface Case {
  readonly policy: DrawnPolicy;
  readonly questions: readonly DrawnQuestion[];
  readonly dropped: number;
}

const REVIEWS = {
  subject: "access.subject-review-agrees",
  local: "access.local-review-agrees",
  self: "access.self-review-agrees",
} as const;

/** Checks of drawn policies. */
export const POLICIES: readonly Check[] = [
  property<Case>({
    id: "access/policies",
    title: "Exactly what roles grant to whom they are bound is allowed",
    requirements: [
      "access.user-bound",
      "access.group-bound",
      "access.account-bound",
      "access.role-in-its-namespace",
      "access.cluster-role-in-a-namespace",
      "access.cluster-role-everywhere",
      "access.any-verb",
      "access.any-group",
      "access.any-resource",
      "access.named-object",
      "access.subresource-granted",
      "access.only-those-bound",
      "access.only-in-its-namespace",
      "access.only-verbs-listed",
      "access.only-groups-listed",
      "access.only-resources-listed",
      "access.subresource-apart",
      "access.only-names-listed",
      "access.nothing-by-default",
      "access.removed-binding-counts",
      "access.subject-review-agrees",
      "access.local-review-agrees",
      "access.self-review-agrees",
    ],
    level: "must",
    features: ["dry-run"],
    needs: ["impersonation"],
    arbitrary: drawnCase,
    run: hold,
  }),
];

function drawnCase(): fc.Arbitrary<Case> {
  return fc.record({
    policy: drawnPolicy(),
    questions: fc.array(drawnQuestion(), { minLength: 2, maxLength: 4 }),
    dropped: fc.nat(1),
  });
}

async function hold(scope: Scope, drawn: Case): Promise<void> {
  const policy = policyIn(scope, drawn.policy);
  const grants = grantsOf(policy);
  if (grants.length === 0) throw new Discard("the policy grants nothing");
  const questions = drawn.questions.map((question) => ({
    ...questionIn(scope, question, grants),
    review: question.review,
  }));
  await putPolicy(scope, policy);
  for (const question of questions) {
    const { actor, request } = question;
    scope.note(allows(grants, actor, request) ? "allowed" : "refused");
    await holdAttempt(scope, question, grants);
    await holdReview(scope, question, grants);
  }
  const dropped = policy.bindings[drawn.dropped % policy.bindings.length]!;
  await dropBinding(scope, dropped);
  const left = grantsOf(without(policy, dropped));
  for (const question of questions) {
    const { actor, request } = question;
    if (!allows(grants, actor, request)) continue;
    scope.note(allows(left, actor, request) ? "still allowed" : "no longer allowed");
    await holdAttempt(scope, question, left, grants);
    await holdReview(scope, question, left);
  }
}

function without(policy: Policy, dropped: Policy["bindings"][number]): Policy {
  return { ...policy, bindings: policy.bindings.filter((binding) => binding !== dropped) };
}

/** Holds an attempt against what is due; `before` is what was granted earlier. */
async function holdAttempt(
  scope: Scope,
  question: Question,
  grants: readonly Grant[],
  before?: readonly Grant[],
): Promise<void> {
  const { actor, request } = question;
  const due = allows(grants, actor, request);
  // A PUT to a name that is free counts as an update for some, as a create for others.
  if (request.verb === "update") {
    if (allows(grants, actor, { ...request, verb: "create", name: "" }) !== due) return;
  }
  const found = await settled(scope, due, () => attempt(scope, request, actingAs(actor)));
  if (found.allowed === due) return;
  const requirement = before && !due
    ? "access.removed-binding-counts"
    : statementOf(grants, actor, request, due);
  throw new Violation(requirement, facts(question, due, found.said));
}

async function holdReview(
  scope: Scope,
  question: Question & { readonly review: Review },
  grants: readonly Grant[],
): Promise<void> {
  const { actor, request } = question;
  // A local review is about its own namespace alone.
  const local = question.review === "local" && request.namespace !== scope.namespaces[0];
  const review = local ? "subject" : question.review;
  const due = allows(grants, actor, request);
  const found = await settled(scope, due, () => ask(scope, review, actor, request));
  if (found.allowed === due) return;
  throw new Violation(REVIEWS[review], facts(question, due, found.said));
}

function facts({ actor, request }: Question, due: boolean, said: string) {
  const groups = actor.groups.length > 0 ? ` in ${actor.groups.join(", ")}` : "";
  const wish = Object.values(request).filter((word) => word !== "").join(" ");
  const expected = `${actor.user}${groups} ${due ? "may" : "may not"} ${wish}`;
  return { expected, actual: said };
}
