/**
 * Known differences in what requests do.
 *
 * @module
 */
import {
  causesOf,
  type Explanation,
  isStatus,
  objectOf,
  part,
  succeeded,
  whole,
} from "./explanation.ts";

/** Known differences in what requests do. */
export const STATE_EXPLANATIONS: readonly Explanation[] = [
  {
    id: "delete-finalizing-answers-status",
    reason: "The interface lets a delete answer with a Status only, 202 while the object is " +
      "finalizing; the real server answers 200 with the object",
    reconcile: whole(({ request, reference, real }) =>
      request.method === "DELETE" && reference.status === 202 && real.status === 200 &&
      isStatus(reference) && !isStatus(real)
    ),
  },
  {
    id: "deletecollection-answers-status",
    reason: "The interface lets a deletecollection answer with a Status; the real server lists " +
      "what it deleted",
    reconcile: whole(({ request, reference, real }) =>
      request.method === "DELETE" && reference.status === 200 && real.status === 200 &&
      isStatus(reference) && ("items" in objectOf(real.body) || "rows" in objectOf(real.body))
    ),
  },
  {
    id: "propagation-needs-a-collector",
    reason: "A foreground or orphaning deletion leaves dependents to a garbage collector, which " +
      "does not run beside the real server: the object waits for it there",
    reconcile: whole(({ request, reference, real }) =>
      request.method === "DELETE" && succeeded(reference) && real.status === 200 &&
      /Foreground|Orphan/.test(JSON.stringify([request.query, request.body]))
    ),
    endsSequence: true,
  },
  {
    id: "condition-words",
    reason: "The interface has three words for a condition's status; the real server takes any",
    reconcile: whole(({ reference, real }) =>
      succeeded(real) && causesOf(reference).length > 0 &&
      causesOf(reference).every(({ field }) =>
        /^status\.conditions\[\d+\]\.status$/.test(String(field))
      )
    ),
  },
  {
    id: "local-review-namespace",
    reason: "The interface has an empty namespace of a local review defaulted to the request's; " +
      "the real server refuses it",
    reconcile: whole(({ request, real }) =>
      request.path.endsWith("/localsubjectaccessreviews") &&
      causesOf(real).some(({ field }) => field === "spec.resourceAttributes.namespace")
    ),
  },
  {
    id: "aggregation-needs-a-controller",
    reason:
      "The server fills the rules of an aggregated role; beside the real server no controller " +
      "runs that would",
    reconcile: part((body, { reference, real }) => {
      const isAggregated = [reference, real].some(({ body }) =>
        "aggregationRule" in objectOf(body)
      );
      if (isAggregated) delete body.rules;
    }),
    endsSequence: true,
  },
];
