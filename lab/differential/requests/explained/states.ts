/**
 * Known differences in the effect of requests.
 *
 * @module
 */
import type { Comparable } from "../normalize.ts";
import {
  causesOf,
  disown,
  eachObject,
  editing,
  type Explanation,
  explanations,
  isStatus,
  objectOf,
  succeeded,
  whole,
} from "./explanation.ts";
import type { Json, JsonObject } from "@plumbline/server/api";

/** Known differences in the effect of requests. */
export const STATE_EXPLANATIONS: readonly Explanation[] = explanations({
  "namespaces": {
    reason: "Namespaces have no row in the specification's matrix. No controller runs beside " +
      "the real server to finish a deletion, and it has no deletecollection for them.",
    reconcile: whole(({ request, reference, real }) =>
      request.method === "DELETE" && /^\/api\/v1\/namespaces(\/[^/]+)?$/.test(request.path) &&
      (real.status === 405 || (succeeded(reference) && real.status === 200 &&
        request.query.dryRun !== "All"))
    ),
    endsSequence: true,
  },
  "namespace-of-a-namespace": {
    reason: "A field selector may name metadata.namespace of cluster-scoped objects. The real " +
      "server rejects it for namespaces themselves.",
    reconcile: whole(({ request, reference, real }) =>
      request.path === "/api/v1/namespaces" && succeeded(reference) && real.status === 400 &&
      /metadata\.namespace/.test(request.query.fieldSelector ?? "")
    ),
  },
  "phase-of-a-namespace": {
    reason: "The specification does not mention the phase of a namespace. The real server " +
      "validates it against the deletion time.",
    reconcile: editing((body) => {
      const details = objectOf(body.details);
      if (!Array.isArray(details.causes)) return;
      details.causes = details.causes.filter((cause) => objectOf(cause).field !== "status.Phase");
    }),
  },
  "caches-behind": {
    reason: "The real server answers from a cache that may not have reached the resourceVersion " +
      "yet.",
    reconcile: whole(({ request, real }) =>
      request.query.resourceVersion !== undefined && real.status === 504
    ),
  },
  "propagation-needs-a-collector": {
    reason: "A foreground or orphaning deletion is finished by the garbage collector, which " +
      "does not run beside the real server.",
    reconcile: whole(({ request, reference, real }) =>
      request.method === "DELETE" && succeeded(reference) && real.status === 200 &&
      /Foreground|Orphan/.test(JSON.stringify([request.query, request.body]))
    ),
    endsSequence: true,
  },
  "delete-finalizing-answers-status": {
    reason: "The specification answers a delete with a Status, 202 while the object has " +
      "finalizers. The real server answers 200 with the object.",
    reconcile: whole(({ request, reference, real }) =>
      request.method === "DELETE" && reference.status === 202 && real.status === 200 &&
      isStatus(reference) && !isStatus(real)
    ),
  },
  "deletecollection-answers-status": {
    reason: "The specification answers a deletecollection with a Status. The real server lists " +
      "the deleted objects.",
    reconcile: whole(({ request, reference, real }) =>
      request.method === "DELETE" && reference.status === 200 && isStatus(reference) &&
      ("items" in objectOf(real.body) || "rows" in objectOf(real.body) || real.status === 406)
    ),
  },
  "condition-words": {
    reason: "In the specification a condition has a type and one of three values as its status. " +
      "The real server accepts any, and none.",
    reconcile: ({ reference, real }) => {
      const others = causesOf(reference).filter(({ field }) =>
        !/^status\.conditions\[\d+\]\.(status|type)$/.test(String(field))
      );
      if (others.length === causesOf(reference).length) return undefined;
      if (others.length === 0) return succeeded(real) ? { reference: real, real } : undefined;
      const body = structuredClone(objectOf(reference.body));
      objectOf(body.details).causes = others;
      return { reference: { ...reference, body }, real };
    },
  },
  "unknown-fields-in-an-apply": {
    reason: "The specification drops unknown fields according to fieldValidation. The real " +
      "server rejects them in an apply.",
    reconcile: whole(({ request, reference, real }) =>
      request.contentType === "application/apply-patch+yaml" && real.status === 500 &&
      (reference.warnings.length > 0 || request.query.fieldValidation === "Ignore")
    ),
  },
  "null-body": {
    reason: "A body must be an object. The real server accepts null, and empty YAML, as an " +
      "empty object.",
    reconcile: whole(({ request, reference }) =>
      (request.raw === "null" || request.raw === "") && reference.status >= 400 &&
      reference.status < 500
    ),
  },
  "bookmarks": {
    reason: "Bookmarks are sent at no defined time, or not at all.",
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
  "first-events": {
    reason: "A watch without a resourceVersion starts with the existing objects in no defined " +
      "order.",
    reconcile: (exchange) => {
      const { reference, real } = exchange;
      const isState = [reference, real].every(({ body }) =>
        Array.isArray(body) && body.every((event) => objectOf(event).type === "ADDED")
      );
      if (!isState) return undefined;
      return { reference: byName(reference), real: byName(real) };
    },
  },
  "cached-lists": {
    reason: "A list that may be served from a cache has no defined order.",
    reconcile: (exchange) => {
      const { request, reference, real } = exchange;
      if (!request.query.resourceVersion || request.method !== "GET") return undefined;
      return { reference: byName(reference), real: byName(real) };
    },
  },
  "generated-names": {
    reason: "A list is ordered by name, and generated names differ.",
    reconcile: ({ reference, real }) =>
      JSON.stringify(real.body).includes("-gen-name ")
        ? { reference: byName(reference), real: byName(real) }
        : undefined,
  },
  "tokens-beside-selectors": {
    endsSequence: true,
    reason:
      "More may remain to be looked at where nothing more is selected: the real server then " +
      "gives a token for a page without items",
    reconcile: editing((body, { request, reference }) => {
      if (!request.query.limit || !request.query.labelSelector && !request.query.fieldSelector) {
        return;
      }
      const { continue: token } = objectOf(objectOf(reference.body).metadata);
      if (!token) delete objectOf(body.metadata).continue;
    }),
  },
  "kind-in-a-strategic-patch": {
    reason: "A patch cannot change the kind. The real server ignores a kind in a strategic " +
      "merge patch.",
    reconcile: whole(({ request, reference, real }) =>
      request.contentType === "application/strategic-merge-patch+json" &&
      ["kind", "apiVersion"].some((name) => name in objectOf(request.body)) &&
      real.status < 500 && reference.status === 422 &&
      causesOf(reference).every(({ field }) => field === "patch")
    ),
  },
  "no-version-in-a-patch": {
    reason: "A patch that empties apiVersion: the reference server treats it as an object " +
      "without apiVersion, the real server then knows no field of the object.",
    reconcile: whole(({ request, real }) =>
      request.method === "PATCH" && (real.status === 400 || real.status === 422) &&
      /"apiVersion":(""|null)|"path":"\/apiVersion"/.test(JSON.stringify(request.body))
    ),
  },
  "prefix-of-a-name": {
    reason: "A generateName must be valid at every write. The real server does not check it on " +
      "updates of some kinds.",
    reconcile: (exchange) => {
      const causes = causesOf(exchange.reference);
      const isPrefix = ({ field }: JsonObject) => field === "metadata.generateName";
      if (causes.length > 0 && causes.every(isPrefix)) {
        return { reference: exchange.real, real: exchange.real };
      }
      return editing((body) => {
        const details = objectOf(body.details);
        if (!Array.isArray(details.causes)) return;
        details.causes = details.causes.filter((cause) => !isPrefix(objectOf(cause)));
      })(exchange);
    },
  },
  "local-review-namespace": {
    reason: "The specification defaults an empty namespace of a local review to that of the " +
      "request. The real server rejects it.",
    reconcile: whole(({ request, reference, real }) =>
      request.path.endsWith("/localsubjectaccessreviews") &&
      [reference, real].some((answer) =>
        causesOf(answer).some(({ field }) => field === "spec.resourceAttributes.namespace")
      )
    ),
  },
  "aggregation-needs-a-controller": {
    reason: "The server fills in the rules of an aggregated ClusterRole. No controller runs " +
      "beside the real server to do so.",
    reconcile: editing((body, { request, reference, real }) => {
      const aggregated: unknown[] = [];
      for (const answer of [reference, real]) {
        // A watch has several bodies.
        const bodies = Array.isArray(answer.body)
          ? answer.body.map((event) => objectOf(event).object ?? null)
          : [answer.body];
        for (const one of bodies) {
          eachObject(objectOf(one), (object) => {
            if ("aggregationRule" in object) aggregated.push(objectOf(object.metadata).name);
          });
        }
      }
      eachObject(body, (object) => {
        const metadata = objectOf(object.metadata);
        if (!aggregated.includes(metadata.name)) return;
        delete object.rules;
        disown(object, /^f:rules$/);
        // What is no change to one of them is a change to the other.
        if (request.method !== "POST") delete metadata.resourceVersion;
      });
    }),
    endsSequence: true,
  },
});

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
