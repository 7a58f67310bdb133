/**
 * Mutants of the object that results from an apply. Mutants of field ownership are in `records.ts`.
 *
 * @module
 */
import { badRequest, notFound } from "../../../server/api_error.ts";
import { equal } from "../../../server/json_equal.ts";
import type { ApiObject, Json, JsonObject } from "../../../server/object.ts";
import { asObject } from "../../../server/registry/resource.ts";
import type { Patcher } from "../../../server/registry/contracts.ts";
import type { Mutant } from "../../mutant.ts";
import { withParts } from "../../changes.ts";

type Application = Parameters<Patcher["applyObject"]>[0];

/** Changes the result of applies to existing objects. */
const endingAs = (
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

export const objectMutants: readonly Mutant[] = [
  {
    id: "apply/forced-creates-nothing",
    area: "apply",
    description: "An apply with `force=true` to a name that does not exist is answered with 404.",
    reason: "`force` was assumed to make sense for existing objects only.",
    breaks: ["apply.creates"],
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
  {
    id: "apply/json-only",
    area: "apply",
    description: "An apply whose body is YAML and not JSON is rejected.",
    reason: "All clients used in testing sent JSON under the YAML media type.",
    breaks: ["apply.accepts-yaml"],
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
  {
    id: "apply/same-fields-same-object",
    area: "apply",
    description:
      "An apply of the same set of fields as before changes nothing, even if their values differ.",
    reason: "A no-op is detected by comparing field sets without values.",
    breaks: ["apply.sets-applied-fields"],
    install: endingAs((applyObject, application, live) => {
      const after = applyObject(application);
      const [before, now] = [live, after].map((object) =>
        entriesOf(object).find(isBy(application.manager))?.fieldsV1
      );
      return before !== undefined && now !== undefined && equal(before, now) ? live : after;
    }),
  },
  {
    id: "apply/one-other-asked",
    area: "apply",
    description: "Conflicts are detected with only one other manager.",
    reason: "The search ends at the first manager that is not the applier.",
    breaks: ["apply.conflict-reported"],
    install: endingAs((applyObject, application, live) => {
      const isOwn = isBy(application.manager);
      const entries = entriesOf(live);
      const other = entries.find((entry) => !isOwn(entry));
      const asked = entries.filter((entry) => isOwn(entry) || entry === other);
      applyObject({ ...application, live: withEntries(live, asked) as ApiObject });
      return applyObject({ ...application, force: true });
    }),
  },
  {
    id: "apply/force-keeps-values",
    area: "apply",
    description:
      "An apply with `force=true` takes ownership of conflicting `data` keys but keeps the old " +
      "values.",
    reason: "The values are merged before the conflicts are resolved.",
    breaks: ["apply.force-overrides"],
    install: endingAs((applyObject, application, live) => {
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
  {
    id: "apply/equal-values-conflict",
    area: "apply",
    description:
      "Applying the same value that another manager applied to a `data` key is a conflict.",
    reason: "Conflicts are detected by ownership alone, without comparing values.",
    breaks: ["apply.equal-values-share"],
    install: endingAs((applyObject, application, live) => {
      const data = Object.fromEntries(
        Object.keys(asObject(live.data) ?? {}).map((key) => [key, "b3RoZXI="]),
      );
      if (live.data) applyObject({ ...application, live: { ...live, data } });
      return applyObject(application);
    }),
  },
  {
    id: "apply/given-up-though-shared",
    area: "apply",
    description: "A field that one of several owners stops applying is removed.",
    reason:
      "Fields that were applied before and are not applied now are removed without looking at " +
      "other owners.",
    breaks: ["apply.shared-field-kept", "apply.leaves-other-fields"],
    install: endingAs((applyObject, application, live) => {
      const { metadata } = applyObject(application);
      const own = entriesOf(live).filter(isBy(application.manager));
      if (own.length === 0) return applyObject(application);
      const alone = applyObject({ ...application, live: withEntries(live, own) as ApiObject });
      return withEntries(alone, entriesOf({ metadata: metadata! }));
    }),
  },
  {
    id: "apply/annotations-replaced",
    area: "apply",
    description: "Applied annotations replace all existing ones.",
    reason: "`annotations` is declared atomic in the schema.",
    breaks: ["apply.leaves-other-fields"],
    install: endingAs((applyObject, application) => {
      const after = applyObject(application);
      const annotations = asObject(application.applied.metadata)?.annotations;
      if (!annotations) return after;
      return { ...after, metadata: { ...asObject(after.metadata), annotations } };
    }),
  },
  {
    id: "apply/last-key-stays",
    area: "apply",
    description: "An applier that no longer applies any `data` leaves the keys it owned.",
    reason: "The merge iterates over the applied configuration and never reaches a missing map.",
    breaks: ["apply.unapplied-field-removed"],
    install: endingAs((applyObject, application, live) => {
      const after = applyObject(application);
      return application.applied.data || !live.data ? after : { ...after, data: live.data };
    }),
  },
  {
    id: "apply/dry-creates",
    area: "apply",
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
];
