/**
 * Benign variants: servers that do as the interface allows, and not as this one does.
 *
 * @module
 */
import type { Variant } from "./fault.ts";

/** The variants. */
export const VARIANTS: readonly Variant[] = [
  {
    id: "watch/no-bookmarks",
    area: "watch",
    description: "No watch ever gets a bookmark.",
    reason: "They are a service that nobody is owed.",
    allowedBy: "A client may not count on bookmarks at any interval, or at all.",
    install({ steps }) {
      steps(({ readListOptions }) => ({
        readListOptions: (query, definition) => ({
          ...readListOptions(query, definition),
          allowWatchBookmarks: false,
        }),
      }));
    },
  },
];
