/**
 * Kinds beyond the specification's matrix: namespaces, and kinds with scheduled removals.
 *
 * @module
 */
import type { ResourceKind } from "./kind.ts";
import { fullLevel } from "./samples.ts";
import type { Json, JsonObject } from "@plumbline/server/api";

const CAPACITY: Omit<ResourceKind, "apiVersion"> = {
  kind: "CSIStorageCapacity",
  resource: "csistoragecapacities",
  namespaced: true,
  body: { storageClassName: "fast", capacity: "1Gi" },
  places: {
    "storageClassName": ["fast", "slow", "Not Valid", "", null],
    "capacity": ["1Gi", "1024Mi", "0", "-1", "much", 5, null],
    "maximumVolumeSize": ["1G", "500m", "-1", null],
    "nodeTopology": [
      {},
      { matchLabels: { zone: "a" } },
      { matchExpressions: [{ key: "a", operator: "Is" }] },
      null,
    ],
    "unknown": [1],
  },
};

const RULE: Json = {
  subjects: [{ kind: "User", user: { name: "nobody" } }],
  resourceRules: [{ verbs: ["get"], apiGroups: ["*"], resources: ["secrets"], namespaces: ["a"] }],
};

const SCHEMA: Omit<ResourceKind, "apiVersion"> = {
  kind: "FlowSchema",
  resource: "flowschemas",
  namespaced: false,
  dryRunOnly: true,
  body: {
    spec: {
      priorityLevelConfiguration: { name: "global-default" },
      matchingPrecedence: 9_000,
      rules: [RULE],
    },
  },
  places: {
    "spec.priorityLevelConfiguration.name": ["exempt", "", null],
    "spec.matchingPrecedence": [1, 10_000, 10_001, 0, -1, null],
    "spec.distinguisherMethod": [{ type: "ByUser" }, { type: "ByNamespace" }, { type: "x" }, null],
    "spec.rules": [[], [RULE, RULE], null],
    "spec.rules.0.subjects": [[], [{ kind: "Group", group: { name: "g" } }], [{ kind: "Robot" }]],
    "spec.rules.0.resourceRules": [[], null],
    "spec.rules.0.resourceRules.0.verbs": [["*"], ["*", "get"], ["x"], []],
    "spec.rules.0.resourceRules.0.namespaces": [[], ["*"], ["Not Valid"]],
    "spec.rules.0.resourceRules.0.clusterScope": [true, false],
    "spec.rules.0.nonResourceRules": [[{ verbs: ["get"], nonResourceURLs: ["/healthz"] }]],
    "spec.unknown": [1],
  },
};

const level = (shares: string): Omit<ResourceKind, "apiVersion"> => ({
  full: [fullLevel(shares)],
  kind: "PriorityLevelConfiguration",
  resource: "prioritylevelconfigurations",
  namespaced: false,
  dryRunOnly: true,
  body: {
    spec: { type: "Limited", limited: { [shares]: 5, limitResponse: { type: "Reject" } } },
  },
  places: {
    "spec.type": ["Exempt", "Limited", "x", "", null],
    [`spec.limited.${shares}`]: [0, 1, -1, null],
    "spec.limited.limitResponse": [
      { type: "Queue" },
      { type: "Queue", queuing: { queues: 8, handSize: 9 } },
      { type: "Reject", queuing: { queues: 8 } },
      { type: "x" },
      null,
    ],
    "spec.limited": [null, {}],
    "spec.unknown": [1],
  },
});

/** Namespaces; the objects in them are not compared here. */
const NAMESPACE: ResourceKind = {
  kind: "Namespace",
  apiVersion: "v1",
  resource: "namespaces",
  namespaced: false,
  body: {} satisfies JsonObject,
  places: {
    "spec": [{}, { finalizers: [] }, { finalizers: ["kubernetes"] }],
  },
  hasStatus: true,
};

/** The types. */
export const CONFIG_TYPES: readonly ResourceKind[] = [
  NAMESPACE,
  { ...CAPACITY, apiVersion: "storage.k8s.io/v1" },
  { ...CAPACITY, apiVersion: "storage.k8s.io/v1beta1" },
  { ...SCHEMA, apiVersion: "flowcontrol.apiserver.k8s.io/v1beta3" },
  { ...SCHEMA, apiVersion: "flowcontrol.apiserver.k8s.io/v1beta2" },
  { ...level("nominalConcurrencyShares"), apiVersion: "flowcontrol.apiserver.k8s.io/v1beta3" },
  { ...level("assuredConcurrencyShares"), apiVersion: "flowcontrol.apiserver.k8s.io/v1beta2" },
];
