/**
 * Known differences in objects.
 *
 * @module
 */
import {
  causesOf,
  disown,
  eachObject,
  editing,
  type Explanation,
  explanations,
  objectOf,
  succeeded,
} from "./explanation.ts";
import type { Json } from "@plumbline/server/api";

/** Metadata that cannot have an owner, and that a client may apply with any value. */
const UNOWNED = ["creationTimestamp", "generation", "selfLink"];

/** Known differences in objects. */
export const OBJECT_EXPLANATIONS: readonly Explanation[] = explanations({
  "generation-from-clients": {
    reason: "The server sets the generation. For kinds without one the real server stores the " +
      "value that a client sends, the reference server drops it.",
    reconcile: editing((body) => {
      eachObject(body, (object) => {
        if (object.kind !== "Deployment") delete objectOf(object.metadata).generation;
      });
    }),
  },
  "negative-generation-from-clients": {
    endsSequence: true,
    reason: "For the same reason the real server rejects a negative generation, which the " +
      "reference server drops.",
    reconcile: ({ reference, real }) => {
      const others = causesOf(real).filter(({ field }) => field !== "metadata.generation");
      if (real.status !== 422 || others.length === causesOf(real).length) return undefined;
      if (others.length === 0) return { reference: real, real };
      const body = structuredClone(objectOf(real.body));
      objectOf(body.details).causes = others;
      return { reference, real: { ...real, body } };
    },
  },
  "deletion-time-from-clients": {
    reason: "The server sets the deletion time. The real server stores that of a client if a " +
      "PUT or an apply creates the object.",
    endsSequence: true,
    reconcile: editing((body, { request, reference }) => {
      if (request.method === "POST" || reference.status !== 201) return;
      eachObject(body, (object) => {
        delete objectOf(object.metadata).deletionTimestamp;
        delete objectOf(object.metadata).deletionGracePeriodSeconds;
        disown(object, /^f:deletion(Timestamp|GracePeriodSeconds)$/);
      });
    }),
  },
  "owners-of-reviews": {
    reason: "A review is not stored, so its fields have no owners. The real server returns " +
      "managedFields.",
    reconcile: editing((body, { request }) => {
      if (/Review$/.test(String(body.kind)) || request.path.endsWith("reviews")) {
        delete objectOf(body.metadata).managedFields;
      }
    }),
  },
  "errors-in-the-reason": {
    reason: "The specification reports evaluation errors beside the decision. The real server " +
      "reports roles that do not exist in the reason.",
    reconcile: editing((body) => {
      if (/AccessReview$/.test(String(body.kind))) delete objectOf(body.status).evaluationError;
    }),
  },
  "rules-review": {
    reason: "The order of rules has no meaning and a rule may be listed twice. The real server " +
      "leaves the spec out of its answer.",
    reconcile: editing((body, { request }) => {
      if (!request.path.endsWith("/selfsubjectrulesreviews") || body.kind === "Status") return;
      body.metadata = {};
      if (body.kind !== "SelfSubjectRulesReview") return;
      body.spec = {};
      const status = objectOf(body.status);
      for (const name of ["resourceRules", "nonResourceRules"]) {
        const rules = Array.isArray(status[name]) ? status[name] : [];
        const distinct = [...new Set(rules.map((rule) => JSON.stringify(rule)))].sort()
          // Conformance checks may run on the real server at the same time.
          .filter((rule) => !rule.includes("plumbline"));
        // The rule that allows everything makes the others redundant.
        const all = distinct.find((rule) => EVERYTHING.includes(rule));
        status[name] = all ? [all] : distinct;
      }
    }),
  },
  "owners-of-no-times": {
    reason: "The real server stores null for absent times of a condition, and makes the writer " +
      "their owner.",
    reconcile: editing((body) => eachObject(body, (object) => disown(object, NO_TIMES))),
  },
  "time-of-an-apply": {
    reason: "An apply without a change has no new time. To the real server it is a change if it " +
      "names a field that cannot have an owner.",
    reconcile: editing((body) =>
      eachObject(body, (object) => {
        const { managedFields } = objectOf(object.metadata);
        if (!Array.isArray(managedFields)) return;
        for (const entry of managedFields.map(objectOf)) {
          if (entry.operation === "Apply") delete entry.time;
        }
      })
    ),
  },
  "version-of-an-apply": {
    reason: "For the same reason, or for an empty list, the real server writes a " +
      "resourceVersion without a change.",
    endsSequence: true,
    reconcile: editing((body, { request, reference, real }) => {
      if (request.contentType !== "application/apply-patch+yaml") return;
      if (reference.status !== 200 || real.status !== 200) return;
      const { metadata } = objectOf(request.body);
      const isEmpty = (value: Json) => ["[]", "{}", `""`, "null"].includes(JSON.stringify(value));
      const hasEmptyList = /:\[\]/.test(JSON.stringify(request.body));
      const hasUnowned = UNOWNED.some((name) => objectOf(metadata)[name] !== undefined);
      const isEmptied = Object.values(objectOf(metadata)).some(isEmpty);
      if (!hasEmptyList && !hasUnowned && !isEmptied) return;
      eachObject(body, (object) => delete objectOf(object.metadata).resourceVersion);
    }),
  },
  "version-of-a-dry-run": {
    reason: "A dry run writes no resourceVersion. For a create the real server answers with the " +
      "one that was sent.",
    reconcile: editing((body, { request, reference }) => {
      if (request.query.dryRun !== "All" || reference.status !== 201) return;
      if (Array.isArray(body.rows)) delete objectOf(body.metadata).resourceVersion;
      eachObject(body, (object) => delete objectOf(object.metadata).resourceVersion);
    }),
  },
  "owners-of-no-rules": {
    endsSequence: true,
    reason: "The real server stores null for a role without rules, and makes the writer their " +
      "owner.",
    reconcile: editing((body) =>
      eachObject(body, (object) => {
        if (!Array.isArray(object.rules) || object.rules.length === 0) disown(object, /^f:rules$/);
      })
    ),
  },
  "empty-data": {
    reason: "An empty data map equals an absent one. To the real server it is an update, which " +
      "an immutable Secret or ConfigMap rejects.",
    reconcile: ({ request, reference, real }) => {
      const isEmpty = /"(\/?(data|binaryData)","value|data|binaryData)":\{\}/;
      if (real.status !== 422 || !isEmpty.test(JSON.stringify(request.body))) return undefined;
      const own = causesOf(reference).map(({ field }) => field);
      const others = causesOf(real).filter(({ field = "" }) =>
        !["data", "binaryData"].includes(String(field)) || own.includes(field)
      );
      if (others.length === causesOf(real).length) return undefined;
      if (others.length === 0) return succeeded(reference) ? { reference: real, real } : undefined;
      const body = structuredClone(objectOf(real.body));
      objectOf(body.details).causes = others;
      return { reference, real: { ...real, body } };
    },
  },
  "empty-lists": {
    reason: "An empty list of rules or subjects equals an absent one. The real server returns " +
      "the empty one until the object is read again.",
    reconcile: editing((body) =>
      eachObject(body, (object) => {
        for (const name of ["rules", "subjects"]) {
          if (Array.isArray(object[name]) && object[name].length === 0) delete object[name];
        }
      })
    ),
  },
});

/** The rules that allow everything. */
const EVERYTHING = [
  `{"apiGroups":["*"],"resources":["*"],"verbs":["*"]}`,
  `{"nonResourceURLs":["*"],"verbs":["*"]}`,
];

const NO_TIMES = /^f:last(Transition|Update|Probe|Heartbeat)Time$/;
