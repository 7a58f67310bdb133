/**
 * Mutants of events that are sent together.
 *
 * @module
 */
import type { StorageEvent } from "../../../server/storage/storage.ts";
import type { Mutant } from "../../mutant.ts";
import { textOf, withMetadata } from "../../changes.ts";
import { changing, inOneNamespace, withBookmarks, withPartsFor } from "./tools.ts";

export const burstMutants: readonly Mutant[] = [
  {
    id: "watch/third-of-burst-lost",
    area: "watch",
    description: "If three or more events are sent together, the third is lost.",
    reason: "The buffer holds two events, which is enough for a fast client.",
    breaks: ["watch.nothing-lost", "watch.resumes-from-last"],
    install({ watcher }) {
      watcher(({ viewEvents }) => ({
        viewEvents: (events, filter) => viewEvents(events.toSpliced(2, 1), filter),
      }));
    },
  },
  {
    id: "watch/merges-changes-sent-at-once",
    area: "watch",
    description: "Of several updates of an object that are sent together only the last is sent.",
    reason: "A queue with one entry per object needs no limit.",
    breaks: ["watch.nothing-lost", "watch.resumes-from-last"],
    install({ watcher }) {
      watcher(({ viewEvents }) => ({
        viewEvents(events, filter) {
          const isLast = ({ type, version }: StorageEvent, at: number) =>
            type !== "updated" ||
            !events.slice(at + 1).some((later) =>
              later.type === "updated" && textOf(later.version.key) === textOf(version.key)
            );
          return viewEvents(events.filter(isLast), filter);
        },
      }));
    },
  },
  {
    id: "watch/last-of-burst-twice",
    area: "watch",
    description:
      "If several events are sent together, a watch in one namespace gets the last one twice.",
    reason: "The last entry stays in the buffer and is sent again with the next ones.",
    breaks: ["watch.nothing-twice"],
    install({ verbs }) {
      verbs(({ watch }) => ({
        watch: changing(watch, inOneNamespace, () => (events) => {
          const last = events.at(-1);
          return events.length > 1 && last ? [...events, last] : events;
        }),
      }));
    },
  },
  {
    id: "watch/burst-bears-one-version",
    area: "watch",
    description:
      "Events sent together to a watch in one namespace all have the resourceVersion of the last.",
    reason: "The resourceVersion is meant to be the client's state after reading them.",
    breaks: ["watch.no-invented-events", "watch.nothing-lost", "watch.changed-is-modified"],
    install({ verbs }) {
      verbs(({ watch }) => ({
        watch: changing(watch, inOneNamespace, () => (events) => {
          const last = events.at(-1);
          if (!last || !("version" in last)) return events;
          const { resourceVersion } = last.version.object.metadata;
          return events.map((event) =>
            "version" in event
              ? { ...event, version: withMetadata(event.version, { resourceVersion }) }
              : event
          );
        }),
      }));
    },
  },
  {
    id: "watch/burst-newest-first",
    area: "watch",
    description: "Events sent together to a watch in one namespace arrive newest first.",
    reason: "They are taken from a stack instead of a queue.",
    breaks: ["watch.object-order", "watch.same-order-for-all", "watch.resumes-from-last"],
    install({ verbs }) {
      verbs(({ watch }) => ({
        watch: withPartsFor(inOneNamespace, watch, {
          watcher: ({ viewEvents }) => ({
            viewEvents: (events, filter) => viewEvents(events, filter).reverse(),
          }),
        }),
      }));
    },
  },
  {
    id: "watch/bookmark-before-its-burst",
    area: "watch",
    description: "If several events are sent together, a bookmark that covers them is sent first.",
    reason: "Bookmarks have a separate queue with higher priority.",
    breaks: ["watch.bookmark-covers-what-was-sent"],
    install({ verbs }) {
      verbs(({ watch }) => ({
        watch: changing(watch, withBookmarks, ({ watcher }, { definition }) => (events) => {
          const last = events.at(-1);
          if (events.length < 2 || !last || !("version" in last)) return events;
          const object = watcher.bookmark(definition, last.version.revision);
          return [{ type: "BOOKMARK", object }, ...events];
        }),
      }));
    },
  },
];
