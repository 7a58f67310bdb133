/**
 * Converts HorizontalPodAutoscalers between their versions. The first version has one metric, the
 * use of the CPU; its other metrics, in a form of their own, travel in annotations.
 *
 * @module
 */
import { type ApiObject, copyOf, type Json, type JsonObject } from "@plumbline/server/api";
import { asObject, at, type Conversion, textAt } from "@plumbline/server/resources";

const PREFIX = "autoscaling.alpha.kubernetes.io/";
const ANNOTATIONS = {
  metrics: `${PREFIX}metrics`,
  behavior: `${PREFIX}behavior`,
  currentMetrics: `${PREFIX}current-metrics`,
  conditions: `${PREFIX}conditions`,
} as const;

type Annotation = keyof typeof ANNOTATIONS;

/** Keeps the fields of an object that have a value. */
const present = (fields: Readonly<Record<string, Json | undefined>>): JsonObject =>
  Object.fromEntries(
    Object.entries(fields).filter((entry): entry is [string, Json] => entry[1] !== undefined),
  );

const ZERO = "0";

const targetOf = (source: JsonObject): JsonObject => asObject(source.target) ?? {};
const currentOf = (source: JsonObject): JsonObject => asObject(source.current) ?? {};
const metricOf = (source: JsonObject): JsonObject => asObject(source.metric) ?? {};

const metric = (name: Json | undefined, selector: Json | undefined): JsonObject =>
  present({ name: name ?? "", selector });

/** How one source of metrics is written in the first version, and read from it. */
interface Form {
  oldTarget(source: JsonObject): JsonObject;
  newTarget(source: JsonObject): JsonObject;
  oldStatus(source: JsonObject): JsonObject;
  newStatus(source: JsonObject): JsonObject;
}

const computing: Form = {
  oldTarget: ({ target: _, ...source }) => {
    const { averageUtilization, averageValue } = targetOf({ target: _ ?? {} });
    return present({
      ...source,
      targetAverageUtilization: averageUtilization,
      targetAverageValue: averageValue,
    });
  },
  newTarget: ({ targetAverageUtilization, targetAverageValue, ...source }) => ({
    ...source,
    target: present({
      type: targetAverageUtilization === undefined ? "AverageValue" : "Utilization",
      averageValue: targetAverageValue,
      averageUtilization: targetAverageUtilization,
    }),
  }),
  oldStatus: ({ current: _, ...source }) => {
    const { averageUtilization, averageValue = ZERO } = currentOf({ current: _ ?? {} });
    return present({
      ...source,
      currentAverageUtilization: averageUtilization,
      currentAverageValue: averageValue,
    });
  },
  newStatus: ({ currentAverageUtilization, currentAverageValue = ZERO, ...source }) => ({
    ...source,
    current: present({
      averageValue: currentAverageValue,
      averageUtilization: currentAverageUtilization,
    }),
  }),
};

const FORMS: Readonly<Record<string, Form>> = {
  resource: computing,
  containerResource: computing,
  pods: {
    oldTarget: (source) =>
      present({
        metricName: metricOf(source).name,
        selector: metricOf(source).selector,
        targetAverageValue: targetOf(source).averageValue ?? ZERO,
      }),
    newTarget: ({ metricName, selector, targetAverageValue = ZERO }) => ({
      metric: metric(metricName, selector),
      target: { type: "AverageValue", averageValue: targetAverageValue },
    }),
    oldStatus: (source) =>
      present({
        metricName: metricOf(source).name,
        selector: metricOf(source).selector,
        currentAverageValue: currentOf(source).averageValue ?? ZERO,
      }),
    newStatus: ({ metricName, selector, currentAverageValue = ZERO }) => ({
      metric: metric(metricName, selector),
      current: { averageValue: currentAverageValue },
    }),
  },
  object: {
    oldTarget: (source) =>
      present({
        target: source.describedObject ?? {},
        metricName: metricOf(source).name,
        selector: metricOf(source).selector,
        targetValue: targetOf(source).value ?? ZERO,
        averageValue: targetOf(source).averageValue,
      }),
    newTarget: ({ target, metricName, selector, targetValue = ZERO, averageValue }) => ({
      describedObject: target ?? {},
      metric: metric(metricName, selector),
      target: present({
        type: averageValue === undefined ? "Value" : "AverageValue",
        value: targetValue,
        averageValue,
      }),
    }),
    oldStatus: (source) =>
      present({
        target: source.describedObject ?? {},
        metricName: metricOf(source).name,
        selector: metricOf(source).selector,
        currentValue: currentOf(source).value ?? ZERO,
        averageValue: currentOf(source).averageValue,
      }),
    newStatus: ({ target, metricName, selector, currentValue = ZERO, averageValue }) => ({
      describedObject: target ?? {},
      metric: metric(metricName, selector),
      current: present({ value: currentValue, averageValue }),
    }),
  },
  external: {
    oldTarget: (source) =>
      present({
        metricName: metricOf(source).name,
        metricSelector: metricOf(source).selector,
        targetValue: targetOf(source).value,
        targetAverageValue: targetOf(source).averageValue,
      }),
    newTarget: ({ metricName, metricSelector, targetValue, targetAverageValue }) => ({
      metric: metric(metricName, metricSelector),
      target: present({
        type: targetValue === undefined ? "AverageValue" : "Value",
        value: targetValue,
        averageValue: targetAverageValue,
      }),
    }),
    oldStatus: (source) =>
      present({
        metricName: metricOf(source).name,
        metricSelector: metricOf(source).selector,
        currentValue: currentOf(source).value ?? ZERO,
        currentAverageValue: currentOf(source).averageValue,
      }),
    newStatus: ({ metricName, metricSelector, currentValue = ZERO, currentAverageValue }) => ({
      metric: metric(metricName, metricSelector),
      current: present({ value: currentValue, averageValue: currentAverageValue }),
    }),
  },
};

/** Converts each source of the metrics. */
const convertAll = (metrics: readonly JsonObject[], form: keyof Form): JsonObject[] =>
  metrics.map((one) =>
    Object.fromEntries(
      Object.entries(one).map(([name, source]) => {
        const part = asObject(source);
        return [name, part && FORMS[name] ? FORMS[name][form](part) : source];
      }),
    )
  );

const isCpu = (one: JsonObject): boolean =>
  one.type === "Resource" && textAt(one, "resource.name") === "cpu";

const hasCpuTarget = (one: JsonObject): boolean =>
  isCpu(one) && at(one, "resource.target.averageUtilization") !== undefined;

const cpuTarget = (averageUtilization: Json): JsonObject => ({
  type: "Resource",
  resource: { name: "cpu", target: { type: "Utilization", averageUtilization } },
});

const DEFAULT_UTILIZATION = 80;

/** Returns the values of the annotations, and the other annotations. */
function readAnnotations(
  { annotations = {} }: ApiObject["metadata"],
): { readonly values: Partial<Record<Annotation, Json>>; readonly others: JsonObject } {
  const values: Partial<Record<Annotation, Json>> = {};
  for (const [name, annotation] of Object.entries(ANNOTATIONS)) {
    const text = annotations[annotation];
    if (text === undefined) continue;
    try {
      values[name as Annotation] = JSON.parse(text);
    } catch {
      // What cannot be read is dropped.
    }
  }
  const known: readonly string[] = Object.values(ANNOTATIONS);
  const others = Object.entries(annotations).filter(([name]) => !known.includes(name));
  return { values, others: Object.fromEntries(others) };
}

const listOf = (value: Json | undefined): JsonObject[] | undefined =>
  Array.isArray(value) ? value as JsonObject[] : undefined;

function withAnnotations(object: ApiObject, annotations: JsonObject): ApiObject["metadata"] {
  const { annotations: _, ...metadata } = object.metadata;
  const isEmpty = Object.keys(annotations).length === 0;
  return { ...metadata, ...(!isEmpty && { annotations }) } as ApiObject["metadata"];
}

function toStorage(object: ApiObject): ApiObject {
  const { targetCPUUtilizationPercentage: percentage, ...spec } = copyOf(
    asObject(object.spec) ?? {},
  );
  const { currentCPUUtilizationPercentage: used, currentReplicas, ...status } = copyOf(
    asObject(object.status) ?? {},
  );
  const { values, others } = readAnnotations(object.metadata);
  const cpu = percentage === undefined || percentage === null ? [] : [cpuTarget(percentage)];
  const metrics = [...convertAll(listOf(values.metrics) ?? [], "newTarget"), ...cpu];
  const usage = used === undefined || used === null ? undefined : [{
    type: "Resource",
    resource: { name: "cpu", current: { averageUtilization: used } },
  }];
  const kept = listOf(values.currentMetrics);
  const current = kept ? convertAll(kept, "newStatus") : usage;
  const behavior = asObject(values.behavior);
  const conditions = listOf(values.conditions);
  return {
    ...object,
    apiVersion: "autoscaling/v2",
    metadata: withAnnotations(object, others),
    spec: {
      ...spec,
      metrics: metrics.length > 0 ? metrics : [cpuTarget(DEFAULT_UTILIZATION)],
      ...(behavior && Object.keys(behavior).length > 0 && { behavior: rename(behavior, false) }),
    },
    status: present({
      ...status,
      currentReplicas: currentReplicas || undefined,
      currentMetrics: current,
      conditions,
    }),
  };
}

function fromStorage(object: ApiObject): ApiObject {
  const { metrics, behavior, ...spec } = copyOf(asObject(object.spec) ?? {});
  const { currentMetrics, conditions, ...status } = copyOf(asObject(object.status) ?? {});
  const all = listOf(metrics) ?? [];
  const others = all.filter((one) => !hasCpuTarget(one));
  const cpu = all.find(hasCpuTarget);
  const current = listOf(currentMetrics) ?? [];
  const used = current.filter(isCpu)
    .map((one) => at(one, "resource.current.averageUtilization"))
    .findLast((value) => value !== undefined);
  const note = (name: Annotation, value: readonly Json[] | JsonObject | undefined) =>
    value !== undefined && Object.keys(value).length > 0 &&
    { [ANNOTATIONS[name]]: JSON.stringify(value) };
  const behaviorOf = asObject(behavior);
  return {
    ...object,
    apiVersion: "autoscaling/v1",
    metadata: withAnnotations(object, {
      ...readAnnotations(object.metadata).others,
      ...note("metrics", convertAll(others, "oldTarget")),
      ...note("currentMetrics", convertAll(current, "oldStatus")),
      ...note("behavior", behaviorOf && rename(behaviorOf, true)),
      ...note("conditions", listOf(conditions)),
    }),
    spec: present({
      ...spec,
      targetCPUUtilizationPercentage: cpu && at(cpu, "resource.target.averageUtilization"),
    }),
    status: present({
      currentReplicas: 0,
      ...status,
      currentCPUUtilizationPercentage: used,
    }),
  };
}

/** The annotation has the behaviour with the names of Go's fields, which begin in upper case. */
const rename = (value: JsonObject, upper: boolean): JsonObject =>
  Object.fromEntries(
    Object.entries(value).map(([name, part]) => {
      const [first = "", rest] = [name.slice(0, 1), name.slice(1)];
      const inner = Array.isArray(part)
        ? part.map((item) => rename(asObject(item) ?? {}, upper))
        : asObject(part)
        ? rename(asObject(part)!, upper)
        : part;
      return [(upper ? first.toUpperCase() : first.toLowerCase()) + rest, inner];
    }),
  );

/** The conversion between the two versions. */
export const autoscalerConversion: Conversion = {
  apiVersion: "autoscaling/v1",
  storedApiVersion: "autoscaling/v2",
  toStorage,
  fromStorage,
};

/**
 * Drops what the first version cannot express: release 1.26 stores autoscalers in it.
 *
 * @param scaler an autoscaler in the second version
 */
export function keepStorable(scaler: ApiObject): void {
  const { spec, status } = toStorage(fromStorage(scaler));
  const { desiredReplicas = 0, currentMetrics = null, ...rest } = asObject(status) ?? {};
  Object.assign(scaler, { spec, status: { ...rest, desiredReplicas, currentMetrics } });
}
