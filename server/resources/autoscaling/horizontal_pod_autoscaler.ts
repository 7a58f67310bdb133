/**
 * HorizontalPodAutoscalers in two versions: the first has one metric, the use of the CPU; its other
 * metrics travel in annotations.
 *
 * @module
 */
import { type ApiObject, copyOf, type JsonObject } from "../../object.ts";
import type { Conversion } from "../../registry/conversion.ts";
import { asObject, type ResourceDefinition } from "../../registry/resource.ts";
import { at, computed, listAt, numberAt, text, textAt } from "../columns.ts";
import { defineKind, type KindFacts } from "../define_kind.ts";
import { validateAutoscaler, validateAutoscalerStatus } from "./autoscaler_rules.ts";

const ANNOTATIONS = {
  metrics: "autoscaling.alpha.kubernetes.io/metrics",
  behavior: "autoscaling.alpha.kubernetes.io/behavior",
  currentMetrics: "autoscaling.alpha.kubernetes.io/current-metrics",
  conditions: "autoscaling.alpha.kubernetes.io/conditions",
} as const;

const shared: Omit<KindFacts, "version"> = {
  group: "autoscaling",
  kind: "HorizontalPodAutoscaler",
  shortNames: ["hpa"],
  categories: ["all"],
  cells: [
    computed(
      "Reference",
      (scaler) =>
        `${textAt(scaler, "spec.scaleTargetRef.kind")}/${
          textAt(scaler, "spec.scaleTargetRef.name")
        }`,
    ),
    computed("Targets", targetsOf),
    text("MinPods", "spec.minReplicas", "<unset>"),
    computed("MaxPods", (scaler) => numberAt(scaler, "spec.maxReplicas")),
    computed("Replicas", (scaler) => numberAt(scaler, "status.currentReplicas")),
  ],
  newStatus: () => ({ desiredReplicas: 0, currentMetrics: null }),
  prepareForCreate: dropContainerMetrics,
  prepareForUpdate: dropContainerMetrics,
  ownMissing: true,
  validate: (scaler) => validateAutoscaler(scaler),
  prepareStatus(scaler) {
    const { desiredReplicas = 0, currentMetrics = null, ...status } = asObject(scaler.status) ?? {};
    scaler.status = { ...status, desiredReplicas, currentMetrics };
  },
  validateStatus: validateAutoscalerStatus,
};

/** Drops the metrics of a feature that is off by default. */
function dropContainerMetrics(scaler: ApiObject): void {
  const metrics = listAt(scaler, "spec.metrics");
  if (!metrics.some(({ containerResource }) => containerResource !== undefined)) return;
  scaler.spec = {
    ...asObject(scaler.spec),
    metrics: metrics.map(({ containerResource: _, ...metric }) => metric),
  };
}

/** Returns the current and the wanted value of each metric. */
function targetsOf(scaler: ApiObject): string {
  const current = listAt(scaler, "status.currentMetrics");
  const texts = listAt(scaler, "spec.metrics").map((metric, index) => {
    const source = asObject(metric[sourceOf(metric)]);
    const now = asObject(asObject(current[index]?.[sourceOf(metric)])?.current);
    const utilization = at(source, "target.averageUtilization");
    if (utilization !== undefined) {
      const used = at(now, "averageUtilization");
      return `${used === undefined ? "<unknown>" : `${used}%`}/${utilization}%`;
    }
    const average = textAt(source, "target.averageValue");
    if (average === "") {
      return `${textAt(now, "value", "<unknown>")}/${textAt(source, "target.value")}`;
    }
    const isAverage = ["Object", "External"].includes(String(metric.type));
    return `${textAt(now, "averageValue", "<unknown>")}/${average}${isAverage ? " (avg)" : ""}`;
  });
  if (texts.length === 0) return "<none>";
  const shown = texts.slice(0, 2).join(", ");
  return texts.length > 2 ? `${shown} + ${texts.length - 2} more...` : shown;
}

/** Returns the field that holds the source of a metric: `Resource` is in `resource`. */
const sourceOf = ({ type }: JsonObject): string => {
  const name = String(type ?? "");
  return name.slice(0, 1).toLowerCase() + name.slice(1);
};

const isCpu = (metric: JsonObject): boolean =>
  metric.type === "Resource" && textAt(metric, "resource.name") === "cpu" &&
  at(metric, "resource.target.averageUtilization") !== undefined;

const conversion: Conversion = {
  apiVersion: "autoscaling/v1",
  storedApiVersion: "autoscaling/v2",
  toStorage(object) {
    const { targetCPUUtilizationPercentage: percentage, ...spec } = copyOf(
      asObject(object.spec) ?? {},
    );
    const { currentCPUUtilizationPercentage: used, ...status } = copyOf(
      asObject(object.status) ?? {},
    );
    const annotations = { ...object.metadata.annotations };
    const kept = (name: keyof typeof ANNOTATIONS) => {
      const value = annotations[ANNOTATIONS[name]];
      delete annotations[ANNOTATIONS[name]];
      return value === undefined ? undefined : JSON.parse(value);
    };
    const cpu = percentage === undefined || percentage === null ? [] : [cpuMetric(percentage)];
    const metrics = [...cpu, ...(kept("metrics") ?? [])];
    const behavior = kept("behavior");
    const conditions = kept("conditions");
    const current = [
      ...(used === undefined || used === null ? [] : [cpuUsage(used)]),
      ...(kept("currentMetrics") ?? []),
    ];
    const { annotations: _, ...metadata } = object.metadata;
    return {
      ...object,
      apiVersion: "autoscaling/v2",
      metadata: { ...metadata, ...(Object.keys(annotations).length > 0 && { annotations }) },
      spec: {
        ...spec,
        ...(metrics.length > 0 && { metrics }),
        ...(behavior !== undefined && { behavior }),
      },
      status: {
        ...status,
        ...(current.length > 0 && { currentMetrics: current }),
        ...(conditions !== undefined && { conditions }),
      },
    };
  },
  fromStorage(object) {
    const { metrics = [], behavior, ...spec } = copyOf(asObject(object.spec) ?? {});
    const { currentMetrics, conditions, ...status } = copyOf(asObject(object.status) ?? {});
    const all = metrics as JsonObject[];
    const others = all.filter((metric) => !isCpu(metric));
    const cpu = all.find(isCpu);
    const current = (currentMetrics ?? []) as JsonObject[];
    const used = current.find((metric) =>
      textAt(metric, "resource.name") === "cpu" &&
      at(metric, "resource.current.averageUtilization") !== undefined
    );
    const otherUsage = current.filter((metric) => metric !== used);
    const annotations = {
      ...object.metadata.annotations,
      ...(others.length > 0 && { [ANNOTATIONS.metrics]: JSON.stringify(others) }),
      ...(behavior !== undefined && { [ANNOTATIONS.behavior]: JSON.stringify(behavior) }),
      ...(otherUsage.length > 0 && { [ANNOTATIONS.currentMetrics]: JSON.stringify(otherUsage) }),
      ...(conditions !== undefined && { [ANNOTATIONS.conditions]: JSON.stringify(conditions) }),
    };
    return {
      ...object,
      apiVersion: "autoscaling/v1",
      metadata: {
        ...object.metadata,
        ...(Object.keys(annotations).length > 0 && { annotations }),
      },
      spec: {
        ...spec,
        ...(cpu && {
          targetCPUUtilizationPercentage: at(cpu, "resource.target.averageUtilization")!,
        }),
      },
      status: {
        currentReplicas: 0,
        ...status,
        ...(used && {
          currentCPUUtilizationPercentage: at(used, "resource.current.averageUtilization")!,
        }),
      },
    };
  },
};

const cpuMetric = (averageUtilization: JsonObject[string]): JsonObject => ({
  type: "Resource",
  resource: { name: "cpu", target: { type: "Utilization", averageUtilization } },
});

const cpuUsage = (averageUtilization: JsonObject[string]): JsonObject => ({
  type: "Resource",
  resource: { name: "cpu", current: { averageUtilization, averageValue: "0" } },
});

/** The resource `horizontalpodautoscalers`, the stored version first. */
export const horizontalPodAutoscalers: readonly ResourceDefinition[] = [
  defineKind({ ...shared, version: "v2" }),
  defineKind({ ...shared, version: "v1", conversion }),
];
