/**
 * The checks of details of responses with corrupted requests and responses: each
 * corruption must make its check fail with the requirement that it violates.
 */
import type { RequirementId } from "../catalogue.ts";
import type { HttpRequest, Json } from "../client/http_client.ts";
import { testCorruption } from "./case.ts";
import type { Corruption } from "./client.ts";

type JsonObject = { [key: string]: Json };

type Case = readonly [
  title: string,
  check: string,
  requirement: RequirementId,
  corruption: () => Corruption,
];

const CASES: readonly Case[] = [
  ["rules are kept back", "access/rules-review", "access.rules-review-lists-granted", () => ({
    body: withStatus(({ resourceRules, ...status }) =>
      resourceRules ? { ...status, resourceRules: [] } : status
    ),
  })],
  ["rules are made up", "access/rules-review", "access.rules-review-lists-only-granted", () => ({
    body: withStatus((status) =>
      status.resourceRules
        ? {
          ...status,
          resourceRules: [{ verbs: ["*"], apiGroups: ["*"], resources: ["*"] }],
        }
        : status
    ),
  })],
  ["a review of nothing is answered", "reviews/spec-required", "reviews.spec-required", () => ({
    status: (_ask, status) => status >= 400 ? 201 : status,
  })],
  ["names of reviews are kept", "reviews/names-not-unique", "reviews.names-not-unique", () => {
    const seen = new Set<string>();
    return {
      status: (request, status) => {
        const { name } = (bodyOf(request)?.metadata ?? {}) as JsonObject;
        if (name === undefined) return status;
        const key = `${request.path} ${name}`;
        if (seen.has(key)) return 409;
        seen.add(key);
        return status;
      },
    };
  }],
  ["a Table forgets its token", "negotiation/table-pages", "negotiation.table-pages", () => ({
    body: (_ask, body) =>
      body.kind === "Table"
        ? { ...body, metadata: { ...body.metadata as JsonObject, continue: "" } }
        : body,
  })],
  ["reasons are lists", "reviews/status-types", "reviews.status-types", () => ({
    body: withStatus((status) => ({ ...status, reason: ["because"] })),
  })],
  ["rules for paths have no verbs", "reviews/path-rules", "reviews.path-rule-has-verbs", () => ({
    body: withPathRules((rule) => ({ ...rule, verbs: [] })),
  })],
  ["paths have stars anywhere", "reviews/path-rules", "reviews.path-rule-wildcard-last", () => ({
    body: withPathRules((rule) => ({ ...rule, nonResourceURLs: ["/a*"] })),
  })],
  [
    "rules for paths are invented",
    "reviews/path-rules",
    "reviews.path-rules-correct",
    () => ({
      body: (request, body) =>
        request.path.endsWith("accessreviews")
          ? withStatus((status) => ({ ...status, allowed: false }))!(request, body)
          : body,
    }),
  ],
  [
    "lists are accepted as one object",
    "errors/create-of-list",
    "errors.create-takes-one-object",
    () => ({
      status: (request, status) =>
        request.method === "POST" && bodyOf(request)?.items ? 201 : status,
    }),
  ],
  ["one of a list is made", "errors/create-of-list", "errors.create-takes-one-object", () => ({
    status: (request, status) => request.method === "GET" && status === 404 ? 200 : status,
  })],
  [
    "a status is served without a namespace",
    "errors/subresource-across-namespaces",
    "errors.subresource-of-one-object",
    () => ({ status: (request, status) => request.path.endsWith("/status") ? 200 : status }),
  ],
  [
    "deletions reject timeoutSeconds",
    "lifecycle/collection-parameters",
    "lifecycle.collection-parameters-accepted",
    () => ({ status: (request, status) => request.query?.timeoutSeconds ? 400 : status }),
  ],
  [
    "deletions with parameters delete nothing",
    "lifecycle/collection-parameters",
    "lifecycle.collection-parameters-accepted",
    () => ({
      request: (request) =>
        request.query?.pretty
          ? { method: "GET" as const, path: request.path, query: { limit: "1" } }
          : request,
    }),
  ],
  ["bookmarks make a watch", "watch/plain-lists", "watch.parameters-of-plain-lists", () => ({
    body: (request, body) =>
      request.query?.allowWatchBookmarks ? { type: "BOOKMARK", object: body } : body,
  })],
  [
    "conditions are replaced",
    "patch/strategic-conditions",
    "patch.strategic-merges-conditions",
    () => ({
      request: (request) =>
        `${request.headers?.["content-type"]}`.startsWith("application/strategic")
          ? { ...request, headers: { "content-type": "application/merge-patch+json" } }
          : request,
    }),
  ],
];

for (const [title, check, requirement, corruption] of CASES) {
  testCorruption({ title, check, requirement, corruption });
}

function withStatus(
  change: (status: JsonObject) => JsonObject,
): NonNullable<Corruption["body"]> {
  return (request, body) =>
    request.path.endsWith("reviews") && body.status
      ? { ...body, status: change(body.status as JsonObject) }
      : body;
}

function withPathRules(
  change: (rule: JsonObject) => JsonObject,
): NonNullable<Corruption["body"]> {
  return withStatus((status) =>
    Array.isArray(status.nonResourceRules)
      ? {
        ...status,
        nonResourceRules: status.nonResourceRules.map((rule) => change(rule as JsonObject)),
      }
      : status
  );
}

function bodyOf({ body }: HttpRequest): JsonObject | undefined {
  return typeof body === "object" && body !== null && !Array.isArray(body) ? body : undefined;
}
