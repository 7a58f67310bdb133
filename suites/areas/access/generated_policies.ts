/**
 * Drawn policies: what is enforced, and what reviews say, is what the grants come to, before and
 * after a binding goes.
 *
 * @module
 */
import fc from "fast-check";
import { type Check, Discard, property, Violation } from "../../check.ts";
import { allows, type Grant, grantsOf } from "../../model/access/grants.ts";
import { statementOf } from "./violated_requirement.ts";
import type { RequirementId } from "../../catalogue.ts";
import type { Binding, ResourceRequest } from "../../model/access/policy.ts";
import type { Scope } from "../../scope.ts";
import { actingAs, ask, attempt, settled } from "../../session/access/attempts.ts";
import {
  arbitraryPolicy,
  arbitraryQuestion,
  type GeneratedPolicy,
  type GeneratedQuestion,
} from "./policy_arbitraries.ts";
import { policyIn, type Question, questionIn } from "./scoped_policies.ts";
import { dropBinding, putPolicy } from "../../session/access/policy_objects.ts";

interface Case {
  readonly policy: GeneratedPolicy;
  readonly questions: readonly GeneratedQuestion[];
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
    run: hold,
  }),
];

function arbitraryCase(): fc.Arbitrary<Case> {
  return fc.record({
    policy: arbitraryPolicy(),
    questions: fc.array(arbitraryQuestion(), { minLength: 6, maxLength: 12, size: "max" }),
    dropped: fc.nat(1),
  });
}

async function hold(scope: Scope, drawn: Case): Promise<void> {
  const policy = policyIn(scope, drawn.policy);
  const grants = grantsOf(policy);
  if (grants.length === 0) throw new Discard("the policy grants nothing");
  const questions = drawn.questions.map((question) => ({
    ...questionIn(scope, question, grants),
    by: question.by,
  }));
  await putPolicy(scope, policy);
  for (const question of questions) {
    const { actor, request } = question;
    scope.note(allows(grants, actor, request) ? "allowed" : "refused");
    await holdDecision(scope, question, grants);
  }
  const dropped = policy.bindings[drawn.dropped % policy.bindings.length]!;
  await dropBinding(scope, dropped);
  const rest = policy.bindings.filter((binding) => binding !== dropped);
  const left = grantsOf({ ...policy, bindings: rest });
  for (const question of questions) {
    const { actor, request } = question;
    if (!allows(grants, actor, request)) continue;
    scope.note(allows(left, actor, request) ? "still allowed" : "no longer allowed");
    await holdDecision(scope, question, left, rest);
  }
}

/** A question, and how it is asked. */
type Asked = Question & Pick<GeneratedQuestion, "by">;

/** Holds a decision against what is due; `rest` is what is left after a binding went. */
async function holdDecision(
  scope: Scope,
  question: Asked,
  grants: readonly Grant[],
  rest?: readonly Binding[],
): Promise<void> {
  const { actor, request } = question;
  const due = allows(grants, actor, request);
  const by = meansOf(scope, question);
  const decide = (means: Asked["by"]) =>
    means === "attempt"
      ? attempt(scope, request, actingAs(actor))
      : ask(scope, means, actor, request);
  const found = await settled(scope, due, () => decide(by));
  if (found.allowed === due) return;
  const violated = (requirement: RequirementId) =>
    new Violation(requirement, facts(question, due, found.said));
  if (by !== "attempt") {
    // What is said and enforced alike is no disagreement: then it is the policy that is misread.
    const other = await decide(
      isTold(request) ? "attempt" : by === "subject" ? "self" : "subject",
    );
    if (other.allowed !== found.allowed) throw violated(REVIEWS[by]);
  }
  if (rest && !due) {
    // Once all bindings are gone, it is none of the rest that allows it.
    for (const binding of rest) await dropBinding(scope, binding);
    const { allowed } = await settled(scope, false, () => decide(by));
    if (allowed) throw violated("access.removed-binding-revokes");
  }
  throw violated(statementOf(grants, actor, request, due));
}

function meansOf({ namespaces }: Scope, { by, request }: Asked): Asked["by"] {
  if (by === "attempt") return isTold(request) ? by : "subject";
  // A local review is about its own namespace alone.
  return by === "local" && request.namespace !== namespaces[0] ? "subject" : by;
}

/** A PUT to a name that is free counts as an update for some, as a create for others. */
function isTold(request: ResourceRequest): boolean {
  return request.verb !== "update";
}

function facts({ actor, request }: Question, due: boolean, said: string) {
  const groups = actor.groups.length > 0 ? ` in ${actor.groups.join(", ")}` : "";
  const wish = Object.values(request).filter((word) => word !== "").join(" ");
  const expected = `${actor.user}${groups} ${due ? "may" : "may not"} ${wish}`;
  return { expected, actual: said };
}
