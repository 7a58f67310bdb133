/**
 * Faults of paging.
 *
 * @module
 */
import { ApiError, badRequest } from "../../../server/api_error.ts";
import type { ApiObject } from "../../../server/object.ts";
import type { Position } from "../../../server/registry/continue_token.ts";
import { collectionOf } from "../../../server/registry/registry.ts";
import type { Mutant } from "../../mutant.ts";
import { withSteps } from "../../changes.ts";

/** The faults. */
export const pageMutants: readonly Mutant[] = [
  {
    id: "paging/skips-after-deleted",
    area: "paging",
    description: "A page begins one object late where the last object of the page before is gone.",
    reason: "The place to go on from is looked up by the object, and the search lands behind the " +
      "gap where it is not there any more.",
    breaks: [
      "paging.pages-are-one-snapshot",
      "paging.snapshot-despite-writes",
      "paging.selector-pages",
    ],
    install({ storage }) {
      storage(({ get, list }) => ({
        async list(collection, options = {}) {
          const { after, limit } = options;
          if (!after || await get({ resource: collection.resource, ...after })) {
            return await list(collection, options);
          }
          const page = await list(collection, { ...options, ...(limit && { limit: limit + 1 }) });
          return { ...page, versions: page.versions.slice(1) };
        },
      }));
    },
  },
  {
    id: "paging/next-page-reads-newest",
    area: "paging",
    description: "Later pages show the newest state under the version of the first page.",
    reason: "The token's version was meant for the answer; the read takes what is there.",
    breaks: ["paging.snapshot-despite-writes", "paging.selector-pages"],
    install({ storage }) {
      storage(({ list }) => ({
        async list(collection, options = {}) {
          const { revision, ...newest } = options;
          if (!options.after || revision === undefined) return await list(collection, options);
          return { ...await list(collection, newest), revision };
        },
      }));
    },
  },
  {
    id: "paging/token-signature-ignored",
    area: "paging",
    description: "A continue token is believed by its first half, whatever the second one says.",
    reason: "The signature was added later, and the place that reads tokens was not told.",
    breaks: ["paging.altered-token-refused"],
    install({ tokens }) {
      const issued = new Map<string, Position>();
      const head = (token: string) => token.split(".")[0]!;
      tokens(({ issue, read }) => ({
        issue(collection, position) {
          const token = issue(collection, position);
          issued.set(head(token), position);
          return token;
        },
        read: (collection, token) => issued.get(head(token)) ?? read(collection, token),
      }));
    },
  },
  {
    id: "paging/empty-last-page",
    area: "paging",
    description: "A page that is full has a token even if nothing follows; the next one is empty.",
    reason: "Whether more is to come need not be looked up before it is asked for.",
    breaks: ["paging.ends-without-token"],
    install({ verbs }) {
      verbs(({ list }) => ({
        async list(registry, request) {
          const result = await list(registry, request);
          if (result.kind !== "list" || result.metadata.continue !== "") return result;
          const { limit = 0 } = registry.steps.readListOptions(
            request.context.query,
            request.definition,
          );
          const last = result.versions.at(-1);
          if (!last || result.versions.length < limit) return result;
          const token = registry.tokens.issue(collectionOf(request), {
            revision: Number(result.metadata.resourceVersion),
            since: registry.sources.clock.now(),
            after: { namespace: last.key.namespace, name: last.key.name },
          });
          return { ...result, metadata: { ...result.metadata, continue: token } };
        },
      }));
    },
  },

  {
    id: "paging/shows-changed-boundary-twice",
    area: "paging",
    description:
      "Where the last object of a page is changed before the next page, that begins with it.",
    reason: "A token that names an object and its version does not find it any more, and begins " +
      "where it would be.",
    breaks: [
      "paging.pages-are-one-snapshot",
      "paging.snapshot-despite-writes",
      "paging.limit-bounds-page",
    ],
    install({ storage }) {
      storage(({ get, list }) => ({
        async list(collection, options = {}) {
          const page = await list(collection, options);
          const { after, revision } = options;
          if (!after || revision === undefined) return page;
          const { resource } = collection;
          const now = await get({ resource, ...after });
          if (!now || now.revision <= revision) return page;
          const filter = ({ metadata }: ApiObject) => metadata.name === after.name;
          const before = await list({ resource, namespace: after.namespace }, { revision, filter });
          return { ...page, versions: [...before.versions, ...page.versions] };
        },
      }));
    },
  },
  {
    id: "paging/last-object-is-forgotten",
    area: "paging",
    description: "A page behind which there is but one object has no token.",
    reason: "Whether more is to come is told by reading one object along, which is not counted.",
    breaks: ["paging.continue-when-more", "paging.pages-are-one-snapshot"],
    install({ storage }) {
      storage(({ list }) => ({
        async list(collection, options = {}) {
          const page = await list(collection, options);
          return page.remaining === 1 && !options.filter ? { ...page, remaining: 0 } : page;
        },
      }));
    },
  },
  {
    id: "paging/count-from-the-start",
    area: "paging",
    description: "From the second page on, remainingItemCount counts the page itself too.",
    reason: "What is left is counted where the page begins.",
    breaks: ["paging.remaining-count-exact"],
    install({ steps }) {
      steps(({ readPage }) => ({
        async readPage(registry, request, options) {
          const page = await readPage(registry, request, options);
          const { remainingItemCount: count } = page.metadata;
          if (!options.continue || typeof count !== "number") return page;
          const remainingItemCount = count + page.versions.length;
          return { ...page, metadata: { ...page.metadata, remainingItemCount } };
        },
      }));
    },
  },
  {
    id: "paging/counts-what-is-selected",
    area: "paging",
    description: "`remainingItemCount` is there with a selector as well.",
    reason: "The number is known to whoever evaluates the selector for all objects.",
    breaks: ["paging.remaining-count-absent-with-selector"],
    install({ steps }) {
      steps(({ readPage }) => ({
        async readPage(registry, request, options) {
          const page = await readPage(registry, request, options);
          if (!options.filter || !page.metadata.continue) return page;
          return { ...page, metadata: { ...page.metadata, remainingItemCount: 1 } };
        },
      }));
    },
  },
  {
    id: "paging/later-pages-name-newest",
    area: "paging",
    description: "Later pages show the first page's state under the newest version.",
    reason: "The version of an answer is the store's, except where somebody thought of it.",
    breaks: ["paging.version-constant"],
    install({ steps }) {
      steps(({ readPage }) => ({
        async readPage(registry, request, options) {
          const page = await readPage(registry, request, options);
          if (!options.continue) return page;
          const resourceVersion = String(registry.storage.currentRevision());
          return { ...page, metadata: { ...page.metadata, resourceVersion } };
        },
      }));
    },
  },
  {
    id: "paging/token-moves-on",
    area: "paging",
    description: "A token that is used again goes on behind the page it gave the first time.",
    reason: "The token names a cursor that the server keeps, and a cursor moves.",
    breaks: ["paging.token-repeats-its-page"],
    install({ steps }) {
      const moved = new Map<string, string>();
      steps(({ readPage }) => ({
        async readPage(registry, request, options) {
          const token = options.continue;
          if (!token) return await readPage(registry, request, options);
          const here = moved.get(token) ?? token;
          const page = await readPage(registry, request, { ...options, continue: here });
          if (page.metadata.continue) moved.set(token, String(page.metadata.continue));
          return page;
        },
      }));
    },
  },
  {
    id: "paging/first-limit-for-all-pages",
    area: "paging",
    description: "The limit of the first page holds for all pages, whatever they ask for.",
    reason: "The token was made to hold all that a list was asked for.",
    breaks: ["paging.limit-may-change", "paging.limit-bounds-page"],
    install({ steps }) {
      const limits = new Map<string, number>();
      steps(({ readPage }) => ({
        async readPage(registry, request, options) {
          const limit = limits.get(options.continue ?? "") ?? options.limit;
          const page = await readPage(registry, request, { ...options, ...(limit && { limit }) });
          const token = page.metadata.continue;
          if (typeof token === "string" && token && limit) limits.set(token, limit);
          return page;
        },
      }));
    },
  },
  {
    id: "paging/later-deletions-select-nothing",
    area: "paging",
    description:
      "From its second page on, deletecollection deletes what the selector does not pick too.",
    reason: "The token was thought to know of the selector.",
    breaks: [
      "paging.deletecollection-selector",
      "paging.deletecollection-continues",
      "resource-versions.list-is-one-state",
    ],
    install({ verbs }) {
      verbs(({ deletecollection }) => ({
        deletecollection: withSteps(deletecollection, ({ readPage }) => ({
          readPage(registry, request, { filter, ...options }) {
            const selects = filter && !options.continue;
            return readPage(registry, request, { ...options, ...(selects && { filter }) });
          },
        })),
      }));
    },
  },
  {
    id: "paging/expired-token-is-bad",
    area: "paging",
    description: "A token that has expired is answered with 400.",
    reason: "A token that cannot be used is one that cannot be used.",
    breaks: ["paging.token-expired-gone"],
    install({ tokens }) {
      tokens(({ read }) => ({
        read(collection, token) {
          try {
            return read(collection, token);
          } catch (error) {
            throw error instanceof ApiError ? badRequest(error.message) : error;
          }
        },
      }));
    },
  },
  {
    id: "paging/odd-limit-is-none",
    area: "paging",
    description: "A limit that is no number is ignored.",
    reason: "A limit is a wish, and a list without one is no harm.",
    breaks: ["paging.malformed-limit-refused"],
    install({ steps }) {
      steps(({ readListOptions }) => ({
        readListOptions(query, definition) {
          const changed = new URLSearchParams(query);
          if (!/^[+-]?\d+$/.test(query.get("limit") ?? "0")) changed.delete("limit");
          return readListOptions(changed, definition);
        },
      }));
    },
  },
  {
    id: "paging/zero-limit-is-empty",
    area: "paging",
    description: "A list with limit=0 has no items.",
    reason: "At most none are none.",
    breaks: ["paging.zero-limit-is-none"],
    install({ verbs }) {
      verbs(({ list }) => ({
        async list(registry, request) {
          const result = await list(registry, request);
          const isZero = request.context.query.get("limit") === "0";
          return result.kind === "list" && isZero ? { ...result, versions: [] } : result;
        },
      }));
    },
  },
];
