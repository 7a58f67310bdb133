/**
 * The defaults of unset fields that depend on other fields, in release 1.26.
 *
 * @module
 */
import { copyOf, type Json, type JsonObject } from "../object.ts";
import { canonicalQuantity } from "./scalar.ts";

/** The context of defaulting rules. */
export interface DefaultingContext {
  /** The brand-bearing suffix of group names. */
  readonly suffix: string;
}

/** Sets defaults that depend on other fields of an object. */
export type DefaultingRule = (object: JsonObject, context: DefaultingContext) => void;

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
  "apps.v1.DeploymentStrategy": defaultStrategy,
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
  "core.v1.Container": defaultPullPolicy,
  "core.v1.EphemeralContainer": defaultPullPolicy,
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
  "core.v1.PodSpec": defaultPodSpec,
  "core.v1.ReplicationController": defaultReplicationController,
  "core.v1.ResourceQuotaSpec": (spec) => roundQuantities(spec.hard),
  "core.v1.ResourceQuotaStatus": (status) => {
    roundQuantities(status.hard);
    roundQuantities(status.used);
  },
  "core.v1.ResourceRequirements": (object) => {
    roundQuantities(object.limits);
    roundQuantities(object.requests);
  },
  "core.v1.ServicePort": (port) => {
    if (!port.targetPort) port.targetPort = port.port ?? 0;
  },
  "core.v1.ServiceSpec": defaultService,
  "core.v1.Volume": defaultVolume,
  "networking.v1.NetworkPolicySpec": (spec) => {
    if (hasItems(spec.policyTypes)) return;
    spec.policyTypes = hasItems(spec.egress) ? ["Ingress", "Egress"] : ["Ingress"];
  },
  "rbac.v1.Subject": (object, context) => {
    if (object.kind === "User" || object.kind === "Group") object.apiGroup ||= rbacGroup(context);
  },
};

const hasItems = (value: Json | undefined): boolean => Array.isArray(value) && value.length > 0;

const objectAt = (object: JsonObject, field: string): JsonObject | undefined =>
  object[field] as JsonObject | undefined;

const rbacGroup = ({ suffix }: DefaultingContext) => `rbac.authorization.${suffix}`;

function defaultStrategy(strategy: JsonObject): void {
  strategy.type ??= "RollingUpdate";
  if (strategy.type === "RollingUpdate") strategy.rollingUpdate ??= {};
}

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

function defaultPullPolicy(container: JsonObject): void {
  const image = (container.image ?? "") as string;
  container.imagePullPolicy ??= isLatest(image) ? "Always" : "IfNotPresent";
}

function defaultPodSpec(spec: JsonObject): void {
  if (spec.hostNetwork) {
    exposeOnHost(spec.containers);
    exposeOnHost(spec.initContainers);
  }
  roundQuantities(spec.overhead);
  // One field under its current and its former name.
  const account = spec.serviceAccountName ?? spec.serviceAccount;
  if (account !== undefined) {
    spec.serviceAccountName = account;
    spec.serviceAccount = account;
  }
}

function exposeOnHost(containers: Json | undefined): void {
  for (const container of (containers ?? []) as JsonObject[]) {
    for (const port of (container.ports ?? []) as JsonObject[]) {
      if (port.containerPort) port.hostPort ??= port.containerPort;
    }
  }
}

function defaultVolume(volume: JsonObject): void {
  if (Object.keys(volume).every((field) => field === "name")) volume.emptyDir = {};
}

/** Rounds quantities of resources up to thousandths. */
function roundQuantities(quantities: Json | undefined): void {
  if (quantities === undefined) return;
  for (const [name, quantity] of Object.entries(quantities as JsonObject)) {
    const rounded = canonicalQuantity(String(quantity), -3);
    if (rounded !== undefined) (quantities as JsonObject)[name] = rounded;
  }
}

const COMPONENT = "[a-z0-9]+(?:(?:[._]|__|-+)[a-z0-9]+)*";
const LABEL = "(?:[a-zA-Z0-9]|[a-zA-Z0-9][a-zA-Z0-9-]*[a-zA-Z0-9])";
const DOMAIN = `${LABEL}(?:\\.${LABEL})*(?::[0-9]+)?`;
const TAG = "\\w[\\w.-]{0,127}";
const DIGEST = "[A-Za-z][A-Za-z0-9]*(?:[-_+.][A-Za-z][A-Za-z0-9]*)*:[0-9a-fA-F]{32,}";
const REFERENCE = new RegExp(
  `^(?:${DOMAIN}/)?${COMPONENT}(?:/${COMPONENT})*(?::(${TAG}))?(?:@(${DIGEST}))?$`,
);

/**
 * Returns true if an image has the tag `latest`, or neither tag nor digest.
 *
 * @param image for example `nginx` or `host.example:5000/team/app:1.2`
 */
export function isLatest(image: string): boolean {
  if (image.length > MAX_LENGTH) return false;
  const match = REFERENCE.exec(image);
  if (!match) return false;
  const [, tag, digest] = match;
  return tag === "latest" || (tag === undefined && digest === undefined);
}

/** Longer names are not valid; this leaves room for the tag and the digest. */
const MAX_LENGTH = 1_024;
