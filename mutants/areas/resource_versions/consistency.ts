/**
 * Mutants of consistency of reads, and of resource versions in writes.
 *
 * @module
 */
import { keyOf } from "@plumbline/server/resources";
import { versionsBefore } from "./helpers.ts";
import { keyText, nextTurn, storingUnchanged } from "../../helpers.ts";
import { bugs } from "../../mutant.ts";
import { StorageError, type StoredVersion } from "@plumbline/server/storage";
import { all, on } from "../../vocabulary/on.ts";
import { wrap, wrapSteps } from "../../vocabulary/wrap.ts";
import { changeObjectIn, versionIn, withObject, withVersion } from "../../vocabulary/results.ts";
import { metadataOf, objectsOf, withMetadata } from "../../vocabulary/json.ts";

export const consistencyMutants = bugs({
  "resource-versions/answered-version-of-neighbour": {
    description:
      "A create of a name that was deleted answers with the newest resourceVersion of the store, which may be of a write to another object.",
    reason: "The resourceVersion is read after the write, when others may have written.",
    breaks: "resource-versions.answered-version",
    install(parts) {
      const deleted = new Set<string>();
      all(
        wrap("storage", "transact", async ({ transact }, key, write) => {
          if (write.object === undefined) deleted.add(keyText(key));
          return await transact(key, write);
        }),
        on("create").serve(async ({ registry, next }) => {
          const result = await next();
          const version = versionIn(result);
          if (!version || !deleted.has(keyText(version.key))) return result;
          await nextTurn();
          const resourceVersion = String(registry.storage.currentRevision());
          return changeObjectIn(result, (object) => withMetadata(object, { resourceVersion }));
        }),
      )(parts);
    },
  },
  "resource-versions/get-misses-second-write": {
    description:
      "The first get after two consecutive writes returns the object as after the first write.",
    reason: "A cache in front of the storage consumes one change per read.",
    breaks: ["resource-versions.get-unset-most-recent", "resource-versions.reads-never-go-back"],
    install(parts) {
      const unread = new Map<string, StoredVersion[]>();
      all(
        wrap("storage", "transact", async ({ get, transact }, key, write) => {
          const text = keyText(key);
          const before = await get(key);
          const written = await transact(key, write);
          if (before && write.object) unread.set(text, [...unread.get(text) ?? [], before]);
          else unread.delete(text);
          return written;
        }),
        on("get").changeResult((result, request) => {
          const text = keyText(keyOf(request));
          const [, stale] = unread.get(text) ?? [];
          unread.delete(text);
          return withVersion(result, stale);
        }),
      )(parts);
    },
  },
  "resource-versions/list-version-ahead": {
    description:
      "A list has the resourceVersion of the time of the response instead of the time of the read.",
    reason: "The resourceVersion is read when the response is built, after the items.",
    breaks: "resource-versions.list-version-names-state",
    install: on("list").serve(async ({ registry, next }) => {
      const result = await next();
      if (result.kind !== "list" || result.metadata.continue !== undefined) return result;
      await nextTurn();
      const resourceVersion = String(registry.storage.currentRevision());
      return { ...result, metadata: { ...result.metadata, resourceVersion } };
    }),
  },

  "resource-versions/exact-list-without-deleted": {
    description: "A list at an old resourceVersion omits objects that were deleted later.",
    reason: "Past states are read through an index of current objects.",
    breaks: [
      "resource-versions.list-exact-whole-other",
      "resource-versions.list-version-names-state",
    ],
    install: wrap("storage", "list", async ({ get, list }, collection, options = {}) => {
      const page = await list(collection, options);
      if (options.revision === undefined || options.limit) return page;
      const now = await Promise.all(page.versions.map(({ key }) => get(key)));
      return { ...page, versions: page.versions.filter((_, at) => now[at]) };
    }),
  },
  "resource-versions/exact-list-shows-new-content": {
    description:
      "A list at an old resourceVersion has the objects of that time with their current content.",
    reason: "The set of names is stored per revision, and the content is looked up by name.",
    breaks: [
      "resource-versions.list-exact-whole-other",
      "resource-versions.list-version-names-state",
      "paging.snapshot-despite-writes",
    ],
    install: wrap("storage", "list", async ({ get, list }, collection, options = {}) => {
      const page = await list(collection, options);
      if (options.revision === undefined) return page;
      const now = await Promise.all(page.versions.map(({ key }) => get(key)));
      return { ...page, versions: page.versions.map((then, at) => now[at] ?? then) };
    }),
  },
  "resource-versions/get-at-newest-is-older": {
    description: "A get at the current resourceVersion of an object returns its previous state.",
    reason: "The cache counts as up to date before it has applied the change.",
    breaks: "resource-versions.get-other-not-older",
    install(parts) {
      const before = versionsBefore(parts.storage);
      on("get", { resourceVersion: true }).changeResult((result, request) => {
        const newest = versionIn(result)?.object.metadata.resourceVersion;
        const isNewest = request.context.query.get("resourceVersion") === newest;
        return isNewest ? withVersion(result, before.get(keyText(keyOf(request)))) : result;
      })(parts);
    },
  },
  "resource-versions/dry-update-is-read-back": {
    description: "A get after an update with `dryRun=All` returns the result of the dry run.",
    reason: "The responses of writes are stored in the read cache.",
    breaks: "resource-versions.dry-run-leaves-no-trace",
    install(parts) {
      const cache = new Map<string, StoredVersion>();
      all(
        wrap("steps", "store", async ({ store }, write) => {
          await store(write);
          const { current, isOvertaken, dryRun, result } = write;
          if (!current || isOvertaken) return;
          const key = keyText(write.key);
          if (dryRun) cache.set(key, result);
          else cache.delete(key);
        }),
        on("get").changeResult((result, request) => {
          const key = keyText(keyOf(request));
          const version = cache.get(key);
          cache.delete(key);
          return withVersion(result, version);
        }),
      )(parts);
    },
  },
  "resource-versions/two-creators-win": {
    description:
      "Two concurrent creates of the same name both succeed, and the later replaces the earlier.",
    reason: "The name is checked before the object is prepared and not again when it is stored.",
    breaks: "resource-versions.one-creator-wins",
    install: wrap("storage", "transact", async ({ get, transact }, key, write) => {
      if (write.expected !== 0) return await transact(key, write);
      const before = await get(key);
      await nextTurn();
      const now = await get(key);
      return await transact(key, { ...write, expected: before || !now ? 0 : now.revision });
    }),
  },
  "resource-versions/no-op-update-changes-version": {
    description: "An update that changes nothing gives the object a new resourceVersion.",
    reason: "No-op detection was implemented for patches only.",
    breaks: [
      "resource-versions.no-op-keeps-version",
      "resource-versions.unchanged-keeps-version",
      "watch.no-op-write-is-silent",
    ],
    install: on("update").withSteps(storingUnchanged),
  },
  "resource-versions/repeated-apply-changes-times": {
    description: "An apply that repeats an earlier one records its own time, and so is a change.",
    reason: "The record of the manager is written anew by each of its applies.",
    breaks: "resource-versions.no-op-keeps-version",
    install: wrapSteps(({ store }) => ({
      async store(write) {
        const { form, current, manager, registry: { sources } } = write;
        const now = sources.clock.now();
        const isOlder = objectsOf(metadataOf(current?.object).managedFields).some((entry) =>
          entry.manager === manager && entry.operation === "Apply" &&
          Math.floor(now / 1000) * 1000 > Date.parse(String(entry.time))
        );
        if (form === "apply" && current && isOlder) write.current = { ...current, isStale: true };
        await store(write);
      },
    })),
  },
  "resource-versions/patch-forgets-version": {
    description: "A patch with a stale `resourceVersion` is applied.",
    reason: "A patch merges into the current object, so it was assumed never to be stale.",
    breaks: "resource-versions.stale-write-conflicts",
    install: on("patch").withSteps(() => ({ checkExpectedVersion: () => {} })),
  },
  "resource-versions/name-keeps-uid": {
    description: "An object that is deleted and created again keeps its `uid`.",
    reason: "The uid is derived from resource, namespace and name.",
    breaks: "resource-versions.recreated-object-is-new",
    install(parts) {
      const uids = new Map<string, string>();
      wrap("steps", "initializeMeta", ({ initializeMeta }, write) => {
        const { object, definition, context: { info: { namespace } } } = write;
        initializeMeta(write);
        const { metadata } = object;
        const key = `${definition.resource} ${namespace} ${metadata.name}`;
        metadata.uid = uids.get(key) ?? metadata.uid;
        uids.set(key, metadata.uid);
      })(parts);
    },
  },
  "resource-versions/items-at-list-version": {
    description: "The items of a list have the resourceVersion of the list.",
    reason: "All items are read at that revision.",
    breaks: "resource-versions.items-carry-own-version",
    install: on("list").changeListed((result) => {
      const resourceVersion = String(result.metadata.resourceVersion);
      const versions = result.versions.map((version) =>
        withObject(version, withMetadata(version.object, { resourceVersion }))
      );
      return { ...result, versions };
    }),
  },
  "resource-versions/malformed-version-ignored": {
    description: "A list with a malformed `resourceVersion` is served from any state.",
    reason: "A resourceVersion is opaque, so no value is considered malformed.",
    breaks: "resource-versions.malformed-version-rejected",
    install: wrap(
      "steps",
      "readPoint",
      ({ readPoint }, options) =>
        /^\d+$/.test(options.resourceVersion ?? "0")
          ? readPoint(options)
          : { kind: "any" as const },
    ),
  },
  "resource-versions/match-without-version": {
    description: "`resourceVersionMatch` without `resourceVersion` is ignored.",
    reason: "Without a resourceVersion there is nothing to match.",
    breaks: [
      "resource-versions.list-not-older-whole-unset",
      "resource-versions.list-exact-whole-unset",
    ],
    install: wrap("steps", "readPoint", ({ readPoint }, options) => {
      const { resourceVersionMatch: match, ...rest } = options;
      return readPoint(match && !options.resourceVersion ? rest : options);
    }),
  },
  "resource-versions/limited-list-is-newer": {
    description: "A first page at a resourceVersion without a match returns the newest state.",
    reason:
      "Without a match a resourceVersion is a lower bound; the exception for `limit` was missed.",
    breaks: "resource-versions.list-plain-first-other",
    install: wrap("steps", "readPoint", ({ readPoint }, options) => {
      const point = readPoint(options);
      return point.kind === "exact" && !options.resourceVersionMatch
        ? { ...point, kind: "not older than" as const }
        : point;
    }),
  },
  "resource-versions/compacted-is-newest": {
    description: "A list at a compacted resourceVersion returns the newest state instead of 410.",
    reason: "The client would list again anyway.",
    breaks: "resource-versions.exact-too-old-gone",
    install: wrap("storage", "list", async ({ list }, collection, options = {}) => {
      try {
        return await list(collection, options);
      } catch (error) {
        if (!(error instanceof StorageError) || error.code !== "compacted") throw error;
        const { revision: _, ...newest } = options;
        return await list(collection, newest);
      }
    }),
  },
  "resource-versions/list-read-in-two-halves": {
    description: "The second half of a list is read at a later revision than the first.",
    reason: "Long lists are read in portions so that other requests are not blocked.",
    breaks: [
      "resource-versions.list-is-one-snapshot",
      "resource-versions.list-version-names-state",
    ],
    install: wrap("storage", "list", async ({ list }, collection, options = {}) => {
      const first = await list(collection, options);
      const pivot = first.versions[Math.floor(first.versions.length / 2)]?.key;
      const whole = !options.limit && options.revision === undefined;
      if (!pivot || !whole) return first;
      for (let turn = 0; turn < 4; turn++) await nextTurn();
      const second = await list(collection, options);
      const isBefore = ({ key: { namespace, name } }: StoredVersion) =>
        namespace < pivot.namespace || (namespace === pivot.namespace && name < pivot.name);
      const versions = [
        ...first.versions.filter(isBefore),
        ...second.versions.filter((version) => !isBefore(version)),
      ];
      return { ...second, versions };
    }),
  },
});
