/**
 * Label selectors in objects: `matchLabels` and `matchExpressions`, joined by "and".
 *
 * @module
 */
import type { Cause } from "../api_error.ts";
import type { ApiObject, JsonObject } from "../object.ts";
import { validateKeys, validateLabelValues } from "../registry/object_meta.ts";
import { asObject } from "../registry/resource.ts";
import { object, type ObjectRule } from "./field_rules.ts";

type Labels = Readonly<Record<string, string>>;

interface Expression {
  readonly key: string;
  readonly operator: string;
  readonly values: readonly string[];
}

/** Returns a predicate of labels; an empty selector selects everything. */
export function labelPredicate(selector: JsonObject): (labels: Labels) => boolean {
  const equalities = Object.entries(matchLabelsOf(selector));
  const expressions = expressionsOf(selector);
  return (labels) =>
    equalities.every(([key, value]) => labels[key] === value && Object.hasOwn(labels, key)) &&
    expressions.every((expression) => expressionHolds(expression, labels));
}

const matchLabelsOf = (selector: JsonObject) => (asObject(selector.matchLabels) ?? {}) as Labels;

const expressionsOf = ({ matchExpressions }: JsonObject): readonly Expression[] =>
  (Array.isArray(matchExpressions) ? matchExpressions : []).map((item) => {
    const { key = "", operator = "", values } = asObject(item) ?? {};
    const list = Array.isArray(values) ? values.map(String) : [];
    return { key: String(key), operator: String(operator), values: list };
  });

function expressionHolds({ key, operator, values }: Expression, labels: Labels): boolean {
  const present = Object.hasOwn(labels, key);
  switch (operator) {
    case "In":
      return present && values.includes(labels[key]!);
    case "NotIn":
      return !present || !values.includes(labels[key]!);
    case "Exists":
      return present;
    case "DoesNotExist":
      return !present;
    default:
      return false;
  }
}

/** Validates a selector. */
export const validateSelector: ObjectRule = object((selector, field) => {
  const labels = matchLabelsOf(selector);
  return [
    ...validateKeys(labels, `${field}.matchLabels`),
    ...validateLabelValues(labels, `${field}.matchLabels`),
    ...expressionsOf(selector).flatMap((expression, at) =>
      validateExpression(expression, `${field}.matchExpressions[${at}]`)
    ),
  ];
});

function validateExpression({ key, operator, values }: Expression, field: string): Cause[] {
  const causes = validateKeys({ [key]: "" }, `${field}.key`);
  const why = (text: string) => `${text} when \`operator\` is '${operator}'`;
  switch (operator) {
    case "In":
    case "NotIn":
      if (values.length > 0) break;
      causes.push({
        reason: "FieldValueRequired",
        field: `${field}.values`,
        message: `Required value: ${why("must be specified")}`,
      });
      break;
    case "Exists":
    case "DoesNotExist":
      if (values.length === 0) break;
      causes.push({
        reason: "FieldValueForbidden",
        field: `${field}.values`,
        message: `Forbidden: ${why("may not be specified")}`,
      });
      break;
    default:
      causes.push({
        reason: "FieldValueInvalid",
        field: `${field}.operator`,
        message: `Invalid value: ${JSON.stringify(operator)}: not a valid selector operator`,
      });
  }
  return [
    ...causes,
    ...values.flatMap((value, at) =>
      validateLabelValues({ [key]: value }, `${field}.values[${at}]`)
    ),
  ];
}

/** Returns the label selector of an object as the text that `labelSelector` has in a query. */
export function selectorText(object: ApiObject): string {
  return labelSelectorText(asObject(asObject(object.spec)?.selector) ?? {});
}

/** Returns a selector as text; an empty text for an empty selector. */
export function labelSelectorText(selector: JsonObject): string {
  const labels = Object.entries(asObject(selector.matchLabels) ?? {}).map(([key, value]) =>
    `${key}=${value}`
  );
  const expressions = Array.isArray(selector.matchExpressions) ? selector.matchExpressions : [];
  return [...labels, ...expressions.map((item) => expressionText(asObject(item) ?? {}))].join(",");
}

function expressionText({ key, operator, values }: JsonObject): string {
  const list = Array.isArray(values) ? values.join(",") : "";
  switch (operator) {
    case "In":
      return `${key} in (${list})`;
    case "NotIn":
      return `${key} notin (${list})`;
    case "DoesNotExist":
      return `!${key}`;
    default:
      return `${key}`;
  }
}
