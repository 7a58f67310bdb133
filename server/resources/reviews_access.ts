/**
 * The three reviews that tell whether somebody may do something: for anybody, for anybody in one
 * namespace, and for oneself.
 *
 * @module
 */
import type { Attributes, Authorizer, Decision } from "../access/authorization.ts";
import type { Cause } from "../api_error.ts";
import type { User } from "../context.ts";
import type { ApiObject, JsonObject } from "../object.ts";
import { type Answer, asObject } from "../registry/resource.ts";

/** A review's spec as the schema has it; every field may be left out. */
interface Spec {
  readonly resourceAttributes?: Readonly<Record<string, string>>;
  readonly nonResourceAttributes?: Readonly<Record<string, string>>;
  readonly user?: string;
  readonly uid?: string;
  readonly groups?: readonly string[];
  readonly extra?: Readonly<Record<string, readonly string[]>>;
}

const specOf = (object: ApiObject) => (asObject(object.spec) ?? {}) as unknown as Spec;

/** Decides for the user the spec names, who is in no group but those it names. */
export function answerAccess(authorizer: Authorizer): Answer {
  return async (review) => {
    const spec = specOf(review);
    const { user: name = "", uid = "", groups = [], extra = {} } = spec;
    const decision = await authorizer.decide(attributesOf(spec, { name, uid, groups, extra }));
    return { ...review, status: statusOf(decision) };
  };
}

/** Decides for the caller. */
export function answerOwnAccess(authorizer: Authorizer): Answer {
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

/** A local review asks about its own namespace where it names none. */
export function defaultToNamespace(review: ApiObject): void {
  const attributes = asObject(asObject(review.spec)?.resourceAttributes);
  if (attributes && !attributes.namespace) attributes.namespace = review.metadata.namespace ?? "";
}

const wrong = (field: string, value: unknown, why: string): Cause => ({
  reason: "FieldValueInvalid",
  field,
  message: `Invalid value: ${JSON.stringify(value ?? null)}: ${why}`,
});

/** What is wrong with a review for anybody. */
export const validateAccess = (review: ApiObject): Cause[] => [
  ...validateAttributes(review),
  ...validateSubject(review),
  ...validateMetadata(review, []),
];

/** What is wrong with a review for oneself. */
export const validateOwnAccess = (review: ApiObject): Cause[] => [
  ...validateAttributes(review),
  ...validateMetadata(review, []),
];

/** What is wrong with a review for anybody in one namespace. */
export const validateLocalAccess = (review: ApiObject): Cause[] => [
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

/** A review is not kept, so that there is nothing that metadata could be about. */
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
