/**
 * Faults of selectors.
 *
 * @module
 */
import type { Fault } from "./fault.ts";

/** The faults. */
export const selectorsFaults: readonly Fault[] = [
  {
    id: "selectors/notin-needs-key",
    area: "selectors",
    description: "`notin` does not select objects that lack the label.",
    reason: "It reads like a statement on the label's value, so that there has to be one.",
    breaks: ["selectors.none-of-or-absent"],
    install({ steps }) {
      steps(({ readListOptions }) => ({
        readListOptions(query, definition) {
          const text = query.get("labelSelector");
          if (!text) return readListOptions(query, definition);
          const changed = new URLSearchParams(query);
          changed.set("labelSelector", text.replaceAll(/([^\s,]+)(\s+notin\s*\()/g, "$1,$1$2"));
          return readListOptions(changed, definition);
        },
      }));
    },
  },
];
