/**
 * Faults of where a watch begins, and of what its events are called.
 *
 * @module
 */
import { collectionOf } from "../../../server/registry/registry.ts";
import type { WatchEvent } from "../../../server/registry/watch_source.ts";
import type { Mutant } from "../../mutant.ts";
import { nextTurn } from "../../changes.ts";

/** The faults. */
export const startMutants: readonly Mutant[] = [
  {
    id: "watch/begins-with-the-next-change",
    area: "watch",
    description: "A watch without a version, over all namespaces, does not tell what is there.",
    reason: "Who asks for changes was thought to have listed before.",
    breaks: ["watch.from-unset-starts-with-existing"],
    install({ steps }) {
      steps(({ startWatch }) => ({
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
    description: "A watch from version 0 tells of what is there without the first object.",
    reason: "The list was taken from its second item on, as a page after its token is.",
    breaks: ["watch.from-zero-starts-with-existing", "watch.nothing-lost"],
    install({ steps }) {
      steps(({ startWatch }) => ({
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
    description: "A change of an object that is being deleted is told as TERMINATING.",
    reason: "Clients were to see at a glance that it is about to go.",
    breaks: ["watch.known-types", "watch.delete-with-finalizers-is-modified"],
    install({ steps }) {
      steps(({ viewEvents }) => ({
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
      "The write that takes the last finalizer away, and the object with it, is told as " +
      "MODIFIED.",
    reason: "The write is an update, and updates are told so.",
    breaks: ["watch.removed-after-finalizers-is-deleted", "watch.removed-is-deleted"],
    install({ steps }) {
      steps(({ viewEvents }) => ({
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
    description: "A watch reads as much of a version as is a number.",
    reason: "The function that reads numbers stops where the number does.",
    breaks: ["watch.malformed-version-refused"],
    install({ steps }) {
      steps(({ startWatch }) => ({
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
    description:
      "What is written between the objects a watch starts with and its first change is lost.",
    reason: "The watch is registered where the list ended, by the version that is newest then.",
    breaks: ["watch.from-unset-starts-with-existing", "watch.nothing-lost"],
    install({ steps }) {
      steps(({ startWatch }) => ({
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
