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
    id: "watch/bookmark-ahead",
    area: "watch",
    description: "A bookmark bears a version that will be given only later.",
    reason:
      "Versions are given out in blocks of ten thousand, and the end of the block was taken for " +
      "the last one given.",
    breaks: ["watch.resumes-from-bookmark"],
    install({ steps }) {
      steps(({ bookmark }) => ({
        bookmark: (definition, revision) =>
          bookmark(definition, Math.ceil(revision / 10_000) * 10_000),
      }));
    },
  },
];
