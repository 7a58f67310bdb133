/**
 * The constant defaults of unset fields in release 1.26.
 *
 * @module
 */
import type { JsonObject } from "../object.ts";

/** Constant defaults, by definition and field. */
export type ConstantDefaults = Readonly<Record<string, Readonly<JsonObject>>>;

/** The constant defaults of the specification's kinds. */
export const CONSTANTS: ConstantDefaults = {
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
