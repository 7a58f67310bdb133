/**
 * Faults of single streams: what one kind of watch is told wrongly while others are told right.
 *
 * @module
 */
import { badRequest, versionAhead } from "../../../server/api_error.ts";
import type { ApiObject } from "../../../server/object.ts";
import {
  collectionOf,
  type Registry,
  type VerbRequest,
} from "../../../server/registry/registry.ts";
import { StorageError, type WatchCursor } from "../../../server/storage/storage.ts";
import type { Mutant } from "../../mutant.ts";
import { textOf, withMetadata } from "../../changes.ts";
import { changing, inOneNamespace, withBookmarks, withStepsFor } from "./tools.ts";

/** The faults. */
export const streamMutants: readonly Mutant[] = [
  {
    id: "watch/newest-version-is-ahead",
    area: "watch",
    description: "A watch from the newest version there is is refused until something happens.",
    reason: "A watch begins behind its version, and what is behind the newest is not there yet.",
    breaks: ["watch.streams-events", "watch.one-or-true"],
    install({ steps }) {
      steps(({ startWatch }) => ({
        async startWatch(registry, request, options) {
          const newest = registry.storage.currentRevision();
          const { resourceVersion = "0" } = options;
          if (Number(resourceVersion) === newest) throw versionAhead(resourceVersion, newest);
          return await startWatch(registry, request, options);
        },
      }));
    },
  },
  {
    id: "watch/only-one-asks",
    area: "watch",
    description: "`watch=true` is answered with a list.",
    reason: "All clients that were seen send `watch=1`.",
    breaks: ["watch.one-or-true"],
    install({ verbs }) {
      verbs(({ list, watch }) => ({
        watch: (registry, request) =>
          (request.context.query.get("watch") === "true" ? list : watch)(registry, request),
      }));
    },
  },
  {
    id: "watch/shows-content-before",
    area: "watch",
    description: "MODIFIED shows a watch of one namespace the content before the change.",
    reason: "An event holds both, and for a deletion the one before is right.",
    breaks: ["watch.object-is-full", "watch.list-then-watch"],
    install({ verbs }) {
      verbs(({ watch }) => ({
        watch: changing(watch, inOneNamespace, () => {
          const last = new Map<string, ApiObject>();
          return (events) =>
            events.map((event) => {
              if (!("version" in event)) return event;
              const { key, object } = event.version;
              const before = last.get(textOf(key));
              last.set(textOf(key), object);
              if (event.type !== "MODIFIED" || !before) return event;
              const { resourceVersion } = object.metadata;
              const version = { ...event.version, object: before };
              return { ...event, version: withMetadata(version, { resourceVersion }) };
            });
        }),
      }));
    },
  },
  {
    id: "watch/added-without-kind",
    area: "watch",
    description: "The objects a watch begins with say neither their apiVersion nor their kind.",
    reason: "They are taken from a list, whose items need not say so.",
    breaks: ["watch.object-carries-kind"],
    install({ steps }) {
      steps(({ startWatch }) => ({
        async startWatch(registry, request, options) {
          const start = await startWatch(registry, request, options);
          const initial = start.initial.map((event) => {
            if (!("version" in event)) return event;
            const { apiVersion: _, kind: __, ...rest } = event.version.object;
            const version = { ...event.version, object: rest as ApiObject, encodings: new Map() };
            return { ...event, version };
          });
          return { ...start, initial };
        },
      }));
    },
  },
  {
    id: "watch/first-change-is-added",
    area: "watch",
    description: "A watch with bookmarks is told of the first change of each object as ADDED.",
    reason: "Which objects a client knows is kept by its watch, and is empty at first.",
    breaks: ["watch.changed-is-modified"],
    install({ verbs }) {
      verbs(({ watch }) => ({
        watch: changing(watch, withBookmarks, () => {
          const known = new Set<string>();
          return (events) =>
            events.map((event) => {
              if (!("version" in event)) return event;
              const key = textOf(event.version.key);
              const isNew = !known.has(key);
              known.add(key);
              return event.type === "MODIFIED" && isNew ? { ...event, type: "ADDED" } : event;
            });
        }),
      }));
    },
  },
  {
    id: "watch/deletions-of-all-namespaces",
    area: "watch",
    description: "A watch of one namespace is told of deletions in the others.",
    reason: "A deletion leaves no object whose namespace could be looked at.",
    breaks: ["watch.one-namespace"],
    install({ verbs }) {
      verbs(({ watch }) => ({
        watch: withStepsFor(inOneNamespace, watch, ({ startWatch }) => ({
          async startWatch(registry, request, options) {
            const start = await startWatch(registry, request, options);
            return { ...start, cursor: leaking(registry, request, start.cursor) };
          },
        })),
      }));
    },
  },
  {
    id: "watch/follows-first-namespace",
    area: "watch",
    description:
      "A watch over all namespaces with bookmarks keeps to the namespace of its first event.",
    reason: "Bookmarks are kept for each namespace, and the watch takes the one it meets.",
    breaks: ["watch.all-namespaces", "watch.nothing-lost"],
    install({ verbs }) {
      verbs(({ watch }) => ({
        watch: changing(
          watch,
          (request) => withBookmarks(request) && !inOneNamespace(request),
          () => {
            let first: string | undefined;
            return (events) =>
              events.filter((event) => {
                if (!("version" in event)) return true;
                first ??= event.version.key.namespace;
                return event.version.key.namespace === first;
              });
          },
        ),
      }));
    },
  },
  {
    id: "watch/skips-first-after-gone",
    area: "watch",
    description: "The watch that is opened behind one that was too old lacks its first change.",
    reason: "The place the watch has to begin at is counted up once more for each attempt.",
    breaks: ["watch.relists-after-gone"],
    install({ storage }) {
      const gone = new Set<string>();
      storage(({ watch }) => ({
        watch(collection, after) {
          try {
            const skipped = gone.has(collection.resource) ? 1 : 0;
            const cursor = watch(collection, after + skipped);
            gone.delete(collection.resource);
            return cursor;
          } catch (error) {
            const isGone = error instanceof StorageError && error.code === "compacted";
            if (isGone) gone.add(collection.resource);
            throw error;
          }
        },
      }));
    },
  },
  {
    id: "watch/dry-update-is-taken-back",
    area: "watch",
    description: "A dry run of an update is a change, and another that takes it back.",
    reason: "Only what was really written is sure to be what a write would make.",
    breaks: ["watch.dry-run-is-silent", "resource-versions.dry-run-leaves-no-trace"],
    install({ steps }) {
      steps(({ updateObject }) => ({
        async updateObject(registry, request, compute, how) {
          if (!how.dryRun) return await updateObject(registry, request, compute, how);
          const { storage } = registry;
          let before: ApiObject | undefined;
          const version = await updateObject(registry, request, (current) => {
            before = current;
            return compute(current);
          }, { ...how, dryRun: false });
          if (before && before.metadata.resourceVersion !== String(version.revision)) {
            await storage.transact(version.key, { expected: version.revision, object: before });
          }
          return version;
        },
      }));
    },
  },
  {
    id: "watch/timeout-needs-a-watch",
    area: "watch",
    description: "A list with `timeoutSeconds` is refused.",
    reason: "A parameter that means nothing here was thought to be a mistake of the client's.",
    breaks: ["watch.parameters-of-plain-lists"],
    install({ verbs }) {
      verbs(({ list }) => ({
        list(registry, request) {
          if (request.context.query.has("timeoutSeconds")) {
            throw badRequest("Cannot list with timeoutSeconds as only a watch has a timeout");
          }
          return list(registry, request);
        },
      }));
    },
  },
];

/** A cursor over one namespace that lets the deletions of all others pass. */
function leaking({ storage }: Registry, request: VerbRequest, cursor: WatchCursor): WatchCursor {
  const { resource, namespace } = collectionOf(request);
  const all = storage.watch({ resource }, cursor.revision);
  return {
    get revision() {
      return all.revision;
    },
    async next(signal) {
      while (true) {
        const events = await all.next(signal);
        if (events.length === 0) return events;
        const told = events.filter(({ type, version }) =>
          type === "deleted" || version.key.namespace === namespace
        );
        if (told.length > 0) return told;
      }
    },
  };
}
