/**
 * Known differences in the effect of requests.
 *
 * @module
 */
import type { Comparable } from "../normalize.ts";
import {
  causesOf,
  disown,
  type Explanation,
  isStatus,
  objectOf,
  part,
  succeeded,
  whole,
} from "./explanation.ts";
import type { Json, JsonObject } from "../json.ts";

/** Known differences in the effect of requests. */
export const STATE_EXPLANATIONS: readonly Explanation[] = [
  {
    id: "namespaces",
    reason:
      "Namespaces have no row in the interface's matrix: beside the real server no controller " +
      "runs that would finish a deletion, and it does not delete their collection",
    reconcile: whole(({ request, reference, real }) =>
      request.method === "DELETE" && /^\/api\/v1\/namespaces(\/[^/]+)?$/.test(request.path) &&
      (real.status === 405 || (succeeded(reference) && real.status === 200 &&
        request.query.dryRun !== "All"))
    ),
    endsSequence: true,
  },
  {
    id: "namespace-of-a-namespace",
    reason: "A field selector may name metadata.namespace where there are no namespaces, but to " +
      "the real server not where the kind is the namespace itself",
    reconcile: whole(({ request, reference, real }) =>
      request.path === "/api/v1/namespaces" && succeeded(reference) && real.status === 400 &&
      /metadata\.namespace/.test(request.query.fieldSelector ?? "")
    ),
  },
  {
    id: "phase-of-a-namespace",
    reason: "The interface says nothing of a namespace's phase; the real server holds it to the " +
      "deletion time",
    reconcile: part((body) => {
      const details = objectOf(body.details);
      if (!Array.isArray(details.causes)) return;
      details.causes = details.causes.filter((cause) => objectOf(cause).field !== "status.Phase");
    }),
  },
  {
    id: "caches-behind",
    reason: "The real server answers from a cache that may not have come to the version yet",
    reconcile: whole(({ request, real }) =>
      request.query.resourceVersion !== undefined && real.status === 504
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
      request.method === "DELETE" && reference.status === 200 && isStatus(reference) &&
      ("items" in objectOf(real.body) || "rows" in objectOf(real.body) || real.status === 406)
    ),
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
    id: "unknown-fields-in-an-apply",
    reason: "The interface drops fields that the schema does not know, by the policy; the real " +
      "server fails on them in an apply",
    reconcile: whole(({ request, reference, real }) =>
      request.contentType === "application/apply-patch+yaml" && real.status === 500 &&
      (reference.warnings.length > 0 || request.query.fieldValidation === "Ignore")
    ),
  },
  {
    id: "null-body",
    reason: "A body must be an object; the real server takes null, and YAML of no text, for one " +
      "that says nothing",
    reconcile: whole(({ request, reference }) =>
      (request.raw === "null" || request.raw === "") && reference.status >= 400 &&
      reference.status < 500
    ),
  },
  {
    id: "bookmarks",
    reason: "Bookmarks are sent at no given time, or not at all",
    reconcile: (exchange) => {
      if (exchange.request.query.allowWatchBookmarks !== "true") return undefined;
      const [reference, real] = [exchange.reference, exchange.real].map((answer) => ({
        ...answer,
        body: Array.isArray(answer.body)
          ? answer.body.filter((event) => objectOf(event).type !== "BOOKMARK")
          : answer.body ?? [],
      })) as [Comparable, Comparable];
      return { reference, real };
    },
  },
  {
    id: "first-events",
    reason: "A watch of no version begins with what is there, in no order",
    reconcile: (exchange) => {
      const { reference, real } = exchange;
      const isState = [reference, real].every(({ body }) =>
        Array.isArray(body) && body.every((event) => objectOf(event).type === "ADDED")
      );
      if (!isState) return undefined;
      return { reference: byName(reference), real: byName(real) };
    },
  },
  {
    id: "cached-lists",
    reason: "A list that may be served from a cache comes in no order",
    reconcile: (exchange) => {
      const { request, reference, real } = exchange;
      if (!request.query.resourceVersion || request.method !== "GET") return undefined;
      return { reference: byName(reference), real: byName(real) };
    },
  },
  {
    id: "generated-names",
    reason: "The order of a list is that of its names, which are no one's choice where they are " +
      "generated",
    reconcile: ({ reference, real }) =>
      JSON.stringify(real.body).includes("-gen-name ")
        ? { reference: byName(reference), real: byName(real) }
        : undefined,
  },
  {
    id: "tokens-beside-selectors",
    endsSequence: true,
    reason:
      "More may remain to be looked at where nothing more is selected: the real server then " +
      "gives a token for a page without items",
    reconcile: part((body, { request, reference }) => {
      if (!request.query.limit || !request.query.labelSelector && !request.query.fieldSelector) {
        return;
      }
      const { continue: token } = objectOf(objectOf(reference.body).metadata);
      if (!token) delete objectOf(body.metadata).continue;
    }),
  },
  {
    id: "kind-in-a-strategic-patch",
    reason: "A patch cannot make another kind of an object; the real server passes over it in a " +
      "strategic merge patch",
    reconcile: whole(({ request, reference, real }) =>
      request.contentType === "application/strategic-merge-patch+json" &&
      ["kind", "apiVersion"].some((name) => name in objectOf(request.body)) &&
      real.status < 500 && reference.status === 422 &&
      causesOf(reference).every(({ field }) => field === "patch")
    ),
  },
  {
    id: "no-version-in-a-patch",
    reason:
      "The reference takes a patch that empties apiVersion as it takes an object that leaves " +
      "it out; the real server then knows no field of the object",
    reconcile: whole(({ request, real }) =>
      request.method === "PATCH" && (real.status === 400 || real.status === 422) &&
      /"apiVersion":(""|null)|"path":"\/apiVersion"/.test(JSON.stringify(request.body))
    ),
  },
  {
    id: "prefix-of-a-name",
    reason:
      "A generateName must fit whenever it is written; the real server does not look at it any " +
      "more where the kind's own rules are not asked",
    reconcile: (exchange) => {
      const causes = causesOf(exchange.reference);
      const isPrefix = ({ field }: JsonObject) => field === "metadata.generateName";
      if (causes.length > 0 && causes.every(isPrefix)) {
        return { reference: exchange.real, real: exchange.real };
      }
      return part((body) => {
        const details = objectOf(body.details);
        if (!Array.isArray(details.causes)) return;
        details.causes = details.causes.filter((cause) => !isPrefix(objectOf(cause)));
      })(exchange);
    },
  },
  {
    id: "local-review-namespace",
    reason: "The interface has an empty namespace of a local review defaulted to the request's; " +
      "the real server refuses it",
    reconcile: whole(({ request, reference, real }) =>
      request.path.endsWith("/localsubjectaccessreviews") &&
      [reference, real].some((answer) =>
        causesOf(answer).some(({ field }) => field === "spec.resourceAttributes.namespace")
      )
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
      if (!isAggregated) return;
      delete body.rules;
      disown(body, /^f:rules$/);
    }),
    endsSequence: true,
  },
];

/** Sorts the objects of an answer by name and removes versions that depend on the order. */
function byName(answer: Comparable): Comparable {
  const { body } = answer;
  const sorted = (values: readonly Json[]) =>
    values.map(withoutTokens).toSorted((a, b) => JSON.stringify(a) < JSON.stringify(b) ? -1 : 1);
  // Only the first Table of a stream has column definitions.
  if (Array.isArray(body)) return { ...answer, body: sorted(body.map(withoutColumns)) };
  const { items, rows } = objectOf(body);
  if (!items && !rows) return answer;
  return {
    ...answer,
    body: {
      ...objectOf(body),
      ...(Array.isArray(items) && { items: sorted(items) }),
      ...(Array.isArray(rows) && { rows: sorted(rows) }),
    },
  };
}

function withoutColumns(event: Json): Json {
  const { columnDefinitions: _, ...object } = objectOf(objectOf(event).object);
  return { ...objectOf(event), object };
}

/** Generated values are named by path, which has no meaning without an order. */
const withoutTokens = (value: Json): Json =>
  JSON.parse(
    JSON.stringify(value).replaceAll(/"<[^" ]*(?:version|uid|name) [^"]*>"/g, '"<generated>"'),
  );
