/**
 * Faults of paging.
 *
 * @module
 */
import type { Position } from "../registry/continue_token.ts";
import { collectionOf } from "../registry/registry.ts";
import type { Fault } from "./fault.ts";

/** The faults. */
export const pagingFaults: readonly Fault[] = [
  {
    id: "paging/skips-after-deleted",
    area: "paging",
    description: "A page begins one object late where the last object of the page before is gone.",
    reason: "The place to go on from is looked up by the object, and the search lands behind the " +
      "gap where it is not there any more.",
    breaks: ["paging.pages-make-the-collection", "paging.snapshot-despite-writes"],
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
    breaks: ["paging.snapshot-despite-writes"],
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
];
