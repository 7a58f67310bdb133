/**
 * Compiles the expressions of policies and webhooks, and reports those that are wrong.
 *
 * @module
 */
import type { ApiObject, Cause, Json } from "@plumbline/server/api";
import { compileAdmission, type ResultType } from "../cel/admission_expression.ts";
import { asObject } from "@plumbline/server/resources";
import { each, invalidCause, within } from "@plumbline/server/rules";

/** Returns the causes of wrong expressions in a policy, or in the configuration of webhooks. */
export const expressionCauses = ({ spec, webhooks }: ApiObject): Cause[] => [
  ...within(spec, "spec", (policy, field) => [
    ...conditions(policy.matchConditions, `${field}.matchConditions`),
    ...each(
      policy.variables,
      `${field}.variables`,
      ({ expression }, at) => compile(expression, "any", `${at}.expression`),
    ),
    ...each(policy.validations, `${field}.validations`, (one, at) => [
      ...compile(one.expression, "bool", `${at}.expression`),
      ...compile(one.messageExpression, "string", `${at}.messageExpression`),
    ]),
    ...each(
      policy.auditAnnotations,
      `${field}.auditAnnotations`,
      ({ valueExpression }, at) => compile(valueExpression, "any", `${at}.valueExpression`),
    ),
  ]),
  ...each(
    webhooks,
    "webhooks",
    (webhook, at) => conditions(asObject(webhook)?.matchConditions, `${at}.matchConditions`),
  ),
];

const conditions = (list: Json | undefined, field: string): Cause[] =>
  each(list, field, ({ expression }, at) => compile(expression, "bool", `${at}.expression`));

function compile(expression: Json | undefined, type: ResultType, field: string): Cause[] {
  if (typeof expression !== "string" || expression.trim() === "") return [];
  const compiled = compileAdmission(expression, type);
  return typeof compiled === "string" ? [invalidCause(field, expression, compiled)] : [];
}
