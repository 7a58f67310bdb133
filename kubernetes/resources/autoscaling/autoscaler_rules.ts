/**
 * Rules for HorizontalPodAutoscalers.
 *
 * @module
 */
import type { ApiObject, Cause } from "@plumbline/server/api";
import { asObject } from "@plumbline/server/resources";
import {
  amountOf,
  forbiddenCause,
  invalidCause,
  itemsOf,
  label,
  nonnegative,
  required,
  requiredCause,
  when,
} from "@plumbline/server/rules";
import {
  all,
  alwaysForbidden,
  alwaysInvalid,
  between,
  each,
  fields,
  filled,
  maybe,
  missing,
  must,
  object,
  type ObjectRule,
  oneOf,
  orEmpty,
  type Rule,
  someItems,
} from "@plumbline/server/fields";
import { containerResourceName } from "../pods/resource_rules.ts";

const segment = filled(
  must(
    (value) => !/[/%]/.test(String(value)) && ![".", ".."].includes(String(value)),
    "must not contain '/' or '%'",
  ),
);

const reference = fields({ kind: segment, name: segment });

const aboveZero = must((value) => Number(value) > 0, "must be greater than zero");

const policy = fields({
  type: oneOf("Percent", "Pods"),
  value: (value, path) => aboveZero(value ?? 0, path),
  periodSeconds: (seconds, path) => between(1, 1800)(seconds ?? 0, path),
});

const scaling = fields({
  stabilizationWindowSeconds: between(0, 3600),
  selectPolicy: maybe(oneOf("Disabled", "Max", "Min")),
  policies: [someItems(), each(policy)],
});

const positive = maybe(must((amount) => amountOf(amount) > 0, "must be positive"));

/** What a metric is compared with. */
const target = fields({
  type: [
    required,
    must(
      (type) => ["Utilization", "Value", "AverageValue"].includes(String(type)),
      "must be a type of targets",
    ),
  ],
  value: positive,
  averageValue: positive,
  averageUtilization: maybe(must((share) => Number(share) >= 1, "must be greater than 0")),
});

/** Returns the rule of a target: its own fields, and those that the type of metric needs. */
const targetWith = (needed: Parameters<typeof fields>[0]): Rule =>
  orEmpty(all(target, fields(needed)));

const ofResource = targetWith(({ averageUtilization, averageValue }) => ({
  averageUtilization: averageUtilization === undefined && averageValue === undefined && missing(),
  averageValue: averageUtilization !== undefined &&
    maybe(alwaysForbidden("may not set both a value and a utilization")),
}));

const metric = orEmpty(fields({ name: segment }));

/** The rule of each source, in the order in which one counts. */
const SOURCES: Readonly<Record<string, ObjectRule>> = {
  object: fields({
    describedObject: orEmpty(reference),
    metric,
    target: targetWith(({ value }) => ({ averageValue: value === undefined && required })),
  }),
  external: fields({
    metric,
    target: targetWith(({ value, averageValue }) => ({
      averageValue: value === undefined && required,
      value: averageValue !== undefined &&
        maybe(alwaysForbidden("may not set both a value and a per-pod target")),
    })),
  }),
  pods: fields({ metric, target: targetWith({ averageValue: required }) }),
  resource: fields({ name: required, target: ofResource }),
  containerResource: fields({
    name: filled((name, path) => containerResourceName(String(name), path)),
    container: filled(label),
    target: ofResource,
  }),
};

/** The type of a metric by its source, in the order of the causes of others. */
const TYPES: Readonly<Record<string, string>> = {
  object: "Object",
  external: "External",
  pods: "Pods",
  resource: "Resource",
  containerResource: "ContainerResource",
};

/** A metric has the one source that its type names. */
const validateMetric = object((one, path) => {
  const type = String(one.type ?? "");
  const present = Object.keys(SOURCES).filter((name) => one[name] !== undefined);
  const expected = Object.keys(TYPES).find((name) => TYPES[name] === type);
  const [first] = present;
  const others = present.length === 1 ? [] : present.filter((name) => name !== expected);
  return [
    ...fields({
      type: [
        type === "" && missing("must specify a metric source type"),
        oneOf(...Object.values(TYPES)),
      ],
    })(one, path),
    ...(first ? orEmpty(SOURCES[first]!)(one[first], `${path}.${first}`) : []),
    ...when(
      expected !== undefined && one[expected] === undefined,
      requiredCause(`${path}.${expected}`, "must populate information for the source"),
    ),
    ...others.map((name) =>
      forbiddenCause(`${path}.${name}`, "must populate the given metric source only")
    ),
  ];
});

/** Validates an autoscaler in the stored version. */
export function validateAutoscaler(scaler: ApiObject, old?: ApiObject): Cause[] {
  const hadNone = asObject(old?.spec)?.minReplicas === 0;
  return fields({
    spec: orEmpty(fields(({ minReplicas, maxReplicas = 0, metrics }) => ({
      minReplicas: maybe(
        must((least) => Number(least) >= (hadNone ? 0 : 1), "must be greater than or equal to 1"),
      ),
      maxReplicas: [
        Number(maxReplicas) < 1 && alwaysInvalid("must be greater than 0", maxReplicas),
        minReplicas !== undefined && Number(maxReplicas) < Number(minReplicas) &&
        alwaysInvalid("must be greater than or equal to `minReplicas`", maxReplicas),
      ],
      scaleTargetRef: orEmpty(reference),
      metrics: [
        each(validateMetric),
        minReplicas === 0 &&
        !itemsOf(metrics).some(({ type }) => ["Object", "External"].includes(String(type))) &&
        alwaysForbidden("must have an Object or External metric to scale to zero"),
      ],
      behavior: fields({ scaleUp: scaling, scaleDown: scaling }),
    }))),
  })(scaler);
}

/** Validates the API version of the target of a new object, as the newest release does. */
export function validateTargetVersion({ spec }: ApiObject): Cause[] {
  const { apiVersion = "" } = asObject(asObject(spec)?.scaleTargetRef) ?? {};
  const [group, version, ...more] = String(apiVersion).split("/");
  const hasGroup = Boolean(group && version);
  return when(
    !hasGroup || more.length > 0,
    invalidCause("spec.scaleTargetRef.apiVersion", apiVersion, "must specify an API group"),
  );
}

/** Validates the status of an autoscaler. */
export const validateAutoscalerStatus: ObjectRule = fields({
  status: orEmpty(fields({ currentReplicas: nonnegative, desiredReplicas: nonnegative })),
});
