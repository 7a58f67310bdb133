/**
 * The messages of the types of the specification in Protobuf. It shows no field numbers: those here
 * are the ones of real servers.
 *
 * @module
 */

/** How the value of a field is encoded; `opaque` fields are not read. */
export type ValueType =
  | "text"
  | "bytes"
  | "flag"
  | "number"
  | "time"
  | "number or text"
  | "json"
  | "texts"
  | "opaque"
  | Message;

/** A field of a message. */
export interface MessageFact {
  readonly name: string;
  readonly type: ValueType;
  /** A list or a map of values. @default {a single value} */
  readonly of?: "list" | "map";
  /** True if a zero value differs from an absent one. */
  readonly isOptional?: boolean;
}

/** The fields of a message by number. */
export interface Message {
  readonly [number: number]: MessageFact;
}

const one = (name: string, type: ValueType = "text"): MessageFact => ({ name, type });
const optional = (name: string, type: ValueType): MessageFact => ({ name, type, isOptional: true });
const list = (name: string, type: ValueType = "text"): MessageFact => ({ name, type, of: "list" });
const map = (name: string, type: ValueType = "text"): MessageFact => ({ name, type, of: "map" });

const OWNER: Message = {
  1: one("kind"),
  3: one("name"),
  4: one("uid"),
  5: one("apiVersion"),
  6: optional("controller", "flag"),
  7: optional("blockOwnerDeletion", "flag"),
};

const MANAGER: Message = {
  1: one("manager"),
  2: one("operation"),
  3: one("apiVersion"),
  4: one("time", "time"),
  6: one("fieldsType"),
  7: one("fieldsV1", "json"),
  8: one("subresource"),
};

const OBJECT_META: Message = {
  1: one("name"),
  2: one("generateName"),
  3: one("namespace"),
  4: one("selfLink"),
  5: one("uid"),
  6: one("resourceVersion"),
  7: one("generation", "number"),
  8: one("creationTimestamp", "time"),
  9: one("deletionTimestamp", "time"),
  10: optional("deletionGracePeriodSeconds", "number"),
  11: map("labels"),
  12: map("annotations"),
  13: list("ownerReferences", OWNER),
  14: list("finalizers"),
  17: list("managedFields", MANAGER),
};

const LIST_META: Message = {
  1: one("selfLink"),
  2: one("resourceVersion"),
  3: one("continue"),
  4: optional("remainingItemCount", "number"),
};

const SELECTOR: Message = {
  1: map("matchLabels"),
  2: list("matchExpressions", { 1: one("key"), 2: one("operator"), 3: list("values") }),
};

const RULE: Message = {
  1: list("verbs"),
  2: list("apiGroups"),
  3: list("resources"),
  4: list("resourceNames"),
  5: list("nonResourceURLs"),
};

const BINDING: Message = {
  1: one("metadata", OBJECT_META),
  2: list("subjects", { 1: one("kind"), 2: one("apiGroup"), 3: one("name"), 4: one("namespace") }),
  3: one("roleRef", { 1: one("apiGroup"), 2: one("kind"), 3: one("name") }),
};

const CONDITION: Message = {
  1: one("type"),
  2: one("status"),
  4: one("reason"),
  5: one("message"),
  6: one("lastUpdateTime", "time"),
  7: one("lastTransitionTime", "time"),
};

const ROLLING_UPDATE: Message = {
  1: optional("maxUnavailable", "number or text"),
  2: optional("maxSurge", "number or text"),
};

const DEPLOYMENT: Message = {
  1: one("metadata", OBJECT_META),
  2: one("spec", {
    1: optional("replicas", "number"),
    2: one("selector", SELECTOR),
    3: one("template", { 1: one("metadata", OBJECT_META), 2: one("spec", "opaque") }),
    4: one("strategy", { 1: one("type"), 2: one("rollingUpdate", ROLLING_UPDATE) }),
    5: one("minReadySeconds", "number"),
    6: optional("revisionHistoryLimit", "number"),
    7: one("paused", "flag"),
    9: optional("progressDeadlineSeconds", "number"),
  }),
  3: one("status", {
    1: one("observedGeneration", "number"),
    2: one("replicas", "number"),
    3: one("updatedReplicas", "number"),
    4: one("availableReplicas", "number"),
    5: one("unavailableReplicas", "number"),
    6: list("conditions", CONDITION),
    7: one("readyReplicas", "number"),
    8: optional("collisionCount", "number"),
  }),
};

const RESOURCE_ATTRIBUTES: Message = {
  1: one("namespace"),
  2: one("verb"),
  3: one("group"),
  4: one("version"),
  5: one("resource"),
  6: one("subresource"),
  7: one("name"),
};

const ATTRIBUTES: Message = {
  1: one("resourceAttributes", RESOURCE_ATTRIBUTES),
  2: one("nonResourceAttributes", { 1: one("path"), 2: one("verb") }),
};

const ACCESS_STATUS: Message = {
  1: one("allowed", "flag"),
  2: one("reason"),
  3: one("evaluationError"),
  4: one("denied", "flag"),
};

const review = (spec: Message, status: Message = ACCESS_STATUS): Message => ({
  1: one("metadata", OBJECT_META),
  2: one("spec", spec),
  3: one("status", status),
});

const SUBJECT_REVIEW = review({
  ...ATTRIBUTES,
  3: one("user"),
  4: list("groups"),
  5: map("extra", "texts"),
  6: one("uid"),
});

const RULES_STATUS: Message = {
  1: list("resourceRules", RULE),
  2: list("nonResourceRules", { 1: list("verbs"), 2: list("nonResourceURLs") }),
  3: one("incomplete", "flag"),
  4: one("evaluationError"),
};

const IDENTITY_STATUS: Message = {
  1: one("userInfo", {
    1: one("username"),
    2: one("uid"),
    3: list("groups"),
    4: map("extra", "texts"),
  }),
};

const OBJECTS: Readonly<Record<string, Message>> = {
  Secret: {
    1: one("metadata", OBJECT_META),
    2: map("data", "bytes"),
    3: one("type"),
    4: map("stringData"),
    5: optional("immutable", "flag"),
  },
  Deployment: DEPLOYMENT,
  Role: { 1: one("metadata", OBJECT_META), 2: list("rules", RULE) },
  ClusterRole: {
    1: one("metadata", OBJECT_META),
    2: list("rules", RULE),
    3: one("aggregationRule", { 1: list("clusterRoleSelectors", SELECTOR) }),
  },
  RoleBinding: BINDING,
  ClusterRoleBinding: BINDING,
};

/** The messages by kind: the objects and their lists, reviews, and what deletions send and get. */
export const MESSAGES: Readonly<Record<string, Message>> = {
  ...OBJECTS,
  ...Object.fromEntries(
    Object.entries(OBJECTS).map(([kind, message]): [string, Message] => [
      `${kind}List`,
      { 1: one("metadata", LIST_META), 2: list("items", message) },
    ]),
  ),
  LocalSubjectAccessReview: SUBJECT_REVIEW,
  SubjectAccessReview: SUBJECT_REVIEW,
  SelfSubjectAccessReview: review(ATTRIBUTES),
  SelfSubjectRulesReview: review({ 1: one("namespace") }, RULES_STATUS),
  SelfSubjectReview: { 1: one("metadata", OBJECT_META), 2: one("status", IDENTITY_STATUS) },
  DeleteOptions: {
    1: optional("gracePeriodSeconds", "number"),
    2: one("preconditions", { 1: one("uid"), 2: one("resourceVersion") }),
    4: one("propagationPolicy"),
    5: list("dryRun"),
  },
  Status: {
    1: one("metadata", LIST_META),
    2: one("status"),
    3: one("message"),
    4: one("reason"),
    5: one("details", {
      1: one("name"),
      2: one("group"),
      3: one("kind"),
      4: list("causes", { 1: one("reason"), 2: one("message"), 3: one("field") }),
      5: one("retryAfterSeconds", "number"),
      6: one("uid"),
    }),
    6: one("code", "number"),
  },
};
