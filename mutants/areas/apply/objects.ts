/**
 * Faults of server-side apply: what an apply makes of an object. Those of the records of who owns
 * what are in `records.ts`.
 *
 * @module
 */
import { badRequest, notFound } from "../../../server/api_error.ts";
import { equal } from "../../../server/json_equal.ts";
import type { ApiObject, Json, JsonObject } from "../../../server/object.ts";
import { asObject } from "../../../server/registry/resource.ts";
import type { Steps } from "../../../server/registry/steps.ts";
import type { Mutant } from "../../mutant.ts";
import { withSteps } from "../../changes.ts";

type Application = Parameters<Steps["applyObject"]>[0];

/** Makes applies to what is there end otherwise. */
const endingAs = (
  change: (
    applyObject: Steps["applyObject"],
    application: Application,
    live: ApiObject,
  ) => JsonObject,
): Mutant["install"] =>
({ steps }) =>
  steps(({ applyObject }) => ({
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

/** The faults. */
export const objectMutants: readonly Mutant[] = [
  {
    id: "apply/forced-creates-nothing",
    area: "apply",
    description: "An apply with force to a name that is not there is answered 404.",
    reason: "Force was thought to be asked for over somebody else's object only.",
    breaks: ["apply.creates"],
    install({ steps }) {
      steps(({ permitCreation }) => ({
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
    description: "An apply whose body does not begin like JSON is refused.",
    reason: "All clients that were at hand sent JSON under the name of YAML.",
    breaks: ["apply.takes-yaml"],
    install({ steps }) {
      steps(({ decodeApplied }) => ({
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
    description: "An apply of the same fields as the one before changes nothing, whatever their " +
      "values are.",
    reason: "Whether there is something to do is told by comparing the sets of fields.",
    breaks: ["apply.sets-what-it-says"],
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
    description: "Conflicts are looked for with one other applier, and not with the third.",
    reason: "The search ends with the first manager that is not the applier.",
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
    description: "An apply with force comes to own the data it has conflicts over, and their " +
      "values stay.",
    reason: "The values were merged before the conflicts were looked at.",
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
    description: "An apply of a value that somebody else applied to the same key of data is a " +
      "conflict.",
    reason: "Conflicts were told by the owners alone.",
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
    description: "A field that one of its owners no longer applies is removed.",
    reason: "What was applied before and is not applied now was taken for gone.",
    breaks: ["apply.handed-over-stays", "apply.keeps-what-others-own"],
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
    description: "Annotations that are applied take the place of all that are there.",
    reason: "The map was declared to be one whole.",
    breaks: ["apply.keeps-what-others-own"],
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
    description: "An applier that no longer applies any data leaves the data that was its own.",
    reason: "The merge walks along the configuration, and does not come to what is missing there.",
    breaks: ["apply.given-up-is-removed"],
    install: endingAs((applyObject, application, live) => {
      const after = applyObject(application);
      return application.applied.data || !live.data ? after : { ...after, data: live.data };
    }),
  },
  {
    id: "apply/dry-creates",
    area: "apply",
    description: "A dry apply to a name that is not there makes the object.",
    reason: "Applies to what is there were dry, and the other way out was forgotten.",
    breaks: ["apply.dry-run-leaves-no-trace", "dry-run.apply", "dry-run.state-unchanged"],
    install({ steps }) {
      steps(({ apply }) => ({
        apply: withSteps(apply, ({ createObject }) => ({
          createObject: (registry, request, object, how) =>
            createObject(registry, request, object, { ...how, dryRun: false }),
        })),
      }));
    },
  },
];
