/**
 * The defaults of unset fields of the kinds of a release that depend on other fields.
 *
 * @module
 */
import type { Json, JsonObject } from "@plumbline/server/api";
import { copyOf } from "@plumbline/server/api";
import { type DefaultingRule, defaultStrategy, roundQuantities } from "@plumbline/server/types";

/** The rules by definition; they run before the constants. */
export const RULES: Readonly<Record<string, DefaultingRule>> = {
  "apps.v1.DaemonSetUpdateStrategy": (strategy) => {
    defaultStrategy(strategy);
    // Of another type, the part that is of no use gets no defaults but zero.
    const rolling = strategy.type === "RollingUpdate"
      ? undefined
      : objectAt(strategy, "rollingUpdate");
    if (rolling) rolling.maxUnavailable ??= 0;
  },
  "apps.v1.StatefulSetSpec": (spec) => {
    for (const claim of (spec.volumeClaimTemplates ?? []) as JsonObject[]) {
      // Whatever a client calls it.
      claim.apiVersion = "v1";
      claim.kind = "PersistentVolumeClaim";
    }
  },
  "apps.v1.StatefulSetUpdateStrategy": (strategy) => {
    if (strategy.type) return;
    strategy.type = "RollingUpdate";
    strategy.rollingUpdate ??= {};
  },
  "autoscaling.v2.HorizontalPodAutoscalerSpec": defaultAutoscaler,
  "batch.v1.Job": defaultJob,
  "core.v1.LimitRangeItem": defaultLimits,
  "core.v1.NodeSpec": (spec) => {
    // The first range under its name for one range and in the list.
    if (spec.podCIDR) spec.podCIDRs ??= [spec.podCIDR];
  },
  "core.v1.NodeStatus": (status) => {
    if (status.capacity !== undefined) status.allocatable ??= copyOf(status.capacity);
    roundQuantities(status.capacity);
    roundQuantities(status.allocatable);
  },
  "core.v1.PersistentVolumeClaimStatus": (status) => roundQuantities(status.capacity),
  "core.v1.PersistentVolumeSpec": (spec) => roundQuantities(spec.capacity),
  "core.v1.Pod": defaultPod,
  "core.v1.ReplicationController": defaultReplicationController,
  "core.v1.ResourceQuotaSpec": (spec) => roundQuantities(spec.hard),
  "core.v1.ResourceQuotaStatus": (status) => {
    roundQuantities(status.hard);
    roundQuantities(status.used);
  },
  "core.v1.ServicePort": (port) => {
    if (!port.targetPort) port.targetPort = port.port ?? 0;
  },
  "core.v1.ServiceSpec": defaultService,
  "networking.v1.NetworkPolicySpec": (spec) => {
    if (hasItems(spec.policyTypes)) return;
    spec.policyTypes = hasItems(spec.egress) ? ["Ingress", "Egress"] : ["Ingress"];
  },
};

const hasItems = (value: Json | undefined): boolean => Array.isArray(value) && value.length > 0;

const objectAt = (object: JsonObject, field: string): JsonObject | undefined =>
  object[field] as JsonObject | undefined;

/** The metrics and the behaviour of an autoscaler; a given part of the behaviour is completed. */
function defaultAutoscaler(spec: JsonObject): void {
  if (!hasItems(spec.metrics)) {
    const target = { type: "Utilization", averageUtilization: 80 };
    spec.metrics = [{ type: "Resource", resource: { name: "cpu", target } }];
  }
  const behavior = objectAt(spec, "behavior");
  if (behavior === undefined) return;
  behavior.scaleUp = { ...SCALE_UP, ...objectAt(behavior, "scaleUp") };
  behavior.scaleDown = { ...SCALE_DOWN, ...objectAt(behavior, "scaleDown") };
}

const SCALE_UP = {
  stabilizationWindowSeconds: 0,
  selectPolicy: "Max",
  policies: [
    { type: "Pods", value: 4, periodSeconds: 15 },
    { type: "Percent", value: 100, periodSeconds: 15 },
  ],
};
const SCALE_DOWN = {
  selectPolicy: "Max",
  policies: [{ type: "Percent", value: 100, periodSeconds: 15 }],
};

/** A Job has defaults that the template of a CronJob does not get. */
function defaultJob(job: JsonObject): void {
  const spec = objectAt(job, "spec");
  if (spec === undefined) return;
  if (spec.parallelism === undefined) spec.completions ??= 1;
  spec.parallelism ??= 1;
  spec.backoffLimit ??= 6;
  spec.completionMode ??= "NonIndexed";
  spec.suspend ??= false;
  defaultPodConditions(spec);
  takeLabels(job, objectAt(spec, "template"));
}

/** Sets the status of the conditions of pods that a policy of a Job is about. */
export function defaultPodConditions(spec: JsonObject): void {
  const rules = objectAt(spec, "podFailurePolicy")?.rules;
  for (const { onPodConditions } of (rules ?? []) as JsonObject[]) {
    for (const pattern of (onPodConditions ?? []) as JsonObject[]) pattern.status ||= "True";
  }
}

/**
 * Sets the labels of an object without labels to those of its template. They are one map, as on real
 * servers: what is added to the one is added to the other.
 */
function takeLabels(object: JsonObject, template: JsonObject | undefined): void {
  const labels = objectAt(objectAt(template ?? {}, "metadata") ?? {}, "labels");
  const metadata = objectAt(object, "metadata");
  if (labels === undefined || metadata === undefined) return;
  if (Object.keys(objectAt(metadata, "labels") ?? {}).length === 0) {
    metadata.labels = labels;
  }
}

function defaultReplicationController(controller: JsonObject): void {
  const spec = objectAt(controller, "spec");
  if (spec === undefined) return;
  const template = objectAt(spec, "template");
  const labels = objectAt(objectAt(template ?? {}, "metadata") ?? {}, "labels");
  if (labels !== undefined && Object.keys(objectAt(spec, "selector") ?? {}).length === 0) {
    spec.selector = copyOf(labels);
  }
  takeLabels(controller, template);
}

/** The limits of containers follow from each other: max, default, default request. */
function defaultLimits(item: JsonObject): void {
  if (item.type === "Container") {
    const limits = { ...objectAt(item, "max"), ...objectAt(item, "default") };
    const requests = { ...objectAt(item, "min"), ...limits, ...objectAt(item, "defaultRequest") };
    if (Object.keys(limits).length > 0) item.default = limits;
    if (Object.keys(requests).length > 0) item.defaultRequest = requests;
  }
  for (const field of ["max", "min", "default", "defaultRequest", "maxLimitRequestRatio"]) {
    roundQuantities(item[field]);
  }
}

/** A pod has defaults that the pod template of a workload does not get. */
function defaultPod(pod: JsonObject): void {
  const spec = objectAt(pod, "spec");
  if (spec === undefined) return;
  for (const field of ["containers", "initContainers"]) {
    for (const container of (spec[field] ?? []) as JsonObject[]) {
      const resources = objectAt(container, "resources");
      if (resources?.limits === undefined) continue;
      resources.requests = {
        ...objectAt(resources, "limits"),
        ...objectAt(resources, "requests"),
      };
    }
  }
  spec.enableServiceLinks ??= true;
}

function defaultService(spec: JsonObject): void {
  const isExternal = spec.type === "ExternalName";
  if (!spec.sessionAffinity || spec.sessionAffinity === "None") delete spec.sessionAffinityConfig;
  if (spec.sessionAffinity === "ClientIP") {
    const config = (spec.sessionAffinityConfig ??= {}) as JsonObject;
    const client = (config.clientIP ??= {}) as JsonObject;
    client.timeoutSeconds ??= 10_800;
  }
  if (spec.type === "NodePort" || spec.type === "LoadBalancer") {
    spec.externalTrafficPolicy ||= "Cluster";
  }
  if (!isExternal) spec.internalTrafficPolicy ??= "Cluster";
  if (spec.type === "LoadBalancer") spec.allocateLoadBalancerNodePorts ??= true;
}
