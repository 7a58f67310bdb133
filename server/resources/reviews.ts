/**
 * Review resources: access reviews, rules reviews and self subject reviews (specification,
 * "Access-review resources"). A review is answered when it is created, and never stored.
 *
 * @module
 */
import type { Authorizer, Decision } from "../access/authorization.ts";
import type { Grant } from "../access/policy.ts";
import type { Attributes, PolicyRule } from "../access/policy_rule.ts";
import { badRequest, type Cause } from "../api_error.ts";
import { NEWEST } from "../api_versions/api_version.ts";
import type { User } from "../context.ts";
import type { Dialect } from "../dialect.ts";
import type { ApiObject, JsonObject } from "../object.ts";
import { timestamp } from "../registry/object_meta.ts";
import { type Answer, asObject, type ResourceDefinition } from "../registry/resource.ts";
import type { Clock } from "../sources.ts";

/** Returns the caller's rules in the namespace of the spec. */
export function answerRules(authorizer: Authorizer): Answer {
  return async (review, { user }) => {
    const namespace = String(asObject(review.spec)?.namespace ?? "");
    if (!namespace) throw badRequest("Cannot list rules as spec.namespace must name a namespace");
    const { grants, errors } = await authorizer.grantsOf(user, namespace);
    const rules = grants.flatMap(({ rules }) => rules);
    const resourceRules = rules.flatMap(resourceRule);
    const status = {
      resourceRules,
      nonResourceRules: grants.flatMap(nonResourceRules),
      incomplete: rules.some(isNarrowed),
      ...(errors.length > 0 && { evaluationError: errors.join(", ") }),
    };
    return { ...review, status };
  };
}

/**
 * Converts a rule of a role, without the resource name `*`. A role uses names literally, but here
 * `*` means every object: the result must not claim more than the role permits.
 */
function resourceRule(rule: PolicyRule): JsonObject[] {
  const { verbs, apiGroups = [], resources = [], resourceNames = [] } = rule;
  if (resources.length === 0) return [];
  const names = resourceNames.filter((name) => name !== "*");
  if (isNarrowed(rule) && names.length === 0) return [];
  return [{
    verbs: [...verbs],
    ...(apiGroups.length > 0 && { apiGroups: [...apiGroups] }),
    resources: [...resources],
    ...(names.length > 0 && { resourceNames: names }),
  }];
}

const isNarrowed = ({ resourceNames = [] }: PolicyRule) => resourceNames.includes("*");

/** Non-resource URLs have no namespace: a RoleBinding grants none of them. */
const nonResourceRules = ({ rules, clusterWide }: Grant): JsonObject[] =>
  clusterWide
    ? rules.flatMap(({ verbs, nonResourceURLs = [] }) =>
      nonResourceURLs.length > 0
        ? [{ verbs: [...verbs], nonResourceURLs: [...nonResourceURLs] }]
        : []
    )
    : [];

/** The spec of an access review; every field is optional. */
interface Spec {
  readonly resourceAttributes?: Readonly<Record<string, string>>;
  readonly nonResourceAttributes?: Readonly<Record<string, string>>;
  readonly user?: string;
  readonly uid?: string;
  readonly groups?: readonly string[];
  readonly extra?: Readonly<Record<string, readonly string[]>>;
}

const specOf = (object: ApiObject) => (asObject(object.spec) ?? {}) as unknown as Spec;

/** Decides for the user of the spec, with only the groups of the spec. */
export function answerAccess(authorizer: Authorizer): Answer {
  return async (review) => {
    const spec = specOf(review);
    const { user: name = "", uid = "", groups = [], extra = {} } = spec;
    const decision = await authorizer.decide(attributesOf(spec, { name, uid, groups, extra }));
    return { ...review, status: statusOf(decision) };
  };
}

/** Decides for the caller. */
function answerOwnAccess(authorizer: Authorizer): Answer {
  return async (review, { user }) => {
    const decision = await authorizer.decide(attributesOf(specOf(review), user));
    return { ...review, status: statusOf(decision) };
  };
}

function attributesOf(
  { resourceAttributes, nonResourceAttributes }: Spec,
  user: User,
): Attributes {
  const asked = resourceAttributes ?? nonResourceAttributes ?? {};
  const { verb = "", group = "", resource = "", subresource = "", path = "" } = asked;
  const { namespace = "", name = "" } = asked;
  const isResource = resourceAttributes !== undefined;
  return { user, verb, isResource, group, resource, subresource, namespace, name, path };
}

function statusOf({ allowed, reason, errors }: Decision): JsonObject {
  return {
    allowed,
    ...(reason && { reason }),
    ...(errors.length > 0 && { evaluationError: errors.join(", ") }),
  };
}

/** The namespace of a local review defaults to its own. */
function defaultToNamespace(review: ApiObject): void {
  const attributes = asObject(asObject(review.spec)?.resourceAttributes);
  if (attributes && !attributes.namespace) attributes.namespace = review.metadata.namespace ?? "";
}

const wrong = (field: string, value: unknown, why: string): Cause => ({
  reason: "FieldValueInvalid",
  field,
  message: `Invalid value: ${JSON.stringify(value ?? null)}: ${why}`,
});

/** Returns the errors of a SubjectAccessReview. */
const validateAccess = (review: ApiObject): Cause[] => [
  ...validateAttributes(review),
  ...validateSubject(review),
  ...validateMetadata(review, []),
];

/** Returns the errors of a SelfSubjectAccessReview. */
const validateOwnAccess = (review: ApiObject): Cause[] => [
  ...validateAttributes(review),
  ...validateMetadata(review, []),
];

/** Returns the errors of a LocalSubjectAccessReview. */
const validateLocalAccess = (review: ApiObject): Cause[] => [
  ...validateAttributes(review),
  ...validateSubject(review),
  ...validateMetadata(review, ["namespace"]),
  ...validateNamespace(review),
];

function validateAttributes(review: ApiObject): Cause[] {
  const { resourceAttributes, nonResourceAttributes } = specOf(review);
  if (resourceAttributes && nonResourceAttributes) {
    const why = "cannot be specified in combination with resourceAttributes";
    return [wrong("spec.nonResourceAttributes", nonResourceAttributes, why)];
  }
  if (!resourceAttributes && !nonResourceAttributes) {
    const why = "exactly one of nonResourceAttributes or resourceAttributes must be specified";
    return [wrong("spec.resourceAttributes", null, why)];
  }
  return [];
}

function validateSubject(review: ApiObject): Cause[] {
  const { user = "", groups = [] } = specOf(review);
  return user === "" && groups.length === 0
    ? [wrong("spec.user", "", "at least one of user or group must be specified")]
    : [];
}

/** A review is not stored, so that its metadata must be empty. */
function validateMetadata({ metadata }: ApiObject, allowed: readonly string[]): Cause[] {
  const filled = Object.entries(metadata).some(([field, value]) =>
    field !== "managedFields" && !allowed.includes(field) && !isEmpty(value)
  );
  return filled ? [wrong("metadata", metadata, `must be empty${except(allowed)}`)] : [];
}

const except = (fields: readonly string[]) =>
  fields.length > 0 ? ` except for ${fields.join(", ")}` : "";

const isEmpty = (value: unknown) =>
  value === null || value === "" || value === 0 ||
  (typeof value === "object" && Object.keys(value).length === 0);

function validateNamespace(review: ApiObject): Cause[] {
  const { resourceAttributes, nonResourceAttributes } = specOf(review);
  if (nonResourceAttributes) {
    const why = "disallowed on this kind of request";
    return [wrong("spec.nonResourceAttributes", nonResourceAttributes, why)];
  }
  const namespace = resourceAttributes?.namespace ?? "";
  return namespace === review.metadata.namespace
    ? []
    : [wrong("spec.resourceAttributes.namespace", namespace, "must match metadata.namespace")];
}

/** Returns the caller's identity, or the impersonated one. */
function answerIdentity(clock: Pick<Clock, "now">): Answer {
  return ({ apiVersion, kind }, { user: { name, uid, groups, extra } }) => {
    const userInfo: JsonObject = {
      username: name,
      ...(uid && { uid }),
      ...(groups.length > 0 && { groups: [...groups] }),
      ...(Object.keys(extra).length > 0 && { extra: structuredClone(extra) as JsonObject }),
    };
    return Promise.resolve({
      apiVersion,
      kind,
      metadata: { creationTimestamp: timestamp(clock.now()) },
      status: { userInfo },
    });
  };
}

/** The dependencies of reviews. */
export interface ReviewSources {
  readonly authorizer: Authorizer;
  readonly clock: Pick<Clock, "now">;
}

/** All reviews, in the order of discovery. */
export function reviewDefinitions(
  { suffix }: Dialect,
  { authorizer, clock }: ReviewSources,
): readonly ResourceDefinition[] {
  const authorization = { group: `authorization.${suffix}`, version: "v1" };
  return [
    {
      ...authorization,
      ...names("LocalSubjectAccessReview"),
      namespaced: true,
      strategy: { applyDefaults: defaultToNamespace, validate: validateLocalAccess },
      answer: answerAccess(authorizer),
    },
    {
      ...authorization,
      ...names("SelfSubjectAccessReview"),
      namespaced: false,
      strategy: { validate: validateOwnAccess },
      answer: answerOwnAccess(authorizer),
    },
    {
      ...authorization,
      ...names("SelfSubjectRulesReview"),
      namespaced: false,
      strategy: {},
      answer: answerRules(authorizer),
    },
    {
      ...authorization,
      ...names("SubjectAccessReview"),
      namespaced: false,
      strategy: { validate: validateAccess },
      answer: answerAccess(authorizer),
    },
    ...[{ version: "v1", lifecycle: NEWEST }, { version: "v1alpha1" }].map(
      (version) => ({
        group: `authentication.${suffix}`,
        ...version,
        ...names("SelfSubjectReview"),
        namespaced: false,
        strategy: {},
        answer: answerIdentity(clock),
      }),
    ),
  ];
}

const names = (kind: string) => ({
  kind,
  resource: `${kind.toLowerCase()}s`,
  singular: kind.toLowerCase(),
});
