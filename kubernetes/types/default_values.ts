/**
 * The constant defaults of unset fields of the kinds of a release.
 *
 * @module
 */
import type { ConstantDefaults } from "@plumbline/server/types";

/** Constant defaults, by definition and field. */
export const CONSTANTS: ConstantDefaults = {
  "admissionregistration.v1.MutatingWebhook": {
    failurePolicy: "Fail",
    matchPolicy: "Equivalent",
    namespaceSelector: {},
    objectSelector: {},
    reinvocationPolicy: "Never",
    timeoutSeconds: 10,
  },
  "admissionregistration.v1.RuleWithOperations": { scope: "*" },
  "admissionregistration.v1.ServiceReference": { port: 443 },
  "admissionregistration.v1.ValidatingWebhook": {
    failurePolicy: "Fail",
    matchPolicy: "Equivalent",
    namespaceSelector: {},
    objectSelector: {},
    timeoutSeconds: 10,
  },
  "apps.v1.DaemonSetSpec": { revisionHistoryLimit: 10 },
  "apps.v1.DaemonSetUpdateStrategy": { type: "RollingUpdate" },
  "apps.v1.ReplicaSetSpec": { replicas: 1 },
  "apps.v1.RollingUpdateDaemonSet": { maxUnavailable: 1, maxSurge: 0 },
  "apps.v1.RollingUpdateStatefulSetStrategy": { partition: 0 },
  "apps.v1.StatefulSetSpec": {
    podManagementPolicy: "OrderedReady",
    replicas: 1,
    revisionHistoryLimit: 10,
  },
  "autoscaling.v1.HorizontalPodAutoscalerSpec": { minReplicas: 1 },
  "autoscaling.v2.HorizontalPodAutoscalerSpec": { minReplicas: 1 },
  "batch.v1.CronJobSpec": {
    concurrencyPolicy: "Allow",
    failedJobsHistoryLimit: 1,
    successfulJobsHistoryLimit: 3,
    suspend: false,
  },
  "core.v1.EndpointPort": { protocol: "TCP" },
  "core.v1.ISCSIPersistentVolumeSource": { iscsiInterface: "default" },
  "core.v1.PersistentVolumeClaimStatus": { phase: "Pending" },
  "core.v1.PersistentVolumeStatus": { phase: "Pending" },
  "core.v1.PersistentVolumeSpec": {
    persistentVolumeReclaimPolicy: "Retain",
    volumeMode: "Filesystem",
  },
  "core.v1.RBDPersistentVolumeSource": { pool: "rbd", user: "admin", keyring: "/etc/ceph/keyring" },
  "core.v1.ReplicationControllerSpec": { replicas: 1 },
  "core.v1.ScaleIOPersistentVolumeSource": { storageMode: "ThinProvisioned", fsType: "xfs" },
  "core.v1.ServiceSpec": { sessionAffinity: "None", type: "ClusterIP" },
  "core.v1.ServicePort": { protocol: "TCP" },
  "discovery.v1.EndpointPort": { name: "", protocol: "TCP" },
  "networking.v1.IngressClassParametersReference": { scope: "Cluster" },
  "networking.v1.NetworkPolicyPort": { protocol: "TCP" },
  "scheduling.v1.PriorityClass": { preemptionPolicy: "PreemptLowerPriority" },
  "storage.v1.CSIDriverSpec": {
    attachRequired: true,
    fsGroupPolicy: "ReadWriteOnceWithFSType",
    podInfoOnMount: false,
    requiresRepublish: false,
    storageCapacity: false,
    volumeLifecycleModes: ["Persistent"],
  },
  "storage.v1.StorageClass": { reclaimPolicy: "Delete", volumeBindingMode: "Immediate" },
};
