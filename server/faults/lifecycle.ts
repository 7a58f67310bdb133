/**
 * Faults of deletion.
 *
 * @module
 */
import type { Fault } from "./fault.ts";

/** The faults. */
export const lifecycleFaults: readonly Fault[] = [
  {
    id: "lifecycle/finalizer-may-be-exchanged",
    area: "lifecycle",
    description: "An object under deletion takes a new finalizer in exchange for another one.",
    reason: "Lists are compared by their length, as they may only become shorter.",
    breaks: ["lifecycle.no-new-finalizers"],
    install({ steps }) {
      steps(({ validateMetaUpdate }) => ({
        validateMetaUpdate(metadata, old) {
          const length = metadata.finalizers?.length ?? 0;
          const grows = length > (old.finalizers?.length ?? 0);
          return validateMetaUpdate(metadata, old).filter(({ field }) =>
            field !== "metadata.finalizers" || grows
          );
        },
      }));
    },
  },
];
