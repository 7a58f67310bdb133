/**
 * Checks of required specs, review statuses and the entries of rules reviews.
 *
 * @module
 */
import { awaitDecision } from "../../session/access/attempts.ts";
import { granting, onSecrets, subjectOf, userIn } from "../../session/access/small_policies.ts";
import { putPolicy } from "../../session/access/policy_objects.ts";
import { type Check, Discard, example } from "../../check.ts";
import {
  IDENTITY_REVIEW,
  REVIEW_KINDS,
  reviewNamed,
  reviewPath,
  reviewsOf,
  reviewVersion,
} from "../../session/reviews.ts";
import { canonical } from "../../model/content.ts";
import { asObject } from "../../model/object.ts";
import { textsOf } from "../../model/access/review_rules.ts";
import type { Scope } from "../../scope.ts";
import { expectError } from "../../session/violation.ts";
import type { HttpResponse, JsonObject } from "../../client/http_client.ts";
import { ACCESS_REVIEWS, attributesOf, sendReviewAs, specOf, statusOf } from "./review_requests.ts";
import { RBAC_TYPES } from "../../resources/mod.ts";
import { withPermissionsOf } from "./unchanged_permissions.ts";
import { recordViolation, verify } from "../../verify.ts";

const GET_SECRETS = { verb: "get", resource: "secrets", name: "" };
const RULES = "selfsubjectrulesreviews";
const SELF = "selfsubjectaccessreviews";
const LOCAL = "localsubjectaccessreviews";

/** Checks of statuses and rules. */
export const STATUS_AND_RULES: readonly Check[] = [
  example({
    id: "reviews/spec-required",
    title: "A review without `spec` is rejected",
    requirements: ["reviews.spec-required"],
    run: async (scope) => {
      for (const resource of Object.keys(REVIEW_KINDS)) {
        const response = await send(scope, resource, {});
        expectError("reviews.spec-required", response);
      }
    },
  }),
  example({
    id: "reviews/local-namespace-granted",
    types: RBAC_TYPES,
    title:
      "A LocalSubjectAccessReview without namespace allows what a role in the namespace of its path grants",
    requirements: ["reviews.local-namespace-defaulted"],
    run: async (scope) => {
      const actor = userIn(scope, "neighbour");
      await putPolicy(scope, granting(scope, [onSecrets(["get"])], [subjectOf(actor)]));
      const attributes = { ...attributesOf(scope, GET_SECRETS), namespace: "" };
      const spec = specOf(LOCAL, attributes, { user: actor.user });
      const decision = await awaitDecision(scope, true, async () => {
        const response = await sendReviewAs(scope, LOCAL, spec);
        // reviews/local-namespace-defaulted covers rejection.
        if (response.status >= 400) {
          throw new Discard(`the review was rejected: ${response.status}`);
        }
        const status = statusOf(LOCAL, response);
        return { allowed: status.allowed === true, description: JSON.stringify(status) };
      });
      verify("reviews.local-namespace-defaulted", {
        holds: decision.allowed,
        expected: "allowed, as in the namespace of the path",
        actual: decision.description,
      });
    },
  }),
  example({
    id: "reviews/names-not-unique",
    title: "Two reviews may have the same name",
    requirements: ["reviews.names-not-unique"],
    run: async (scope) => {
      for (const { resource } of reviewsOf(scope.target)) {
        const metadata = { name: scope.name("review") };
        const body = { ...specOfAny(scope, resource), metadata };
        const first = await send(scope, resource, body);
        const second = await send(scope, resource, body);
        verify("reviews.names-not-unique", {
          holds: first.status === second.status,
          expected: `${first.status}, as for the first review`,
          actual: `${second.status}`,
        });
      }
    },
  }),
  example({
    id: "reviews/status-types",
    title: "The fields of a review status have the documented types",
    requirements: ["reviews.status-types"],
    run: async (scope) => {
      for (const resource of ACCESS_REVIEWS) {
        const spec = specOf(resource, attributesOf(scope, GET_SECRETS));
        const status = statusOf(resource, await sendReviewAs(scope, resource, spec));
        const types = { denied: "boolean", reason: "string", evaluationError: "string" };
        for (const [field, type] of Object.entries(types)) {
          const value = status[field];
          verify("reviews.status-types", {
            holds: value === undefined || typeof value === type,
            expected: `${field}: ${type}`,
            actual: JSON.stringify(value),
          });
        }
      }
    },
  }),
  example({
    id: "reviews/path-rules",
    title: "`nonResourceRules` have verbs, use `*` as last segment only, and match reviews",
    requirements: [
      "reviews.path-rule-has-verbs",
      "reviews.path-rule-wildcard-last",
      "reviews.path-rules-correct",
    ],
    run: async (scope) => {
      let count = 0;
      const [namespace] = scope.namespaces;
      for (const { name: identity } of scope.target.identities) {
        await withPermissionsOf(scope, identity, async () => {
          const response = await sendReviewAs(scope, RULES, { namespace }, { identity });
          const { nonResourceRules: rules } = statusOf(RULES, response);
          for (const rule of Array.isArray(rules) ? rules : []) {
            count++;
            await expectPathRule(scope, identity, asObject(rule) ?? {});
          }
        });
      }
      if (count === 0) throw new Discard("no rules for paths are listed");
    },
  }),
  example({
    id: "reviews/sent-status-ignored",
    title: "A `status` in the request for a review does not affect the answer",
    requirements: ["reviews.sent-status-ignored"],
    run: async (scope) => {
      for (const { resource } of reviewsOf(scope.target)) {
        const body = specOfAny(scope, resource);
        const plain = statusOf(resource, await send(scope, resource, body));
        for (const status of SENT_STATUSES) {
          const answered = statusOf(resource, await send(scope, resource, { ...body, status }));
          const actual = decisionIn(answered);
          const expected = decisionIn(plain);
          verify("reviews.sent-status-ignored", {
            holds: actual === expected && !JSON.stringify(answered).includes(SENT),
            expected: `${resource}: ${expected}, as without a status`,
            actual: JSON.stringify(answered),
          });
        }
      }
    },
  }),
  example({
    id: "reviews/listed-rules",
    title: "Every listed resource rule is confirmed by a SelfSubjectAccessReview",
    requirements: ["reviews.resource-rules-correct"],
    run: async (scope) => {
      const [namespace] = scope.namespaces;
      for (const { name: identity } of scope.target.identities) {
        await withPermissionsOf(scope, identity, async () => {
          const response = await sendReviewAs(scope, RULES, { namespace }, { identity });
          const { resourceRules } = statusOf(RULES, response);
          const rules = Array.isArray(resourceRules) ? resourceRules : [];
          for (const rule of rules.slice(0, MAX_RULES)) {
            await expectResourceRule(scope, identity, asObject(rule) ?? {});
          }
        });
      }
    },
  }),
];

/** A word of sent statuses, which no answer contains. */
const SENT = "plumbline-sent";

/** Statuses of requests, which the server replaces: those of access reviews and of rules reviews. */
const SENT_STATUSES: readonly JsonObject[] = [true, false].map((allowed) => ({
  allowed,
  denied: !allowed,
  reason: SENT,
  evaluationError: SENT,
  incomplete: allowed,
  resourceRules: [{ verbs: [SENT], apiGroups: [SENT], resources: [SENT] }],
  nonResourceRules: [{ verbs: [SENT], nonResourceURLs: [`/${SENT}`] }],
  userInfo: { username: SENT, groups: [SENT], extra: { [SENT]: [SENT] } },
}));

/** Returns the spec of any review, as a member of its body; SelfSubjectReview has none. */
function specOfAny(scope: Scope, resource: string): JsonObject {
  if (resource === IDENTITY_REVIEW.resource) return {};
  const [namespace] = scope.namespaces;
  const attributes = attributesOf(scope, GET_SECRETS);
  return { spec: resource === RULES ? { namespace } : specOf(resource, attributes) };
}

/** Returns the parts of a status that depend on permissions, and the identity. */
function decisionIn({ allowed, denied, incomplete, userInfo }: JsonObject): string {
  return canonical({
    ...(allowed !== undefined && { allowed, denied: denied ?? false }),
    ...(incomplete !== undefined && { incomplete }),
    ...(userInfo !== undefined && { userInfo }),
  });
}

/** Maximum number of rules checked per identity: some have hundreds. */
const MAX_RULES = 20;

/** Reviews the action of the last value in each list of a rule; `*` is sent as it is. */
async function expectResourceRule(scope: Scope, identity: string, rule: JsonObject): Promise<void> {
  const [namespace] = scope.namespaces;
  const last = (field: string) => textsOf(rule[field]).at(-1);
  // The subresource follows the first slash and may contain slashes.
  const [, resource = "", subresource = ""] = /^([^/]*)\/?(.*)$/s.exec(last("resources") ?? "") ??
    [];
  const resourceAttributes = {
    namespace: namespace!,
    verb: last("verbs") ?? "",
    group: last("apiGroups") ?? "",
    resource,
    subresource,
    name: last("resourceNames") ?? "",
  };
  const response = await sendReviewAs(scope, SELF, { resourceAttributes }, { identity });
  verify("reviews.resource-rules-correct", {
    holds: statusOf(SELF, response).allowed === true,
    expected: `${identity} is allowed ${JSON.stringify(resourceAttributes)}`,
    actual: "not allowed",
  });
}

async function expectPathRule(scope: Scope, identity: string, rule: JsonObject): Promise<void> {
  const [verb] = textsOf(rule.verbs);
  if (verb === undefined) {
    const facts = { expected: "a rule with verbs", actual: JSON.stringify(rule) };
    return recordViolation("reviews.path-rule-has-verbs", facts);
  }
  for (const url of textsOf(rule.nonResourceURLs)) {
    verify("reviews.path-rule-wildcard-last", {
      holds: !url.replace(/(^|\/)\*$/, "").includes("*"),
      expected: "* as the whole last segment",
      actual: url,
    });
    const path = url === "*" ? "/plumbline" : url.replace(/\*$/, "plumbline");
    const nonResourceAttributes = { path, verb: verb === "*" ? "get" : verb };
    const response = await sendReviewAs(scope, SELF, { nonResourceAttributes }, { identity });
    verify("reviews.path-rules-correct", {
      holds: statusOf(SELF, response).allowed === true,
      expected: `${identity} may ${nonResourceAttributes.verb} ${path}`,
      actual: "not allowed",
    });
  }
}

function send(scope: Scope, resource: string, body: JsonObject): Promise<HttpResponse> {
  const [namespace] = scope.namespaces;
  const local = resource === LOCAL;
  const metadata = { ...asObject(body.metadata), ...(local && { namespace }) };
  return scope.send({
    method: "POST",
    path: reviewPath(scope, resource),
    body: {
      apiVersion: reviewVersion(scope, resource),
      kind: reviewNamed(resource).kind,
      ...body,
      metadata,
    },
  });
}
