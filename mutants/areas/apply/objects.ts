/**
 * Mutants of the result of an apply and of its errors. Mutants of field ownership are in
 * `ownership.ts`.
 *
 * @module
 */
import { overwritingFromPath } from "../metadata/names.ts";
import { withParts } from "../../helpers.ts";
import { bugs, type Mutant } from "../../mutant.ts";
import { ApiError, badRequest, conflict, notFound } from "../../../server/api_error.ts";
import { type ApiObject, equal, type Json, type JsonObject } from "../../../server/object.ts";
import type { Patcher } from "../../../server/registry/contracts.ts";
import { asObject } from "../../../server/registry/resource.ts";

type Application = Parameters<Patcher["applyObject"]>[0];

/** Changes the result of applies to existing objects. */
const changingResult = (
  change: (
    applyObject: Patcher["applyObject"],
    application: Application,
    live: ApiObject,
  ) => JsonObject,
): Mutant["install"] =>
({ patcher }) =>
  patcher(({ applyObject }) => ({
    applyObject: (application) =>
      application.live
        ? change(applyObject, application, application.live)
        : applyObject(application),
  }));

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
    install({ patcher }) {
      patcher(({ permitCreation }) => ({
        async permitCreation(registry, request) {
          const { info, query } = request.context;
          if (query.get("force") === "true") throw notFound(request.definition, info.name);
          await permitCreation(registry, request);
        },
      }));
    },
  },
  "apply/json-only": {
    description: "An apply whose body is YAML and not JSON is rejected.",
    reason: "All clients used in testing sent JSON under the YAML media type.",
    breaks: "apply.accepts-yaml",
    install({ decoder }) {
      decoder(({ decodeApplied }) => ({
        async decodeApplied(registry, request, options) {
          const bytes = await request.context.body();
          const text = new TextDecoder().decode(bytes);
          if (!text.trimStart().startsWith("{")) throw badRequest("Cannot read the body as JSON");
          const context = { ...request.context, body: () => Promise.resolve(bytes) };
          return await decodeApplied(registry, { ...request, context }, options);
        },
      }));
    },
  },
  "apply/line-feeds-only": {
    description: "An apply whose YAML has the line breaks of Windows is rejected.",
    reason: "The parser takes a carriage return for a control character.",
    breaks: "apply.accepts-yaml",
    install({ decoder }) {
      decoder(({ decodeApplied }) => ({
        async decodeApplied(registry, request, options) {
          const bytes = await request.context.body();
          if (bytes.includes(13)) throw badRequest("control characters are not allowed");
          const context = { ...request.context, body: () => Promise.resolve(bytes) };
          return await decodeApplied(registry, { ...request, context }, options);
        },
      }));
    },
  },
  "apply/values-not-compared": {
    description:
      "An apply of the same set of fields as before changes nothing, even if their values differ.",
    reason: "A no-op is detected by comparing field sets without values.",
    breaks: "apply.sets-applied-fields",
    install: changingResult((applyObject, application, live) => {
      const after = applyObject(application);
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
    install: changingResult((applyObject, application, live) => {
      const isOwn = isBy(application.manager);
      const entries = entriesOf(live);
      const other = entries.find((entry) => !isOwn(entry));
      const asked = entries.filter((entry) => isOwn(entry) || entry === other);
      applyObject({ ...application, live: withEntries(live, asked) as ApiObject });
      return applyObject({ ...application, force: true });
    }),
  },
  "apply/force-keeps-values": {
    description:
      "An apply with `force=true` takes ownership of conflicting `data` keys but keeps the old " +
      "values.",
    reason: "The values are merged before the conflicts are resolved.",
    breaks: ["apply.force-overrides", "exchanges.fields-as-written"],
    install: changingResult((applyObject, application, live) => {
      const after = applyObject(application);
      if (!application.force) return after;
      try {
        return applyObject({ ...application, force: false });
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
    install: changingResult((applyObject, application, live) => {
      const data = Object.fromEntries(
        Object.keys(asObject(live.data) ?? {}).map((key) => [key, "b3RoZXI="]),
      );
      if (live.data) applyObject({ ...application, live: { ...live, data } });
      return applyObject(application);
    }),
  },
  "apply/given-up-though-shared": {
    description: "A field that one of several owners stops applying is removed.",
    reason:
      "Fields that were applied before and are not applied now are removed without looking at " +
      "other owners.",
    breaks: ["apply.shared-field-kept", "apply.leaves-other-fields"],
    install: changingResult((applyObject, application, live) => {
      const { metadata } = applyObject(application);
      const own = entriesOf(live).filter(isBy(application.manager));
      if (own.length === 0) return applyObject(application);
      const alone = applyObject({ ...application, live: withEntries(live, own) as ApiObject });
      return withEntries(alone, entriesOf({ metadata: metadata! }));
    }),
  },
  "apply/annotations-replaced": {
    description: "Applied annotations replace all existing ones.",
    reason: "`annotations` is declared atomic in the schema.",
    breaks: "apply.leaves-other-fields",
    install: changingResult((applyObject, application) => {
      const after = applyObject(application);
      const annotations = asObject(application.applied.metadata)?.annotations;
      if (!annotations) return after;
      return { ...after, metadata: { ...asObject(after.metadata), annotations } };
    }),
  },
  "apply/dropped-data-kept": {
    description: "An applier that no longer applies any `data` leaves the keys it owned.",
    reason: "The merge iterates over the applied configuration and never reaches a missing map.",
    breaks: "apply.unapplied-field-removed",
    install: changingResult((applyObject, application, live) => {
      const after = applyObject(application);
      return application.applied.data || !live.data ? after : { ...after, data: live.data };
    }),
  },
  "apply/dry-creates": {
    description: "An apply with `dryRun=All` to a name that does not exist creates the object.",
    reason: "`dryRun` is passed on for existing objects only.",
    breaks: ["apply.dry-run-changes-nothing", "dry-run.apply", "dry-run.state-unchanged"],
    install({ patcher }) {
      patcher(({ apply }) => ({
        apply: withParts(apply, {
          writer: ({ createObject }) => ({
            createObject: (registry, request, object, how) =>
              createObject(registry, request, object, { ...how, dryRun: false }),
          }),
        }),
      }));
    },
  },
  "apply/conflicts-are-invalid": {
    description: "An apply conflict is answered with 422 instead of 409.",
    reason: "The causes name fields, as those of an invalid object do.",
    breaks: "apply.conflict-is-409",
    install({ patcher }) {
      patcher(({ applyObject }) => ({
        applyObject(application) {
          try {
            return applyObject(application);
          } catch (error) {
            if (!(error instanceof ApiError) || error.reason !== "Conflict") throw error;
            throw new ApiError("Invalid", error.message, error.details);
          }
        },
      }));
    },
  },
  "apply/force-ignored-in-merge-patch": {
    description: "`force` on a merge patch is ignored instead of rejected.",
    reason: "Unknown parameters are ignored.",
    breaks: "apply.force-only-for-apply",
    install({ decoder }) {
      decoder(({ readWriteOptions }) => ({
        readWriteOptions(registry, context, kind, facts) {
          const query = new URLSearchParams(context.query);
          if (!facts?.applies) query.delete("force");
          return readWriteOptions(registry, { ...context, query }, kind, facts);
        },
      }));
    },
  },
  "apply/other-name-accepted": {
    description: "An apply whose body has another name than the path is accepted.",
    reason: "One configuration was meant to be applied under several names.",
    breaks: "apply.name-matches-path",
    install({ patcher }) {
      patcher(({ apply }) => ({
        apply: (registry, request) =>
          apply({
            ...registry,
            decoder: { ...registry.decoder, ...overwritingFromPath("name")(registry.decoder) },
          }, request),
      }));
    },
  },
  "apply/managed-fields-ignored": {
    description: "`managedFields` in an applied configuration are dropped instead of rejected.",
    reason: "Clients that apply an object they read should not have to remove them.",
    breaks: "apply.managed-fields-rejected",
    install({ patcher }) {
      patcher(({ applyObject }) => ({
        applyObject({ applied, ...application }) {
          const { managedFields: _, ...metadata }: JsonObject = asObject(applied.metadata) ?? {};
          return applyObject({ ...application, applied: { ...applied, metadata } });
        },
      }));
    },
  },
  "apply/updates-meet-conflicts": {
    description: "An update that changes a field owned by an applier is answered with 409.",
    reason: "Ownership is checked for every kind of write.",
    breaks: "apply.updates-never-conflict",
    install({ verbs }) {
      verbs(({ update }) => ({
        update: (registry, request) => {
          const { patcher } = registry;
          const trackFields: typeof patcher.trackFields = (registry, request, write) => {
            const before = appliersOf(write.live?.metadata.managedFields);
            patcher.trackFields(registry, request, write);
            if (!write.live || before === appliersOf(write.object.metadata.managedFields)) return;
            const { name } = write.live.metadata;
            throw conflict(
              request.definition,
              name,
              "the update changes a field owned by an applier",
            );
          };
          return update({ ...registry, patcher: { ...patcher, trackFields } }, request);
        },
      }));
    },
  },
});
