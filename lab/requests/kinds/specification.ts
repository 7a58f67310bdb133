/**
 * The kinds of the specification, with a valid body and paths to mutate.
 *
 * @module
 */
import { CONFIG_TYPES } from "./configuration.ts";
import type { ResourceKind } from "./kind.ts";
import type { Json, JsonObject } from "@plumbline/server/api";
import { REVIEW_TYPES } from "./reviews.ts";
import { FULL } from "./samples.ts";

const RBAC = "rbac.authorization.k8s.io/v1";
const RBAC_GROUP = "rbac.authorization.k8s.io";

const RULE = { apiGroups: ["apps"], resources: ["deployments"], verbs: ["get", "list"] };
const RULE_PLACES: ResourceKind["places"] = {
  "rules": [[], [RULE], [RULE, { ...RULE, verbs: ["*"] }], [{ verbs: ["get"] }], null],
  "rules.0.verbs": [["*"], ["get", "get"], [], null],
  "rules.0.apiGroups": [["*"], ["", "apps"], [], null],
  "rules.0.resources": [["*"], ["secrets", "pods/log"], ["*/scale"], [], null],
  "rules.0.resourceNames": [["a"], ["*"], null],
  "rules.0.nonResourceURLs": [["/healthz"], ["/a/*"], ["*"], null],
  "rules.0.unknown": ["x", null, {}],
};
const ROLE_BODY: JsonObject = { rules: [RULE] };

const USER = { kind: "User", name: "bob" };
const SUBJECTS: Json = [USER, { kind: "ServiceAccount", name: "robot", namespace: "default" }];
const BINDING_PLACES: ResourceKind["places"] = {
  "roleRef": [null, {}, { apiGroup: RBAC_GROUP, kind: "ClusterRole", name: "other" }],
  "roleRef.kind": ["Role", "ClusterRole", "Robot", null],
  "roleRef.name": ["«id»-a", "other", "", null, "a/b"],
  "roleRef.apiGroup": [RBAC_GROUP, "", "x", null],
  "roleRef.unknown": [1],
  "subjects": [[USER], [], [USER, USER], [{ ...USER, kind: "Group" }], null],
  "subjects.0.kind": ["User", "Group", "ServiceAccount", "Robot", "", null],
  "subjects.0.name": ["bob", "", null],
  "subjects.0.apiGroup": [RBAC_GROUP, "", "x", null],
  "subjects.0.namespace": ["default", "", null],
};

const POD_SPEC = { containers: [{ name: "c", image: "i" }] };

const LEAST: readonly ResourceKind[] = [
  {
    kind: "Secret",
    apiVersion: "v1",
    resource: "secrets",
    namespaced: true,
    body: { data: { key: "dmFsdWU=" } },
    places: {
      "data": [{ key: "dmFsdWUy" }, { key: "" }, {}, null, { key: "not base64!" }, { o: "YQ==" }],
      "data.key": ["dmFsdWUy", "YQ", "not base64!", null, 1],
      "data.other": ["YQ==", null],
      "data.bad/key": ["YQ=="],
      "stringData": [{ key: "plain" }, { new: "ü" }, {}, null],
      "stringData.new": ["plain", "", null, 1],
      "type": ["Opaque", "example.com/own", "", null, 1],
      "immutable": [true, false, null, "true"],
    },
  },
  {
    kind: "Deployment",
    apiVersion: "apps/v1",
    resource: "deployments",
    namespaced: true,
    body: {
      spec: {
        selector: { matchLabels: { app: "a" } },
        template: { metadata: { labels: { app: "a" } }, spec: POD_SPEC },
      },
    },
    places: {
      "spec": [null, {}],
      "spec.replicas": [0, 3, null, -1, "3", 2.5],
      "spec.minReadySeconds": [0, 3, -1],
      "spec.paused": [true, false, null],
      "spec.revisionHistoryLimit": [0, 3, null, -1],
      "spec.progressDeadlineSeconds": [0, 1, 3, null, -1],
      "spec.strategy": [{}, null, { type: "Recreate" }, { rollingUpdate: { maxSurge: 1 } }],
      "spec.strategy.type": ["Recreate", "RollingUpdate", "", null, "Other"],
      "spec.strategy.rollingUpdate": [null, {}, { maxSurge: 3 }, { maxSurge: 0 }],
      "spec.strategy.rollingUpdate.maxSurge": [0, 1, "25%", "0%", "150%", "x", -1, "-1%", null],
      "spec.strategy.rollingUpdate.maxUnavailable": [0, 1, "50%", "0%", "150%", "x", -1, null],
      "spec.selector": [null, {}, { matchLabels: { app: "a", extra: "x" } }],
      "spec.selector.matchLabels": [{ app: "a" }, { app: "b" }, {}, null],
      "spec.selector.matchExpressions": [
        [{ key: "app", operator: "In", values: ["a", "b"] }],
        [{ key: "app", operator: "Exists" }],
        [{ key: "app", operator: "DoesNotExist" }],
        [{ key: "app", operator: "In", values: [] }],
        [{ key: "app", operator: "Is", values: ["a"] }],
        [{ key: "not valid!", operator: "Exists", values: ["a"] }],
      ],
      "spec.template": [null, {}],
      "spec.template.metadata.labels": [{ app: "a", extra: "x" }, { app: "b" }, null],
      "spec.template.metadata.labels.extra": ["x", "not valid!", null],
      "spec.template.metadata.unknown": [1],
      "spec.template.spec.containers": [[], null, [POD_SPEC.containers[0]!, { name: "d" }]],
      "spec.template.spec.containers.0.image": ["other:v1", "", null],
      "spec.template.spec.containers.0.name": ["d", "Not Valid", "", null],
      "spec.template.spec.containers.0.unknown": ["x"],
      "spec.template.spec.containers.0.env": [[{ name: "A", value: "1" }], [{ name: "" }]],
      "spec.template.spec.containers.0.ports": [[{ containerPort: 80 }], [{ containerPort: 0 }]],
      "spec.template.spec.restartPolicy": ["Always", "Never", ""],
      "spec.unknown": [1],
      "status.replicas": [0, 3, -1],
      "status.observedGeneration": [1, 3],
      "status.conditions": [
        [{ type: "Available", status: "True" }],
        [{ type: "Available", status: "Perhaps" }],
        [{ type: "Available" }],
        [],
      ],
    },
    strategicPlaces: {
      "spec.template.spec.containers": [
        [{ name: "c", image: "patched" }],
        [{ name: "d", image: "i" }],
        [{ name: "d", image: "i" }, { name: "c" }],
        [{ $patch: "delete", name: "c" }, { name: "d", image: "i" }],
        [{ $patch: "replace" }, { name: "d", image: "i" }],
        [{ $patch: "other", name: "c" }],
        [{ image: "no name" }],
      ],
      "spec.template.spec.$setElementOrder/containers": [
        [{ name: "d" }, { name: "c" }],
        [{ name: "c" }],
        [],
      ],
      "spec.strategy.$retainKeys": [["type"], ["type", "rollingUpdate"], []],
      "spec.strategy.$patch": ["replace", "delete", "merge", "other"],
      "metadata.$deleteFromPrimitiveList/finalizers": [["example.com/hold"], ["example.com/other"]],
      "metadata.$setElementOrder/finalizers": [["example.com/other", "example.com/hold"]],
      "metadata.labels.$patch": ["replace"],
      "status.conditions": [[{ type: "Available", $patch: "delete" }]],
    },
    hasStatus: true,
  },
  {
    kind: "Role",
    apiVersion: RBAC,
    resource: "roles",
    namespaced: true,
    body: ROLE_BODY,
    places: RULE_PLACES,
  },
  {
    kind: "ClusterRole",
    apiVersion: RBAC,
    resource: "clusterroles",
    namespaced: false,
    body: ROLE_BODY,
    places: {
      ...RULE_PLACES,
      "aggregationRule": [
        null,
        {},
        { clusterRoleSelectors: [] },
        { clusterRoleSelectors: [{ matchLabels: { nothing: "has" } }] },
        { clusterRoleSelectors: [{ matchLabels: { "not valid!": "x" } }] },
        { clusterRoleSelectors: [{ matchExpressions: [{ key: "a", operator: "Is" }] }] },
      ],
    },
  },
  {
    kind: "RoleBinding",
    apiVersion: RBAC,
    resource: "rolebindings",
    namespaced: true,
    body: { roleRef: { apiGroup: RBAC_GROUP, kind: "Role", name: "«id»-a" }, subjects: SUBJECTS },
    places: BINDING_PLACES,
  },
  {
    kind: "ClusterRoleBinding",
    apiVersion: RBAC,
    resource: "clusterrolebindings",
    namespaced: false,
    body: {
      roleRef: { apiGroup: RBAC_GROUP, kind: "ClusterRole", name: "«id»-a" },
      subjects: SUBJECTS,
    },
    places: BINDING_PLACES,
  },
  ...CONFIG_TYPES,
  ...REVIEW_TYPES,
];

/** The kinds. */
export const SPECIFICATION: readonly ResourceKind[] = LEAST.map((kind) => {
  const full = kind.full ?? FULL[kind.kind];
  return full ? { ...kind, full } : kind;
});

/** Paths that every object has. */
export const METADATA_PLACES: ResourceKind["places"] = {
  "metadata.labels.color": ["red", "blue", "red", "blue", "", "not valid!", null, 1],
  "metadata.labels.bad key": ["x"],
  "metadata.annotations": [{ note: "x" }, {}, null, { "bad key": "x" }, { "UPPER/x": "x" }],
  "metadata.annotations.note": ["x", "", null, 1],
  "metadata.finalizers": [
    ["example.com/hold"],
    ["example.com/hold", "example.com/other"],
    ["example.com/other", "example.com/hold"],
    ["nodomain"],
    ["orphan"],
    ["example.com/hold", "example.com/hold"],
    [],
    null,
  ],
  "metadata.generateName": ["prefix-", "Not Valid-", "", null],
  "metadata.uid": ["11111111-1111-1111-1111-111111111111", ""],
  "metadata.namespace": ["", null, "other"],
  "metadata.generation": [7],
  "metadata.creationTimestamp": [null, "2020-01-01T00:00:00Z", "yesterday"],
  "metadata.deletionTimestamp": [null, "2020-01-01T00:00:00Z"],
  "metadata.deletionGracePeriodSeconds": [30],
  "metadata.ownerReferences": [
    [],
    [{ apiVersion: "v1", kind: "Secret", name: "owner", uid: "22222222" }],
    [{ apiVersion: "v1", kind: "Secret", name: "owner" }],
  ],
  "metadata.unknown": ["x", {}],
  "unknown": ["x", { a: "b" }],
  "kind": ["Other", "", null],
  "apiVersion": ["v2", "", null],
  "metadata.name": ["«id»-c", "", null, "Not Valid", 1],
};
