/**
 * Mutants of the start of watches, and of event types.
 *
 * @module
 */
import { collectionOf, type WatchEvent } from "../../../server/registry/contracts.ts";
import type { Mutant } from "../../mutant.ts";
import { nextTurn } from "../../changes.ts";

export const startMutants: readonly Mutant[] = [
  {
    id: "watch/begins-with-the-next-change",
    area: "watch",
    description:
      "A watch across namespaces without `resourceVersion` does not send existing objects.",
    reason: "A client that watches was assumed to have listed before.",
    breaks: ["watch.from-unset-starts-with-existing"],
    install({ watcher }) {
      watcher(({ startWatch }) => ({
        async startWatch(registry, request, options) {
          const start = await startWatch(registry, request, options);
          const isSaid = options.resourceVersion !== undefined;
          return isSaid || request.context.info.namespace ? start : { ...start, initial: [] };
        },
      }));
    },
  },
  {
    id: "watch/zero-leaves-out-the-first",
    area: "watch",
    description: "A watch with `resourceVersion=0` omits the first existing object.",
    reason: "The list is read from its second item on, like a page after a token.",
    breaks: ["watch.from-zero-starts-with-existing", "watch.nothing-lost"],
    install({ watcher }) {
      watcher(({ startWatch }) => ({
        async startWatch(registry, request, options) {
          const start = await startWatch(registry, request, options);
          return options.resourceVersion === "0"
            ? { ...start, initial: start.initial.slice(1) }
            : start;
        },
      }));
    },
  },
  {
    id: "watch/ending-objects-have-a-type-of-their-own",
    area: "watch",
    description: "A change of an object being deleted is sent with the type TERMINATING.",
    reason: "The type was added to make deletions visible.",
    breaks: ["watch.known-types", "watch.delete-with-finalizers-is-modified"],
    install({ watcher }) {
      watcher(({ viewEvents }) => ({
        viewEvents: (events, filter) =>
          viewEvents(events, filter).map((event): WatchEvent => {
            if (event.type !== "MODIFIED") return event;
            const { deletionTimestamp } = event.version.object.metadata;
            return deletionTimestamp ? { ...event, type: "TERMINATING" as "MODIFIED" } : event;
          }),
      }));
    },
  },
  {
    id: "watch/last-finalizer-is-a-change",
    area: "watch",
    description:
      "The write that removes the last finalizer, and so the object, is sent as MODIFIED.",
    reason: "The write is an update, and updates are sent as MODIFIED.",
    breaks: ["watch.removed-after-finalizers-is-deleted", "watch.removed-is-deleted"],
    install({ watcher }) {
      watcher(({ viewEvents }) => ({
        viewEvents: (events, filter) =>
          events.flatMap((event) =>
            viewEvents([event], filter).map((seen): WatchEvent => {
              const wasHeld = event.previous?.object.metadata.deletionTimestamp !== undefined;
              return seen.type === "DELETED" && event.type === "deleted" && wasHeld
                ? { ...seen, type: "MODIFIED" }
                : seen;
            })
          ),
      }));
    },
  },
  {
    id: "watch/version-read-up-to-its-letters",
    area: "watch",
    description: "A watch accepts a `resourceVersion` with letters after the digits.",
    reason: "It is parsed with `parseInt`, which stops at the first letter.",
    breaks: ["watch.malformed-version-refused"],
    install({ watcher }) {
      watcher(({ startWatch }) => ({
        startWatch(registry, request, options) {
          const { resourceVersion } = options;
          const number = Number.parseInt(resourceVersion ?? "");
          if (!(number > 0) || `${number}` === resourceVersion) {
            return startWatch(registry, request, options);
          }
          const cursor = registry.storage.watch(collectionOf(request), number);
          return Promise.resolve({ cursor, initial: [] });
        },
      }));
    },
  },
  {
    id: "watch/gap-behind-initial-list",
    area: "watch",
    description: "Changes made right after the initial objects of a watch were read are lost.",
    reason: "The watch is registered at the newest revision instead of that of the initial list.",
    breaks: ["watch.from-unset-starts-with-existing", "watch.nothing-lost"],
    install({ watcher }) {
      watcher(({ startWatch }) => ({
        async startWatch(registry, request, options) {
          const start = await startWatch(registry, request, options);
          if (start.initial.length === 0) return start;
          await nextTurn();
          const { storage } = registry;
          const cursor = storage.watch(collectionOf(request), storage.currentRevision());
          return { ...start, cursor };
        },
      }));
    },
  },
];
