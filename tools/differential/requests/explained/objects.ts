/**
 * Known differences in objects.
 *
 * @module
 */
import {
  causesOf,
  disown,
  eachObject,
  type Explanation,
  objectOf,
  part,
  succeeded,
  whole,
} from "./explanation.ts";
import type { Json } from "../json.ts";

/** Known differences in objects. */
export const OBJECT_EXPLANATIONS: readonly Explanation[] = [
  {
    id: "generation-from-clients",
    reason: "The generation is the server's: where a kind does not count it, the real server " +
      "keeps what a client sends, the reference keeps none",
    reconcile: part((body) => {
      eachObject(body, (object) => {
        if (object.kind !== "Deployment") delete objectOf(object.metadata).generation;
      });
    }),
  },
  {
    id: "negative-generation-from-clients",
    endsSequence: true,
    reason: "For the same reason the real server refuses one below zero, which the reference drops",
    reconcile: whole(({ real }) =>
      real.status === 422 && causesOf(real).length > 0 &&
      causesOf(real).every(({ field }) => field === "metadata.generation")
    ),
  },
  {
    id: "deletion-time-from-clients",
    reason: "The deletion time is the server's: the real server keeps the one of a client where " +
      "a PUT or an apply creates",
    endsSequence: true,
    reconcile: part((body, { request, reference }) => {
      if (request.method === "POST" || reference.status !== 201) return;
      eachObject(body, (object) => {
        delete objectOf(object.metadata).deletionTimestamp;
        delete objectOf(object.metadata).deletionGracePeriodSeconds;
        disown(object, /^f:deletion(Timestamp|GracePeriodSeconds)$/);
      });
    }),
  },
  {
    id: "owners-of-reviews",
    reason: "A review is not kept, so that nobody owns its fields; the real server tells owners",
    reconcile: part((body, { request }) => {
      if (/Review$/.test(String(body.kind)) || request.path.endsWith("reviews")) {
        delete objectOf(body.metadata).managedFields;
      }
    }),
  },
  {
    id: "errors-in-the-reason",
    reason: "The interface has errors of an evaluation told beside the decision; the real server " +
      "tells those of roles that are not found among the reasons",
    reconcile: part((body) => {
      if (/AccessReview$/.test(String(body.kind))) delete objectOf(body.status).evaluationError;
    }),
  },
  {
    id: "rules-review",
    reason:
      "The order of the rules means nothing and a rule may be listed twice; the real server " +
      "leaves out of its answer what was asked",
    reconcile: part((body, { request }) => {
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
  {
    id: "owners-of-no-times",
    reason:
      "The real server writes null for times of a condition that are not there, and then has " +
      "their sender own them",
    reconcile: part((body) => eachObject(body, (object) => disown(object, NO_TIMES))),
  },
  {
    id: "time-of-an-apply",
    reason: "An apply that changes nothing has no time; to the real server it changes something " +
      "where it names what nobody can own",
    reconcile: part((body) =>
      eachObject(body, (object) => {
        const { managedFields } = objectOf(object.metadata);
        if (!Array.isArray(managedFields)) return;
        for (const entry of managedFields.map(objectOf)) {
          if (entry.operation === "Apply") delete entry.time;
        }
      })
    ),
  },
  {
    id: "version-of-an-apply",
    reason:
      "For the same reason, or for an empty list, the real server writes a version in which " +
      "nothing is new",
    endsSequence: true,
    reconcile: part((body, { request, reference, real }) => {
      if (request.contentType !== "application/apply-patch+yaml") return;
      if (reference.status !== 200 || real.status !== 200) return;
      const { metadata } = objectOf(request.body);
      const isEmpty = (value: Json) => ["[]", "{}", `""`, "null"].includes(JSON.stringify(value));
      if (!Object.values(objectOf(metadata)).some(isEmpty)) return;
      eachObject(body, (object) => delete objectOf(object.metadata).resourceVersion);
    }),
  },
  {
    id: "version-of-a-dry-run",
    reason:
      "A dry run writes no version; where it creates the real server answers with the one sent",
    reconcile: part((body, { request, reference }) => {
      if (request.query.dryRun !== "All" || reference.status !== 201) return;
      eachObject(body, (object) => delete objectOf(object.metadata).resourceVersion);
    }),
  },
  {
    id: "owners-of-no-rules",
    endsSequence: true,
    reason:
      "The real server writes null where a role has no rules, and then has its sender own them",
    reconcile: part((body) =>
      eachObject(body, (object) => {
        if (!Array.isArray(object.rules) || object.rules.length === 0) disown(object, /^f:rules$/);
      })
    ),
  },
  {
    id: "empty-data",
    reason: "Nothing tells an empty map of data from none: to the real server it is an update, " +
      "which an immutable secret refuses",
    reconcile: whole(({ request, reference, real }) =>
      succeeded(reference) && real.status === 422 &&
      causesOf(real).every(({ field }) => field === "data") &&
      JSON.stringify(objectOf(request.body).data) === "{}"
    ),
  },
  {
    id: "empty-lists",
    reason: "Nothing tells an empty list of rules or subjects from none: the real server keeps " +
      "the empty one until the object is read again",
    reconcile: part((body) =>
      eachObject(body, (object) => {
        for (const name of ["rules", "subjects"]) {
          if (Array.isArray(object[name]) && object[name].length === 0) delete object[name];
        }
      })
    ),
  },
];

/** The rules that allow everything. */
const EVERYTHING = [
  `{"apiGroups":["*"],"resources":["*"],"verbs":["*"]}`,
  `{"nonResourceURLs":["*"],"verbs":["*"]}`,
];

const NO_TIMES = /^f:last(Transition|Update)Time$/;
