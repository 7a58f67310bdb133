/**
 * Smaller statements about reviews: what must be sent, what names mean, what rules for paths are.
 *
 * @module
 */
import { settled } from "../../session/access/attempts.ts";
import { granting, onSecrets, subjectOf, userIn } from "../../session/access/small_policies.ts";
import { putPolicy } from "../../session/access/policy_objects.ts";
import { type Check, Discard, example, Violation } from "../../check.ts";
import { REVIEW_KINDS, reviewPath } from "../../session/operations.ts";
import { asObject } from "../../model/object.ts";
import { textsOf } from "../../model/access/review_rules.ts";
import type { Scope } from "../../scope.ts";
import { expectRefusal } from "../../session/violation.ts";
import type { HttpResponse, JsonObject } from "../../client/http_client.ts";
import { ACCESS_REVIEWS, attributesOf, review, specOf, statusOf } from "./ask.ts";

const ABOUT = { verb: "get", resource: "secrets", name: "" };
const RULES = "selfsubjectrulesreviews";
const SELF = "selfsubjectaccessreviews";
const LOCAL = "localsubjectaccessreviews";

/** Checks of details. */
export const DETAILS: readonly Check[] = [
  example({
    id: "reviews/spec-required",
    title: "A review without a spec is refused",
    requirements: ["reviews.spec-required"],
    level: "must",
    run: async (scope) => {
      for (const resource of Object.keys(REVIEW_KINDS)) {
        const answer = await send(scope, resource, {});
        expectRefusal("reviews.spec-required", answer);
      }
    },
  }),
  example({
    id: "reviews/local-namespace-meant",
    title: "A local review of no namespace is allowed what is granted in its path's",
    requirements: ["reviews.local-namespace-defaulted"],
    level: "must",
    run: async (scope) => {
      const actor = userIn(scope, "neighbour");
      await putPolicy(scope, granting(scope, [onSecrets(["get"])], [subjectOf(actor)]));
      const attributes = { ...attributesOf(scope, ABOUT), namespace: "" };
      const spec = specOf(LOCAL, attributes, { user: actor.user });
      const found = await settled(scope, true, async () => {
        const answer = await review(scope, LOCAL, spec);
        // Whether it may be refused is another check's business.
        if (answer.status >= 400) throw new Discard(`refused: ${answer.status}`);
        const status = statusOf(LOCAL, answer);
        return { allowed: status.allowed === true, said: JSON.stringify(status) };
      });
      if (found.allowed) return;
      const facts = { expected: "allowed, as in the namespace", actual: found.said };
      throw new Violation("reviews.local-namespace-defaulted", facts);
    },
  }),
  example({
    id: "reviews/names-again",
    title: "A review may bear the name of another one, where it may bear a name",
    requirements: ["reviews.names-not-unique"],
    level: "must",
    run: async (scope) => {
      for (const resource of ACCESS_REVIEWS) {
        const spec = specOf(resource, attributesOf(scope, ABOUT));
        const metadata = { name: scope.name("review") };
        const first = await send(scope, resource, { metadata, spec });
        const second = await send(scope, resource, { metadata, spec });
        if (first.status === second.status) continue;
        const facts = { expected: `${first.status} as before`, actual: `${second.status}` };
        throw new Violation("reviews.names-not-unique", facts);
      }
    },
  }),
  example({
    id: "reviews/status-types",
    title: "What a decision says besides is of the type the interface gives it",
    requirements: ["reviews.status-types"],
    level: "must",
    run: async (scope) => {
      for (const resource of ACCESS_REVIEWS) {
        const spec = specOf(resource, attributesOf(scope, ABOUT));
        const status = statusOf(resource, await review(scope, resource, spec));
        const types = { denied: "boolean", reason: "string", evaluationError: "string" };
        for (const [field, type] of Object.entries(types)) {
          const value = status[field];
          if (value === undefined || typeof value === type) continue;
          const facts = { expected: `${field}: ${type}`, actual: JSON.stringify(value) };
          throw new Violation("reviews.status-types", facts);
        }
      }
    },
  }),
  example({
    id: "reviews/path-rules",
    title: "Rules for paths have verbs, stars at their ends only, and can be trusted",
    requirements: [
      "reviews.path-rule-has-verbs",
      "reviews.path-rule-star-is-last",
      "reviews.path-rules-can-be-trusted",
    ],
    level: "must",
    run: async (scope) => {
      let told = 0;
      for (const { name: identity } of scope.target.identities) {
        const asked = await review(scope, RULES, { namespace: scope.namespaces[0] }, { identity });
        const { nonResourceRules: rules } = statusOf(RULES, asked);
        for (const rule of Array.isArray(rules) ? rules : []) {
          told++;
          await holdRule(scope, identity, asObject(rule) ?? {});
        }
      }
      if (told === 0) throw new Discard("no rule for paths is listed");
    },
  }),
  example({
    id: "reviews/listed-rules",
    title: "Whatever a listed rule permits is allowed when it is asked for",
    requirements: ["reviews.rules-can-be-trusted"],
    level: "must",
    run: async (scope) => {
      const [namespace] = scope.namespaces;
      for (const { name: identity } of scope.target.identities) {
        const answer = await review(scope, RULES, { namespace }, { identity });
        const { resourceRules } = statusOf(RULES, answer);
        for (const rule of (Array.isArray(resourceRules) ? resourceRules : []).slice(0, MOST)) {
          await holdResourceRule(scope, identity, asObject(rule) ?? {});
        }
      }
    },
  }),
];

/** So many rules of each identity: some have hundreds. */
const MOST = 20;

/** Asks for all that the last of a rule's words come to: a star is asked for as it is. */
async function holdResourceRule(scope: Scope, identity: string, rule: JsonObject): Promise<void> {
  const [namespace] = scope.namespaces;
  const last = (field: string) => textsOf(rule[field]).at(-1);
  // What follows the first slash is the subresource, slashes of its own included.
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
  const answer = await review(scope, SELF, { resourceAttributes }, { identity });
  if (statusOf(SELF, answer).allowed === true) return;
  const expected = `${identity} is allowed ${JSON.stringify(resourceAttributes)}`;
  throw new Violation("reviews.rules-can-be-trusted", { expected, actual: "not allowed" });
}

async function holdRule(scope: Scope, identity: string, rule: JsonObject): Promise<void> {
  const [verb] = textsOf(rule.verbs);
  if (verb === undefined) {
    const facts = { expected: "verbs", actual: JSON.stringify(rule) };
    throw new Violation("reviews.path-rule-has-verbs", facts);
  }
  for (const url of textsOf(rule.nonResourceURLs)) {
    if (url.replace(/(^|\/)\*$/, "").includes("*")) {
      const facts = { expected: "a star as the whole last segment", actual: url };
      throw new Violation("reviews.path-rule-star-is-last", facts);
    }
    const path = url === "*" ? "/plumbline" : url.replace(/\*$/, "plumbline");
    const nonResourceAttributes = { path, verb: verb === "*" ? "get" : verb };
    const answer = await review(scope, SELF, { nonResourceAttributes }, { identity });
    if (statusOf(SELF, answer).allowed === true) continue;
    const expected = `${identity} may ${nonResourceAttributes.verb} ${path}`;
    throw new Violation("reviews.path-rules-can-be-trusted", { expected, actual: "not allowed" });
  }
}

function send(scope: Scope, resource: string, body: JsonObject): Promise<HttpResponse> {
  const [namespace] = scope.namespaces;
  const local = resource === "localsubjectaccessreviews";
  const metadata = { ...asObject(body.metadata), ...(local && { namespace }) };
  return scope.send({
    method: "POST",
    path: reviewPath(scope, resource),
    body: {
      apiVersion: `authorization.${scope.target.dialect.suffix}/v1`,
      kind: REVIEW_KINDS[resource]!,
      ...body,
      metadata,
    },
  });
}
