/**
 * The kinds that are compared, with generators of their fields.
 *
 * @module
 */
import fc from "fast-check";
import {
  definition,
  fieldElement,
  type FieldSet,
  setOf,
  type TrackedResource,
} from "@plumbline/server/codec";
import type { JsonObject } from "@plumbline/server/api";
import { part } from "../../requests/objects/parts.ts";

/** A kind to compare. */
export interface ComparedKind {
  readonly name: string;
  readonly apiVersion: string;
  readonly kind: string;
  /** The path of its collection. */
  readonly collection: string;
  /** Fields of an object beside its metadata. */
  readonly content: fc.Arbitrary<JsonObject>;
  /** Fields of a minimal valid object. */
  readonly base: JsonObject;
  /** Fields written through `/status`, if there is one. */
  readonly status?: fc.Arbitrary<JsonObject>;
  readonly resource: TrackedResource;
  readonly statusResource?: TrackedResource;
}

const fields = (...paths: readonly (readonly string[])[]): FieldSet =>
  setOf(...paths.map((path) => path.map(fieldElement)));

const few = <Value>(values: readonly Value[]) => fc.constantFrom(...values);

const map = (keys: readonly string[], values: readonly string[]) =>
  fc.dictionary(few(keys), few(values), { maxKeys: 3 });

/** Items in any order, each key at most once. */
const keyed = (
  key: string,
  names: readonly string[],
  item: fc.Arbitrary<JsonObject>,
  options: { minLength?: number } = {},
) =>
  fc.shuffledSubarray([...names], options).chain((chosen) =>
    fc.tuple(...chosen.map((name) => item.map((rest) => ({ [key]: name, ...rest }))))
  );

/** Metadata of any kind. */
export const metadata: fc.Arbitrary<JsonObject> = part({
  labels: map(["a", "b", "app"], ["1", "2"]),
  annotations: map(["x", "y/z"], ["1", "2"]),
  finalizers: fc.shuffledSubarray(["e.com/a", "e.com/b", "e.com/c"]),
  ownerReferences: keyed(
    "uid",
    ["u1", "u2"],
    fc.record({
      apiVersion: fc.constant("v1"),
      kind: fc.constant("Secret"),
      name: few(["n", "m"]),
    }),
  ),
});

const secret: ComparedKind = {
  name: "secret",
  apiVersion: "v1",
  kind: "Secret",
  collection: "/api/v1/namespaces/default/secrets",
  base: {},
  content: part({
    data: map(["a", "b", "c.d"], ["MQ==", "Mg=="]),
    stringData: fc.dictionary(few(["a", "e"]), few(["1", "3"]), { maxKeys: 2 }),
    type: fc.constant("Opaque"),
  }),
  resource: {
    apiVersion: "v1",
    schema: definition("core.v1.Secret"),
    resetFields: {},
    subresource: "",
  },
};

const group = "rbac.authorization.k8s.io";
const verbs = fc.shuffledSubarray(["get", "list", "watch"], { minLength: 1 });

const clusterRole: ComparedKind = {
  name: "clusterrole",
  apiVersion: `${group}/v1`,
  kind: "ClusterRole",
  collection: `/apis/${group}/v1/clusterroles`,
  // Real servers store null for a role without rules, and the writer who removes them owns it.
  base: { rules: [{ apiGroups: [""], resources: ["pods"], verbs: ["get"] }] },
  content: part({
    rules: fc.array(
      fc.record({
        apiGroups: fc.constant([""]),
        resources: few([["pods"], ["secrets", "pods"]]),
        verbs,
      }),
      // The real server stores an empty list as an absent one.
      { minLength: 1, maxLength: 2 },
    ),
  }),
  resource: {
    apiVersion: `${group}/v1`,
    schema: definition("rbac.v1.ClusterRole"),
    initialFields: { rules: null },
    resetFields: {},
    subresource: "",
  },
};

const roleBinding: ComparedKind = {
  name: "rolebinding",
  apiVersion: `${group}/v1`,
  kind: "RoleBinding",
  collection: `/apis/${group}/v1/namespaces/default/rolebindings`,
  base: { roleRef: { apiGroup: group, kind: "ClusterRole", name: "view" } },
  content: part({
    subjects: fc.array(
      fc.record({
        kind: few(["User", "Group"]),
        apiGroup: fc.constant(group),
        name: few(["u", "v"]),
      }),
      { maxLength: 2 },
    ),
    roleRef: fc.constant({ apiGroup: group, kind: "ClusterRole", name: "view" }),
  }),
  resource: {
    apiVersion: `${group}/v1`,
    schema: definition("rbac.v1.RoleBinding"),
    resetFields: {},
    subresource: "",
  },
};

const environment = keyed(
  "name",
  ["E", "F", "G"],
  fc.oneof(
    part({ value: few(["1", "2"]) }),
    fc.record({
      valueFrom: fc.record({ secretKeyRef: fc.record({ name: few(["s", "t"]), key: few(["k"]) }) }),
    }),
  ),
);

const ports = fc.uniqueArray(
  fc.record(
    {
      containerPort: few([80, 9, 443]),
      protocol: few(["TCP", "UDP"]),
      hostIP: few(["1.1.1.1", "1.1.1.2"]),
    },
    { requiredKeys: ["containerPort"] },
  ),
  { maxLength: 3, selector: (port) => `${port.containerPort} ${port.protocol ?? "TCP"}` },
);

const container: fc.Arbitrary<JsonObject> = fc.record({
  image: few(["i:1", "i:2"]),
  command: fc.array(few(["a", "b"]), { maxLength: 2 }),
  env: environment,
  ports,
  imagePullPolicy: few(["Always", "Never"]),
  resources: part({
    limits: fc.dictionary(few(["cpu", "memory"]), few(["1", "2"])),
    requests: fc.dictionary(few(["cpu"]), few(["1"])),
  }),
  volumeMounts: keyed("mountPath", ["/a", "/b&c"], fc.record({ name: few(["v1", "v2"]) })),
  securityContext: part({ runAsUser: few([1, 2]), readOnlyRootFilesystem: fc.boolean() }),
}, { requiredKeys: ["image"] }) as unknown as fc.Arbitrary<JsonObject>;

const volumes = [
  { name: "v1", emptyDir: {} },
  { name: "v2", emptyDir: { medium: "Memory" } },
];

const podSpec: fc.Arbitrary<JsonObject> = part({
  containers: keyed("name", ["c1", "c2", "c3"], container),
  initContainers: keyed("name", ["i1"], container),
  volumes: fc.shuffledSubarray([...volumes, { name: "v3", emptyDir: {} }], { minLength: 2 }),
  nodeSelector: map(["n", "m"], ["1", "2"]),
  tolerations: fc.array(
    fc.record({ key: few(["t", "u"]), operator: fc.constant("Exists") }),
    { maxLength: 2 },
  ),
  imagePullSecrets: keyed("name", ["p", "q"], fc.constant({})),
  hostAliases: keyed(
    "ip",
    ["1.1.1.1", "1.1.1.2"],
    fc.record({ hostnames: few([["h"], ["i", "h"]]) }),
  ),
  securityContext: part({ runAsUser: few([1, 2]), fsGroup: few([1]) }),
  terminationGracePeriodSeconds: few([1, 30]),
});

const base = {
  spec: {
    selector: { matchLabels: { app: "x" } },
    template: {
      metadata: { labels: { app: "x" } },
      spec: { containers: [{ name: "c1", image: "i:1" }], volumes },
    },
  },
};

const deploymentSpec: fc.Arbitrary<JsonObject> = part({
  replicas: few([1, 2, 3]),
  minReadySeconds: few([0, 5]),
  paused: fc.boolean(),
  strategy: fc.oneof(
    { weight: 1, arbitrary: fc.constant({ type: "Recreate" }) },
    {
      weight: 4,
      arbitrary: part({
        type: fc.constant("RollingUpdate"),
        rollingUpdate: part({ maxSurge: few<string | number>([1, "30%"]) }),
      }),
    },
  ),
  template: part({
    metadata: part({
      labels: map(["k", "l"], ["1", "2"]).map((labels) => ({ ...labels, app: "x" })),
      annotations: map(["x", "y"], ["1", "2"]),
    }),
    spec: podSpec,
  }),
});

const conditions = keyed(
  "type",
  ["Available", "Progressing"],
  // Times are always sent: real servers store null for absent ones, with an owner.
  fc.record({
    status: few(["True", "False"]),
    reason: few(["R", "S"]),
    lastUpdateTime: few(["2026-01-01T00:00:00Z", "2026-01-02T00:00:00Z"]),
    lastTransitionTime: fc.constant("2026-01-01T00:00:00Z"),
  }, {
    requiredKeys: ["status", "lastUpdateTime", "lastTransitionTime"],
  }) as unknown as fc.Arbitrary<
    JsonObject
  >,
);

const deployment: ComparedKind = {
  name: "deployment",
  apiVersion: "apps/v1",
  kind: "Deployment",
  collection: "/apis/apps/v1/namespaces/default/deployments",
  base,
  content: fc.record({ spec: deploymentSpec }) as unknown as fc.Arbitrary<JsonObject>,
  status: part({ replicas: few([0, 1, 2]), observedGeneration: few([1, 2]), conditions }),
  resource: {
    apiVersion: "apps/v1",
    schema: definition("apps.v1.Deployment"),
    resetFields: fields(["status"]),
    subresource: "",
  },
  statusResource: {
    apiVersion: "apps/v1",
    schema: definition("apps.v1.Deployment"),
    resetFields: fields(["spec"], ["metadata", "labels"]),
    subresource: "status",
  },
};

/** The kinds by name. */
export const COMPARED_KINDS: Readonly<Record<string, ComparedKind>> = {
  secret,
  clusterrole: clusterRole,
  rolebinding: roleBinding,
  deployment,
};
