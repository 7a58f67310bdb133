/**
 * Benign variants: servers that do as the interface allows, and not as this one does.
 *
 * @module
 */
import type { Variant } from "./fault.ts";

/** The variants. */
export const VARIANTS: readonly Variant[] = [
  {
    id: "paging/shorter-pages",
    area: "paging",
    description: "A page has one object less than the limit, where the limit is more than one.",
    reason: "The object behind the page is read along, to know whether there is one.",
    allowedBy: "A page has up to as many objects as the limit says.",
    install({ steps }) {
      steps(({ readPage }) => ({
        readPage: (registry, request, { limit, ...options }) =>
          readPage(registry, request, { ...options, ...(limit && { limit: limit - 1 || 1 }) }),
      }));
    },
  },
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
