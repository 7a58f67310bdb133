/**
 * The checks of resource versions, paging and watches with corrupted requests and responses: each
 * corruption must make its check fail with the requirement that it violates.
 */
import type { HttpRequest, Json, WatchDocument } from "../client/http_client.ts";
import { type CorruptionCase, testCorruption } from "./case.ts";

type JsonObject = { [key: string]: Json };

const CASES: readonly CorruptionCase[] = [
  {
    title: "a watch loses a change",
    check: "watch/histories",
    requirement: "watch.nothing-lost",
    corruption: () => ({ events: (documents) => documents.filter(notThird("MODIFIED")) }),
  },
  {
    title: "a watch delivers a change twice",
    check: "watch/histories",
    requirement: "watch.nothing-twice",
    corruption: () => ({ events: (documents) => documents.flatMap(twice("MODIFIED")) }),
  },
  {
    title: "a watch reports a creation as MODIFIED",
    check: "watch/histories",
    requirement: "watch.created-is-added",
    corruption: () => ({ events: (documents) => documents.map(retyped("ADDED", "MODIFIED")) }),
  },
  {
    title: "a watch reports a deletion as MODIFIED",
    check: "watch/histories",
    requirement: ["watch.removed-is-deleted", "watch.leaving-selector-is-deleted"],
    corruption: () => ({
      events: (documents, { query }) =>
        query?.labelSelector?.includes("plumbline/scope") && !query.labelSelector.includes("group")
          ? [...documents]
          : documents.map(retyped("DELETED", "MODIFIED")),
    }),
  },
  {
    title: "a watch ignores the requested resourceVersion",
    check: "watch/from-every-version",
    requirement: [
      "watch.starts-after-version",
      "watch.nothing-twice",
      "watch.nothing-lost",
      "watch.resumes-from-last",
    ],
    corruption: () => ({
      watch: ({ query, ...request }) => ({ ...request, query: { ...query, resourceVersion: "0" } }),
    }),
  },
  {
    title: "a watch sends bookmarks without a request for them",
    check: "watch/bookmarks",
    requirement: "watch.bookmark-only-on-request",
    corruption: () => ({
      watch: ({ query, ...request }) => ({
        ...request,
        query: { ...query, allowWatchBookmarks: "true" },
      }),
    }),
  },
  {
    title: "a list has the resourceVersion of another",
    check: "resource-versions/histories",
    requirement: ["resource-versions.list-version-names-state", "paging.version-constant"],
    corruption: () => {
      const seen: Json[] = [];
      return {
        body: (_ask, body) =>
          onList(body, (metadata) => {
            seen.push(metadata.resourceVersion ?? "");
            return { ...metadata, resourceVersion: seen[Math.max(0, seen.length - 2)]! };
          }),
      };
    },
  },
  {
    title: "a list is served from a cache",
    check: "resource-versions/histories",
    requirement: [
      "resource-versions.list-plain-whole-unset",
      "resource-versions.list-version-names-state",
      "resource-versions.list-is-one-snapshot",
      "resource-versions.list-all-namespaces",
    ],
    corruption: () => {
      const cache = new Map<string, Json>();
      return {
        body: ({ path, query }, body) => {
          const key = `${path}?${query?.labelSelector}&${query?.fieldSelector}`;
          const known = cache.get(key);
          if (query?.resourceVersion !== undefined || !isList(body)) return body;
          if (known === undefined) cache.set(key, body);
          return known ?? body;
        },
      };
    },
  },
  {
    title: "an exact list shows the most recent state",
    check: "resource-versions/list-table",
    requirement: [
      "resource-versions.list-exact-whole-other",
      "resource-versions.list-exact-first-other",
      "resource-versions.list-is-one-snapshot",
      "resource-versions.list-version-names-state",
    ],
    corruption: () => ({ request: without("resourceVersion", "resourceVersionMatch") }),
  },
  {
    title: "a first page at a resourceVersion shows the most recent state",
    check: "resource-versions/list-table",
    requirement: [
      "resource-versions.list-plain-first-other",
      "resource-versions.list-not-older-first-other",
      "resource-versions.list-is-one-snapshot",
      "resource-versions.list-version-names-state",
    ],
    corruption: () => ({
      request: (request) =>
        request.query?.continue === undefined ? without("resourceVersion")(request) : request,
    }),
  },
  {
    title: "resourceVersionMatch without resourceVersion is accepted",
    check: "resource-versions/list-table",
    requirement: "resource-versions.list-exact-whole-unset",
    corruption: () => ({ request: without("resourceVersionMatch") }),
  },
  {
    title: "a paged list ends too early",
    check: "paging/pages-are-one-snapshot",
    requirement: "paging.continue-when-more",
    corruption: () => ({
      body: (_ask, body) => onList(body, ({ continue: _continue, ...metadata }) => metadata),
    }),
  },
  {
    title: "a page lacks its first item",
    check: "paging/pages-are-one-snapshot",
    requirement: ["paging.pages-are-one-snapshot", "paging.selector-pages"],
    corruption: () => ({
      body: ({ query }, body) =>
        query?.continue === undefined || !Array.isArray(body.items)
          ? body
          : { ...body, items: body.items.slice(1) },
    }),
  },
  {
    title: "later pages show the most recent state",
    check: "paging/pages-are-one-snapshot",
    requirement: ["paging.version-constant", "paging.pages-are-one-snapshot"],
    corruption: () => ({
      body: ({ query }, body) =>
        query?.continue === undefined
          ? body
          : onList(body, (metadata) => ({ ...metadata, resourceVersion: "another" })),
    }),
  },
  {
    title: "a limit is ignored",
    check: "paging/pages-are-one-snapshot",
    requirement: "paging.limit-bounds-page",
    corruption: () => ({ request: without("limit") }),
  },
  {
    title: "remainingItemCount is one too high",
    check: "paging/remaining-item-count",
    requirement: "paging.remaining-count-exact",
    corruption: () => ({
      body: (_ask, body) =>
        onList(
          body,
          (metadata) =>
            typeof metadata.remainingItemCount === "number"
              ? { ...metadata, remainingItemCount: metadata.remainingItemCount + 1 }
              : metadata,
        ),
    }),
  },
  {
    title: "a dry run is persisted",
    check: "resource-versions/dry-run-leaves-no-trace",
    requirement: "resource-versions.dry-run-leaves-no-trace",
    corruption: () => ({ request: without("dryRun") }),
  },
  {
    title: "an update ignores its resourceVersion",
    check: "resource-versions/one-writer-wins",
    requirement: "resource-versions.one-writer-wins",
    corruption: () => ({
      request: (request) => {
        if (request.method !== "PUT") return request;
        const { metadata, ...body } = request.body as { metadata: JsonObject };
        const { resourceVersion: _version, ...rest } = metadata;
        return { ...request, body: { ...body, metadata: rest } };
      },
    }),
  },
  {
    title: "a get is served from a cache",
    check: "resource-versions/gets",
    requirement: "resource-versions.get-unset-most-recent",
    corruption: () => {
      const first = new Map<string, Json>();
      return {
        body: (request, body) => {
          if (request.method === "PATCH") return remember(first, request.path, body);
          return request.method === "GET" ? first.get(request.path) ?? body : body;
        },
      };
    },
  },
];

for (const each of CASES) testCorruption(each);

function notThird(type: string): (document: WatchDocument) => boolean {
  let count = 0;
  return (document) => document.type !== type || ++count % 3 !== 0;
}

function twice(type: string): (document: WatchDocument) => WatchDocument[] {
  return (document) => document.type === type ? [document, document] : [document];
}

function retyped(from: string, to: string): (document: WatchDocument) => WatchDocument {
  return (document) => document.type === from ? { ...document, type: to } : document;
}

function without(...parameters: string[]): (request: HttpRequest) => HttpRequest {
  return (request) => ({
    ...request,
    query: Object.fromEntries(
      Object.entries(request.query ?? {}).filter(([key]) => !parameters.includes(key)),
    ),
  });
}

function isList(body: JsonObject): boolean {
  return Array.isArray(body.items);
}

function onList(body: JsonObject, change: (metadata: JsonObject) => JsonObject): Json {
  return isList(body) ? { ...body, metadata: change(body.metadata as JsonObject) } : body;
}

/** Repeats the first response of each path. */
function remember(first: Map<string, Json>, path: string, body: Json): Json {
  if (!first.has(path)) first.set(path, body);
  return body;
}
