/**
 * Rules for HorizontalPodAutoscalers.
 *
 * @module
 */
import type { Cause } from "../../api_error.ts";
import type { ApiObject, Json, JsonObject } from "../../object.ts";
import { asObject } from "../../registry/resource.ts";
import { forbiddenCause, invalidCause, requiredCause, unsupportedCause } from "../field_causes.ts";
import {
  amountOf,
  each,
  inRange,
  itemsOf,
  label,
  maybeOneOf,
  nonnegative,
  oneOf,
  required,
  when,
  within,
} from "../rules.ts";
import { containerResourceName } from "../pods/resource_rules.ts";

/** Validates an autoscaler in the stored version. */
export function validateAutoscaler(scaler: ApiObject, old?: ApiObject): Cause[] {
  const spec = asObject(scaler.spec) ?? {};
  const { minReplicas, maxReplicas = 0 } = spec;
  const most = "spec.maxReplicas";
  const hadNone = asObject(old?.spec)?.minReplicas === 0;
  const metrics = itemsOf(spec.metrics);
  return [
    ...when(
      minReplicas !== undefined && Number(minReplicas) < (hadNone ? 0 : 1),
      invalidCause("spec.minReplicas", minReplicas, "must be greater than or equal to 1"),
    ),
    ...when(Number(maxReplicas) < 1, invalidCause(most, maxReplicas, "must be greater than 0")),
    ...when(
      minReplicas !== undefined && Number(maxReplicas) < Number(minReplicas),
      invalidCause(most, maxReplicas, "must be greater than or equal to `minReplicas`"),
    ),
    ...within(spec.scaleTargetRef ?? {}, "spec.scaleTargetRef", validateReference),
    ...each(spec.metrics, "spec.metrics", validateMetric),
    ...when(
      minReplicas === 0 &&
        !metrics.some(({ type }) => ["Object", "External"].includes(String(type))),
      forbiddenCause("spec.metrics", "must have an Object or External metric to scale to zero"),
    ),
    ...within(
      spec.behavior,
      "spec.behavior",
      (behavior, field) =>
        ["scaleUp", "scaleDown"].flatMap((name) =>
          within(behavior[name], `${field}.${name}`, validateScaling)
        ),
    ),
  ];
}

const segment = (value: Json | undefined, field: string): Cause[] =>
  value
    ? when(
      /[/%]/.test(String(value)) || [".", ".."].includes(String(value)),
      invalidCause(field, value, "must not contain '/' or '%'"),
    )
    : required(value, field);

const validateReference = ({ kind, name }: JsonObject, field: string): Cause[] => [
  ...segment(kind, `${field}.kind`),
  ...segment(name, `${field}.name`),
];

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

function validateScaling(rules: JsonObject, field: string): Cause[] {
  const { stabilizationWindowSeconds: seconds, selectPolicy, policies } = rules;
  return [
    ...inRange(seconds, `${field}.stabilizationWindowSeconds`, 0, 3600),
    ...maybeOneOf(selectPolicy, `${field}.selectPolicy`, ["Disabled", "Max", "Min"]),
    ...when(itemsOf(policies).length === 0, requiredCause(`${field}.policies`)),
    ...each(policies, `${field}.policies`, ({ type, value = 0, periodSeconds = 0 }, at) => [
      ...oneOf(type, `${at}.type`, ["Percent", "Pods"]),
      ...when(Number(value) <= 0, invalidCause(`${at}.value`, value, "must be greater than zero")),
      ...inRange(periodSeconds, `${at}.periodSeconds`, 1, 1800),
    ]),
  ];
}

/** The field of each type of metric, in the order in which one counts. */
const SOURCES: Readonly<Record<string, string>> = {
  object: "Object",
  external: "External",
  pods: "Pods",
  resource: "Resource",
  containerResource: "ContainerResource",
};

function validateMetric(metric: JsonObject, field: string): Cause[] {
  const type = String(metric.type ?? "");
  const present = Object.keys(SOURCES).filter((name) => metric[name] !== undefined);
  const expected = Object.keys(SOURCES).find((name) => SOURCES[name] === type);
  const [first] = present;
  const typePath = `${field}.type`;
  return [
    ...when(type === "", requiredCause(typePath, "must specify a metric source type")),
    ...when(expected === undefined, unsupportedCause(typePath, type, Object.values(SOURCES))),
    ...(first === undefined
      ? []
      : validateSource(first, asObject(metric[first]) ?? {}, `${field}.${first}`)),
    ...when(
      expected !== undefined && metric[expected] === undefined,
      requiredCause(`${field}.${expected}`, "must populate information for the source"),
    ),
    ...when(
      present.length !== 1,
      present.filter((name) => name !== expected).map((name) =>
        forbiddenCause(`${field}.${name}`, "must populate the given metric source only")
      ),
    ),
  ];
}

function validateSource(name: string, source: JsonObject, field: string): Cause[] {
  const target = asObject(source.target) ?? {};
  const has = (part: string) => target[part] !== undefined;
  const at = (part: string) => `${field}.target.${part}`;
  const common = validateTarget(target, `${field}.target`);
  const byResource = [
    ...common,
    ...when(
      !has("averageUtilization") && !has("averageValue"),
      requiredCause(at("averageUtilization")),
    ),
    ...when(
      has("averageUtilization") && has("averageValue"),
      forbiddenCause(at("averageValue"), "may not set both a value and a utilization"),
    ),
  ];
  switch (name) {
    case "object":
      return [
        ...within(source.describedObject ?? {}, `${field}.describedObject`, validateReference),
        ...validateIdentifier(source, field),
        ...common,
        ...when(!has("value") && !has("averageValue"), requiredCause(at("averageValue"))),
      ];
    case "external":
      return [
        ...validateIdentifier(source, field),
        ...common,
        ...when(!has("value") && !has("averageValue"), requiredCause(at("averageValue"))),
        ...when(
          has("value") && has("averageValue"),
          forbiddenCause(at("value"), "may not set both a value and a per-pod target"),
        ),
      ];
    case "pods":
      return [
        ...validateIdentifier(source, field),
        ...common,
        ...when(!has("averageValue"), requiredCause(at("averageValue"))),
      ];
    case "resource":
      return [...required(source.name, `${field}.name`), ...byResource];
    default:
      return [
        ...(source.name
          ? containerResourceName(String(source.name), `${field}.name`)
          : required(source.name, `${field}.name`)),
        ...(source.container
          ? label(source.container, `${field}.container`)
          : required(source.container, `${field}.container`)),
        ...byResource,
      ];
  }
}

const validateIdentifier = ({ metric }: JsonObject, field: string): Cause[] =>
  segment(asObject(metric)?.name, `${field}.metric.name`);

function validateTarget(target: JsonObject, field: string): Cause[] {
  const { type, averageUtilization } = target;
  const known = ["Utilization", "Value", "AverageValue"].includes(String(type));
  return [
    ...required(type, `${field}.type`),
    ...when(!known, invalidCause(`${field}.type`, type, "must be a type of targets")),
    ...["value", "averageValue"].flatMap((name) =>
      when(
        target[name] !== undefined && amountOf(target[name]) <= 0,
        invalidCause(`${field}.${name}`, target[name], "must be positive"),
      )
    ),
    ...when(
      averageUtilization !== undefined && Number(averageUtilization) < 1,
      invalidCause(`${field}.averageUtilization`, averageUtilization, "must be greater than 0"),
    ),
  ];
}

/** Validates the status of an autoscaler. */
export const validateAutoscalerStatus = ({ status }: ApiObject): Cause[] =>
  ["currentReplicas", "desiredReplicas"].flatMap((name) =>
    nonnegative(asObject(status)?.[name], `status.${name}`)
  );
