/**
 * Valid objects of the kinds of the specification: some with most fields, some with few.
 *
 * @module
 */
import type { JsonObject } from "@plumbline/server/api";

const RBAC_GROUP = "rbac.authorization.k8s.io";

const labels = { app: "a", "example.com/tier": "b" };

const container = {
  name: "main",
  image: "example:1",
  args: ["a", "b"],
  ports: [{ containerPort: 80, protocol: "TCP" }, { containerPort: 53, protocol: "UDP" }],
  env: [
    { name: "A", value: "1" },
    { name: "B", valueFrom: { fieldRef: { fieldPath: "spec.nodeName" } } },
  ],
  resources: { limits: { cpu: "500m", memory: "1Gi" }, requests: { cpu: 0.1 } },
  livenessProbe: { httpGet: { path: "/", port: "web" }, periodSeconds: 3 },
  volumeMounts: [{ name: "v", mountPath: "/v" }],
};

const podSpec = {
  containers: [container],
  initContainers: [{ name: "first", image: "example" }],
  volumes: [
    { name: "v", emptyDir: { sizeLimit: "1Gi" } },
    { name: "s", secret: { secretName: "a" } },
  ],
  tolerations: [{ key: "k", operator: "Exists", effect: "NoExecute" }],
  nodeSelector: { zone: "a" },
  securityContext: { runAsUser: 1, fsGroup: 2 },
};

const rules = [
  { verbs: ["get", "list"], apiGroups: ["", "apps"], resources: ["secrets", "deployments/status"] },
  { verbs: ["*"], apiGroups: ["*"], resources: ["*"], resourceNames: ["a"] },
];

const binding: JsonObject = {
  roleRef: { kind: "ClusterRole", name: "a", apiGroup: RBAC_GROUP },
  subjects: [
    { kind: "User", name: "bob" },
    { kind: "Group", name: "developers", apiGroup: RBAC_GROUP },
    { kind: "ServiceAccount", name: "robot", namespace: "default" },
  ],
};

const ATTRIBUTES = { verb: "get", group: "", resource: "secrets", namespace: "default" };

/** Objects with most fields by kind, without their names. */
export const FULL: Readonly<Record<string, readonly JsonObject[]>> = {
  Secret: [{
    metadata: { labels, finalizers: ["example.com/a"] },
    data: { a: "YQ==", "b.c": "" },
    stringData: { d: "e" },
  }],
  Deployment: [{
    metadata: { labels, annotations: { note: "x" } },
    spec: {
      replicas: 2,
      selector: {
        matchLabels: { app: "a" },
        matchExpressions: [{ key: "app", operator: "In", values: ["a", "b"] }],
      },
      strategy: { type: "RollingUpdate", rollingUpdate: { maxSurge: "25%", maxUnavailable: 1 } },
      template: { metadata: { labels: { app: "a" } }, spec: podSpec },
    },
  }],
  Namespace: [{ metadata: { labels } }],
  Role: [{ rules }],
  ClusterRole: [
    {
      metadata: { labels },
      rules: [...rules, { verbs: ["get"], nonResourceURLs: ["/readyz", "/metrics/*"] }],
    },
    { aggregationRule: { clusterRoleSelectors: [{ matchLabels: { app: "a" } }] } },
  ],
  RoleBinding: [binding],
  ClusterRoleBinding: [binding],
  FlowSchema: [{
    spec: {
      priorityLevelConfiguration: { name: "a" },
      matchingPrecedence: 9,
      rules: [{
        subjects: [
          { kind: "User", user: { name: "bob" } },
          { kind: "Group", group: { name: "g" } },
        ],
        resourceRules: [
          { verbs: ["get"], apiGroups: [""], resources: ["secrets"], namespaces: ["*"] },
        ],
        nonResourceRules: [{ verbs: ["get"], nonResourceURLs: ["/readyz"] }],
      }],
    },
  }],
  CSIStorageCapacity: [{
    storageClassName: "fast",
    capacity: "1Gi",
    nodeTopology: { matchLabels: { zone: "a" } },
  }],
  SubjectAccessReview: [{
    spec: { user: "bob", groups: ["g"], extra: { a: ["b"] }, resourceAttributes: ATTRIBUTES },
  }],
  LocalSubjectAccessReview: [{ spec: { user: "bob", uid: "u", resourceAttributes: ATTRIBUTES } }],
  SelfSubjectAccessReview: [{
    spec: { nonResourceAttributes: { path: "/readyz", verb: "get" } },
  }],
};

/** Returns a PriorityLevelConfiguration with most fields, whose shares have a name by version. */
export const fullLevel = (shares: string): JsonObject => ({
  spec: {
    type: "Limited",
    limited: {
      [shares]: 10,
      limitResponse: { type: "Queue", queuing: { queues: 8, handSize: 2, queueLengthLimit: 5 } },
    },
  },
});

const subjects = [
  { kind: "User", name: "u" },
  { kind: "Group", name: "g" },
  { kind: "ServiceAccount", name: "s", namespace: "default" },
  { kind: "User", name: "v", apiGroup: RBAC_GROUP },
];

const limited = (fields: JsonObject): JsonObject => ({
  spec: { type: "Limited", limited: fields },
});

/** Objects that leave out fields with defaults, by kind, without their names. */
export const SPARSE: Readonly<Record<string, readonly JsonObject[]>> = {
  Secret: [
    {},
    { type: "", data: { a: "YQ==", b: "Y\nQ==" }, immutable: false },
    { type: "example.com/a", data: {}, immutable: true },
  ],
  Role: [{}, { rules: [{ verbs: ["get"], apiGroups: [""], resources: ["secrets"] }] }],
  ClusterRole: [{ aggregationRule: { clusterRoleSelectors: [{ matchLabels: { a: "b" } }] } }],
  RoleBinding: [{ roleRef: { kind: "Role", name: "r" }, subjects }],
  ClusterRoleBinding: [{ roleRef: { kind: "ClusterRole", name: "r", apiGroup: "" }, subjects }],
  CSIStorageCapacity: [{ storageClassName: "c", capacity: "1.5Gi", maximumVolumeSize: "1000M" }],
  FlowSchema: [
    { spec: { priorityLevelConfiguration: { name: "global-default" } } },
    {
      spec: {
        priorityLevelConfiguration: { name: "global-default" },
        matchingPrecedence: 7,
        rules: [{
          subjects: [{ kind: "User", user: { name: "*" } }],
          nonResourceRules: [{ verbs: ["*"], nonResourceURLs: ["*"] }],
        }],
      },
    },
  ],
  PriorityLevelConfiguration: [
    limited({ limitResponse: { type: "Queue", queuing: {} } }),
    limited({ limitResponse: { type: "Queue", queuing: { queues: 9, handSize: 3 } } }),
    limited({ lendablePercent: 5, limitResponse: { type: "Reject" } }),
  ],
};
