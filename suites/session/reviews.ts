/**
 * Requests for reviews.
 *
 * @module
 */
import type { HttpRequest, JsonObject } from "../client/http_client.ts";
import { IDENTITY_REVIEW, reviewNamed } from "../resources/reviews.ts";
import type { Scope } from "../scope.ts";

export { IDENTITY_REVIEW, REVIEW_KINDS, reviewNamed, reviewsOf } from "../resources/reviews.ts";

/** Returns the `apiVersion` of a review. */
export function reviewVersion({ target }: Pick<Scope, "target">, resource: string): string {
  const { group, version } = reviewNamed(resource);
  return `${group}.${target.dialect.suffix}/${version}`;
}

/** Returns the path of a review. */
export function reviewPath(scope: Scope, resource: string): string {
  const base = `/apis/${reviewVersion(scope, resource)}`;
  return reviewNamed(resource).namespaced
    ? `${base}/namespaces/${encodeURIComponent(scope.namespaces[0])}/${resource}`
    : `${base}/${resource}`;
}

/** Returns a request for a review that every server answers. */
export function reviewRequest(scope: Scope, resource: string): HttpRequest {
  const body = reviewBody(scope, resource);
  const [namespace] = scope.namespaces;
  const isLocal = reviewNamed(resource).namespaced && namespace !== undefined;
  return {
    method: "POST",
    path: reviewPath(scope, resource),
    // Some servers compare it with the path's instead of filling it in.
    body: isLocal ? { ...body, metadata: { namespace } } : body,
  };
}

/** Returns the body of a review about reading secrets, without metadata. */
export function reviewBody(scope: Scope, resource: string): JsonObject {
  const [namespace] = scope.namespaces;
  const resourceAttributes = { namespace, verb: "get", resource: "secrets" };
  const about: JsonObject = resource.startsWith("self") ? {} : { user: "plumbline-nobody" };
  return {
    apiVersion: reviewVersion(scope, resource),
    kind: reviewNamed(resource).kind,
    ...(resource !== IDENTITY_REVIEW.resource && {
      spec: resource === "selfsubjectrulesreviews"
        ? { namespace }
        : { resourceAttributes, ...about },
    }),
  };
}
