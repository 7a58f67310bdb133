/**
 * Faults of writers that meet.
 *
 * @module
 */
import type { Fault } from "./fault.ts";
import { nextTurn } from "./tools.ts";

/** The faults. */
export const concurrencyFaults: readonly Fault[] = [
  {
    id: "concurrency/second-of-two-overwrites",
    area: "concurrency",
    description: "Of two writers that read the same version the second overwrites the first, " +
      "where both are under way at once.",
    reason: "Versions are compared after the read, and a moment passes until the write.",
    breaks: ["concurrency.updates-lose-nothing"],
    install({ storage }) {
      storage(({ get, transact }) => ({
        async transact(key, write) {
          await nextTurn();
          const current = await get(key);
          const expected = write.expected && current ? current.revision : write.expected;
          return await transact(key, { ...write, expected });
        },
      }));
    },
  },
];
