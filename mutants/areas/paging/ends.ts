/**
 * Mutants of the end and the restart of paginated lists.
 *
 * @module
 */
import { ApiError } from "../../../server/api_error.ts";
import type { Position } from "../../../server/registry/continue_token.ts";
import type { CollectionKey } from "../../../server/storage/storage.ts";
import type { Mutant } from "../../mutant.ts";
import { withParts } from "../../changes.ts";

export const endMutants: readonly Mutant[] = [
  {
    id: "paging/whole-list-is-cut",
    area: "paging",
    description: "A list without `limit` returns pages of two items.",
    reason: "The server enforces a default page size.",
    breaks: ["paging.no-limit-returns-all"],
    install({ verbs }) {
      verbs(({ list }) => ({
        list: withParts(list, {
          reader: ({ readPage }) => ({
            readPage: (registry, request, options) =>
              readPage(
                registry,
                request,
                options.continue || options.resourceVersion ? options : { limit: 2, ...options },
              ),
          }),
        }),
      }));
    },
  },
  {
    id: "paging/unselected-page-is-the-end",
    area: "paging",
    description: "A list with a selector ends at a page in which no object matches.",
    reason: "`limit` bounds what is read before filtering, and an empty page looks like the end.",
    breaks: [
      "paging.selector-pages",
      "resource-versions.list-plain-whole-unset",
      "resource-versions.list-plain-first-unset",
    ],
    install({ storage }) {
      storage(({ list }) => ({
        async list(collection, options = {}) {
          const { filter, limit, ...rest } = options;
          if (!filter || !limit) return await list(collection, options);
          const { revision, versions: all } = await list(collection, rest);
          const window = all.slice(0, limit);
          const versions = window.filter(({ object }) => filter(object));
          const remaining = versions.length > 0 && all.length > window.length ? 1 : 0;
          return { revision, versions, remaining };
        },
      }));
    },
  },
  {
    id: "paging/nothing-remains-is-told",
    area: "paging",
    description: "The last page has `remainingItemCount: 0`.",
    reason: "The count is known, so it is always written.",
    breaks: ["paging.remaining-count-absent-at-end"],
    install({ reader }) {
      reader(({ readPage }) => ({
        async readPage(registry, request, options) {
          const page = await readPage(registry, request, options);
          if (options.filter || page.metadata.continue) return page;
          return { ...page, metadata: { ...page.metadata, remainingItemCount: 0 } };
        },
      }));
    },
  },
  {
    id: "paging/restart-goes-on",
    area: "paging",
    description: "A list restarted after an expired token continues where that token ended.",
    reason: "The server keeps the position of the expired token and resumes there.",
    breaks: ["paging.restart-after-expiry"],
    install({ storage, tokens }) {
      const issued = new Map<string, Position>();
      const ended = new Map<string, Position>();
      const textOf = ({ resource, namespace = "" }: CollectionKey) => `${resource} ${namespace}`;
      tokens(({ issue, read }) => ({
        issue(collection, position) {
          const token = issue(collection, position);
          issued.set(token, position);
          return token;
        },
        read(collection, token) {
          try {
            return read(collection, token);
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
          if (!position || !options.limit || options.after) return await list(collection, options);
          ended.delete(textOf(collection));
          return await list(collection, { ...options, after: position.after });
        },
      }));
    },
  },
  {
    id: "paging/later-deletions-without-limit",
    area: "paging",
    description: "From the second page on, `deletecollection` ignores `limit`.",
    reason: "The token was assumed to contain the limit.",
    breaks: ["paging.deletecollection-limit"],
    install({ verbs }) {
      verbs(({ deletecollection }) => ({
        deletecollection: withParts(deletecollection, {
          reader: ({ readPage }) => ({
            readPage(registry, request, options) {
              const { limit: _, ...unlimited } = options;
              return readPage(registry, request, options.continue ? unlimited : options);
            },
          }),
        }),
      }));
    },
  },
];
