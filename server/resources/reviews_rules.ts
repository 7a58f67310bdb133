/**
 * The review that lists what the caller may do in a namespace (interface,
 * "SelfSubjectRulesReview").
 *
 * @module
 */
import type { Grant } from "../access/policy.ts";
import type { PolicyRule } from "../access/policy_rule.ts";
import type { Authorizer } from "../access/authorization.ts";
import { badRequest } from "../api_error.ts";
import type { JsonObject } from "../object.ts";
import { type Answer, asObject } from "../registry/resource.ts";

/** Lists the caller's rules in the namespace of the spec. */
export function answerRules(authorizer: Authorizer): Answer {
  return async (review, { user }) => {
    const namespace = String(asObject(review.spec)?.namespace ?? "");
    if (!namespace) throw badRequest("Cannot list rules as spec.namespace must name a namespace");
    const { grants, errors } = await authorizer.grantsOf(user, namespace);
    const rules = grants.flatMap(({ rules }) => rules);
    const resourceRules = rules.flatMap(resourceRule);
    const status = {
      resourceRules,
      nonResourceRules: grants.flatMap(nonResourceRules),
      incomplete: rules.some(isNarrowed),
      ...(errors.length > 0 && { evaluationError: errors.join(", ") }),
    };
    return { ...review, status };
  };
}

/**
 * A rule of a role names objects literally, while here `*` stands for all of them: an object of
 * that very name is left out, as every rule listed must be one to trust.
 */
function resourceRule(rule: PolicyRule): JsonObject[] {
  const { verbs, apiGroups = [], resources = [], resourceNames = [] } = rule;
  if (resources.length === 0) return [];
  const names = resourceNames.filter((name) => name !== "*");
  if (isNarrowed(rule) && names.length === 0) return [];
  return [{
    verbs: [...verbs],
    ...(apiGroups.length > 0 && { apiGroups: [...apiGroups] }),
    resources: [...resources],
    ...(names.length > 0 && { resourceNames: names }),
  }];
}

const isNarrowed = ({ resourceNames = [] }: PolicyRule) => resourceNames.includes("*");

/** Paths outside of resources are in no namespace: a binding of a namespace gives none. */
const nonResourceRules = ({ rules, clusterWide }: Grant): JsonObject[] =>
  clusterWide
    ? rules.flatMap(({ verbs, nonResourceURLs = [] }) =>
      nonResourceURLs.length > 0
        ? [{ verbs: [...verbs], nonResourceURLs: [...nonResourceURLs] }]
        : []
    )
    : [];
