/**
 * Asks for reviews.
 *
 * @module
 */
import fc from "fast-check";
import { Discard, Violation } from "../../check.ts";
import { REVIEW_KINDS, reviewPath } from "../../session/operations.ts";
import { asObject } from "../../model/object.ts";
import { RESOURCE_TYPES } from "../../resources/mod.ts";
import type { Scope } from "../../scope.ts";
import { describeAnswer } from "../../session/violation.ts";
import type { HttpResponse, JsonObject } from "../../client/http_client.ts";

/** The reviews that decide one action. */
export const ACCESS_REVIEWS = [
  "selfsubjectaccessreviews",
  "subjectaccessreviews",
  "localsubjectaccessreviews",
] as const;

/** An action, its namespace left to who asks. */
export interface Action {
  readonly verb: string;
  readonly resource: string;
  /** Words of a name of the scope's own, empty for all. */
  readonly name: string;
}

const VERBS = ["get", "list", "watch", "create", "update", "patch", "delete", "deletecollection"];

/** Draws an action on a type of the interface. */
export function action(): fc.Arbitrary<Action> {
  return fc.record({
    verb: fc.constantFrom(...VERBS),
    resource: fc.constantFrom(...RESOURCE_TYPES.map((type) => type.resource)),
    name: fc.constantFrom("", "a", "b"),
  });
}

/** The attributes of an action in a namespace. */
export function attributesOf(scope: Scope, { verb, resource, name }: Action): JsonObject {
  const type = RESOURCE_TYPES.find((each) => each.resource === resource)!;
  const namespace = scope.namespaces[0];
  const group = type.group(scope.target.dialect);
  return { namespace, verb, group, resource, name: nameIn(scope, name) };
}

/** A name of the scope's own, empty where none is meant. */
export function nameIn(scope: Scope, name: string): string {
  return name === "" ? "" : scope.name(name);
}

/** Sends a review; whoever is named asks. */
export function review(
  scope: Scope,
  resource: string,
  spec: JsonObject,
  options: { identity?: string } = {},
): Promise<HttpResponse> {
  const apiVersion = `authorization.${scope.target.dialect.suffix}/v1`;
  // Clients name the namespace in a local review, too.
  const local = resource === "localsubjectaccessreviews";
  const metadata = local ? { metadata: { namespace: scope.namespaces[0] } } : {};
  return scope.send({
    method: "POST",
    path: reviewPath(scope, resource),
    body: { apiVersion, kind: REVIEW_KINDS[resource]!, ...metadata, spec },
    ...options,
  });
}

/**
 * The status of a review that was answered.
 *
 * @throws {Discard} when who asks may not
 * @throws {Violation} when it is no answer to the review
 */
export function statusOf(resource: string, answer: HttpResponse): JsonObject {
  if (answer.status === 403) throw new Discard("who asks may not ask for reviews");
  const body = asObject(answer.json);
  const kind = REVIEW_KINDS[resource]!;
  if (![200, 201, 202].includes(answer.status) || body?.kind !== kind) {
    throw new Violation("reviews.answered-in-kind", {
      expected: `200, 201 or 202 with kind ${kind}`,
      actual: describeAnswer(answer),
    });
  }
  const status = asObject(body.status);
  const rules = resource === "selfsubjectrulesreviews";
  const filled = rules
    ? typeof status?.incomplete === "boolean" && Array.isArray(status.resourceRules) &&
      Array.isArray(status.nonResourceRules)
    : typeof status?.allowed === "boolean";
  if (status === undefined || !filled) {
    throw new Violation(rules ? "reviews.rules-status-filled" : "reviews.status-filled", {
      expected: rules ? "incomplete and both lists of rules" : "whether it is allowed",
      actual: JSON.stringify(body.status) ?? "no status",
    });
  }
  if (status.allowed === true && status.denied === true) {
    const facts = { expected: "allowed or denied", actual: "both" };
    throw new Violation("reviews.never-allowed-and-denied", facts);
  }
  return status;
}

/** The spec that asks for an action, for somebody unless it is a self review. */
export function specOf(
  resource: string,
  attributes: JsonObject,
  subject: JsonObject = { user: "plumbline-nobody" },
): JsonObject {
  const about = resource.startsWith("self") ? {} : subject;
  return { resourceAttributes: attributes, ...about };
}
