/**
 * Checks of the endpoints of reviews: paths, methods, query parameters and bodies.
 *
 * @module
 */
import { combinations, enumerated } from "../../arbitraries/combinations.ts";
import { type Check, example, property } from "../../check.ts";
import type { RequirementId } from "../../catalogue.ts";
import type { HttpRequest, HttpResponse, JsonObject } from "../../client/http_client.ts";
import type { Target } from "../../client/target.ts";
import { canonical } from "../../model/content.ts";
import { asObject } from "../../model/object.ts";
import type { Scope } from "../../scope.ts";
import {
  IDENTITY_REVIEW,
  reviewBody,
  reviewNamed,
  reviewPath,
  reviewsOf,
  reviewVersion,
} from "../../session/reviews.ts";
import { describeResponse, expectError } from "../../session/violation.ts";
import { stopUnless, verify } from "../../verify.ts";

const LOCAL = "localsubjectaccessreviews";

/** Returns the names in the URL of the reviews to check. */
const namesOf = (target: Target) => reviewsOf(target).map(({ resource }) => resource);

interface ReviewRequest {
  readonly resource: string;
}

/** A query parameter with a value that every server accepts. */
interface Parameter {
  readonly name: "dryRun" | "fieldManager" | "fieldValidation" | "pretty";
  readonly value: string;
}

const PARAMETERS: readonly Parameter[] = [
  { name: "dryRun", value: "All" },
  { name: "fieldManager", value: "plumbline" },
  { name: "fieldValidation", value: "Ignore" },
  { name: "fieldValidation", value: "Warn" },
  { name: "fieldValidation", value: "Strict" },
  { name: "pretty", value: "true" },
  { name: "pretty", value: "false" },
];

const METHODS = ["GET", "PUT", "PATCH", "DELETE"] as const;

/** A request to a path of a review that is no create. */
interface OtherRequest {
  readonly resource: string;
  readonly method: typeof METHODS[number] | "POST";
  readonly place: "collection" | "named" | "subresource";
}

const otherRequests = (target: Target): readonly OtherRequest[] =>
  namesOf(target).flatMap((resource) =>
    (["collection", "named", "subresource"] as const).flatMap((place) =>
      [...METHODS, ...(place === "collection" ? [] : ["POST" as const])]
        .map((method) => ({ resource, method, place }))
    )
  );

/** A body that is none of the kind of the path. */
type OtherBody =
  | "none"
  | "empty"
  | "array"
  | "text"
  | "another kind"
  | "another version"
  | "lower case"
  | "Secret"
  | "List";

/** Checks of endpoints. */
export const REVIEW_ENDPOINT_CHECKS: readonly Check[] = [
  example({
    id: "reviews/without-metadata",
    title: "A review without `metadata` is answered with its type, even if it was sent without one",
    version: 2,
    requirements: ["reviews.metadata-optional", "reviews.api-version-returned"],
    run: async (scope) => {
      for (const resource of namesOf(scope.target)) {
        const body = reviewBody(scope, resource);
        const response = await post(scope, resource, body);
        expectAnswer("reviews.metadata-optional", scope, resource, response);
        // A server may take the type from the path, but answers with it.
        const { apiVersion: _apiVersion, kind: _kind, ...untyped } = body;
        const answer = await post(scope, resource, untyped);
        if (answer.status >= 300) continue;
        expectAnswer("reviews.api-version-returned", scope, resource, answer);
      }
    },
  }),
  property<ReviewRequest & { readonly parameter: Parameter }>({
    id: "reviews/parameters",
    title: "A review with any of its query parameters is answered as without it",
    requirements: [
      "reviews.api-version-returned",
      "reviews.parameters-accepted",
    ],
    uses: ["dry-run", "field-validation"],
    ...enumerated((target) =>
      namesOf(target).flatMap((resource) =>
        PARAMETERS.map((parameter) => ({ resource, parameter }))
      )
    ),
    run: async (scope, { resource, parameter }) => {
      const { name, value } = parameter;
      const metadata = metadataOf(scope, resource);
      const body = { ...reviewBody(scope, resource), metadata };
      const plain = await post(scope, resource, body);
      expectAnswer("reviews.api-version-returned", scope, resource, plain);
      scope.note(`${resource} with ${name}`);
      const response = await post(scope, resource, body, { [name]: value });
      expectAnswer("reviews.parameters-accepted", scope, resource, response);
      const [expected, actual] = [plain, response].map(({ json }) => decisionIn(json));
      verify("reviews.parameters-accepted", {
        holds: expected === actual,
        expected: `${expected}, as without ${name}`,
        actual: `${actual}`,
      });
    },
  }),
  property<OtherRequest>({
    id: "reviews/create-only",
    title: "Reviews support create only, on the path of their collection",
    requirements: ["reviews.create-only"],
    version: 2,
    ...enumerated(otherRequests),
    run: async (scope, { resource, method, place }) => {
      const below = { collection: "", named: "/plumbline", subresource: "/plumbline/status" };
      const body = reviewBody(scope, resource);
      const named = { ...body, metadata: { name: "plumbline" } };
      scope.note(`${method} ${place}`);
      const response = await scope.send({
        method,
        path: reviewPath(scope, resource) + below[place],
        ...(method === "PATCH" && { headers: { "content-type": "application/merge-patch+json" } }),
        ...(["POST", "PUT", "PATCH"].includes(method) && { body: named }),
      });
      expectError("reviews.create-only", response);
    },
  }),
  property<{ readonly resource: string; readonly other: OtherBody; readonly kind: string }>({
    id: "reviews/bodies",
    title: "A review without a body, or with a body of another kind or version, is rejected",
    requirements: ["reviews.body-required", "reviews.body-of-its-kind"],
    ...enumerated((target) =>
      namesOf(target).flatMap((resource) => [
        ...([
          "none",
          "empty",
          "array",
          "text",
          "another version",
          "lower case",
          "Secret",
          "List",
        ] as const)
          // Without a spec there is nothing that an empty object lacks.
          .filter((other) => resource !== IDENTITY_REVIEW.resource || other !== "empty")
          .map((other) => ({ resource, other, kind: resource })),
        ...namesOf(target).filter((kind) => kind !== resource)
          .map((kind) => ({ resource, other: "another kind" as const, kind })),
      ])
    ),
    run: async (scope, { resource, other, kind }) => {
      scope.note(other);
      if (other === "none") {
        const request = { method: "POST" as const, path: reviewPath(scope, resource) };
        const headers = { "content-type": "application/json" };
        expectError("reviews.body-required", await scope.send({ ...request, headers }));
        return;
      }
      const valid = reviewBody(scope, resource);
      const version = reviewVersion(scope, resource);
      const bodies = {
        "another kind": { ...valid, kind: reviewNamed(kind).kind },
        "another version": { ...valid, apiVersion: version.replace(/v1[a-z0-9]*$/, "v1beta9") },
        "lower case": { ...valid, kind: reviewNamed(resource).kind.toLowerCase() },
        "empty": {},
        "array": [valid],
        "text": "plumbline",
        "Secret": { ...valid, apiVersion: "v1", kind: "Secret" },
        "List": { apiVersion: "v1", kind: "List", items: [valid] },
      };
      const response = await scope.send({
        method: "POST",
        path: reviewPath(scope, resource),
        headers: { "content-type": "application/json" },
        body: bodies[other],
      });
      expectError("reviews.body-of-its-kind", response);
    },
  }),
  property<ReviewRequest>({
    id: "reviews/paths",
    title: "A LocalSubjectAccessReview needs a namespace in its path, other reviews have none",
    requirements: ["reviews.local-path-needs-namespace", "reviews.no-namespace-in-path"],
    ...enumerated((target) => namesOf(target).map((resource) => ({ resource }))),
    run: async (scope, { resource }) => {
      const [namespace] = scope.namespaces;
      const local = resource === LOCAL;
      const base = `/apis/${reviewVersion(scope, resource)}`;
      const path = local ? `${base}/${resource}` : `${base}/namespaces/${namespace}/${resource}`;
      const body = reviewBody(scope, resource);
      expectError(
        local ? "reviews.local-path-needs-namespace" : "reviews.no-namespace-in-path",
        await scope.send({ method: "POST", path, body }),
      );
    },
  }),
  property<ReviewRequest & { readonly value: string; readonly parameter: string }>({
    id: "reviews/parameter-values",
    title: "A review with an invalid value of `dryRun` or `fieldValidation` is rejected",
    requirements: ["reviews.dry-run-value", "reviews.field-validation-value"],
    uses: ["dry-run", "field-validation"],
    ...enumerated((target) =>
      combinations<ReviewRequest & { readonly value: string; readonly parameter: string }>({
        resource: namesOf(target),
        parameter: ["dryRun", "fieldValidation"],
        value: ["all", "ALL", "true", "None", "strict", "plumbline"],
      }, 0)
    ),
    run: async (scope, { resource, parameter, value }) => {
      const dryRun = parameter === "dryRun";
      if (scope.target.lacks?.includes(dryRun ? "dry-run" : "field-validation")) return;
      const body = reviewBody(scope, resource);
      const response = await post(scope, resource, body, { [parameter]: value });
      expectError(dryRun ? "reviews.dry-run-value" : "reviews.field-validation-value", response);
    },
  }),
  property<ReviewRequest & { readonly inSpec: boolean; readonly mode: string }>({
    id: "reviews/unknown-fields",
    title: "A review with an unknown field is rejected, warned of or accepted as asked",
    requirements: ["reviews.unknown-fields", "reviews.unknown-fields-dropped"],
    features: ["field-validation"],
    ...enumerated((target) =>
      combinations<ReviewRequest & { readonly inSpec: boolean; readonly mode: string }>({
        resource: namesOf(target),
        inSpec: [true, false],
        mode: ["Strict", "Warn", "Ignore", ""],
      }, 0).filter(({ resource, inSpec }) => !inSpec || resource !== IDENTITY_REVIEW.resource)
    ),
    run: async (scope, { resource, inSpec, mode }) => {
      const metadata = metadataOf(scope, resource);
      const body: JsonObject = { ...reviewBody(scope, resource), metadata };
      const unknown = { plumbline: "unknown" };
      const changed = inSpec
        ? { ...body, spec: { ...asObject(body.spec), ...unknown } }
        : { ...body, ...unknown };
      const query = mode === "" ? {} : { fieldValidation: mode };
      const response = await post(scope, resource, changed, query);
      const warned = (response.headers.get("warning") ?? "").includes("plumbline");
      const rejected = response.status === 400;
      const actual = `${rejected ? "400" : describeResponse(response)}${warned ? ", warned" : ""}`;
      const isRight = mode === "Strict"
        ? rejected
        : response.status < 300 && warned === (mode !== "Ignore");
      const expected = mode === "Strict" ? "400" : mode === "Ignore" ? "no warning" : "a warning";
      verify("reviews.unknown-fields", {
        holds: isRight,
        expected: `${expected} with fieldValidation=${mode}`,
        actual,
      });
      if (response.status >= 300) return;
      const json = asObject(response.json) ?? {};
      verify("reviews.unknown-fields-dropped", {
        holds: !("plumbline" in json) && !("plumbline" in (asObject(json.spec) ?? {})),
        expected: "the unknown field dropped",
        actual: canonical(json),
      });
    },
  }),
];

function metadataOf(scope: Scope, resource: string): JsonObject {
  return resource === LOCAL ? { namespace: scope.namespaces[0] } : {};
}

function post(
  scope: Scope,
  resource: string,
  body: JsonObject,
  query: HttpRequest["query"] = {},
): Promise<HttpResponse> {
  return scope.send({ method: "POST", path: reviewPath(scope, resource), body, query });
}

/** Checks the status, the kind and the API version of a response. */
function expectAnswer(
  requirement: RequirementId,
  scope: Scope,
  resource: string,
  response: HttpResponse,
): void {
  const json = asObject(response.json) ?? {};
  const isReview = verify(requirement, {
    holds: response.status < 300 && asObject(json.status) !== undefined,
    expected: "a review with a status",
    actual: describeResponse(response),
  });
  stopUnless(isReview, "the decision of the review");
  const actual = canonical([json.apiVersion ?? null, json.kind ?? null]);
  const expected = canonical([reviewVersion(scope, resource), reviewNamed(resource).kind]);
  const isObject = json.metadata === undefined || asObject(json.metadata) !== undefined;
  verify("reviews.api-version-returned", {
    holds: actual === expected && isObject,
    expected,
    actual,
  });
}

/** Returns the decision of an access review, the identity, or the rules in an order of their own. */
function decisionIn(json: HttpResponse["json"]): string {
  const status = asObject(asObject(json)?.status) ?? {};
  if (status.userInfo !== undefined) return canonical(status.userInfo);
  if (status.allowed !== undefined) return canonical(status.allowed);
  const { resourceRules, nonResourceRules, incomplete = null } = status;
  // The order is insignificant, and a rule may be repeated.
  const texts = [resourceRules, nonResourceRules].flatMap((rules) =>
    Array.isArray(rules) ? rules.map((rule) => canonical(rule)) : []
  );
  return canonical([incomplete, ...[...new Set(texts)].sort()]);
}
