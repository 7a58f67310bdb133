/**
 * Objects of the kinds other than Deployment whose defaults are compared.
 *
 * @module
 */
import type { JsonObject } from "../../../server/object.ts";

/** An object to create, with its schema and path. */
export interface Sample {
  readonly definition: string;
  readonly path: string;
  readonly sent: JsonObject;
}

const RBAC = "/apis/rbac.authorization.k8s.io/v1";
const FLOW_CONTROL = "/apis/flowcontrol.apiserver.k8s.io";
const metadata = { name: "sample" };
const subjects = [
  { kind: "User", name: "u" },
  { kind: "Group", name: "g" },
  { kind: "ServiceAccount", name: "s", namespace: "default" },
  { kind: "User", name: "v", apiGroup: "rbac.authorization.k8s.io" },
];

const secret = (rest: JsonObject): Sample => ({
  definition: "core.v1.Secret",
  path: "/api/v1/namespaces/default/secrets",
  sent: { metadata, ...rest },
});
const flowControl = (
  version: string,
  resource: string,
  kind: string,
  spec: JsonObject,
): Sample => ({
  definition: `flowcontrol.${version}.${kind}`,
  path: `${FLOW_CONTROL}/${version}/${resource}`,
  sent: { metadata, spec },
});

const flowSchemas = ["v1beta2", "v1beta3"].flatMap((version) => [
  flowControl(version, "flowschemas", "FlowSchema", {
    priorityLevelConfiguration: { name: "global-default" },
  }),
  flowControl(version, "flowschemas", "FlowSchema", {
    priorityLevelConfiguration: { name: "global-default" },
    matchingPrecedence: 7,
    rules: [{
      subjects: [{ kind: "User", user: { name: "*" } }],
      nonResourceRules: [{ verbs: ["*"], nonResourceURLs: ["*"] }],
    }],
  }),
  flowControl(version, "prioritylevelconfigurations", "PriorityLevelConfiguration", {
    type: "Limited",
    limited: { limitResponse: { type: "Queue", queuing: {} } },
  }),
  flowControl(version, "prioritylevelconfigurations", "PriorityLevelConfiguration", {
    type: "Limited",
    limited: { limitResponse: { type: "Queue", queuing: { queues: 9, handSize: 3 } } },
  }),
  flowControl(version, "prioritylevelconfigurations", "PriorityLevelConfiguration", {
    type: "Limited",
    limited: { lendablePercent: 5, limitResponse: { type: "Reject" } },
  }),
]);

/** The samples. */
export const SAMPLES: readonly Sample[] = [
  secret({}),
  secret({ type: "", data: { a: "YQ==", b: "Y\nQ==" }, immutable: false }),
  secret({ type: "example.com/a", data: {}, immutable: true }),
  { definition: "rbac.v1.Role", path: `${RBAC}/namespaces/default/roles`, sent: { metadata } },
  {
    definition: "rbac.v1.Role",
    path: `${RBAC}/namespaces/default/roles`,
    sent: { metadata, rules: [{ verbs: ["get"], apiGroups: [""], resources: ["secrets"] }] },
  },
  {
    definition: "rbac.v1.ClusterRole",
    path: `${RBAC}/clusterroles`,
    sent: { metadata, aggregationRule: { clusterRoleSelectors: [{ matchLabels: { a: "b" } }] } },
  },
  {
    definition: "rbac.v1.RoleBinding",
    path: `${RBAC}/namespaces/default/rolebindings`,
    sent: { metadata, roleRef: { kind: "Role", name: "r" }, subjects },
  },
  {
    definition: "rbac.v1.ClusterRoleBinding",
    path: `${RBAC}/clusterrolebindings`,
    sent: { metadata, roleRef: { kind: "ClusterRole", name: "r", apiGroup: "" }, subjects },
  },
  {
    definition: "storage.v1.CSIStorageCapacity",
    path: "/apis/storage.k8s.io/v1/namespaces/default/csistoragecapacities",
    sent: { metadata, storageClassName: "c", capacity: "1.5Gi", maximumVolumeSize: "1000M" },
  },
  ...flowSchemas,
];
