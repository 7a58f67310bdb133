/**
 * Every served kind in each API version, with its path and a valid object.
 *
 * @module
 */

/** A JSON value. */
export type Json = null | boolean | number | string | Json[] | { [key: string]: Json };

/** A JSON object. */
export type JsonObject = { [key: string]: Json };

/** A served kind in one version. */
export interface Kind {
  /** The path of its collection. */
  readonly path: string;
  /** A valid object, named `a` if it has a name. */
  readonly object: JsonObject;
  /** True if the only verb is create. */
  readonly isReview: boolean;
}

const CORE = "/api/v1";
const NAMESPACED = `${CORE}/namespaces/default`;
const APPS = "/apis/apps/v1/namespaces/default";
const RBAC = "/apis/rbac.authorization.svc.io/v1";
const STORAGE = "/apis/storage.svc.io";
const FLOW = "/apis/flowcontrol.apiserver.svc.io";
const REVIEWS = "/apis/authorization.svc.io/v1";
const IDENTITY = "/apis/authentication.svc.io/v1alpha1";

const kept = (path: string, { metadata, ...rest }: JsonObject): Kind => ({
  path,
  object: { metadata: { name: "a", ...metadata as JsonObject }, ...rest },
  isReview: false,
});
const review = (path: string, object: JsonObject): Kind => ({ path, object, isReview: true });

const LABELS = { app: "a", "example.com/tier": "b" };

const CONTAINER = {
  name: "main",
  image: "example:1",
  args: ["a", "b"],
  ports: [{ containerPort: 80, protocol: "TCP" }, { containerPort: 53, protocol: "UDP" }],
  env: [{ name: "A", value: "1" }, {
    name: "B",
    valueFrom: { fieldRef: { fieldPath: "spec.nodeName" } },
  }],
  resources: { limits: { cpu: "500m", memory: "1Gi" }, requests: { cpu: 0.1 } },
  livenessProbe: { httpGet: { path: "/", port: "web" }, periodSeconds: 3 },
  volumeMounts: [{ name: "v", mountPath: "/v" }],
};

const DEPLOYMENT = {
  metadata: { labels: LABELS, annotations: { note: "x" } },
  spec: {
    replicas: 2,
    selector: {
      matchLabels: { app: "a" },
      matchExpressions: [{ key: "app", operator: "In", values: ["a", "b"] }],
    },
    strategy: { type: "RollingUpdate", rollingUpdate: { maxSurge: "25%", maxUnavailable: 1 } },
    template: {
      metadata: { labels: { app: "a" } },
      spec: {
        containers: [CONTAINER],
        initContainers: [{ name: "first", image: "example" }],
        volumes: [{ name: "v", emptyDir: { sizeLimit: "1Gi" } }, {
          name: "s",
          secret: { secretName: "a" },
        }],
        tolerations: [{ key: "k", operator: "Exists", effect: "NoExecute" }],
        nodeSelector: { zone: "a" },
        securityContext: { runAsUser: 1, fsGroup: 2 },
      },
    },
  },
};

const RULES = [
  { verbs: ["get", "list"], apiGroups: ["", "apps"], resources: ["secrets", "deployments/status"] },
  { verbs: ["*"], apiGroups: ["*"], resources: ["*"], resourceNames: ["a"] },
];
const SUBJECTS = [
  { kind: "User", name: "bob" },
  { kind: "Group", name: "developers", apiGroup: "rbac.authorization.svc.io" },
  { kind: "ServiceAccount", name: "robot", namespace: "default" },
];
const ROLE_REF = { kind: "ClusterRole", name: "a", apiGroup: "rbac.authorization.svc.io" };

const FLOW_RULES = [{
  subjects: [{ kind: "User", user: { name: "bob" } }, { kind: "Group", group: { name: "g" } }],
  resourceRules: [{ verbs: ["get"], apiGroups: [""], resources: ["secrets"], namespaces: ["*"] }],
  nonResourceRules: [{ verbs: ["get"], nonResourceURLs: ["/readyz"] }],
}];
const FLOW_SCHEMA = {
  spec: { priorityLevelConfiguration: { name: "a" }, matchingPrecedence: 9, rules: FLOW_RULES },
};
const QUEUE = { type: "Queue", queuing: { queues: 8, handSize: 2, queueLengthLimit: 5 } };
const level = (shares: string): JsonObject => ({
  spec: { type: "Limited", limited: { [shares]: 10, limitResponse: QUEUE } },
});
const CAPACITY = {
  storageClassName: "fast",
  capacity: "1Gi",
  nodeTopology: { matchLabels: { zone: "a" } },
};

const ATTRIBUTES = { verb: "get", group: "", resource: "secrets", namespace: "default" };

/** All kinds. */
export const KINDS: readonly Kind[] = [
  kept(`${NAMESPACED}/secrets`, {
    metadata: { labels: LABELS, finalizers: ["example.com/a"] },
    data: { a: "YQ==", "b.c": "" },
    stringData: { d: "e" },
  }),
  kept(`${APPS}/deployments`, DEPLOYMENT),
  kept(`${CORE}/namespaces`, { metadata: { labels: LABELS } }),
  kept(`${RBAC}/namespaces/default/roles`, { rules: RULES }),
  kept(`${RBAC}/namespaces/default/rolebindings`, { roleRef: ROLE_REF, subjects: SUBJECTS }),
  kept(`${RBAC}/clusterroles`, {
    metadata: { labels: LABELS },
    rules: [...RULES, { verbs: ["get"], nonResourceURLs: ["/readyz", "/metrics/*"] }],
  }),
  kept(`${RBAC}/clusterroles`, {
    aggregationRule: { clusterRoleSelectors: [{ matchLabels: { app: "a" } }] },
  }),
  kept(`${RBAC}/clusterrolebindings`, { roleRef: ROLE_REF, subjects: SUBJECTS }),
  kept(`${FLOW}/v1beta3/flowschemas`, FLOW_SCHEMA),
  kept(`${FLOW}/v1beta2/flowschemas`, FLOW_SCHEMA),
  kept(`${FLOW}/v1beta3/prioritylevelconfigurations`, level("nominalConcurrencyShares")),
  kept(`${FLOW}/v1beta2/prioritylevelconfigurations`, level("assuredConcurrencyShares")),
  kept(`${STORAGE}/v1/namespaces/default/csistoragecapacities`, CAPACITY),
  kept(`${STORAGE}/v1beta1/namespaces/default/csistoragecapacities`, CAPACITY),
  review(`${REVIEWS}/subjectaccessreviews`, {
    spec: { user: "bob", groups: ["g"], extra: { a: ["b"] }, resourceAttributes: ATTRIBUTES },
  }),
  review(`${REVIEWS}/namespaces/default/localsubjectaccessreviews`, {
    spec: { user: "bob", uid: "u", resourceAttributes: ATTRIBUTES },
  }),
  review(`${REVIEWS}/selfsubjectaccessreviews`, {
    spec: { nonResourceAttributes: { path: "/readyz", verb: "get" } },
  }),
  review(`${REVIEWS}/selfsubjectrulesreviews`, { spec: { namespace: "default" } }),
  review(`${IDENTITY}/selfsubjectreviews`, {}),
];
