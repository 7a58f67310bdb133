/**
 * Faults of health endpoints.
 *
 * @module
 */
import type { Fault } from "./fault.ts";

/** The faults. */
export const healthFaults: readonly Fault[] = [
  {
    id: "health/last-exclude-counts",
    area: "health",
    description: "Of several checks to be excluded only the last one is.",
    reason: "Query parameters were read into a map from names to values.",
    breaks: ["health.exclude-several", "health.exclude-marks-the-check"],
    install({ exchange }) {
      exchange(({ health }) => ({
        health(path, query) {
          const last = query.getAll("exclude").at(-1);
          const changed = new URLSearchParams(query);
          if (last !== undefined) changed.set("exclude", last);
          return health(path, changed);
        },
      }));
    },
  },
];
