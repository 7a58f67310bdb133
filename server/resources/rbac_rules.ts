/**
 * What roles of both scopes have in common: the rules for their rules.
 *
 * @module
 */
import type { Cause } from "../api_error.ts";
import type { ApiObject, Json, JsonObject } from "../object.ts";
import { asObject } from "../registry/resource.ts";
import { validateSelector } from "./label_selector.ts";

const itemsOf = (value: Json | undefined): readonly Json[] => Array.isArray(value) ? value : [];

const required = (field: string, why: string): Cause => ({
  reason: "FieldValueRequired",
  field,
  message: `Required value: ${why}`,
});

/** What is wrong with a role's rules (interface, "PolicyRule"). */
export function validateRules(object: ApiObject, options: { namespaced: boolean }): Cause[] {
  return itemsOf(object.rules).flatMap((item, at) =>
    validateRule(asObject(item) ?? {}, `rules[${at}]`, options)
  );
}

/** That a rule has verbs is the schema's business. */
function validateRule(
  rule: JsonObject,
  field: string,
  { namespaced }: { namespaced: boolean },
): Cause[] {
  const lacks = (name: string) => itemsOf(rule[name]).length === 0;
  if (lacks("nonResourceURLs")) {
    const what = "resource rules must supply at least one";
    return [
      ...(lacks("apiGroups") ? [required(`${field}.apiGroups`, `${what} api group`)] : []),
      ...(lacks("resources") ? [required(`${field}.resources`, `${what} resource`)] : []),
    ];
  }
  const isPlain = lacks("apiGroups") && lacks("resources") && lacks("resourceNames");
  const reasons = [
    ...(namespaced ? ["namespaced rules cannot apply to non-resource URLs"] : []),
    ...(isPlain ? [] : ["rules cannot apply to both regular resources and non-resource URLs"]),
  ];
  return reasons.map((why) => ({
    reason: "FieldValueInvalid",
    field: `${field}.nonResourceURLs`,
    message: `Invalid value: ${JSON.stringify(rule.nonResourceURLs)}: ${why}`,
  }));
}

/** The selectors of a role whose rules are gathered from others; undefined for other roles. */
export function aggregationSelectors(role: ApiObject): readonly JsonObject[] | undefined {
  const rule = asObject(role.aggregationRule);
  return rule && itemsOf(rule.clusterRoleSelectors).map((item) => asObject(item) ?? {});
}

/** What is wrong with a role's aggregation (interface, "ClusterRole"). */
export function validateAggregation(role: ApiObject): Cause[] {
  const selectors = aggregationSelectors(role);
  const field = "aggregationRule.clusterRoleSelectors";
  if (selectors?.length === 0) return [required(field, "at least one selector is needed")];
  return (selectors ?? []).flatMap((selector, at): Cause[] => {
    const causes = validateSelector(selector, `${field}[${at}]`);
    if (causes.length === 0) return [];
    const message = `Invalid value: ${JSON.stringify(selector)}: invalid label selector`;
    return [...causes, { reason: "FieldValueInvalid", field: `${field}[${at}]`, message }];
  });
}
