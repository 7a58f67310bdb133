/**
 * Rules reviews of drawn policies: what they list is what is granted.
 *
 * @module
 */
import fc from "fast-check";
import { type Check, Discard, property, Violation } from "../../check.ts";
import { reviewPath } from "../../session/operations.ts";
import { allows, grantsOf } from "../../model/access/grants.ts";
import type { Actor, ResourceRequest } from "../../model/access/policy.ts";
import { asObject } from "../../model/object.ts";
import { permits } from "../../model/access/review_rules.ts";
import type { Scope } from "../../scope.ts";
import type { JsonObject } from "../../client/http_client.ts";
import { describeAnswer } from "../../session/violation.ts";
import { actingAs, settled } from "../../session/access/attempts.ts";
import {
  arbitraryPolicy,
  arbitraryQuestion,
  type GeneratedPolicy,
  type GeneratedQuestion,
} from "./policy_arbitraries.ts";
import { policyIn, questionIn } from "./scoped_policies.ts";
import { putPolicy } from "../../session/access/policy_objects.ts";

/** Checks of rules reviews. */
export const RULES_REVIEWS: readonly Check[] = [
  property<{ policy: GeneratedPolicy; question: GeneratedQuestion; others: GeneratedQuestion[] }>({
    id: "access/rules-review",
    title: "A SelfSubjectRulesReview lists exactly what roles grant in the namespace",
    requirements: ["access.rules-review-lists-granted", "access.rules-review-lists-only-granted"],
    level: "must",
    needs: ["impersonation"],
    arbitrary: () =>
      fc.record({
        policy: arbitraryPolicy(),
        question: arbitraryQuestion(),
        others: fc.array(arbitraryQuestion(), { minLength: 4, maxLength: 12, size: "max" }),
      }),
    run: async (scope, { policy: drawn, question, others }) => {
      const policy = policyIn(scope, drawn);
      const grants = grantsOf(policy);
      const first = questionIn(scope, question, grants);
      const { actor } = first;
      const [namespace] = scope.namespaces;
      // Rules of a namespace speak of nothing outside: wherever it was aimed, it is asked of there.
      const requests = [first, ...others.map((each) => questionIn(scope, each, grants))]
        .map(({ request }) => ({ ...request, namespace }));
      await putPolicy(scope, policy);
      const wrong = (status: JsonObject) =>
        requests.find((request) =>
          isListed(status, request) !== allows(grants, actor, request) &&
          (isListed(status, request) || status.incomplete === false)
        );
      const found = await settled(scope, true, async () => {
        const status = await rulesOf(scope, actor);
        return { allowed: wrong(status) === undefined, said: JSON.stringify(status), status };
      });
      const odd = wrong(found.status);
      const due = requests.some((request) => allows(grants, actor, request));
      scope.note(due ? "some granted" : "none granted");
      if (odd === undefined) return;
      const granted = allows(grants, actor, odd);
      throw new Violation(
        granted ? "access.rules-review-lists-granted" : "access.rules-review-lists-only-granted",
        { expected: `${granted ? "a" : "no"} rule for ${JSON.stringify(odd)}`, actual: found.said },
      );
    },
  }),
];

function isListed(status: JsonObject, request: ResourceRequest): boolean {
  const { resource, subresource } = request;
  const whole = subresource ? `${resource}/${subresource}` : resource;
  return permits(status.resourceRules, { ...request, resource: whole });
}

async function rulesOf(scope: Scope, actor: Actor): Promise<JsonObject> {
  const [namespace] = scope.namespaces;
  const answer = await scope.send({
    method: "POST",
    path: reviewPath(scope, "selfsubjectrulesreviews"),
    body: {
      apiVersion: `authorization.${scope.target.dialect.suffix}/v1`,
      kind: "SelfSubjectRulesReview",
      spec: { namespace },
    },
    ...actingAs(actor),
  });
  if (answer.status === 403) throw new Discard("who asks may not ask for their rules");
  const status = asObject(asObject(answer.json)?.status);
  if (status !== undefined) return status;
  const facts = { expected: "a status with rules", actual: describeAnswer(answer) };
  throw new Violation("access.rules-review-lists-granted", facts);
}
