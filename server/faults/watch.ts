/**
 * Faults of watches.
 *
 * @module
 */
import type { Fault } from "./fault.ts";

/** The faults. */
export const watchFaults: readonly Fault[] = [
  {
    id: "watch/third-of-burst-lost",
    area: "watch",
    description: "Where three events or more are sent at once, the third is not among them.",
    reason:
      "Events are handed over in a buffer for two, which is always enough when clients keep up.",
    breaks: ["watch.nothing-lost"],
    install({ steps }) {
      steps(({ viewEvents }) => ({
        viewEvents: (events, filter) => viewEvents(events.toSpliced(2, 1), filter),
      }));
    },
  },
  {
    id: "watch/leaving-selector-is-silent",
    area: "watch",
    description: "An object that ceases to match the selector by a change is not told of any more.",
    reason: "Events are filtered by the object's new content, as lists are.",
    breaks: ["watch.leaving-selector-is-deleted"],
    install({ steps }) {
      steps(({ viewEvents }) => ({
        viewEvents: (events, filter) =>
          viewEvents(
            events.filter(({ type, version }) =>
              type === "deleted" || !filter || filter(version.object)
            ),
            filter,
          ),
      }));
    },
  },
  {
    id: "watch/bookmark-one-ahead",
    area: "watch",
    description: "A bookmark bears the version after the last one that was sent.",
    reason: "The counter holds the version that will be given next, and was taken for the last.",
    breaks: ["watch.resumes-from-bookmark"],
    install({ steps }) {
      steps(({ bookmark }) => ({
        bookmark: (definition, revision) => bookmark(definition, revision + 1),
      }));
    },
  },
];
