/**
 * Mutants of field ownership.
 *
 * @module
 */
import { changingMergePatches, changingMerges, readingQuery } from "../../helpers.ts";
import { bugs, type Mutant } from "../../mutant.ts";
import { canonical, difference, EMPTY, type FieldSet, fieldSetOf } from "@plumbline/server/codec";
import type { ApiObject, Json, JsonObject } from "@plumbline/server/api";
import { asObject, schemaOf } from "@plumbline/server/resources";
import { on } from "../../vocabulary/on.ts";
import { wrap, wrapSteps } from "../../vocabulary/wrap.ts";

/** Changes how writes other than apply are tracked. */
const changingTracking = (
  change: (track: (sent: Json | undefined) => void, metadata: JsonObject, live?: ApiObject) => void,
): Mutant["install"] =>
  wrap("steps", "trackOwners", ({ trackOwners }, write) => {
    const metadata: JsonObject = write.object.metadata;
    const track = (sent: Json | undefined) => {
      if (sent === undefined) delete metadata.managedFields;
      else metadata.managedFields = sent;
      trackOwners(write);
    };
    change(track, metadata, write.current?.object);
  });

const isOneEmptyEntry = (sent: Json | undefined): boolean =>
  Array.isArray(sent) && sent.length === 1 && Object.keys(asObject(sent[0]) ?? {}).length === 0;

const entriesOf = (sent: Json | undefined): JsonObject[] =>
  (Array.isArray(sent) ? sent : []).map((entry) => asObject(entry) ?? {});

export const ownershipMutants = bugs({
  "apply/status-manager-lost": {
    description: "An update of the status of a Deployment records no manager.",
    reason: "Ownership is tracked by the handler of the whole object.",
    breaks: "apply.manager-of-status-writes",
    install: wrap("steps", "trackOwners", ({ trackOwners }, write) => {
      const isStatus = write.context.info.subresource === "status" && write.form === "update";
      const managedFields = write.current?.object.metadata.managedFields;
      if (!isStatus || managedFields === undefined) return trackOwners(write);
      write.object.metadata.managedFields = managedFields;
    }),
  },
  "apply/status-never-conflicts": {
    description: "An apply of a status overrides the fields that other managers own.",
    reason: "A status has one writer, the controller, whatever its manager is called.",
    breaks: "apply.conflict-reported",
    install: on("apply deployments/status").changeQuery({ force: "true" }),
  },
  "apply/status-not-forced": {
    description: "The parameter `force` has no effect on an apply of a status.",
    reason: "The parameters of a subresource are read by another function.",
    breaks: "apply.force-overrides",
    install: on("apply deployments/status").changeQuery({ force: undefined }),
  },
  "apply/status-applied-by-the-same-entry": {
    description:
      "A manager that applies an object and its status has one entry of `managedFields` for both.",
    reason: "The key of an entry is its manager and its operation, without the subresource.",
    breaks: "apply.unapplied-field-removed",
    install: wrapSteps(changingMerges((merge, application, write) => {
      const { live, manager } = application;
      const { subresource } = write.context.info;
      const entries = entriesOf(live?.metadata.managedFields as Json);
      const isOwn = (entry: JsonObject) => entry.manager === manager && entry.operation === "Apply";
      const last = entries.findLast(isOwn);
      if (!live || !last) return merge(application);
      const { subresource: _, ...entry } = last;
      const managedFields = [
        ...entries.filter((each) => !isOwn(each)),
        { ...entry, ...(subresource && { subresource }) },
      ];
      return merge({
        ...application,
        live: { ...live, metadata: { ...live.metadata, managedFields } },
      });
    })),
  },
  "apply/updaters-cannot-conflict": {
    description: "An applier takes over fields written by an update without a conflict.",
    reason: "Conflicts are detected only between appliers.",
    breaks: ["apply.conflict-reported", "apply.owners-recorded"],
    install: wrapSteps(
      changingMerges((merge, { live, ...application }) =>
        merge({ ...application, live: live && withoutUpdaters(live) })
      ),
    ),
  },
  "apply/eleventh-manager-lost": {
    description: "Of more than ten managers the last ones lose their fields.",
    reason: "The bound for managers of updates is applied to all.",
    breaks: ["apply.conflict-reported", "apply.every-conflict-reported"],
    install: wrap("steps", "store", ({ store }, write) => {
      const metadata: JsonObject = write.object.metadata;
      const entries = entriesOf(metadata.managedFields);
      if (entries.length > 10) metadata.managedFields = entries.slice(0, 10);
      return store(write);
    }),
  },
  "apply/empty-entry-ignored": {
    description: "Sending one empty `managedFields` entry does not reset ownership.",
    reason: "Entries without a manager are dropped before they are counted.",
    breaks: ["apply.empty-entry-clears-managed-fields", "apply.clearing-write-owns-its-changes"],
    install: changingTracking((track, { managedFields: sent }, live) =>
      track(isOneEmptyEntry(sent) ? live?.metadata.managedFields as Json : sent)
    ),
  },
  "apply/empty-list-clears": {
    description: "Sending an empty `managedFields` list resets ownership.",
    reason: "The list is taken as the intended value.",
    breaks: "apply.empty-list-keeps-managed-fields",
    install: wrapSteps(changingMergePatches("merge-patch", (apply, target, patch) => {
      const object = asObject(patch);
      const metadata = asObject(object?.metadata);
      const sent = metadata?.managedFields;
      if (!object || !metadata || !Array.isArray(sent) || sent.length > 0) {
        return apply(target, patch);
      }
      const clearing = { ...object, metadata: { ...metadata, managedFields: [{}] } };
      return apply(target, clearing);
    })),
  },
  "apply/reset-loses-own-changes": {
    description:
      "A write that resets `managedFields` leaves no entry for the fields it changes itself.",
    reason: "The entries are cleared after the write was tracked.",
    breaks: "apply.clearing-write-owns-its-changes",
    install: changingTracking((track, metadata) => {
      const { managedFields: sent } = metadata;
      track(sent);
      if (isOneEmptyEntry(sent)) delete metadata.managedFields;
    }),
  },
  "apply/updates-leave-owners": {
    description: "An applier stays the owner of fields that another manager's update changes.",
    reason: "An update adds an entry of its own and leaves other entries unchanged.",
    breaks: "apply.owners-recorded",
    install: changingTracking((track, metadata, live) => {
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
  "apply/forced-items-stay-owned": {
    description: "A forced apply leaves the fields in items of a list with their former owners.",
    reason: "The fields of a conflict are looked up by their names, and items have keys.",
    breaks: "apply.fields-recorded",
    install: wrapSteps(changingMerges((merge, application) => {
      const merged = merge(application);
      const { live, force, manager } = application;
      const metadata = asObject(merged.metadata);
      if (!live || !force || !metadata) return merged;
      const before = entriesOf(live.metadata.managedFields as Json);
      const managedFields = entriesOf(metadata.managedFields).map((entry) => {
        const old = before.find((each) => isOfSameManager(each, entry));
        return old === undefined || entry.manager === manager
          ? entry
          : { ...entry, fieldsV1: united(entry.fieldsV1!, inItems(old.fieldsV1!)) };
      });
      return { ...merged, metadata: { ...metadata, managedFields } };
    })),
  },
  "apply/removed-by-json-patch-stays-owned": {
    description:
      "A label or annotation that a JSON patch removes stays in the records of its owners.",
    reason: "Owners lose what another write sets; a removal sets nothing.",
    breaks: "apply.fields-recorded",
    install: wrap("steps", "trackOwners", ({ trackOwners }, write) => {
      trackOwners(write);
      const { form, current, object: { metadata } } = write;
      if (form !== "json-patch" || !current) return;
      const before = entriesOf(current.object.metadata.managedFields as Json);
      const managedFields = entriesOf(metadata.managedFields as Json).map((entry) => {
        const old = asObject(before.find((each) => isOfSameManager(each, entry))?.fieldsV1);
        const removed = ["labels", "annotations"].map((map): JsonObject => {
          const owned = asObject(asObject(old?.["f:metadata"])?.[`f:${map}`]) ?? {};
          const left = asObject(metadata[map]) ?? {};
          const gone = Object.keys(owned).filter((key) =>
            key.startsWith("f:") && !(key.slice(2) in left)
          );
          return gone.length === 0
            ? {}
            : { "f:metadata": { [`f:${map}`]: Object.fromEntries(gone.map((key) => [key, {}])) } };
        });
        return { ...entry, fieldsV1: removed.reduce(united, entry.fieldsV1 as JsonObject) };
      });
      if (managedFields.length > 0) metadata.managedFields = managedFields;
    }),
  },
  "apply/manager-not-needed": {
    description: "An apply without `fieldManager` is accepted and uses a default manager name.",
    reason: "Every other write has a default manager name.",
    breaks: "apply.needs-manager",
    install: wrapSteps(readingQuery((query, { form }) => {
      if (form === "apply" && !query.get("fieldManager")) query.set("fieldManager", "client");
    })),
  },
  "apply/first-to-drop-removes": {
    description:
      "A field applied by two managers is removed when the first of them stops applying it.",
    reason: "An applier removes the fields it applied before, regardless of other owners.",
    breaks: ["apply.shared-field-kept", "apply.owners-recorded"],
    install: wrapSteps(changingMerges((merge, application, write) => {
      const { live, manager, applied } = application;
      const { subresource } = write.context.info;
      const schema = schemaOf(write.definition, write.registry.dialect);
      const entries = asList(live?.metadata.managedFields) as JsonObject[];
      const own = entries.find((entry) =>
        entry.operation === "Apply" && entry.manager === manager &&
        (entry.subresource ?? "") === subresource
      );
      if (!live || !own) return merge(application);
      const dropped = difference(
        own.fieldsV1 as FieldSet ?? EMPTY,
        fieldSetOf(applied, schema),
      );
      const managedFields = entries.map((entry) =>
        entry === own || entry.operation !== "Apply" ? entry : {
          ...entry,
          fieldsV1: canonical(difference(entry.fieldsV1 as FieldSet, dropped)),
        }
      );
      const seen = { ...live, metadata: { ...live.metadata, managedFields } };
      return merge({ ...application, live: seen });
    })),
  },
  "apply/same-name-owns-the-rest": {
    description:
      "An apply removes what a create or update of the same manager set and it leaves out.",
    reason: "Managers are looked up by name alone, whatever they did.",
    breaks: ["apply.leaves-other-fields", "apply.owners-recorded"],
    install: wrapSteps(changingMerges((merge, application) => {
      const { live, manager } = application;
      const entries = entriesOf(live?.metadata.managedFields as Json);
      const own = entries.filter((entry) => entry.manager === manager);
      if (!live || own.some(({ operation }) => operation === "Apply")) return merge(application);
      const managedFields = entries.map((entry) =>
        own.includes(entry) ? { ...entry, operation: "Apply" } : entry
      );
      return merge({
        ...application,
        live: { ...live, metadata: { ...live.metadata, managedFields } },
      });
    })),
  },
  "apply/creators-share-nothing": {
    description: "A field that an applier gives up is removed although its creator owns it, too.",
    reason: "Only the records of other appliers are asked whether a field has an owner left.",
    breaks: ["apply.shared-field-kept", "apply.owners-recorded"],
    install: wrapSteps(changingMerges((merge, application, write) => {
      const { live, manager, applied } = application;
      const schema = schemaOf(write.definition, write.registry.dialect);
      const entries = entriesOf(live?.metadata.managedFields as Json);
      const own = entries.find((entry) => entry.operation === "Apply" && entry.manager === manager);
      if (!live || !own) return merge(application);
      const dropped = difference(own.fieldsV1 as FieldSet ?? EMPTY, fieldSetOf(applied, schema));
      const managedFields = entries.map((entry) =>
        entry.operation !== "Update" ? entry : {
          ...entry,
          fieldsV1: canonical(difference(entry.fieldsV1 as FieldSet, dropped)),
        }
      );
      return merge({
        ...application,
        live: { ...live, metadata: { ...live.metadata, managedFields } },
      });
    })),
  },
});

const isOfSameManager = (one: JsonObject, other: JsonObject): boolean =>
  ["manager", "operation", "subresource"].every((name) => one[name] === other[name]);

/** Returns the part of a set of fields that is in items of lists. */
function inItems(set: Json): JsonObject {
  return Object.fromEntries(
    Object.entries(asObject(set) ?? {}).map(([key, each]) =>
      [key, key.startsWith("k:") ? each : inItems(each)] as const
    ).filter(([, each]) => Object.keys(each as JsonObject).length > 0),
  );
}

/** Returns the union of two sets of fields. */
function united(one: Json, other: Json): JsonObject {
  const result = { ...asObject(one) };
  for (const [key, each] of Object.entries(asObject(other) ?? {})) {
    result[key] = united(result[key] ?? {}, each);
  }
  return result;
}

function withoutUpdaters<Live extends ApiObject>(live: Live): Live {
  const { managedFields } = live.metadata;
  if (!Array.isArray(managedFields)) return live;
  const appliers = managedFields.filter((entry) => asObject(entry)?.operation === "Apply");
  return { ...live, metadata: { ...live.metadata, managedFields: appliers } };
}

const asList = (value: Json | undefined): Json[] => Array.isArray(value) ? value : [];
