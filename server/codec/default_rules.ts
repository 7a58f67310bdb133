/**
 * What is defaulted, by definition: constants as data, the rest as small functions. As release 1.26
 * does it, read off a real server's answers (`differential/defaults.ts`).
 *
 * @module
 */
import type { Json, JsonObject } from "../object.ts";
import { isLatest } from "./image_tag.ts";
import { canonicalQuantity } from "./quantity.ts";

/** Values of fields of which nothing is said. */
export const CONSTANTS: Readonly<Record<string, Readonly<JsonObject>>> = {
  "apps.v1.DeploymentSpec": {
    replicas: 1,
    revisionHistoryLimit: 10,
    progressDeadlineSeconds: 600,
  },
  "apps.v1.DeploymentStrategy": { type: "RollingUpdate" },
  "apps.v1.RollingUpdateDeployment": { maxUnavailable: "25%", maxSurge: "25%" },
  "core.v1.AzureDiskVolumeSource": {
    cachingMode: "ReadWrite",
    kind: "Shared",
    fsType: "ext4",
    readOnly: false,
  },
  "core.v1.ConfigMapVolumeSource": { defaultMode: 0o644 },
  "core.v1.Container": {
    terminationMessagePath: "/dev/termination-log",
    terminationMessagePolicy: "File",
  },
  "core.v1.ContainerPort": { protocol: "TCP" },
  "core.v1.DownwardAPIVolumeSource": { defaultMode: 0o644 },
  "core.v1.EphemeralContainer": {
    terminationMessagePath: "/dev/termination-log",
    terminationMessagePolicy: "File",
  },
  "core.v1.GRPCAction": { service: "" },
  "core.v1.HTTPGetAction": { path: "/", scheme: "HTTP" },
  "core.v1.HostPathVolumeSource": { type: "" },
  "core.v1.ISCSIVolumeSource": { iscsiInterface: "default" },
  "core.v1.NamespaceStatus": { phase: "Active" },
  "core.v1.ObjectFieldSelector": { apiVersion: "v1" },
  "core.v1.PersistentVolumeClaimSpec": { volumeMode: "Filesystem" },
  "core.v1.PodSpec": {
    dnsPolicy: "ClusterFirst",
    restartPolicy: "Always",
    schedulerName: "default-scheduler",
    securityContext: {},
    terminationGracePeriodSeconds: 30,
  },
  "core.v1.Probe": {
    timeoutSeconds: 1,
    periodSeconds: 10,
    successThreshold: 1,
    failureThreshold: 3,
  },
  "core.v1.ProjectedVolumeSource": { defaultMode: 0o644 },
  "core.v1.RBDVolumeSource": { pool: "rbd", user: "admin", keyring: "/etc/ceph/keyring" },
  "core.v1.ScaleIOVolumeSource": { storageMode: "ThinProvisioned", fsType: "xfs" },
  "core.v1.Secret": { type: "Opaque" },
  "core.v1.SecretVolumeSource": { defaultMode: 0o644 },
  "core.v1.ServiceAccountTokenProjection": { expirationSeconds: 3_600 },
  "flowcontrol.v1beta2.FlowSchemaSpec": { matchingPrecedence: 1_000 },
  "flowcontrol.v1beta3.FlowSchemaSpec": { matchingPrecedence: 1_000 },
  "flowcontrol.v1beta2.LimitedPriorityLevelConfiguration": {
    assuredConcurrencyShares: 30,
    lendablePercent: 0,
  },
  "flowcontrol.v1beta3.LimitedPriorityLevelConfiguration": {
    nominalConcurrencyShares: 30,
    lendablePercent: 0,
  },
  "flowcontrol.v1beta2.QueuingConfiguration": { handSize: 8, queues: 64, queueLengthLimit: 50 },
  "flowcontrol.v1beta3.QueuingConfiguration": { handSize: 8, queues: 64, queueLengthLimit: 50 },
};

/** What a rule may know besides the object. */
export interface DefaultingContext {
  /** The brand-bearing suffix of group names. */
  readonly suffix: string;
}

/** Sets fields of an object of one definition whose value depends on others. */
export type DefaultingRule = (object: JsonObject, context: DefaultingContext) => void;

/** The rules by definition; they run before the constants. */
export const RULES: Readonly<Record<string, DefaultingRule>> = {
  "apps.v1.DeploymentStrategy": defaultStrategy,
  "core.v1.Container": defaultPullPolicy,
  "core.v1.EphemeralContainer": defaultPullPolicy,
  "core.v1.PodSpec": defaultPodSpec,
  "core.v1.ResourceRequirements": (object) => {
    roundQuantities(object.limits);
    roundQuantities(object.requests);
  },
  "core.v1.Volume": defaultVolume,
  "rbac.v1.RoleRef": (object, context) => {
    object.apiGroup ||= rbacGroup(context);
  },
  "rbac.v1.Subject": (object, context) => {
    if (object.kind === "User" || object.kind === "Group") object.apiGroup ||= rbacGroup(context);
  },
};

const rbacGroup = ({ suffix }: DefaultingContext) => `rbac.authorization.${suffix}`;

function defaultStrategy(strategy: JsonObject): void {
  strategy.type ??= "RollingUpdate";
  if (strategy.type === "RollingUpdate") strategy.rollingUpdate ??= {};
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
  // One field under its present and its former name.
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

/** Resources are counted in thousandths. */
function roundQuantities(quantities: Json | undefined): void {
  if (quantities === undefined) return;
  for (const [name, quantity] of Object.entries(quantities as JsonObject)) {
    const rounded = canonicalQuantity(String(quantity), -3);
    if (rounded !== undefined) (quantities as JsonObject)[name] = rounded;
  }
}
