/**
 * Checks that the fields of an object in a response have the types that the specification lists, and
 * that none is missing which it requires.
 *
 * @module
 */
import type { Json, JsonObject } from "../../client/http_client.ts";
import { asObject } from "../object.ts";
import { type ExchangeViolation, violation } from "./violation.ts";

/** A type: the name of a scalar type, the members of an object, or what a list or map consists of. */
type Type =
  | keyof typeof SCALARS
  | { readonly list: Type }
  | { readonly map: Type }
  | {
    readonly members: Readonly<Record<string, Type>>;
    /** The members that the specification requires. */
    readonly required: readonly string[];
  };

const isInteger = (bits: 31 | 63) => (value: Json) =>
  Number.isInteger(value) && Math.abs(value as number) <= 2 ** bits;

const isText = (value: Json): value is string => typeof value === "string";

const isInt32 = isInteger(31);

const SCALARS = {
  "string": isText,
  "boolean": (value: Json) => typeof value === "boolean",
  "int32": isInt32,
  "int64": isInteger(63),
  "int32 or string": (value: Json) => isText(value) || isInt32(value),
  "base64": (value: Json) => isText(value) && /^[A-Za-z0-9+/\r\n]*={0,2}$/.test(value),
  "time": (value: Json) =>
    isText(value) && /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?(Z|[+-]\d\d:\d\d)$/.test(value),
  "object": (value: Json) => asObject(value) !== undefined,
} as const;

const members = (types: Readonly<Record<string, Type>>, ...required: string[]): Type => ({
  members: types,
  required,
});

const listOf = (item: Type): Type => ({ list: item });
const TEXTS = listOf("string");
const TEXT_MAP: Type = { map: "string" };

/** What every stored object must have is another requirement. */
const META = members({
  name: "string",
  namespace: "string",
  generateName: "string",
  generation: "int64",
  deletionTimestamp: "time",
  labels: TEXT_MAP,
  annotations: TEXT_MAP,
  finalizers: TEXTS,
  managedFields: listOf("object"),
  ownerReferences: listOf("object"),
});

const SELECTOR = members({
  matchLabels: TEXT_MAP,
  matchExpressions: listOf(members({ key: "string", operator: "string", values: TEXTS })),
});

const RULES = listOf(
  members({
    verbs: TEXTS,
    apiGroups: TEXTS,
    resources: TEXTS,
    resourceNames: TEXTS,
    nonResourceURLs: TEXTS,
  }, "verbs"),
);

const BINDING = members({
  metadata: META,
  roleRef: members({ apiGroup: "string", kind: "string", name: "string" }, "kind", "name"),
  subjects: listOf(
    members(
      { kind: "string", name: "string", apiGroup: "string", namespace: "string" },
      "kind",
      "name",
    ),
  ),
}, "roleRef");

const DEPLOYMENT = members({
  metadata: META,
  spec: members(
    {
      replicas: "int32",
      minReadySeconds: "int32",
      revisionHistoryLimit: "int32",
      progressDeadlineSeconds: "int32",
      paused: "boolean",
      selector: SELECTOR,
      strategy: members({
        type: "string",
        rollingUpdate: members({ maxSurge: "int32 or string", maxUnavailable: "int32 or string" }),
      }),
      template: members({ metadata: META, spec: members({ containers: listOf("object") }) }),
    },
    "selector",
    "template",
  ),
  status: members({
    replicas: "int32",
    availableReplicas: "int32",
    readyReplicas: "int32",
    unavailableReplicas: "int32",
    updatedReplicas: "int32",
    collisionCount: "int32",
    observedGeneration: "int64",
    conditions: listOf(
      members(
        {
          type: "string",
          status: "string",
          lastTransitionTime: "time",
          lastUpdateTime: "time",
          message: "string",
          reason: "string",
        },
        "type",
        "status",
      ),
    ),
  }),
});

const ACCESS_REVIEW = members({
  metadata: META,
  spec: members({
    user: "string",
    groups: TEXTS,
    extra: { map: TEXTS },
    uid: "string",
    resourceAttributes: { map: "string" },
    nonResourceAttributes: { map: "string" },
  }),
  status: members(
    { allowed: "boolean", denied: "boolean", reason: "string", evaluationError: "string" },
    "allowed",
  ),
}, "status");

/** The types of the fields by kind. */
const KIND_TYPES: Readonly<Record<string, Type>> = {
  Secret: members({
    metadata: META,
    data: { map: "base64" },
    immutable: "boolean",
    type: "string",
  }),
  Deployment: DEPLOYMENT,
  Role: members({ metadata: META, rules: RULES }),
  ClusterRole: members({
    metadata: META,
    rules: RULES,
    aggregationRule: members({ clusterRoleSelectors: listOf(SELECTOR) }),
  }),
  RoleBinding: BINDING,
  ClusterRoleBinding: BINDING,
  SubjectAccessReview: ACCESS_REVIEW,
  LocalSubjectAccessReview: ACCESS_REVIEW,
  SelfSubjectAccessReview: ACCESS_REVIEW,
  SelfSubjectRulesReview: members({
    metadata: META,
    status: members(
      {
        incomplete: "boolean",
        evaluationError: "string",
        resourceRules: RULES,
        nonResourceRules: RULES,
      },
      "incomplete",
      "resourceRules",
      "nonResourceRules",
    ),
  }, "status"),
  SelfSubjectReview: members({
    status: members({
      userInfo: members({
        username: "string",
        uid: "string",
        groups: TEXTS,
        extra: { map: TEXTS },
      }),
    }, "userInfo"),
  }, "status"),
};

/**
 * Returns the violation of the first field of another type, or of one that another field excludes;
 * none for kinds that are not known.
 */
export function verifyFieldTypes(kind: string, object: JsonObject): ExchangeViolation[] {
  const type = KIND_TYPES[kind];
  const wrong = type && wrongIn(type, object, "");
  if (wrong !== undefined) return [violation("exchanges.field-types", wrong)];
  return kind === "Deployment" ? verifyStrategy(object) : [];
}

/** Verifies that a strategy has `rollingUpdate` only beside its type, whatever wrote it. */
function verifyStrategy({ spec }: JsonObject): ExchangeViolation[] {
  const { type, rollingUpdate = null } = asObject(asObject(spec)?.strategy) ?? {};
  if (type !== "Recreate" || rollingUpdate === null) return [];
  return [violation("deployments.rolling-update-with-its-type-only", {
    expected: "no rollingUpdate with the type Recreate",
    actual: JSON.stringify(rollingUpdate),
  })];
}

interface Wrong {
  readonly expected: string;
  readonly actual: string;
}

function wrongIn(type: Type, value: Json, path: string): Wrong | undefined {
  // An absent value may be written as null.
  if (value === null) return undefined;
  if (typeof type === "string") {
    return SCALARS[type](value) ? undefined : factsOf(path, type, value);
  }
  if ("list" in type) {
    if (!Array.isArray(value)) return factsOf(path, "a list", value);
    return wrongItem(type.list, value, path);
  }
  const object = asObject(value);
  if (object === undefined) return factsOf(path, "an object", value);
  if ("map" in type) {
    for (const key in object) {
      const wrong = wrongIn(type.map, object[key]!, `${path}.${key}`);
      if (wrong !== undefined) return wrong;
    }
    return undefined;
  }
  for (const name of type.required) {
    if ((object[name] ?? null) === null) return factsOf(`${path}.${name}`, "a value", null);
  }
  for (const name in object) {
    const member = type.members[name];
    const wrong = member && wrongIn(member, object[name]!, `${path}.${name}`);
    if (wrong !== undefined) return wrong;
  }
  return undefined;
}

function wrongItem(type: Type, items: readonly Json[], path: string): Wrong | undefined {
  for (const [at, item] of items.entries()) {
    const where = `${path}[${at}]`;
    if (item === null) return factsOf(where, "a value", item);
    const wrong = wrongIn(type, item, where);
    if (wrong !== undefined) return wrong;
  }
  return undefined;
}

const factsOf = (path: string, type: string, value: Json): Wrong => ({
  expected: `${path.slice(1) || "the body"}: ${type}`,
  actual: (JSON.stringify(value) ?? "none").slice(0, 300),
});
