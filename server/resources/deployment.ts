/**
 * Deployments: strategy, validation, table columns (specification, "Deployment").
 *
 * @module
 */
import type { Cause } from "../api_error.ts";
import { type ApiObject, equal, type Json, type JsonObject } from "../object.ts";
import { asObject, type Column, type ResourceDefinition } from "../registry/resource.ts";
import { age, name } from "./age.ts";
import { forbiddenCause, invalidCause, requiredCause, unsupportedCause } from "./field_causes.ts";
import { selectorText } from "./label_selector.ts";
import { type TemplateRules, validateSelection } from "./selection.ts";
import { scale } from "./scale.ts";
import { nonnegative } from "./rules.ts";

function validate(object: ApiObject, templateRules: TemplateRules): Cause[] {
  const spec = asObject(object.spec);
  if (!spec) return [requiredCause("spec", "a deployment is nothing without it")];
  return [
    ...validateSelection(spec, "deployment", templateRules),
    ...validateStrategy(asObject(spec.strategy) ?? {}),
    ...["replicas", "minReadySeconds", "revisionHistoryLimit", "progressDeadlineSeconds"]
      .flatMap((field) => nonnegative(spec[field], `spec.${field}`)),
    ...validateDeadline(spec),
  ];
}

/** Returns the errors of an update: the selector is immutable. */
function validateUpdate(object: ApiObject, old: ApiObject): Cause[] {
  const selector = asObject(object.spec)?.selector;
  return equal(selector, asObject(old.spec)?.selector)
    ? []
    : [invalidCause("spec.selector", selector, "field is immutable")];
}

/** Validates `progressDeadlineSeconds`, which must be greater than `minReadySeconds`. */
function validateDeadline({ progressDeadlineSeconds, minReadySeconds = 0 }: JsonObject): Cause[] {
  const isLater = progressDeadlineSeconds === undefined ||
    Number(progressDeadlineSeconds) > Number(minReadySeconds);
  return isLater ? [] : [
    invalidCause(
      "spec.progressDeadlineSeconds",
      progressDeadlineSeconds,
      "must be greater than minReadySeconds",
    ),
  ];
}

function validateStrategy({ type, rollingUpdate }: JsonObject): Cause[] {
  const field = "spec.strategy.rollingUpdate";
  switch (type) {
    case "Recreate":
      return rollingUpdate === undefined || rollingUpdate === null
        ? []
        : [forbiddenCause(field, "may not be specified when strategy `type` is 'Recreate'")];
    case "RollingUpdate":
      return validateRollingUpdate(asObject(rollingUpdate) ?? {}, field);
    default:
      return [unsupportedCause("spec.strategy.type", type, ["Recreate", "RollingUpdate"])];
  }
}

function validateRollingUpdate({ maxSurge, maxUnavailable }: JsonObject, field: string): Cause[] {
  const causes = [
    ...validateShare(maxUnavailable, `${field}.maxUnavailable`),
    ...validateShare(maxSurge, `${field}.maxSurge`),
  ];
  if (amountOf(maxUnavailable) === 0 && amountOf(maxSurge) === 0) {
    const why = "may not be 0 when `maxSurge` is 0";
    causes.push(invalidCause(`${field}.maxUnavailable`, maxUnavailable, why));
  }
  if (isPercentage(maxUnavailable) && amountOf(maxUnavailable) > 100) {
    const why = "must not be greater than 100%";
    causes.push(invalidCause(`${field}.maxUnavailable`, maxUnavailable, why));
  }
  return causes;
}

const isPercentage = (value: Json | undefined): value is string =>
  typeof value === "string" && /^[0-9]+%$/.test(value);

/** Returns the number of a count or a percentage; 0 for any other text. */
const amountOf = (value: Json | undefined): number => {
  if (isPercentage(value)) return Number(value.slice(0, -1));
  const count = Number(value);
  return Number.isInteger(count) ? count : 0;
};

/** Validates a count of pods or a percentage of them. */
function validateShare(value: Json | undefined, field: string): Cause[] {
  if (typeof value !== "string") return nonnegative(value, field);
  return isPercentage(value) ? [] : [
    invalidCause(field, value, "must be a whole number or a percentage such as 5%"),
  ];
}

const COUNTS = [
  "observedGeneration",
  "replicas",
  "updatedReplicas",
  "readyReplicas",
  "availableReplicas",
  "unavailableReplicas",
  "collisionCount",
];

/** Pairs of counts of which the first must not exceed the second. */
const PARTS = [
  ["updatedReplicas", "replicas"],
  ["readyReplicas", "replicas"],
  ["availableReplicas", "replicas"],
  ["availableReplicas", "readyReplicas"],
] as const;

/** Returns the errors of a status. */
function validateStatus(object: ApiObject): Cause[] {
  const status = asObject(object.status) ?? {};
  return [
    ...COUNTS.flatMap((field) => nonnegative(status[field], `status.${field}`)),
    ...PARTS.flatMap(([part, whole]) =>
      Number(status[part] ?? 0) > Number(status[whole] ?? 0)
        ? [invalidCause(`status.${part}`, status[part], `cannot be greater than status.${whole}`)]
        : []
    ),
    ...validateConditions(status),
  ];
}

/** Returns the errors of a status update: `collisionCount` must not decrease. */
function validateStatusUpdate(object: ApiObject, old: ApiObject): Cause[] {
  const [now, before] = [object, old].map(({ status }) => asObject(status)?.collisionCount);
  if (before === undefined || Number(now ?? -1) >= Number(before)) return [];
  return [invalidCause("status.collisionCount", now ?? 0, "cannot be decremented")];
}

const CONDITION_STATUSES: readonly unknown[] = ["True", "False", "Unknown"];

/** Validates the status of each condition: True, False or Unknown. */
function validateConditions({ conditions }: JsonObject): Cause[] {
  if (!Array.isArray(conditions)) return [];
  return conditions.flatMap((condition, index): Cause[] => {
    const word = asObject(condition)?.status;
    const field = `status.conditions[${index}].status`;
    return CONDITION_STATUSES.includes(word)
      ? []
      : [unsupportedCause(field, word, CONDITION_STATUSES as string[])];
  });
}

const numberAt = (object: ApiObject, part: "spec" | "status", field: string): number =>
  Number(asObject(object[part])?.[field] ?? 0);

/** The columns, the last three only with `kubectl get -o wide`. */
const columns: readonly Column[] = [
  name,
  {
    name: "Ready",
    type: "string",
    cell: (object) =>
      `${numberAt(object, "status", "readyReplicas")}/${numberAt(object, "spec", "replicas")}`,
  },
  {
    name: "Up-to-date",
    type: "string",
    cell: (object) => numberAt(object, "status", "updatedReplicas"),
  },
  {
    name: "Available",
    type: "string",
    cell: (object) => numberAt(object, "status", "availableReplicas"),
  },
  age,
  {
    name: "Containers",
    type: "string",
    wide: true,
    cell: (object) => ofContainers(object, "name"),
  },
  { name: "Images", type: "string", wide: true, cell: (object) => ofContainers(object, "image") },
  { name: "Selector", type: "string", wide: true, cell: selectorText },
];

function ofContainers(object: ApiObject, field: string): string {
  const pod = asObject(asObject(asObject(object.spec)?.template)?.spec);
  const containers = Array.isArray(pod?.containers) ? pod.containers : [];
  return containers.map((container) => String(asObject(container)?.[field] ?? "")).join(",");
}

/**
 * Returns the resource `deployments`.
 *
 * @param templateRules returns the errors of the template @default {none but those of its schema}
 */
export const deployments = (templateRules: TemplateRules = () => []): ResourceDefinition => {
  const validation = {
    validate: (object: ApiObject) => validate(object, templateRules),
    validateUpdate,
  };
  return {
    group: "apps",
    version: "v1",
    resource: "deployments",
    singular: "deployment",
    kind: "Deployment",
    namespaced: true,
    shortNames: ["deploy"],
    categories: ["all"],
    countsGeneration: true,
    countsAnnotations: true,
    columns,
    strategy: {
      prepareForCreate(object) {
        object.status = {};
      },
      prepareForUpdate(object, old) {
        object.status = old.status ?? {};
      },
      resetFields: [["status"]],
      ...validation,
    },
    views: { scale },
    subresources: {
      scale: validation,
      status: {
        resetFields: [["spec"], ["metadata", "labels"]],
        prepareForUpdate(object, old) {
          object.spec = old.spec ?? {};
          if (old.metadata.labels) object.metadata.labels = old.metadata.labels;
          else delete object.metadata.labels;
        },
        validate: validateStatus,
        validateUpdate: validateStatusUpdate,
      },
    },
  };
};
