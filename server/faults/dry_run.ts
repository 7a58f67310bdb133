/**
 * Faults of dry runs.
 *
 * @module
 */
import type { Fault } from "./fault.ts";
import { withSteps } from "./tools.ts";

/** The faults. */
export const dryRunFaults: readonly Fault[] = [
  {
    id: "dry-run/deletecollection-forgotten",
    area: "dry-run",
    description: "A dry run of deletecollection deletes the collection.",
    reason: "Each verb looks for the parameter by itself, and one was forgotten.",
    breaks: ["dry-run.state-unchanged"],
    install({ verbs }) {
      verbs(({ deletecollection }) => ({
        deletecollection: withSteps(deletecollection, ({ readDeleteOptions }) => ({
          readDeleteOptions: (body, query) => ({
            ...readDeleteOptions(body, query),
            dryRun: false,
          }),
        })),
      }));
    },
  },
];
