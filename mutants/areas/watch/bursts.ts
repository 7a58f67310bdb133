/**
 * Faults of events that are sent at once.
 *
 * @module
 */
import type { StorageEvent } from "../../../server/storage/storage.ts";
import type { Mutant } from "../../mutant.ts";
import { textOf, withMetadata } from "../../changes.ts";
import { changing, inOneNamespace, withBookmarks, withStepsFor } from "./tools.ts";

/** The faults. */
export const burstMutants: readonly Mutant[] = [
  {
    id: "watch/third-of-burst-lost",
    area: "watch",
    description: "Where three events or more are sent at once, the third is not among them.",
    reason:
      "Events are handed over in a buffer for two, which is always enough when clients keep up.",
    breaks: ["watch.nothing-lost", "watch.resumes-from-last"],
    install({ steps }) {
      steps(({ viewEvents }) => ({
        viewEvents: (events, filter) => viewEvents(events.toSpliced(2, 1), filter),
      }));
    },
  },
  {
    id: "watch/merges-changes-sent-at-once",
    area: "watch",
    description: "Of two changes of an object that are sent at once only the later is told.",
    reason: "A queue that keeps one entry an object needs no limit.",
    breaks: ["watch.nothing-lost", "watch.resumes-from-last"],
    install({ steps }) {
      steps(({ viewEvents }) => ({
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
    description: "Of several events that are sent at once a namespace's watch gets the last twice.",
    reason: "The buffer is emptied up to its last entry, which the next sending begins with.",
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
    description: "Events that a namespace's watch gets at once all bear the version of the last.",
    reason: "The version is that of the state the client has when it has read them.",
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
    description: "Events that a namespace's watch gets at once come newest first.",
    reason: "They are taken off a stack.",
    breaks: ["watch.object-order", "watch.same-order-for-all", "watch.resumes-from-last"],
    install({ verbs }) {
      verbs(({ watch }) => ({
        watch: withStepsFor(inOneNamespace, watch, ({ viewEvents }) => ({
          viewEvents: (events, filter) => viewEvents(events, filter).reverse(),
        })),
      }));
    },
  },
  {
    id: "watch/bookmark-before-its-burst",
    area: "watch",
    description: "Where several events are sent at once a bookmark that covers them comes first.",
    reason: "Bookmarks have a queue of their own, which is served before that of the events.",
    breaks: ["watch.bookmark-covers-what-was-sent"],
    install({ verbs }) {
      verbs(({ watch }) => ({
        watch: changing(watch, withBookmarks, ({ steps }, { definition }) => (events) => {
          const last = events.at(-1);
          if (events.length < 2 || !last || !("version" in last)) return events;
          const object = steps.bookmark(definition, last.version.revision);
          return [{ type: "BOOKMARK", object }, ...events];
        }),
      }));
    },
  },
];
