/**
 * Compiles the expressions of policies and webhooks, and reports those that are wrong.
 *
 * @module
 */
import { compileAdmission, type ResultType } from "../cel/admission_expression.ts";
import { invalidCause } from "@plumbline/server/rules";
import { each, fields, type ObjectRule, type Rule } from "@plumbline/server/fields";

/** Returns the rule of an expression whose result is of a type; a blank one is not compiled. */
const compiles = (type: ResultType): Rule => (expression, field) => {
  if (typeof expression !== "string" || expression.trim() === "") return [];
  const compiled = compileAdmission(expression, type);
  return typeof compiled === "string" ? [invalidCause(field, expression, compiled)] : [];
};

const conditions = each(fields({ expression: compiles("bool") }));

/** Returns the causes of wrong expressions in a policy, or in the configuration of webhooks. */
export const expressionCauses: ObjectRule = fields({
  spec: fields({
    matchConditions: conditions,
    variables: each(fields({ expression: compiles("any") })),
    validations: each(
      fields({ expression: compiles("bool"), messageExpression: compiles("string") }),
    ),
    auditAnnotations: each(fields({ valueExpression: compiles("any") })),
  }),
  webhooks: each(fields({ matchConditions: conditions })),
});
