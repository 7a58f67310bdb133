/**
 * Mutants of paging.
 *
 * @module
 */
import { collectionOf } from "@plumbline/server/resources";
import { everyoneMutants } from "./everyone.ts";
import { pageFormMutants } from "./forms.ts";
import { bugs } from "../../mutant.ts";
import { ApiError, type ApiObject, badRequest } from "@plumbline/server/api";
import { over, type Position } from "@plumbline/server/parts";
import type { CollectionKey } from "@plumbline/server/storage";
import { keyText } from "../../helpers.ts";
import { on } from "../../vocabulary/on.ts";
import { wrap } from "../../vocabulary/wrap.ts";

export const pagingMutants = [
  ...everyoneMutants,
  ...pageFormMutants,
  ...bugs({
    "paging/skips-after-deleted": {
      description: "If the last item of a page is deleted, the next page skips one item.",
      reason: "The continue position is looked up by object, and the search ends after the gap.",
      breaks: [
        "paging.pages-are-one-snapshot",
        "paging.snapshot-despite-writes",
        "paging.selector-pages",
      ],
      install: wrap("storage", "list", async ({ get, list }, collection, options = {}) => {
        const { after, limit } = options;
        if (!after || await get({ resource: collection.resource, ...after })) {
          return await list(collection, options);
        }
        const page = await list(collection, { ...options, ...(limit && { limit: limit + 1 }) });
        return { ...page, versions: page.versions.slice(1) };
      }),
    },
    "paging/next-page-reads-newest": {
      description:
        "Later pages contain the newest state with the resourceVersion of the first page.",
      reason:
        "The resourceVersion in the token is copied to the response but not used for the read.",
      breaks: ["paging.snapshot-despite-writes", "paging.selector-pages"],
      install: wrap("storage", "list", async ({ list }, collection, options = {}) => {
        const { revision, ...newest } = options;
        if (!options.after || revision === undefined) return await list(collection, options);
        return { ...await list(collection, newest), revision };
      }),
    },
    "paging/later-pages-select-by-now": {
      description: "Later pages of a list apply the label selector to the labels of now.",
      reason: "Labels are in an index of the newest state; the objects come from the snapshot.",
      breaks: ["paging.snapshot-despite-writes", "paging.selector-pages"],
      install: on("list", { continue: true, labelSelector: true }).serve(
        ({ registry: { storage }, next }) =>
          next({
            storage: over(storage, {
              async list(collection, { filter, limit, ...options } = {}) {
                const found = await storage.list(collection, options);
                const { versions } = await storage.list(collection);
                const newest = new Map(versions.map(({ key, object }) => [keyText(key), object]));
                const matching = found.versions.filter(({ key, object }) =>
                  filter?.(newest.get(keyText(key)) ?? object) ?? true
                );
                const page = matching.slice(0, limit);
                return { ...found, versions: page, remaining: matching.length - page.length };
              },
            }),
          }),
      ),
    },
    "paging/token-signature-ignored": {
      description: "The signature of a continue token is not verified.",
      reason: "The signature was added later, without a change to the code that reads tokens.",
      breaks: "paging.altered-token-rejected",
      install({ tokens }) {
        const issued = new Map<string, Position>();
        const head = (token: string) => token.split(".")[0]!;
        tokens(({ issue, read }) => ({
          async issue(collection, position) {
            const token = await issue(collection, position);
            issued.set(head(token), position);
            return token;
          },
          read: async (collection, token) =>
            issued.get(head(token)) ?? await read(collection, token),
        }));
      },
    },
    "paging/empty-last-page": {
      description: "A full last page has a `continue` token; the next page is empty.",
      reason: "Whether more items exist is not checked when the page is full.",
      breaks: "paging.ends-without-token",
      install: on("list").serve(async ({ registry, request, next }) => {
        const result = await next();
        if (result.kind !== "list" || result.metadata.continue !== "") return result;
        const { context, definition } = request;
        const { limit = 0 } = registry.steps.readListOptions(context.query, definition);
        const last = result.versions.at(-1);
        if (!last || result.versions.length < limit) return result;
        const token = await registry.tokens.issue(collectionOf(request), {
          revision: Number(result.metadata.resourceVersion),
          since: registry.sources.clock.now(),
          after: { namespace: last.key.namespace, name: last.key.name },
        });
        return { ...result, metadata: { ...result.metadata, continue: token } };
      }),
    },

    "paging/shows-changed-boundary-twice": {
      description: "If the last item of a page is modified, the next page starts with it again.",
      reason: "The token contains the object's resourceVersion, which no longer matches.",
      breaks: [
        "paging.pages-are-one-snapshot",
        "paging.snapshot-despite-writes",
        "paging.limit-bounds-page",
      ],
      install: wrap("storage", "list", async ({ get, list }, collection, options = {}) => {
        const page = await list(collection, options);
        const { after, revision } = options;
        if (!after || revision === undefined) return page;
        const { resource } = collection;
        const now = await get({ resource, ...after });
        if (!now || now.revision <= revision) return page;
        const filter = ({ metadata }: ApiObject) => metadata.name === after.name;
        const before = await list({ resource, namespace: after.namespace }, {
          revision,
          filter,
        });
        return { ...page, versions: [...before.versions, ...page.versions] };
      }),
    },
    "paging/last-object-is-forgotten": {
      description: "A page followed by a single remaining item has no `continue` token.",
      reason: "One item is read ahead to detect more, and it is not counted.",
      breaks: ["paging.continue-when-more", "paging.pages-are-one-snapshot"],
      install: wrap("storage", "list", async ({ list }, collection, options = {}) => {
        const page = await list(collection, options);
        return page.remaining === 1 && !options.filter ? { ...page, remaining: 0 } : page;
      }),
    },
    "paging/count-from-the-start": {
      description: "From the second page on, `remainingItemCount` includes the items of the page.",
      reason: "The remaining items are counted from the start of the page.",
      breaks: "paging.remaining-count-exact",
      install: wrap("steps", "readPage", async ({ readPage }, registry, request, options) => {
        const page = await readPage(registry, request, options);
        const { remainingItemCount: count } = page.metadata;
        if (!options.continue || typeof count !== "number") return page;
        const remainingItemCount = count + page.versions.length;
        return { ...page, metadata: { ...page.metadata, remainingItemCount } };
      }),
    },
    "paging/counts-what-is-selected": {
      description: "`remainingItemCount` is set with a selector, too.",
      reason: "The number is known after the selector was evaluated for all objects.",
      breaks: "paging.remaining-count-absent-with-selector",
      install: wrap("steps", "readPage", async ({ readPage }, registry, request, options) => {
        const page = await readPage(registry, request, options);
        if (!options.filter || !page.metadata.continue) return page;
        return { ...page, metadata: { ...page.metadata, remainingItemCount: 1 } };
      }),
    },
    "paging/later-pages-name-newest": {
      description: "Later pages have the newest resourceVersion instead of that of the first page.",
      reason: "List responses use the current resourceVersion of the storage by default.",
      breaks: "paging.version-constant",
      install: wrap("steps", "readPage", async ({ readPage }, registry, request, options) => {
        const page = await readPage(registry, request, options);
        if (!options.continue) return page;
        const resourceVersion = String(registry.storage.currentRevision());
        return { ...page, metadata: { ...page.metadata, resourceVersion } };
      }),
    },
    "paging/token-is-a-cursor": {
      description: "Using a `continue` token a second time returns the following page.",
      reason: "The token identifies a server-side cursor, which advances.",
      breaks: "paging.token-repeats-its-page",
      install(parts) {
        const moved = new Map<string, string>();
        wrap("steps", "readPage", async ({ readPage }, registry, request, options) => {
          const token = options.continue;
          if (!token) return await readPage(registry, request, options);
          const here = moved.get(token) ?? token;
          const page = await readPage(registry, request, { ...options, continue: here });
          if (page.metadata.continue) moved.set(token, String(page.metadata.continue));
          return page;
        })(parts);
      },
    },
    "paging/first-limit-for-all-pages": {
      description: "The `limit` of the first page is used for all pages.",
      reason: "The token contains all parameters of the first request.",
      breaks: ["paging.limit-may-change", "paging.limit-bounds-page"],
      install(parts) {
        const limits = new Map<string, number>();
        wrap("steps", "readPage", async ({ readPage }, registry, request, options) => {
          const limit = limits.get(options.continue ?? "") ?? options.limit;
          const page = await readPage(registry, request, { ...options, ...(limit && { limit }) });
          const token = page.metadata.continue;
          if (typeof token === "string" && token && limit) limits.set(token, limit);
          return page;
        })(parts);
      },
    },
    "paging/later-deletions-select-nothing": {
      description: "From the second page on, `deletecollection` ignores the selector.",
      reason: "The token was assumed to contain the selector.",
      breaks: [
        "paging.deletecollection-selector",
        "paging.deletecollection-continues",
        "resource-versions.list-is-one-snapshot",
      ],
      install: on("deletecollection").withSteps(({ readPage }) => ({
        readPage(registry, request, { filter, ...options }) {
          const selects = filter && !options.continue;
          return readPage(registry, request, { ...options, ...(selects && { filter }) });
        },
      })),
    },
    "paging/match-alone-deletes": {
      description: "A deletecollection takes `resourceVersionMatch` without a `resourceVersion`.",
      reason: "Only lists validate how their parameters go together.",
      breaks: "paging.deletecollection-rejects-as-list",
      install: on("deletecollection", { resourceVersionMatch: true, resourceVersion: false })
        .changeQuery({ resourceVersionMatch: undefined }),
    },
    "paging/expired-token-bad-request": {
      description: "An expired `continue` token is answered with 400 instead of 410.",
      reason: "Every token that cannot be used is treated as malformed.",
      breaks: "paging.token-expired-gone",
      install: wrap("tokens", "read", async ({ read }, collection, token) => {
        try {
          return await read(collection, token);
        } catch (error) {
          throw error instanceof ApiError ? badRequest(error.message) : error;
        }
      }),
    },
    "paging/malformed-limit-ignored": {
      description: "A `limit` that is not an integer is ignored.",
      reason: "A limit was considered a hint.",
      breaks: ["paging.malformed-limit-rejected", "operations.integer-parameters"],
      install: wrap("steps", "readListOptions", ({ readListOptions }, query, definition) => {
        const changed = new URLSearchParams(query);
        if (!/^[+-]?\d+$/.test(query.get("limit") ?? "0")) changed.delete("limit");
        return readListOptions(changed, definition);
      }),
    },
    "paging/zero-limit-is-empty": {
      description: "A list with `limit=0` has no items.",
      reason: "The value 0 is applied as a limit instead of no limit.",
      breaks: "paging.zero-limit-is-none",
      install: on("list", { limit: "0" }).changeListed((result) => ({ ...result, versions: [] })),
    },
    "paging/default-limit": {
      description: "A list without `limit` returns pages of two items.",
      reason: "The server enforces a default page size.",
      breaks: "paging.no-limit-returns-all",
      install: on("list").withSteps(({ readPage }) => ({
        readPage: (registry, request, options) =>
          readPage(
            registry,
            request,
            options.continue || options.resourceVersion ? options : { limit: 2, ...options },
          ),
      })),
    },
    "paging/page-without-match-is-last": {
      description: "A list with a selector ends at a page in which no object matches.",
      reason: "`limit` bounds what is read before filtering, and an empty page looks like the end.",
      breaks: [
        "paging.selector-pages",
        "resource-versions.list-plain-whole-unset",
        "resource-versions.list-plain-first-unset",
        "resource-versions.list-not-older-first-other",
      ],
      install: wrap("storage", "list", async ({ list }, collection, options = {}) => {
        const { filter, limit, ...rest } = options;
        if (!filter || !limit) return await list(collection, options);
        const { revision, versions: all } = await list(collection, rest);
        const window = all.slice(0, limit);
        const versions = window.filter(({ object }) => filter(object));
        const remaining = versions.length > 0 && all.length > window.length ? 1 : 0;
        return { revision, versions, remaining };
      }),
    },
    "paging/zero-remaining-count": {
      description: "The last page has `remainingItemCount: 0`.",
      reason: "The count is known, so it is always written.",
      breaks: "paging.remaining-count-absent-at-end",
      install: wrap("steps", "readPage", async ({ readPage }, registry, request, options) => {
        const page = await readPage(registry, request, options);
        if (options.filter || page.metadata.continue) return page;
        return { ...page, metadata: { ...page.metadata, remainingItemCount: 0 } };
      }),
    },
    "paging/restart-continues-expired-token": {
      description: "A list restarted after an expired token continues where that token ended.",
      reason: "The server keeps the position of the expired token and resumes there.",
      breaks: "paging.restart-after-expiry",
      install({ storage, tokens }) {
        const issued = new Map<string, Position>();
        const ended = new Map<string, Position>();
        const textOf = ({ resource, namespace = "" }: CollectionKey) => `${resource} ${namespace}`;
        tokens(({ issue, read }) => ({
          async issue(collection, position) {
            const token = await issue(collection, position);
            issued.set(token, position);
            return token;
          },
          async read(collection, token) {
            try {
              return await read(collection, token);
            } catch (error) {
              const position = issued.get(token);
              const isExpired = error instanceof ApiError && error.reason === "Expired";
              if (isExpired && position) ended.set(textOf(collection), position);
              throw error;
            }
          },
        }));
        storage(({ list }) => ({
          async list(collection, options = {}) {
            const position = ended.get(textOf(collection));
            if (!position || !options.limit || options.after) {
              return await list(collection, options);
            }
            ended.delete(textOf(collection));
            return await list(collection, { ...options, after: position.after });
          },
        }));
      },
    },
    "paging/later-deletions-without-limit": {
      description: "From the second page on, `deletecollection` ignores `limit`.",
      reason: "The token was assumed to contain the limit.",
      breaks: "paging.deletecollection-limit",
      install: on("deletecollection").withSteps(({ readPage }) => ({
        readPage(registry, request, options) {
          const { limit: _, ...unlimited } = options;
          return readPage(registry, request, options.continue ? unlimited : options);
        },
      })),
    },
    "paging/expired-token-deletes-on": {
      description:
        "A deletecollection with an expired `continue` token deletes from the first page on.",
      reason: "A deletion needs no snapshot, so that the token says only where to go on.",
      breaks: "paging.token-expired-gone",
      install: on("deletecollection", { continue: true }).replace(
        410,
        (_, { next }) => next({ query: { continue: undefined } }),
      ),
    },
    "paging/expired-token-lists-the-rest": {
      description: "A list with an expired `continue` token and no `limit` shows the newest state.",
      reason: "Without a limit there is one page, which needs no snapshot.",
      breaks: "paging.token-expired-gone",
      install: on("list", { continue: true, limit: false }).replace(
        410,
        (_, { next }) => next({ query: { continue: undefined } }),
      ),
    },
  }),
];
