/**
 * Mutants of the start of watches, and of one kind of watch only.
 *
 * @module
 */
import { collectionOf } from "@plumbline/server/resources";
import { fromFirstChunk, inOneNamespace, withBookmarks } from "./helpers.ts";
import { keyText, nextTurn } from "../../helpers.ts";
import { bugs } from "../../mutant.ts";
import { type ApiObject, badRequest, versionAhead } from "@plumbline/server/api";
import type { Registry, VerbRequest, WatchEvent } from "@plumbline/server/parts";
import { StorageError, type WatchCursor } from "@plumbline/server/storage";
import { on } from "../../vocabulary/on.ts";
import { changeEventObject } from "../../vocabulary/results.ts";
import { wrap } from "../../vocabulary/wrap.ts";
import { withMetadata } from "../../vocabulary/json.ts";

export const streamMutants = bugs({
  "watch/short-watch-of-bindings-buffered": {
    description: "A watch of ClusterRoleBindings for one second is sent as a whole at its end.",
    reason: "Short responses are buffered to send their length.",
    breaks: "watch.sent-in-chunks",
    install: on("watch clusterrolebindings", { timeoutSeconds: "1" }).changeResponse(async (
      response,
    ) => new Response(await response.text(), response)),
  },
  "watch/zero-watches-roles": {
    description: "A list of Roles with `watch=0` is a watch.",
    reason: "Only the presence of the parameter is looked at.",
    breaks: ["watch.zero-or-false", "exchanges.media-type"],
    install: on("list roles", { watch: "0" }).changeQuery({ watch: "1" }),
  },
  "watch/role-watches-answered-late": {
    description: "The response to a watch of Roles begins with its first event.",
    reason: "The headers are sent with the first write of the handler.",
    breaks: "watch.answered-before-events",
    install: on("watch roles").replace(200, fromFirstChunk),
  },
  "watch/list-of-bindings-for-a-watch": {
    description: "A watch of RoleBindings without a resourceVersion is answered with a list.",
    reason: "Without a version to start from there seems to be nothing to wait for.",
    breaks: "watch.streams-events",
    install: on("watch rolebindings", { resourceVersion: false })
      .serve(({ registry, request, verbs }) => verbs.list(registry, request)),
  },
  "watch/bookmarks-despite-false": {
    description: "A watch of ClusterRoles with `allowWatchBookmarks=false` receives bookmarks.",
    reason: "The parameter is taken for true as soon as it is there.",
    breaks: "watch.bookmark-only-on-request",
    install: on("watch clusterroles", { allowWatchBookmarks: true })
      .changeQuery({ allowWatchBookmarks: "true" }),
  },
  "watch/newest-version-rejected": {
    description: "A watch from the newest resourceVersion is rejected until the next write.",
    reason: "A watch starts after its resourceVersion, and that revision does not exist yet.",
    breaks: ["watch.streams-events", "watch.one-or-true"],
    install: wrap("steps", "startWatch", async ({ startWatch }, registry, request, options) => {
      const newest = registry.storage.currentRevision();
      const { resourceVersion = "0" } = options;
      if (Number(resourceVersion) === newest) throw versionAhead(resourceVersion, newest);
      return await startWatch(registry, request, options);
    }),
  },
  "watch/no-initial-events": {
    description: "A watch of ClusterRoleBindings without a resourceVersion begins with no object.",
    reason: "Only `0` is taken for a request of the state, and nothing for the newest version.",
    breaks: "watch.initial-events",
    install: wrap("steps", "startWatch", ({ startWatch }, registry, request, options) => {
      const isNewest = request.definition.kind === "ClusterRoleBinding" &&
        options.resourceVersion === undefined;
      const resourceVersion = String(registry.storage.currentRevision());
      return startWatch(registry, request, {
        ...options,
        ...(isNewest && { resourceVersion }),
      });
    }),
  },
  "watch/true-is-a-list": {
    description: "`watch=true` is answered with a list.",
    reason: "All clients used in testing send `watch=1`.",
    breaks: "watch.one-or-true",
    install: on("watch", { watch: "true" }).serve(({ registry, request, verbs }) =>
      verbs.list(registry, request)
    ),
  },
  "watch/shows-content-before": {
    description: "MODIFIED events of a watch in one namespace have the content before the change.",
    reason: "An event contains both contents, and for a deletion the previous one is right.",
    breaks: ["watch.object-is-full", "watch.list-then-watch"],
    install: on("watch").where(inOneNamespace).changeEvents(() => {
      const last = new Map<string, ApiObject>();
      return (events) =>
        events.map((event) => {
          if (!("version" in event)) return event;
          const { key, object } = event.version;
          const before = last.get(keyText(key));
          last.set(keyText(key), object);
          if (event.type !== "MODIFIED" || !before) return event;
          const { resourceVersion } = object.metadata;
          return changeEventObject(event, () => withMetadata(before, { resourceVersion }));
        });
    }),
  },
  "watch/added-without-kind": {
    description: "The initial objects of a watch have no `apiVersion` and `kind`.",
    reason: "They are taken from a list, whose items may omit these fields.",
    breaks: "watch.object-carries-kind",
    install: wrap("steps", "startWatch", async ({ startWatch }, registry, request, options) => {
      const start = await startWatch(registry, request, options);
      const initial = start.initial.map((event) => {
        if (!("version" in event)) return event;
        const { apiVersion: _, kind: __, ...rest } = event.version.object;
        const version = { ...event.version, object: rest as ApiObject, encodings: new Map() };
        return { ...event, version };
      });
      return { ...start, initial };
    }),
  },
  "watch/first-change-is-added": {
    description: "A watch with bookmarks sends the first change of each object as ADDED.",
    reason: "The watch tracks which objects the client knows and starts with none.",
    breaks: "watch.changed-is-modified",
    install: on("watch").where(withBookmarks).changeEvents(() => {
      const known = new Set<string>();
      return (events) =>
        events.map((event) => {
          if (!("version" in event)) return event;
          const key = keyText(event.version.key);
          const isNew = !known.has(key);
          known.add(key);
          return event.type === "MODIFIED" && isNew ? { ...event, type: "ADDED" } : event;
        });
    }),
  },
  "watch/deletions-of-all-namespaces": {
    description: "A watch in one namespace sends the DELETED events of all namespaces.",
    reason: "A deleted object is gone when its namespace is looked up.",
    breaks: "watch.one-namespace",
    install: on("watch").where(inOneNamespace).withSteps(({ startWatch }) => ({
      async startWatch(registry, request, options) {
        const start = await startWatch(registry, request, options);
        return { ...start, cursor: leaking(registry, request, start.cursor) };
      },
    })),
  },
  "watch/follows-first-namespace": {
    description:
      "A watch across namespaces with bookmarks sends only events of the namespace of its " +
      "first event.",
    reason: "Bookmarks are tracked per namespace, and the first one selects it.",
    breaks: ["watch.all-namespaces", "watch.nothing-lost"],
    install: on("watch").where(withBookmarks).where((asked) => !inOneNamespace(asked)).changeEvents(
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
  },
  "watch/skips-first-after-gone": {
    description: "The watch opened after one that was answered with 410 misses its first change.",
    reason: "The start revision is incremented once per attempt.",
    breaks: "watch.relists-after-gone",
    install(parts) {
      const gone = new Set<string>();
      wrap("storage", "watch", ({ watch }, collection, after) => {
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
      })(parts);
    },
  },
  "watch/dry-run-sends-events": {
    description: "An update with `dryRun=All` sends a MODIFIED event and another that reverts it.",
    reason: "The dry run is implemented as a write and a rollback.",
    breaks: ["watch.dry-run-is-silent", "resource-versions.dry-run-leaves-no-trace"],
    install: wrap("steps", "store", async ({ store }, write) => {
      const { current, dryRun, registry: { storage } } = write;
      if (!dryRun || !current) return await store(write);
      write.dryRun = false;
      await store(write);
      write.dryRun = true;
      const { isOvertaken, result: { key, revision } = current } = write;
      if (isOvertaken || revision === current.revision) return;
      await storage.transact(key, { expected: revision, object: current.object });
    }),
  },
  "watch/timeout-needs-a-watch": {
    description: "A list with `timeoutSeconds` is rejected.",
    reason: "The parameter was assumed to be for watches only.",
    breaks: "watch.parameters-of-plain-lists",
    install: on("list", { timeoutSeconds: true })
      .reject(badRequest("timeoutSeconds is supported for watches only")),
  },
  "watch/unset-without-existing": {
    description:
      "A watch across namespaces without `resourceVersion` does not send existing objects.",
    reason: "A client that watches was assumed to have listed before.",
    breaks: ["watch.from-unset-starts-with-existing", "watch.initial-events"],
    install: wrap("steps", "startWatch", async ({ startWatch }, registry, request, options) => {
      const start = await startWatch(registry, request, options);
      const isSaid = options.resourceVersion !== undefined;
      return isSaid || request.context.info.namespace ? start : { ...start, initial: [] };
    }),
  },
  "watch/zero-without-first": {
    description: "A watch with `resourceVersion=0` omits the first existing object.",
    reason: "The list is read from its second item on, like a page after a token.",
    breaks: ["watch.from-zero-starts-with-existing", "watch.nothing-lost"],
    install: wrap("steps", "startWatch", async ({ startWatch }, registry, request, options) => {
      const start = await startWatch(registry, request, options);
      return options.resourceVersion === "0"
        ? { ...start, initial: start.initial.slice(1) }
        : start;
    }),
  },
  "watch/terminating-event-type": {
    description: "A change of an object being deleted is sent with the type TERMINATING.",
    reason: "The type was added to make deletions visible.",
    breaks: ["watch.known-types", "watch.delete-with-finalizers-is-modified"],
    install: wrap(
      "steps",
      "viewEvents",
      ({ viewEvents }, events, filter) =>
        viewEvents(events, filter).map((event): WatchEvent => {
          if (event.type !== "MODIFIED") return event;
          const { deletionTimestamp } = event.version.object.metadata;
          return deletionTimestamp ? { ...event, type: "TERMINATING" as "MODIFIED" } : event;
        }),
    ),
  },
  "watch/last-finalizer-is-modified": {
    description:
      "The write that removes the last finalizer, and so the object, is sent as MODIFIED.",
    reason: "The write is an update, and updates are sent as MODIFIED.",
    breaks: ["watch.removed-after-finalizers-is-deleted", "watch.removed-is-deleted"],
    install: wrap(
      "steps",
      "viewEvents",
      ({ viewEvents }, events, filter) =>
        events.flatMap((event) =>
          viewEvents([event], filter).map((seen): WatchEvent => {
            const wasHeld = event.previous?.object.metadata.deletionTimestamp !== undefined;
            return seen.type === "DELETED" && event.type === "deleted" && wasHeld
              ? { ...seen, type: "MODIFIED" }
              : seen;
          })
        ),
    ),
  },
  "watch/version-with-letters-accepted": {
    description: "A watch accepts a `resourceVersion` with letters after the digits.",
    reason: "It is parsed with `parseInt`, which stops at the first letter.",
    breaks: "watch.malformed-version-rejected",
    install: wrap("steps", "startWatch", ({ startWatch }, registry, request, options) => {
      const { resourceVersion } = options;
      const number = Number.parseInt(resourceVersion ?? "");
      if (!(number > 0) || `${number}` === resourceVersion) {
        return startWatch(registry, request, options);
      }
      const cursor = registry.storage.watch(collectionOf(request), number);
      return Promise.resolve({ cursor, initial: [] });
    }),
  },
  "watch/gap-after-initial-list": {
    description: "Changes made right after the initial objects of a watch were read are lost.",
    reason: "The watch is registered at the newest revision instead of that of the initial list.",
    breaks: ["watch.from-unset-starts-with-existing", "watch.nothing-lost"],
    install: wrap("steps", "startWatch", async ({ startWatch }, registry, request, options) => {
      const start = await startWatch(registry, request, options);
      if (start.initial.length === 0) return start;
      await nextTurn();
      const { storage } = registry;
      const cursor = storage.watch(collectionOf(request), storage.currentRevision());
      return { ...start, cursor };
    }),
  },
});

/** Returns a cursor over one namespace that also returns deletions in all others. */
function leaking(
  { storage }: Pick<Registry, "storage">,
  request: VerbRequest,
  cursor: WatchCursor,
): WatchCursor {
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
        const matching = events.filter(({ type, version }) =>
          type === "deleted" || version.key.namespace === namespace
        );
        if (matching.length > 0) return matching;
      }
    },
  };
}
