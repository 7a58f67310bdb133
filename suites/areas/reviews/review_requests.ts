/**
 * Sends reviews and reads their statuses.
 *
 * @module
 */
import fc from "fast-check";
import { Discard } from "../../check.ts";
import {
  IDENTITY_REVIEW,
  neutralParameters,
  REVIEW_KINDS,
  reviewNamed,
  reviewPath,
} from "../../session/reviews.ts";
import { asObject } from "../../model/object.ts";
import { namesOf, RESOURCE_TYPES, type TypedTarget, typesOf } from "../../resources/mod.ts";
import type { Scope } from "../../scope.ts";
import { describeResponse } from "../../session/violation.ts";
import type { HttpResponse, JsonObject } from "../../client/http_client.ts";
import { stopUnless, verify } from "../../verify.ts";

/** Resource names of the reviews that decide one action. */
export const ACCESS_REVIEWS = [
  "selfsubjectaccessreviews",
  "subjectaccessreviews",
  "localsubjectaccessreviews",
] as const;

/** An action without its namespace. */
export interface ReviewedAction {
  readonly verb: string;
  readonly resource: string;
  /** Argument of `scope.name`; empty for all names. */
  readonly name: string;
}

const VERBS = ["get", "list", "watch", "create", "update", "patch", "delete", "deletecollection"];

/** Returns an arbitrary of actions on the resource types: those of the specification by default. */
export function arbitraryAction(target: TypedTarget = {}): fc.Arbitrary<ReviewedAction> {
  return fc.record({
    verb: fc.constantFrom(...VERBS),
    resource: fc.constantFrom(...namesOf(target)),
    name: fc.constantFrom("", "a", "b"),
  });
}

/** Returns the `resourceAttributes` of an action in the first namespace. */
export function attributesOf(scope: Scope, { verb, resource, name }: ReviewedAction): JsonObject {
  const type = [...typesOf(scope.target), ...RESOURCE_TYPES].find((each) =>
    each.resource === resource
  )!;
  const namespace = scope.namespaces[0];
  const group = type.group(scope.target.dialect);
  return { namespace, verb, group, resource: type.plural ?? resource, name: nameIn(scope, name) };
}

/** Returns a name of the scope; empty for the empty argument. */
export function nameIn(scope: Scope, name: string): string {
  return name === "" ? "" : scope.name(name);
}

/** Sends a review, as another identity if one is named. */
export function sendReviewAs(
  scope: Scope,
  resource: string,
  spec: JsonObject,
  options: { identity?: string } = {},
): Promise<HttpResponse> {
  const apiVersion = `authorization.${scope.target.dialect.suffix}/v1`;
  // Clients also set the namespace in the metadata of a local review.
  const local = resource === "localsubjectaccessreviews";
  const metadata: JsonObject = local ? { metadata: { namespace: scope.namespaces[0] } } : {};
  return scope.send({
    method: "POST",
    path: reviewPath(scope, resource),
    query: neutralParameters(scope, { resource, ...spec }),
    body: { apiVersion, kind: REVIEW_KINDS[resource]!, ...metadata, spec },
    ...options,
  });
}

/**
 * Returns the status of the response to a review.
 *
 * The case ends if the response is not of the kind, or its status is incomplete.
 *
 * @throws {Discard} if the current identity may not create reviews
 */
export function statusOf(resource: string, response: HttpResponse): JsonObject {
  if (response.status === 403) throw new Discard("the current identity may not create reviews");
  const body = asObject(response.json);
  const { kind } = reviewNamed(resource);
  const isKind = verify("reviews.same-kind-returned", {
    holds: [200, 201, 202].includes(response.status) && body?.kind === kind,
    expected: `200, 201 or 202 and kind ${kind}`,
    actual: describeResponse(response),
  });
  stopUnless(isKind && body !== undefined, "the status of the review");
  const status = asObject(body.status);
  const rules = resource === "selfsubjectrulesreviews";
  const filled = resource === IDENTITY_REVIEW.resource
    ? typeof asObject(status?.userInfo)?.username === "string"
    : rules
    ? typeof status?.incomplete === "boolean" && Array.isArray(status.resourceRules) &&
      Array.isArray(status.nonResourceRules)
    : typeof status?.allowed === "boolean";
  const isFilled = verify(rules ? "reviews.rules-status-filled" : "reviews.status-filled", {
    holds: status !== undefined && filled,
    expected: rules
      ? "incomplete, resourceRules and nonResourceRules"
      : "a boolean allowed, or the userInfo of the caller",
    actual: JSON.stringify(body.status) ?? "no status",
  });
  stopUnless(isFilled && status !== undefined, "the decision of the review");
  verify("reviews.never-allowed-and-denied", {
    holds: status.allowed !== true || status.denied !== true,
    expected: "allowed or denied, not both",
    actual: "allowed and denied",
  });
  return status;
}

/** Returns the spec of a review of an action, with the subject unless it is a self review. */
export function specOf(
  resource: string,
  attributes: JsonObject,
  subject: JsonObject = { user: "plumbline-nobody" },
): JsonObject {
  const named = resource.startsWith("self") ? {} : subject;
  return { resourceAttributes: attributes, ...named };
}
