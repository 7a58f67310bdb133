/**
 * HorizontalPodAutoscalers in two versions.
 *
 * @module
 */
import { type ApiObject, type Dialect, isNewest, type JsonObject } from "@plumbline/server/api";
import {
  asObject,
  at,
  computed,
  defineKind,
  type KindFacts,
  listAt,
  numberAt,
  type ResourceDefinition,
  text,
  textAt,
} from "@plumbline/server/resources";
import { autoscalerConversion } from "./autoscaler_conversion.ts";
import {
  validateAutoscaler,
  validateAutoscalerStatus,
  validateTargetVersion,
} from "./autoscaler_rules.ts";

/** The status of a new autoscaler: real servers show these fields even if they are empty. */
const NEW_STATUS = { desiredReplicas: 0, currentMetrics: null };

const shared = (newest: boolean): Omit<KindFacts, "version"> => ({
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
    computed("Targets", (scaler) => targetsOf(scaler, newest)),
    text("MinPods", "spec.minReplicas", "<unset>"),
    computed("MaxPods", (scaler) => numberAt(scaler, "spec.maxReplicas")),
    computed("Replicas", (scaler) => numberAt(scaler, "status.currentReplicas")),
  ],
  status: {
    initial: () => NEW_STATUS,
    prepare(scaler) {
      const { desiredReplicas = 0, currentMetrics = null, ...status } = asObject(scaler.status) ??
        {};
      scaler.status = { ...status, desiredReplicas, currentMetrics };
    },
    validate: (scaler) => validateAutoscalerStatus(scaler),
  },
  reportsMissingFields: true,
  validate: (scaler) => validateAutoscaler(scaler),
  ...(newest && { validateCreate: validateTargetVersion }),
});

/** Returns the current and the wanted value of each metric. */
function targetsOf(scaler: ApiObject, newest: boolean): string {
  const current = listAt(scaler, "status.currentMetrics");
  const texts = listAt(scaler, "spec.metrics").map((metric, index) => {
    const source = asObject(metric[sourceOf(metric)]);
    const now = asObject(asObject(current[index]?.[sourceOf(metric)])?.current);
    const utilization = at(source, "target.averageUtilization");
    if (utilization !== undefined) {
      const used = at(now, "averageUtilization");
      const share = `${used === undefined ? "<unknown>" : `${used}%`}/${utilization}%`;
      return newest ? `${textAt(source, "name")}: ${share}` : share;
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
export const horizontalPodAutoscalers = ({ release }: Dialect): readonly ResourceDefinition[] => {
  const facts = shared(isNewest(release));
  return [
    defineKind({ ...facts, version: "v2", initialFields: { status: NEW_STATUS } }),
    defineKind({ ...facts, version: "v1", conversion: autoscalerConversion }),
  ];
};
