/**
 * Requests for reviews.
 *
 * @module
 */
import type { HttpRequest, JsonObject } from "../client/http_client.ts";
import type { Feature } from "../features.ts";
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

/** Parameters that change nothing in the answer to a review, and the feature that they need. */
const NEUTRAL: readonly { readonly query: Record<string, string>; readonly needs?: Feature }[] = [
  { query: {} },
  { query: { dryRun: "All" }, needs: "dry-run" },
  { query: { fieldValidation: "Ignore" }, needs: "field-validation" },
  { query: { fieldManager: "plumbline" } },
  { query: { pretty: "true" } },
  { query: { dryRun: "All", fieldManager: "plumbline" }, needs: "dry-run" },
];

/**
 * Returns query parameters with which a review is answered as without them. They depend on what is
 * reviewed: a repeated review has the same, another one others. So the decisions for each
 * user are tried with each of them.
 *
 * @param spec what is reviewed; the names of the scope in it make no difference, so that a replayed
 *   case has the same parameters
 */
export function neutralParameters(
  scope: Scope,
  spec: JsonObject,
): Readonly<Record<string, string>> {
  const names = [scope.id, ...scope.namespaces];
  const text = names.reduce((rest, name) => rest.replaceAll(name, ""), JSON.stringify(spec));
  const { query, needs } = NEUTRAL[hashOf(text) % NEUTRAL.length]!;
  return needs !== undefined && scope.target.lacks?.includes(needs) ? {} : query;
}

/** Returns a number for a text that differs for texts that differ little. */
function hashOf(text: string): number {
  let hash = 2_166_136_261;
  for (const character of text) hash = Math.imul(hash ^ character.charCodeAt(0), 16_777_619);
  hash = Math.imul(hash ^ (hash >>> 16), 0x45d9f3b);
  return (hash ^ (hash >>> 16)) >>> 0;
}
