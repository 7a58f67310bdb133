/**
 * Faults of server-side apply.
 *
 * @module
 */
import type { ApiObject } from "../object.ts";
import { asObject } from "../registry/resource.ts";
import type { Fault } from "./fault.ts";

/** The faults. */
export const applyFaults: readonly Fault[] = [
  {
    id: "apply/updaters-cannot-conflict",
    area: "apply",
    description: "An applier takes fields from those who wrote them by an update without asking.",
    reason: "Conflicts were taken for a matter between appliers.",
    breaks: ["apply.conflict-reported"],
    install({ steps }) {
      steps(({ applyObject }) => ({
        applyObject: ({ live, ...application }) =>
          applyObject({ ...application, live: live && withoutUpdaters(live) }),
      }));
    },
  },
];

function withoutUpdaters<Live extends ApiObject>(live: Live): Live {
  const { managedFields } = live.metadata;
  if (!Array.isArray(managedFields)) return live;
  const appliers = managedFields.filter((entry) => asObject(entry)?.operation === "Apply");
  return { ...live, metadata: { ...live.metadata, managedFields: appliers } };
}
