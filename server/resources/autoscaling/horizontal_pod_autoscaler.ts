/**
 * HorizontalPodAutoscalers in two versions.
 *
 * @module
 */
import type { ApiObject, JsonObject } from "../../object.ts";
import { asObject, type ResourceDefinition } from "../../registry/resource.ts";
import { at, computed, listAt, numberAt, text, textAt } from "../columns.ts";
import { defineKind, type KindFacts } from "../define_kind.ts";
import { autoscalerConversion } from "./autoscaler_conversion.ts";
import { validateAutoscaler, validateAutoscalerStatus } from "./autoscaler_rules.ts";

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

/** The resource `horizontalpodautoscalers`, the stored version first. */
export const horizontalPodAutoscalers: readonly ResourceDefinition[] = [
  defineKind({ ...shared, version: "v2" }),
  defineKind({ ...shared, version: "v1", conversion: autoscalerConversion }),
];
