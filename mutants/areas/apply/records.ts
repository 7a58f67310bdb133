/**
 * Faults of the records of who owns which field.
 *
 * @module
 */
import type { ApiObject, Json, JsonObject } from "../../../server/object.ts";
import { asObject } from "../../../server/registry/resource.ts";
import type { Steps } from "../../../server/registry/steps.ts";
import type { Mutant } from "../../mutant.ts";

/** Makes ordinary writes be tracked otherwise. */
const trackingAs = (
  change: (track: (sent: Json | undefined) => void, metadata: JsonObject, live?: ApiObject) => void,
): Mutant["install"] =>
({ steps }) =>
  steps(({ trackFields }) => ({
    trackFields(registry, request, write) {
      const metadata: JsonObject = write.object.metadata;
      const track = (sent: Json | undefined) => {
        if (sent === undefined) delete metadata.managedFields;
        else metadata.managedFields = sent;
        trackFields(registry, request, write);
      };
      change(track, metadata, write.live);
    },
  }));

const isOneEmptyEntry = (sent: Json | undefined): boolean =>
  Array.isArray(sent) && sent.length === 1 && Object.keys(asObject(sent[0]) ?? {}).length === 0;

const entriesOf = (sent: Json | undefined): JsonObject[] =>
  (Array.isArray(sent) ? sent : []).map((entry) => asObject(entry) ?? {});

/** The faults. */
export const recordMutants: readonly Mutant[] = [
  {
    id: "apply/updaters-cannot-conflict",
    area: "apply",
    description: "An applier takes fields from those who wrote them by an update without asking.",
    reason: "Conflicts were taken for a matter between appliers.",
    breaks: ["apply.conflict-reported", "apply.owners-recorded"],
    install({ steps }) {
      steps(({ applyObject }) => ({
        applyObject: ({ live, ...application }) =>
          applyObject({ ...application, live: live && withoutUpdaters(live) }),
      }));
    },
  },
  {
    id: "apply/empty-entry-passed-over",
    area: "apply",
    description: "One empty entry in managedFields is passed over, and the records stay.",
    reason: "Entries without a manager were left out before they were counted.",
    breaks: ["apply.one-empty-entry-clears", "apply.clearing-writer-owns-its-changes"],
    install: trackingAs((track, { managedFields: sent }, live) =>
      track(isOneEmptyEntry(sent) ? live?.metadata.managedFields as Json : sent)
    ),
  },
  {
    id: "apply/empty-list-clears",
    area: "apply",
    description: "An empty list of managedFields clears the records.",
    reason: "The list was taken for what the records shall be.",
    breaks: ["apply.empty-list-keeps"],
    install({ steps }) {
      steps(({ applyMergePatch }) => ({
        applyMergePatch(target, patch) {
          const object = asObject(patch);
          const metadata = asObject(object?.metadata);
          const sent = metadata?.managedFields;
          if (!object || !metadata || !Array.isArray(sent) || sent.length > 0) {
            return applyMergePatch(target, patch);
          }
          const clearing = { ...object, metadata: { ...metadata, managedFields: [{}] } };
          return applyMergePatch(target, clearing);
        },
      }));
    },
  },
  {
    id: "apply/clearing-ends-tracking",
    area: "apply",
    description: "A write that clears the records leaves none, though it changes fields itself.",
    reason: "The records are cleared at the end, when the write is in them already.",
    breaks: ["apply.clearing-writer-owns-its-changes"],
    install: trackingAs((track, metadata) => {
      const { managedFields: sent } = metadata;
      track(sent);
      if (isOneEmptyEntry(sent)) delete metadata.managedFields;
    }),
  },
  {
    id: "apply/updates-leave-owners",
    area: "apply",
    description: "Appliers stay the owners of fields that somebody else's update changed.",
    reason: "An update adds its own record, and those of others were thought to be theirs.",
    breaks: ["apply.owners-recorded"],
    install: trackingAs((track, metadata, live) => {
      const isReset = isOneEmptyEntry(metadata.managedFields);
      track(metadata.managedFields);
      if (isReset) return;
      const appliers = entriesOf(live?.metadata.managedFields as Json)
        .filter(({ operation }) => operation === "Apply");
      const others = entriesOf(metadata.managedFields)
        .filter(({ operation }) => operation !== "Apply");
      if (appliers.length > 0) metadata.managedFields = [...appliers, ...others];
    }),
  },
  {
    id: "apply/manager-not-needed",
    area: "apply",
    description: "An apply without a fieldManager is the client's, by what it calls itself.",
    reason: "So it is with every other write.",
    breaks: ["apply.needs-manager"],
    install({ steps }) {
      steps(({ readWriteOptions }): Partial<Steps> => ({
        readWriteOptions(registry, context, kind, facts) {
          const query = new URLSearchParams(context.query);
          if (facts?.applies && !query.get("fieldManager")) query.set("fieldManager", "client");
          return readWriteOptions(registry, { ...context, query }, kind, facts);
        },
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
