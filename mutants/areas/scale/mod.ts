/**
 * Mutants of large collections: what is right for few objects, watches or changes, and wrong for
 * many.
 *
 * @module
 */
import type { StoredVersion, WatchCursor } from "@plumbline/server/storage";
import { bugs } from "../../mutant.ts";
import { wrap } from "../../vocabulary/wrap.ts";
import { on } from "../../vocabulary/on.ts";

/** Objects that a request handles rightly. */
const MANY = 1_000;

/** Returns a cursor that reads as another one, with another function to read the next events. */
function cursorWith(cursor: WatchCursor, next: WatchCursor["next"]): WatchCursor {
  return {
    next,
    get revision() {
      return cursor.revision;
    },
  };
}

export const scaleMutants = bugs({
  "scale/list-ends-at-thousand": {
    description: "A list without `limit` ends after 1,000 objects, without a `continue` token.",
    reason: "The query of the database has a limit that no client sets.",
    breaks: ["paging.no-limit-returns-all", "resource-versions.list-is-one-snapshot"],
    install: wrap("steps", "readPage", async ({ readPage }, registry, request, options) => {
      const page = await readPage(registry, request, options);
      const isWhole = options.limit === undefined && request.context.info.verb === "list";
      return isWhole ? { ...page, versions: page.versions.slice(0, MANY) } : page;
    }),
  },
  "scale/capped-page-repeats-item": {
    description:
      "A page of more than 250 objects is capped, and the next one repeats its last item.",
    reason: "The token of a capped page names the last item, where others name the one before it.",
    breaks: ["paging.pages-are-one-snapshot", "resource-versions.list-is-one-snapshot"],
    install(parts) {
      const cap = 250;
      const last = new Map<string, StoredVersion>();
      wrap("steps", "readPage", async ({ readPage }, registry, request, options) => {
        const { limit = 0 } = options;
        const isCapped = limit > cap;
        const page = await readPage(
          registry,
          request,
          isCapped ? { ...options, limit: cap } : options,
        );
        const token = page.metadata.continue;
        const end = page.versions.at(-1);
        if (isCapped && typeof token === "string" && end !== undefined) last.set(token, end);
        const repeated = options.continue === undefined ? undefined : last.get(options.continue);
        return repeated === undefined ? page : { ...page, versions: [repeated, ...page.versions] };
      })(parts);
    },
  },
  "scale/count-of-five-hundred-at-most": {
    description: "`remainingItemCount` is never above 500.",
    reason: "Counting ends early, as it is an estimate only.",
    breaks: "paging.remaining-count-exact",
    install: wrap("steps", "readPage", async ({ readPage }, registry, request, options) => {
      const page = await readPage(registry, request, options);
      const { remainingItemCount: count } = page.metadata;
      return typeof count === "number" && count > 500
        ? { ...page, metadata: { ...page.metadata, remainingItemCount: 500 } }
        : page;
    }),
  },
  "scale/many-watches-lose-events": {
    description: "With more than 16 watches at once some of them miss every fiftieth change.",
    reason: "Changes are passed on without waiting, and dropped for watches that are not ready.",
    breaks: ["watch.nothing-lost", "watch.resumes-from-last", "watch.all-namespaces"],
    install(parts) {
      const ready = new Set<WatchCursor>();
      wrap("storage", "watch", ({ watch }, collection, after) => {
        const cursor = watch(collection, after);
        const drops = () => ready.size > 16 && [...ready].indexOf(cursor) >= 16;
        return cursorWith(cursor, async (signal) => {
          ready.add(cursor);
          let events = await cursor.next(signal);
          const isLast = events.length === 0;
          if (drops()) events = events.filter(({ version }) => version.revision % 50 !== 0);
          if (isLast) ready.delete(cursor);
          // An empty list ends the watch.
          return events.length === 0 && !isLast ? await cursor.next(signal) : events;
        });
      })(parts);
    },
  },
  "scale/replay-drops-oldest": {
    description:
      "A watch from an old resourceVersion misses all but the last 400 changes since it.",
    reason:
      "Changes are read from a ring of a fixed size, which does not know what it has dropped.",
    breaks: ["watch.nothing-lost", "watch.resumes-from-last"],
    install: wrap("storage", "watch", ({ watch }, collection, after) => {
      const cursor = watch(collection, after);
      return cursorWith(cursor, async (signal) => (await cursor.next(signal)).slice(-400));
    }),
  },
  "scale/old-list-is-newest": {
    description: "An exact list at a version before 500 changes has the newest state.",
    reason: "A version that the cache no longer has is read from the store, as it is now.",
    breaks: [
      "resource-versions.list-exact-whole-other",
      "resource-versions.list-version-names-state",
    ],
    install: wrap(
      "storage",
      "list",
      async ({ list, currentRevision }, collection, options = {}) => {
        const { revision, ...newest } = options;
        const isOld = revision !== undefined && revision < currentRevision() - 500;
        if (!isOld || options.after !== undefined) return await list(collection, options);
        return { ...await list(collection, newest), revision };
      },
    ),
  },
  "scale/deletecollection-ends-early": {
    description: "A deletecollection without `limit` deletes 500 objects and reports success.",
    reason: "It deletes one batch, and the loop over batches is missing.",
    breaks: "lifecycle.collection-deletes-many",
    install: on("deletecollection").withSteps(({ readPage }) => ({
      async readPage(...given) {
        const page = await readPage(...given);
        return { ...page, versions: page.versions.slice(0, 500) };
      },
    })),
  },
});
