/**
 * Mutants of the result of an apply and of its errors. Mutants of field ownership are in
 * `ownership.ts`.
 *
 * @module
 */
import { changingMerges, type Merge, type Merging, readingQuery } from "../../helpers.ts";
import { bugs, type Mutant } from "../../mutant.ts";
import {
  ApiError,
  type ApiObject,
  badRequest,
  conflict,
  equal,
  type Json,
  type JsonObject,
  notFound,
} from "@plumbline/server/api";
import { overwritingFromPath } from "../metadata/names.ts";
import { asObject } from "@plumbline/server/resources";
import type { Change, Steps } from "@plumbline/server/parts";
import { wrap, wrapSteps } from "../../vocabulary/wrap.ts";
import { on } from "../../vocabulary/on.ts";

/** Changes the result of applies to existing objects. */
const changingResult = (
  change: (
    merge: Merge,
    application: Merging,
    live: ApiObject,
  ) => JsonObject,
): Mutant["install"] =>
  wrapSteps(
    changingMerges((merge, application) =>
      application.live ? change(merge, application, application.live) : merge(application)
    ),
  );

/** Checks the bodies of applies before they are parsed. */
const checkingBodies = (check: (bytes: Uint8Array) => void): Change<Steps> => ({ readBody }) => ({
  async readBody(write) {
    if (write.form !== "apply") return await readBody(write);
    const bytes = await write.context.body();
    check(bytes);
    const read = { ...write, context: { ...write.context, body: () => Promise.resolve(bytes) } };
    await readBody(read);
    write.document = read.document;
  },
});

const entriesOf = (object: JsonObject): JsonObject[] => {
  const entries = asObject(object.metadata)?.managedFields;
  return (Array.isArray(entries) ? entries : []).map((entry) => asObject(entry) ?? {});
};

function withEntries(object: JsonObject, entries: Json[]): JsonObject {
  return { ...object, metadata: { ...asObject(object.metadata), managedFields: entries } };
}

const isBy = (manager: string) => (entry: JsonObject): boolean =>
  entry.operation === "Apply" && entry.manager === manager;

const appliersOf = (fields: unknown): string =>
  JSON.stringify(
    (Array.isArray(fields) ? fields : [])
      .map((entry) => asObject(entry) ?? {})
      .filter(({ operation }) => operation === "Apply")
      .map(({ manager, fieldsV1 }) => [manager, fieldsV1]),
  );

export const objectMutants = bugs({
  "apply/forced-creates-nothing": {
    description: "An apply with `force=true` to a name that does not exist is answered with 404.",
    reason: "`force` was assumed to make sense for existing objects only.",
    breaks: "apply.creates",
    install: wrap("steps", "permitCreation", async ({ permitCreation }, write) => {
      const { definition, key: { name }, options, form } = write;
      if (form === "apply" && options.force) throw notFound(definition, name);
      await permitCreation(write);
    }),
  },
  "apply/json-only": {
    description: "An apply whose body is YAML and not JSON is rejected.",
    reason: "All clients used in testing sent JSON under the YAML media type.",
    breaks: "apply.accepts-yaml",
    install: wrapSteps(checkingBodies((bytes) => {
      const text = new TextDecoder().decode(bytes);
      if (!text.trimStart().startsWith("{")) throw badRequest("Cannot read the body as JSON");
    })),
  },
  "apply/line-feeds-only": {
    description: "An apply whose YAML has the line breaks of Windows is rejected.",
    reason: "The parser takes a carriage return for a control character.",
    breaks: "apply.accepts-yaml",
    install: wrapSteps(checkingBodies((bytes) => {
      if (bytes.includes(13)) throw badRequest("control characters are not allowed");
    })),
  },
  "apply/values-not-compared": {
    description:
      "An apply of the same set of fields as before changes nothing, even if their values differ.",
    reason: "A no-op is detected by comparing field sets without values.",
    breaks: "apply.sets-applied-fields",
    install: changingResult((merge, application, live) => {
      const after = merge(application);
      const [before, now] = [live, after].map((object) =>
        entriesOf(object).find(isBy(application.manager))?.fieldsV1
      );
      return before !== undefined && now !== undefined && equal(before, now) ? live : after;
    }),
  },
  "apply/conflicts-with-one-manager-only": {
    description: "Conflicts are detected with only one other manager.",
    reason: "The search ends at the first manager that is not the applier.",
    breaks: "apply.conflict-reported",
    install: changingResult((merge, application, live) => {
      const isOwn = isBy(application.manager);
      const entries = entriesOf(live);
      const other = entries.find((entry) => !isOwn(entry));
      const asked = entries.filter((entry) => isOwn(entry) || entry === other);
      merge({ ...application, live: withEntries(live, asked) as ApiObject });
      return merge({ ...application, force: true });
    }),
  },
  "apply/force-keeps-values": {
    description:
      "An apply with `force=true` takes ownership of conflicting `data` keys but keeps the old " +
      "values.",
    reason: "The values are merged before the conflicts are resolved.",
    breaks: ["apply.force-overrides", "exchanges.fields-as-written"],
    install: changingResult((merge, application, live) => {
      const after = merge(application);
      if (!application.force) return after;
      try {
        return merge({ ...application, force: false });
      } catch {
        const before = asObject(live.data) ?? {};
        const kept = Object.entries(asObject(after.data) ?? {})
          .map(([key, value]) => [key, before[key] ?? value]);
        return { ...after, data: Object.fromEntries(kept) };
      }
    }),
  },
  "apply/equal-values-conflict": {
    description:
      "Applying the same value that another manager applied to a `data` key is a conflict.",
    reason: "Conflicts are detected by ownership alone, without comparing values.",
    breaks: "apply.equal-values-share",
    install: changingResult((merge, application, live) => {
      const data = Object.fromEntries(
        Object.keys(asObject(live.data) ?? {}).map((key) => [key, "b3RoZXI="]),
      );
      if (live.data) merge({ ...application, live: { ...live, data } });
      return merge(application);
    }),
  },
  "apply/given-up-though-shared": {
    description: "A field that one of several owners stops applying is removed.",
    reason:
      "Fields that were applied before and are not applied now are removed without looking at " +
      "other owners.",
    breaks: ["apply.shared-field-kept", "apply.leaves-other-fields"],
    install: changingResult((merge, application, live) => {
      const { metadata } = merge(application);
      const own = entriesOf(live).filter(isBy(application.manager));
      if (own.length === 0) return merge(application);
      const alone = merge({ ...application, live: withEntries(live, own) as ApiObject });
      return withEntries(alone, entriesOf({ metadata: metadata! }));
    }),
  },
  "apply/annotations-replaced": {
    description: "Applied annotations replace all existing ones.",
    reason: "`annotations` is declared atomic in the schema.",
    breaks: "apply.leaves-other-fields",
    install: changingResult((merge, application) => {
      const after = merge(application);
      const annotations = asObject(application.applied.metadata)?.annotations;
      if (!annotations) return after;
      return { ...after, metadata: { ...asObject(after.metadata), annotations } };
    }),
  },
  "apply/of-nothing-keeps-fields": {
    description: "An apply of nothing but the name keeps what its manager applied before.",
    reason: "An apply without fields was taken for one that has no opinion.",
    breaks: "apply.unapplied-field-removed",
    install: changingResult((merge, application, live) => {
      const { metadata, apiVersion: _apiVersion, kind: _kind, ...content } = application.applied;
      const { name: _name, namespace: _namespace, ...others } = asObject(metadata) ?? {};
      const isEmpty = Object.keys({ ...content, ...others }).length === 0;
      return isEmpty ? live : merge(application);
    }),
  },
  "apply/dropped-data-kept": {
    description: "An applier that no longer applies any `data` leaves the keys it owned.",
    reason: "The merge iterates over the applied configuration and never reaches a missing map.",
    breaks: "apply.unapplied-field-removed",
    install: changingResult((merge, application, live) => {
      const after = merge(application);
      return application.applied.data || !live.data ? after : { ...after, data: live.data };
    }),
  },
  "apply/dry-creates": {
    description: "An apply with `dryRun=All` to a name that does not exist creates the object.",
    reason: "`dryRun` is passed on for existing objects only.",
    breaks: ["apply.dry-run-changes-nothing", "dry-run.apply", "dry-run.state-unchanged"],
    install: wrap("steps", "compute", ({ compute }, write) => {
      compute(write);
      if (write.form === "apply" && !write.current) write.dryRun = false;
    }),
  },
  "apply/conflicts-are-invalid": {
    description: "An apply conflict is answered with 422 instead of 409.",
    reason: "The causes name fields, as those of an invalid object do.",
    breaks: "apply.conflict-is-409",
    install: wrapSteps(changingMerges((merge, application) => {
      try {
        return merge(application);
      } catch (error) {
        if (!(error instanceof ApiError) || error.reason !== "Conflict") throw error;
        throw new ApiError("Invalid", error.message, error.details);
      }
    })),
  },
  "apply/force-ignored-in-merge-patch": {
    description: "`force` on a merge patch is ignored instead of rejected.",
    reason: "Unknown parameters are ignored.",
    breaks: "apply.force-only-for-apply",
    install: wrapSteps(readingQuery((query, { form }) => {
      if (form !== "apply") query.delete("force");
    })),
  },
  "apply/other-name-accepted": {
    description: "An apply whose body has another name than the path is accepted.",
    reason: "One configuration was meant to be applied under several names.",
    breaks: "apply.name-matches-path",
    install: wrapSteps(({ checkPlace, ...others }) => {
      const overwriting = overwritingFromPath("name")({ checkPlace, ...others }).checkPlace!;
      return {
        checkPlace: (write) => (write.form === "apply" ? overwriting : checkPlace)(write),
      };
    }),
  },
  "apply/managed-fields-ignored": {
    description: "`managedFields` in an applied configuration are dropped instead of rejected.",
    reason: "Clients that apply an object they read should not have to remove them.",
    breaks: "apply.managed-fields-rejected",
    install: wrapSteps(changingMerges((merge, { applied, ...application }) => {
      const { managedFields: _, ...metadata }: JsonObject = asObject(applied.metadata) ?? {};
      return merge({ ...application, applied: { ...applied, metadata } });
    })),
  },
  "apply/updates-meet-conflicts": {
    description: "An update that changes a field owned by an applier is answered with 409.",
    reason: "Ownership is checked for every kind of write.",
    breaks: "apply.updates-never-conflict",
    install: on("update").withSteps(({ trackOwners }) => ({
      trackOwners(write) {
        const { current, definition, key: { name } } = write;
        const before = appliersOf(current?.object.metadata.managedFields);
        trackOwners(write);
        if (!current || before === appliersOf(write.object.metadata.managedFields)) return;
        throw conflict(definition, name, "the update changes a field owned by an applier");
      },
    })),
  },
});
