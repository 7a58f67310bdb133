/**
 * The fields of the stored resource types (specification, "Resources and their fields").
 *
 * @module
 */
import { CLUSTER_OBJECT_META, OBJECT_META } from "./metadata.ts";
import {
  boolean,
  bytes,
  type FieldFacts,
  int32,
  int64,
  intOrString,
  known,
  list,
  map,
  object,
  required,
  type Shape,
  string,
  time,
} from "./shape.ts";

/** A resource type or subresource with the fields that a write through it can set. */
export interface FieldedType {
  /** The name in test cases. */
  readonly id: string;
  readonly resource: string;
  readonly subresource?: "status";
  readonly shape: Shape;
  /** True if the server describes the fields: it may store a value in a form of its own. */
  readonly isDescribed?: true;
}

const LARGEST = 2147483647;
const NOT_SHOWN: FieldFacts = { undocumented: true };
const STRATEGY_TYPES: FieldFacts = { allowed: ["Recreate", "RollingUpdate"] };

const TYPE_META = { apiVersion: string(), kind: string() };

const secret = object({
  ...TYPE_META,
  metadata: OBJECT_META,
  data: map({
    plain: bytes("cGx1bWI=", "bGluZQ==", ""),
    "with.dots-and_lines": bytes("AAEC/+8=", "+/+/"),
  }),
  stringData: known({ writeOnly: true }, map({ text: string("words", "other words") })),
  immutable: boolean(false),
  type: string("plumbline.invalid/kind"),
});

const mergeKey = (shape: Shape) => known({ mergeKey: true }, shape);

const container = object({
  name: mergeKey(required(string("nothing"))),
  image: string("nothing.invalid/none", "nothing.invalid/other"),
  args: known(NOT_SHOWN, list(string("one"))),
  env: known(
    NOT_SHOWN,
    list(object({ name: mergeKey(string("NAME")), value: string("value", "other") })),
  ),
});

const deploymentSpec = {
  replicas: known({ keepsEmpty: true }, int32(0, 1, LARGEST)),
  minReadySeconds: int32(0, 7, LARGEST - 1),
  revisionHistoryLimit: known({ keepsEmpty: true }, int32(0, 10, LARGEST)),
  progressDeadlineSeconds: known({ other: 700 }, int32(600, 8, LARGEST)),
  // Controllers start no pods for a paused deployment.
  paused: boolean(true),
  strategy: object({
    type: known(STRATEGY_TYPES, string("RollingUpdate")),
    rollingUpdate: object({
      // Another value of the same sort: real servers keep both sorts of a duplicate internally.
      maxSurge: known({ other: 2 }, intOrString(1, "25%", LARGEST)),
      maxUnavailable: known({ other: "30%" }, intOrString("25%", 1, 0)),
    }),
  }),
  selector: required(object({
    matchLabels: map({ deployment: string("{name}") }),
    matchExpressions: known(
      NOT_SHOWN,
      list(object({
        key: string("deployment"),
        operator: string("In"),
        values: list(string("{name}")),
      })),
    ),
  })),
  template: required(object({
    metadata: object({ labels: map({ deployment: string("{name}") }) }),
    spec: object({
      containers: list(container),
      terminationGracePeriodSeconds: known(NOT_SHOWN, int64(30, 31)),
      nodeSelector: known(NOT_SHOWN, map({ plumbline: string("nowhere") })),
    }),
  })),
};

/** A counter; the first values and the other ones fit each other in any combination. */
const counter = (value: number) => known({ other: value + 1 }, int32(value, LARGEST, 0));

const condition = (type: string) =>
  object({
    type: mergeKey(required(string(type))),
    status: required(string("True", "False", "Unknown")),
    lastTransitionTime: time("2026-01-02T03:04:05Z", "2026-12-31T23:59:59Z"),
    lastUpdateTime: time("2026-01-02T03:04:06Z", "2024-02-29T00:00:00Z"),
    message: string("a message", "another message"),
    reason: string("Reason", "OtherReason"),
  });

const deploymentStatus = object({
  replicas: counter(20),
  availableReplicas: counter(2),
  readyReplicas: counter(4),
  unavailableReplicas: counter(6),
  updatedReplicas: counter(8),
  collisionCount: counter(10),
  observedGeneration: int64(7, LARGEST + 1, 9007199254740991),
  conditions: list(condition("PlumblineFirst"), condition("PlumblineSecond")),
});

const deployment = object({
  ...TYPE_META,
  metadata: OBJECT_META,
  spec: object(deploymentSpec),
});

const statusOfDeployment = object({ status: deploymentStatus });

/** A strategy without `rollingUpdate`, which only one of the types has. */
const recreatedDeployment = object({
  spec: object({ strategy: object({ type: known(STRATEGY_TYPES, string("Recreate")) }) }),
});

const texts = (...values: readonly string[]) => list(...values.map((value) => string(value)));

const resourceRule = object({
  verbs: required(list(string("get", "list"), string("patch"))),
  apiGroups: texts("plumbline.invalid", ""),
  resources: list(string("plumbs", "lines"), string("plumbs/status")),
  resourceNames: list(string("one", "two")),
});

const pathRule = object({
  verbs: required(texts("get")),
  nonResourceURLs: list(string("/plumbline", "/plumbline/*")),
});

const role = object({
  ...TYPE_META,
  metadata: OBJECT_META,
  rules: list(resourceRule, resourceRule),
});

const clusterRole = object({
  ...TYPE_META,
  metadata: CLUSTER_OBJECT_META,
  rules: list(resourceRule, pathRule),
});

const aggregatedClusterRole = object({
  aggregationRule: object({
    clusterRoleSelectors: list(object({
      matchLabels: map({ "plumbline.invalid/none": string("{name}", "none") }),
      matchExpressions: known(
        NOT_SHOWN,
        list(object({
          key: string("plumbline.invalid/none"),
          operator: string("In"),
          values: list(string("one", "two")),
        })),
      ),
    })),
  }),
});

const binding = (metadata: Shape, roleKind: string) =>
  object({
    ...TYPE_META,
    metadata,
    roleRef: required(object({
      apiGroup: required(string("{group}")),
      kind: required(string(roleKind)),
      name: required(string("{name}")),
    })),
    subjects: list(
      object({
        apiGroup: string("{group}"),
        kind: required(string("User", "Group")),
        name: required(string("plumbline-nobody", "plumbline-others")),
      }),
      object({
        kind: required(string("ServiceAccount")),
        name: required(string("nobody", "others")),
        namespace: string("plumbline-nowhere", "plumbline-elsewhere"),
      }),
    ),
  });

/** The fields of every stored type, and of the status subresource. */
export const FIELDED_TYPES: readonly FieldedType[] = [
  { id: "secrets", resource: "secrets", shape: secret },
  { id: "deployments", resource: "deployments", shape: deployment },
  {
    id: "deployments/status",
    resource: "deployments",
    subresource: "status",
    shape: statusOfDeployment,
  },
  { id: "deployments-recreated", resource: "deployments", shape: recreatedDeployment },
  { id: "roles", resource: "roles", shape: role },
  { id: "rolebindings", resource: "rolebindings", shape: binding(OBJECT_META, "Role") },
  { id: "clusterroles", resource: "clusterroles", shape: clusterRole },
  { id: "clusterroles-aggregated", resource: "clusterroles", shape: aggregatedClusterRole },
  {
    id: "clusterrolebindings",
    resource: "clusterrolebindings",
    shape: binding(CLUSTER_OBJECT_META, "ClusterRole"),
  },
];

/**
 * Returns the fielded type with this id.
 *
 * @throws {RangeError} if there is none
 */
export function fieldedType(id: string): FieldedType {
  const found = FIELDED_TYPES.find((type) => type.id === id);
  if (found === undefined) throw new RangeError(`Cannot find the type "${id}"`);
  return found;
}
