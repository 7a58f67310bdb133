/**
 * The resource types that are compared, with a valid body each and the places worth disturbing.
 *
 * @module
 */

/** A JSON value. */
export type Json = null | boolean | number | string | Json[] | { [key: string]: Json };

/** A JSON object. */
export type JsonObject = { [key: string]: Json };

/** A type that both servers serve. */
export interface ComparedType {
  readonly kind: string;
  readonly apiVersion: string;
  readonly resource: string;
  readonly namespaced: boolean;
  /** A valid body without metadata. */
  readonly body: JsonObject;
  /** Places in the body that a mutation may set, as dotted paths; numbers are indices. */
  readonly places: readonly string[];
  readonly hasStatus: boolean;
}

const RBAC = "rbac.authorization.k8s.io/v1";
const RULE_PLACES = [
  "rules",
  "rules.0.verbs",
  "rules.0.apiGroups",
  "rules.0.resources",
  "rules.0.resourceNames",
  "rules.0.nonResourceURLs",
];
const BINDING_PLACES = [
  "roleRef",
  "roleRef.kind",
  "roleRef.name",
  "roleRef.apiGroup",
  "subjects",
  "subjects.0.kind",
  "subjects.0.name",
  "subjects.0.apiGroup",
  "subjects.0.namespace",
];

const RULES: Json = [{ apiGroups: ["apps"], resources: ["deployments"], verbs: ["get", "list"] }];
const SUBJECTS: Json = [
  { kind: "User", name: "nobody" },
  { kind: "ServiceAccount", name: "robot", namespace: "default" },
];

/** The compared types. */
export const TYPES: readonly ComparedType[] = [
  {
    kind: "Secret",
    apiVersion: "v1",
    resource: "secrets",
    namespaced: true,
    body: { data: { key: "dmFsdWU=" } },
    places: [
      "data",
      "data.key",
      "data.bad/key",
      "stringData",
      "stringData.key",
      "stringData.new",
      "type",
      "immutable",
    ],
    hasStatus: false,
  },
  {
    kind: "Deployment",
    apiVersion: "apps/v1",
    resource: "deployments",
    namespaced: true,
    body: {
      spec: {
        selector: { matchLabels: { app: "a" } },
        template: {
          metadata: { labels: { app: "a" } },
          spec: { containers: [{ name: "c", image: "i" }] },
        },
      },
    },
    places: [
      "spec.replicas",
      "spec.minReadySeconds",
      "spec.paused",
      "spec.revisionHistoryLimit",
      "spec.progressDeadlineSeconds",
      "spec.strategy",
      "spec.strategy.type",
      "spec.strategy.rollingUpdate",
      "spec.strategy.rollingUpdate.maxSurge",
      "spec.strategy.rollingUpdate.maxUnavailable",
      "spec.selector",
      "spec.selector.matchLabels",
      "spec.selector.matchLabels.app",
      "spec.template.metadata.labels.app",
      "spec.template.metadata.labels.extra",
      "spec.template.spec.containers.0.image",
      "status.replicas",
      "status.observedGeneration",
      "status.conditions",
    ],
    hasStatus: true,
  },
  {
    kind: "Role",
    apiVersion: RBAC,
    resource: "roles",
    namespaced: true,
    body: { rules: RULES },
    places: RULE_PLACES,
    hasStatus: false,
  },
  {
    kind: "ClusterRole",
    apiVersion: RBAC,
    resource: "clusterroles",
    namespaced: false,
    body: { rules: RULES },
    places: RULE_PLACES,
    hasStatus: false,
  },
  {
    kind: "RoleBinding",
    apiVersion: RBAC,
    resource: "rolebindings",
    namespaced: true,
    body: {
      roleRef: { apiGroup: "rbac.authorization.k8s.io", kind: "Role", name: "r" },
      subjects: SUBJECTS,
    },
    places: BINDING_PLACES,
    hasStatus: false,
  },
  {
    kind: "ClusterRoleBinding",
    apiVersion: RBAC,
    resource: "clusterrolebindings",
    namespaced: false,
    body: {
      roleRef: { apiGroup: "rbac.authorization.k8s.io", kind: "ClusterRole", name: "r" },
      subjects: SUBJECTS,
    },
    places: BINDING_PLACES,
    hasStatus: false,
  },
];

/** The places every object has. */
export const METADATA_PLACES: readonly string[] = [
  "metadata.labels",
  "metadata.labels.color",
  "metadata.annotations",
  "metadata.annotations.note",
  "metadata.finalizers",
  "metadata.generateName",
  "metadata.uid",
  "metadata.generation",
  "metadata.creationTimestamp",
  "metadata.deletionTimestamp",
  "metadata.unknown",
  "unknown",
  "kind",
  "apiVersion",
];
