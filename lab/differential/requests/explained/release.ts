/**
 * Known differences of releases older than 1.26, the release of the specification.
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
  whole,
} from "./explanation.ts";
import type { JsonObject } from "@plumbline/server/api";

const OLDER = ["1.20"];

/** Known differences of older releases. */
export const RELEASE_EXPLANATIONS: readonly Explanation[] = explanations({
  "older: no field validation": {
    reason: "Unknown and duplicate fields are dropped without a warning. Field validation " +
      "exists since 1.23.",
    releases: OLDER,
    reconcile: ({ reference, real }) => {
      const isOther = (text: string) => !/^(unknown|duplicate) field |^line \d/.test(text);
      const warnings = reference.warnings.filter(isOther);
      return { reference: { ...reference, warnings }, real };
    },
  },
  "older: no label of a namespace": {
    reason: "The name label of a namespace exists since 1.21, and with it the rule that its " +
      "value must be valid.",
    releases: OLDER,
    reconcile: editing((body, { request }) => {
      const details = objectOf(body.details);
      if (/^\/api\/v1\/namespaces(\/[^/]+)?$/.test(request.path) && Array.isArray(details.causes)) {
        details.causes = details.causes.filter((cause) =>
          objectOf(cause).field !== "metadata.labels"
        );
      }
      eachObject(body, (object) => {
        const metadata = objectOf(object.metadata);
        const labels = objectOf(metadata.labels);
        delete labels["kubernetes.io/metadata.name"];
        if (Object.keys(labels).length === 0) delete metadata.labels;
        disown(object, /^f:kubernetes.io.metadata.name$/);
      });
    }),
  },
  "older: apply to a status": {
    reason: "An applier of a status owns, and gives up, the other fields it applied. " +
      "Subresources have entries of their own since 1.22.",
    releases: OLDER,
    endsSequence: true,
    reconcile: whole(({ request }) =>
      request.contentType === "application/apply-patch+yaml" && request.path.endsWith("/status")
    ),
  },
  "older: ownership in beta": {
    reason: "Server-side apply was beta before 1.22, with other ownership rules. Owners are " +
      "compared with 1.26.",
    releases: OLDER,
    reconcile: editing((body, { reference, real }) => {
      eachObject(body, (object) => delete objectOf(object.metadata).managedFields);
      const details = objectOf(body.details);
      if (reference.status !== 409 || real.status !== 409 || !Array.isArray(details.causes)) return;
      details.causes = details.causes.filter((cause) => !isOwned(objectOf(cause)));
    }),
  },
  "older: conflicts in beta": {
    reason: "For the same reason an apply may conflict with other owners, count as a change, or " +
      "merge a roleRef with the stored one.",
    releases: OLDER,
    endsSequence: true,
    reconcile: (exchange) =>
      exchange.request.contentType === "application/apply-patch+yaml" &&
        ([exchange.reference, exchange.real].some((answer) =>
          answer.status === 409 && causesOf(answer).every(isOwned)
        ) || causesOf(exchange.reference).some(isRoleRef))
        ? { reference: exchange.real, real: exchange.real }
        : withoutVersion(exchange),
  },
  "older: metadata of a review": {
    reason: "A review may have no metadata, even ones that the server drops. Since 1.22 its " +
      "managedFields are ignored.",
    releases: OLDER,
    reconcile: (exchange) => {
      const isAbout = ({ field }: JsonObject) => field === "metadata";
      if (!exchange.request.path.endsWith("reviews")) return undefined;
      const causes = causesOf(exchange.real);
      if (causes.length === 1 && causes.every(isAbout)) {
        return { reference: exchange.real, real: exchange.real };
      }
      return editing((body) => {
        const details = objectOf(body.details);
        if (!Array.isArray(details.causes)) return;
        details.causes = details.causes.filter((cause) => !isAbout(objectOf(cause)));
      })(exchange);
    },
  },
  "older: namespace of a local review": {
    reason: "A local review without a namespace is a bad request. The specification defaults " +
      "it.",
    releases: OLDER,
    reconcile: whole(({ request, real }) =>
      request.path.endsWith("/localsubjectaccessreviews") && real.status === 400
    ),
  },
  "older: namespace of what has none": {
    reason: "A namespace in the metadata of a cluster-scoped object is a bad request. Since " +
      "1.24 it is dropped.",
    releases: OLDER,
    endsSequence: true,
    reconcile: whole(({ request, real }) =>
      !request.path.includes("/namespaces/differential") && real.status === 400 &&
      ("namespace" in objectOf(objectOf(request.body).metadata) ||
        JSON.stringify(request.body ?? null).includes(`"/metadata/namespace"`))
    ),
  },
  "older: collision of a name": {
    reason: "With generateName, even beside a name, a name that exists is an internal error. " +
      "Since 1.21 it is a conflict.",
    releases: OLDER,
    reconcile: whole(({ request, reference, real }) =>
      reference.status === 409 && real.status === 500 &&
      "generateName" in objectOf(objectOf(request.body).metadata)
    ),
  },
  "older: no count beside partial metadata": {
    reason: "PartialObjectMetadata lists have no remainingItemCount.",
    releases: OLDER,
    reconcile: editing((body) => {
      if (body.kind !== "PartialObjectMetadataList") return;
      delete objectOf(body.metadata).remainingItemCount;
    }),
  },
  "older: options of another version": {
    reason: "DeleteOptions of an unknown API version are an internal error. Since 1.21 they are " +
      "ignored.",
    releases: OLDER,
    endsSequence: true,
    reconcile: whole(({ request, real }) =>
      request.method === "DELETE" && real.status === 500 && "apiVersion" in objectOf(request.body)
    ),
  },
  "older: no SelfSubjectReview": {
    reason: "The rules do not contain SelfSubjectReview, which exists since 1.26.",
    releases: OLDER,
    reconcile: editing((body) => {
      if (body.kind !== "SelfSubjectRulesReview") return;
      const status = objectOf(body.status);
      if (!Array.isArray(status.resourceRules)) return;
      status.resourceRules = status.resourceRules.filter((rule) =>
        !JSON.stringify(rule).includes("selfsubjectreviews")
      );
    }),
  },
  "older: no table of a status": {
    reason: "A status subresource cannot be returned as a Table.",
    releases: OLDER,
    endsSequence: true,
    reconcile: whole(({ request, real }) =>
      request.path.endsWith("/status") && /as=Table/.test(request.accept) &&
      objectOf(real.body).kind !== "Table"
    ),
  },
  "older: taken from nothing": {
    reason: "A strategic merge patch that deletes a missing field leaves something: an empty " +
      "text for null in a map, or the directive of a list.",
    releases: OLDER,
    endsSequence: true,
    reconcile: (exchange) => {
      const { request } = exchange;
      if (request.contentType !== "application/strategic-merge-patch+json") return undefined;
      const { metadata, data, stringData } = objectOf(request.body);
      const { labels, annotations, [DELETED_FINALIZERS]: deleted } = objectOf(metadata);
      const maps = [labels, annotations, data, stringData].map(objectOf);
      if (!deleted && !maps.some((map) => Object.values(map).includes(null))) return undefined;
      if (exchange.reference.status !== exchange.real.status) {
        return { reference: exchange.real, real: exchange.real };
      }
      return editing((body) =>
        eachObject(body, (object) => {
          withoutEmptyTexts(object);
          const written = objectOf(object.metadata);
          // The remainder is a change.
          delete written.resourceVersion;
          delete written.generation;
          if (deleted) delete written.finalizers;
        })
      )(exchange);
    },
  },
});

const DELETED_FINALIZERS = "$deleteFromPrimitiveList/finalizers";

const isRoleRef = ({ field }: JsonObject) => String(field).startsWith("roleRef");

const isOwned = ({ reason }: JsonObject) => reason === "FieldManagerConflict";

/** Explains writes that only one server counts as a change. */
function withoutVersion(exchange: Parameters<Explanation["reconcile"]>[0]) {
  if (exchange.request.method === "GET") return undefined;
  return editing((body) =>
    eachObject(body, (object) => delete objectOf(object.metadata).resourceVersion)
  )(exchange);
}

function withoutEmptyTexts(object: JsonObject): void {
  const metadata = objectOf(object.metadata);
  const maps = [[metadata, "labels"], [metadata, "annotations"], [object, "data"]] as const;
  for (const [owner, map] of maps) {
    const texts = Object.entries(objectOf(owner[map])).filter(([, text]) => text !== "");
    if (texts.length > 0) owner[map] = Object.fromEntries(texts);
    else delete owner[map];
  }
}
