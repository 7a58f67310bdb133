/**
 * Deployment and its status (interface, "Deployment").
 *
 * @module
 */
import type { Cause } from "../api_error.ts";
import { equal } from "../json_equal.ts";
import type { ApiObject, JsonObject } from "../object.ts";
import { asObject, type ResourceDefinition } from "../registry/resource.ts";
import { columns } from "./deployment_columns.ts";

/** The resource `deployments`. */
export const deployment: ResourceDefinition = {
  group: "apps",
  version: "v1",
  resource: "deployments",
  singular: "deployment",
  kind: "Deployment",
  namespaced: true,
  shortNames: ["deploy"],
  categories: ["all"],
  countsGeneration: true,
  columns,
  strategy: {
    prepareForCreate(object) {
      object.status = {};
    },
    prepareForUpdate(object, old) {
      object.status = old.status ?? {};
    },
    validate,
    validateUpdate,
  },
  subresources: {
    status: {
      prepareForUpdate(object, old) {
        object.spec = old.spec ?? {};
        if (old.metadata.labels) object.metadata.labels = old.metadata.labels;
        else delete object.metadata.labels;
      },
      validate: validateStatus,
    },
  },
};

const required = (field: string): Cause => ({
  reason: "FieldValueRequired",
  field,
  message: "Required value",
});

const wrong = (field: string, value: unknown, why: string): Cause => ({
  reason: "FieldValueInvalid",
  field,
  message: `Invalid value: ${JSON.stringify(value)}: ${why}`,
});

function validate(object: ApiObject): Cause[] {
  const spec = asObject(object.spec);
  if (!spec) return [required("spec")];
  return [
    ...validateSelector(spec),
    ...validateStrategy(asObject(spec.strategy) ?? {}),
    ...["replicas", "minReadySeconds", "revisionHistoryLimit", "progressDeadlineSeconds"].flatMap(
      (field) =>
        Number(spec[field] ?? 0) >= 0
          ? []
          : [wrong(`spec.${field}`, spec[field], "must be greater than or equal to 0")],
    ),
  ];
}

function validateSelector(spec: JsonObject): Cause[] {
  const labels = asObject(asObject(asObject(spec.template)?.metadata)?.labels) ?? {};
  const selector = asObject(spec.selector);
  if (!selector) return [required("spec.selector")];
  const matchLabels = asObject(selector.matchLabels) ?? {};
  const expressions = Array.isArray(selector.matchExpressions) ? selector.matchExpressions : [];
  if (Object.keys(matchLabels).length === 0 && expressions.length === 0) {
    return [wrong("spec.selector", selector, "empty selector is invalid for deployment")];
  }
  const matches = Object.entries(matchLabels).every(([key, value]) => labels[key] === value) &&
    expressions.every((expression) => expressionHolds(asObject(expression) ?? {}, labels));
  return matches ? [] : [
    wrong("spec.template.metadata.labels", labels, "`selector` does not match template `labels`"),
  ];
}

function expressionHolds({ key, operator, values }: JsonObject, labels: JsonObject): boolean {
  const present = Object.hasOwn(labels, String(key));
  const listed = Array.isArray(values) && values.includes(labels[String(key)] ?? null);
  switch (operator) {
    case "In":
      return present && listed;
    case "NotIn":
      return !present || !listed;
    case "Exists":
      return present;
    case "DoesNotExist":
      return !present;
    default:
      return false;
  }
}

function validateStrategy({ type, rollingUpdate }: JsonObject): Cause[] {
  if (type === "Recreate") {
    return rollingUpdate === undefined || rollingUpdate === null ? [] : [{
      reason: "FieldValueForbidden",
      field: "spec.strategy.rollingUpdate",
      message: "may not be specified when strategy `type` is 'Recreate'",
    }];
  }
  if (type !== "RollingUpdate") {
    return [{
      reason: "FieldValueNotSupported",
      field: "spec.strategy.type",
      message: `Unsupported value: ${
        JSON.stringify(type)
      }: supported values: "Recreate", "RollingUpdate"`,
    }];
  }
  const { maxSurge, maxUnavailable } = asObject(rollingUpdate) ?? {};
  const isZero = (value: unknown) => value === 0 || value === "0%";
  return isZero(maxSurge) && isZero(maxUnavailable)
    ? [
      wrong(
        "spec.strategy.rollingUpdate.maxUnavailable",
        maxUnavailable,
        "may not be 0 when `maxSurge` is 0",
      ),
    ]
    : [];
}

function validateUpdate(object: ApiObject, old: ApiObject): Cause[] {
  const selector = asObject(object.spec)?.selector;
  return equal(selector, asObject(old.spec)?.selector)
    ? []
    : [wrong("spec.selector", selector, "field is immutable")];
}

const CONDITION_STATUSES: readonly unknown[] = ["True", "False", "Unknown"];

/** Each condition's status is one of three words. */
function validateStatus({ status }: ApiObject): Cause[] {
  const conditions = asObject(status)?.conditions;
  if (!Array.isArray(conditions)) return [];
  return conditions.flatMap((condition, index): Cause[] => {
    const word = asObject(condition)?.status;
    return CONDITION_STATUSES.includes(word) ? [] : [{
      reason: "FieldValueNotSupported",
      field: `status.conditions[${index}].status`,
      message: `Unsupported value: ${
        JSON.stringify(word)
      }: supported values: "True", "False", "Unknown"`,
    }];
  });
}
