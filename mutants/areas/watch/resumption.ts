/**
 * Mutants of watches that lose one kind of change when they resume, or afterwards.
 *
 * @module
 */
import type { StorageEvent } from "@plumbline/server/storage";
import { bugs } from "../../mutant.ts";
import { all, type Install, on, type Requests } from "../../vocabulary/on.ts";
import { accepts, type Condition } from "../../vocabulary/target.ts";

/** Meets watches from a resourceVersion. */
const fromVersion: Condition = ({ query }) => Number(query.get("resourceVersion")) > 0;

/** Drops events of the store, of those that happened before a watch was opened or of all. */
function losing(
  watches: Requests,
  loses: (event: StorageEvent) => boolean,
  { resumed = true }: { readonly resumed?: boolean } = {},
): Install {
  return watches.where(fromVersion).serve(({ registry: { storage }, nextWith }) => {
    const opened = storage.currentRevision();
    return nextWith(({ viewEvents }) => ({
      viewEvents: (events, filter) =>
        viewEvents(
          events.filter((event) => !loses(event) || (resumed && event.version.revision > opened)),
          filter,
        ),
    }));
  });
}

const isDeletion = ({ type }: StorageEvent): boolean => type === "deleted";

const wasFinalized = ({ type, previous }: StorageEvent): boolean =>
  type === "deleted" && previous?.object.metadata.deletionTimestamp !== undefined;

export const resumptionMutants = bugs({
  "watch/resumed-without-deletions": {
    description: "A watch that resumes sends no deletion that happened before it was opened.",
    reason: "What happened meanwhile is computed from the objects that exist.",
    breaks: ["watch.resume-sends-deletions", "watch.nothing-lost"],
    install: losing(on("watch"), isDeletion),
  },
  "watch/no-deletions-after-list": {
    description: "A watch of RoleBindings from a resourceVersion never sends a deletion.",
    reason: "Objects that a watch has not sent itself are taken for unknown to the client.",
    breaks: ["watch.resume-sends-deletions", "watch.nothing-lost"],
    install: losing(on("watch rolebindings"), isDeletion, { resumed: false }),
  },
  "watch/resumed-without-finalized": {
    description:
      "A watch that resumes does not send that the last finalizer of a Secret was removed.",
    reason: "The write that removes an object is stored as an update.",
    breaks: ["watch.resume-sends-deletions", "watch.nothing-lost"],
    install: losing(on("watch secrets"), wasFinalized),
  },
  "watch/from-the-last-page": {
    description: "A watch from the version of a list in pages begins when the last page was read.",
    reason: "The client is taken to have seen what had happened by then.",
    breaks: ["watch.resume-sends-changes", "watch.nothing-lost", "watch.resumes-from-last"],
    install(parts) {
      const lastPages = new Map<string, string>();
      all(
        on("list", { continue: true }).serve(async ({ registry, next }) => {
          const result = await next();
          if (result.kind === "list" && !result.metadata.continue) {
            const { resourceVersion } = result.metadata;
            lastPages.set(String(resourceVersion), String(registry.storage.currentRevision()));
          }
          return result;
        }),
        on("watch").handle(({ query, next }) => {
          const resourceVersion = lastPages.get(query.get("resourceVersion") ?? "");
          return next(resourceVersion === undefined ? {} : { query: { resourceVersion } });
        }),
      )(parts);
    },
  },
  "watch/resumed-without-collections": {
    description: "A watch of Roles that resumes sends no deletion by a deletecollection.",
    reason: "The history has one entry for the whole collection.",
    breaks: ["watch.resume-sends-deletions", "watch.nothing-lost"],
    install(parts) {
      const removed = new Set<string>();
      all(
        on("deletecollection roles").serve(({ registry, nextWith }) =>
          nextWith(({ deleteObject }) => ({
            async deleteObject(...given) {
              const current = await registry.storage.get(given[2]);
              if (current) removed.add(current.object.metadata.uid);
              return await deleteObject(...given);
            },
          }))
        ),
        losing(
          on("watch roles"),
          (event) => isDeletion(event) && removed.has(event.version.object.metadata.uid),
        ),
      )(parts);
    },
  },
  "watch/resumed-without-departures": {
    description:
      "A watch that resumes sends nothing for an object that has ceased to match its selector.",
    reason: "The history is filtered by the new content of each object.",
    breaks: ["watch.resume-sends-departures", "watch.leaving-selector-is-deleted"],
    install: on("watch").where(fromVersion).serve(({ registry: { storage }, nextWith }) => {
      const opened = storage.currentRevision();
      return nextWith(({ viewEvents }) => ({
        viewEvents: (events, filter) =>
          viewEvents(
            events.filter(({ type, version }) =>
              type === "deleted" || version.revision > opened || !filter || filter(version.object)
            ),
            filter,
          ),
      }));
    }),
  },
  "watch/resumed-without-patches": {
    description: "A watch of ClusterRoles that resumes sends no change of the metadata alone.",
    reason: "The history keeps the changes that raise the generation.",
    breaks: ["watch.resume-sends-changes", "watch.nothing-lost"],
    install: losing(on("watch clusterroles"), ({ type, version, previous }) =>
      type === "updated" &&
      JSON.stringify(version.object.rules) === JSON.stringify(previous?.object.rules)),
  },
  "watch/tables-without-deletions": {
    description: "A watch that requests Tables sends no deletion.",
    reason: "A row cannot be made of an object that is gone.",
    breaks: "watch.resume-sends-deletions",
    install: losing(
      on("watch").where(accepts("as=Table")),
      isDeletion,
      { resumed: false },
    ),
  },
});
