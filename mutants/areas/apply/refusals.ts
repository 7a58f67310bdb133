/**
 * Mutants of the errors of apply requests.
 *
 * @module
 */
import { ApiError, conflict } from "../../../server/api_error.ts";
import type { JsonObject } from "../../../server/object.ts";
import { asObject } from "../../../server/registry/resource.ts";
import type { Mutant } from "../../mutant.ts";
import { overwriting } from "../metadata/places.ts";

const appliersOf = (fields: unknown): string =>
  JSON.stringify(
    (Array.isArray(fields) ? fields : [])
      .map((entry) => asObject(entry) ?? {})
      .filter(({ operation }) => operation === "Apply")
      .map(({ manager, fieldsV1 }) => [manager, fieldsV1]),
  );

export const applyRefusalMutants: readonly Mutant[] = [
  {
    id: "apply/conflicts-are-invalid",
    area: "apply",
    description: "An apply conflict is answered with 422 instead of 409.",
    reason: "The causes name fields, as those of an invalid object do.",
    breaks: ["apply.conflict-is-409"],
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
  {
    id: "apply/force-passed-over",
    area: "apply",
    description: "`force` on a merge patch is ignored instead of rejected.",
    reason: "Unknown parameters are ignored.",
    breaks: ["apply.force-only-for-apply"],
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
  {
    id: "apply/path-names-what-is-applied",
    area: "apply",
    description: "An apply whose body has another name than the path is accepted.",
    reason: "One configuration was meant to be applied under several names.",
    breaks: ["apply.name-matches-path"],
    install({ patcher }) {
      patcher(({ apply }) => ({
        apply: (registry, request) =>
          apply({
            ...registry,
            decoder: { ...registry.decoder, ...overwriting("name")(registry.decoder) },
          }, request),
      }));
    },
  },
  {
    id: "apply/records-left-out",
    area: "apply",
    description: "`managedFields` in an applied configuration are dropped instead of rejected.",
    reason: "Clients that apply an object they read should not have to remove them.",
    breaks: ["apply.managed-fields-rejected"],
    install({ patcher }) {
      patcher(({ applyObject }) => ({
        applyObject({ applied, ...application }) {
          const { managedFields: _, ...metadata }: JsonObject = asObject(applied.metadata) ?? {};
          return applyObject({ ...application, applied: { ...applied, metadata } });
        },
      }));
    },
  },
  {
    id: "apply/updates-meet-conflicts",
    area: "apply",
    description: "An update that changes a field owned by an applier is answered with 409.",
    reason: "Ownership is checked for every kind of write.",
    breaks: ["apply.updates-never-conflict"],
    install({ verbs }) {
      verbs(({ update }) => ({
        update: (registry, request) => {
          const { patcher } = registry;
          const trackFields: typeof patcher.trackFields = (registry, request, write) => {
            const before = appliersOf(write.live?.metadata.managedFields);
            patcher.trackFields(registry, request, write);
            if (!write.live || before === appliersOf(write.object.metadata.managedFields)) return;
            const { name } = write.live.metadata;
            throw conflict(request.definition, name, "somebody else applied what this changes");
          };
          return update({ ...registry, patcher: { ...patcher, trackFields } }, request);
        },
      }));
    },
  },
];
