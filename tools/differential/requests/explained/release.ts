/**
 * Known differences of releases older than 1.26, the release of the specification.
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
  whole,
} from "./explanation.ts";
import type { JsonObject } from "../json.ts";

const OLDER = ["1.20"];

/** Known differences of older releases. */
export const RELEASE_EXPLANATIONS: readonly Explanation[] = [
  {
    id: "older: no field validation",
    reason: "Unknown and doubled fields are dropped without a word: telling of them came with 1.23",
    releases: OLDER,
    reconcile: ({ reference, real }) => {
      const isOther = (text: string) => !/^(unknown|duplicate) field |^line \d/.test(text);
      const warnings = reference.warnings.filter(isOther);
      return { reference: { ...reference, warnings }, real };
    },
  },
  {
    id: "older: no label of a namespace",
    reason: "The label with a namespace's name came with 1.21, and with it that it must be valid",
    releases: OLDER,
    reconcile: part((body, { request }) => {
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
  {
    id: "older: apply to a status",
    reason: "Who applies a status owns, and gives up, what else they applied: subresources are " +
      "told apart from 1.22 on",
    releases: OLDER,
    endsSequence: true,
    reconcile: whole(({ request }) =>
      request.contentType === "application/apply-patch+yaml" && request.path.endsWith("/status")
    ),
  },
  {
    id: "older: ownership in beta",
    reason:
      "Server-side apply was in beta before 1.22, with other rules of who owns what: owners " +
      "are compared with the interface's release",
    releases: OLDER,
    reconcile: part((body, { reference, real }) => {
      eachObject(body, (object) => delete objectOf(object.metadata).managedFields);
      const details = objectOf(body.details);
      if (reference.status !== 409 || real.status !== 409 || !Array.isArray(details.causes)) return;
      details.causes = details.causes.filter((cause) => !isOwned(objectOf(cause)));
    }),
  },
  {
    id: "older: conflicts in beta",
    reason: "For the same reason an apply may meet other owners, be a change where it is none, " +
      "or merge a role reference with the one that is there",
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
  {
    id: "older: metadata of a review",
    reason: "A review may have no metadata, were it only what the server drops; from 1.22 on its " +
      "owners are not counted",
    releases: OLDER,
    reconcile: (exchange) => {
      const isAbout = ({ field }: JsonObject) => field === "metadata";
      if (!exchange.request.path.endsWith("reviews")) return undefined;
      const causes = causesOf(exchange.real);
      if (causes.length === 1 && causes.every(isAbout)) {
        return { reference: exchange.real, real: exchange.real };
      }
      return part((body) => {
        const details = objectOf(body.details);
        if (!Array.isArray(details.causes)) return;
        details.causes = details.causes.filter((cause) => !isAbout(objectOf(cause)));
      })(exchange);
    },
  },
  {
    id: "older: namespace of a local review",
    reason: "A local review that names no namespace is a bad request; the interface has it " +
      "defaulted",
    releases: OLDER,
    reconcile: whole(({ request, real }) =>
      request.path.endsWith("/localsubjectaccessreviews") && real.status === 400
    ),
  },
  {
    id: "older: namespace of what has none",
    reason: "A namespace in the metadata of what lives in none is a bad request; from 1.24 on it " +
      "is dropped",
    releases: OLDER,
    endsSequence: true,
    reconcile: whole(({ request, real }) =>
      !request.path.includes("/namespaces/differential") && real.status === 400 &&
      ("namespace" in objectOf(objectOf(request.body).metadata) ||
        JSON.stringify(request.body ?? null).includes(`"/metadata/namespace"`))
    ),
  },
  {
    id: "older: collision of a name",
    reason: "Where a prefix for a name is given, even beside a name, a name that is taken is a " +
      "fault of the server's own; from 1.21 on it is a conflict",
    releases: OLDER,
    reconcile: whole(({ request, reference, real }) =>
      reference.status === 409 && real.status === 500 &&
      "generateName" in objectOf(objectOf(request.body).metadata)
    ),
  },
  {
    id: "older: no count beside partial metadata",
    reason: "How many objects remain is not told where only their metadata is asked for",
    releases: OLDER,
    reconcile: part((body) => {
      if (body.kind !== "PartialObjectMetadataList") return;
      delete objectOf(body.metadata).remainingItemCount;
    }),
  },
  {
    id: "older: options of another version",
    reason: "Options of a deletion that have no known version are a fault of its own to the " +
      "server; from 1.21 on they are passed over",
    releases: OLDER,
    endsSequence: true,
    reconcile: whole(({ request, real }) =>
      request.method === "DELETE" && real.status === 500 && "apiVersion" in objectOf(request.body)
    ),
  },
  {
    id: "older: no SelfSubjectReview",
    reason: "The rules do not name the review that came with 1.26",
    releases: OLDER,
    reconcile: part((body) => {
      if (body.kind !== "SelfSubjectRulesReview") return;
      const status = objectOf(body.status);
      if (!Array.isArray(status.resourceRules)) return;
      status.resourceRules = status.resourceRules.filter((rule) =>
        !JSON.stringify(rule).includes("selfsubjectreviews")
      );
    }),
  },
  {
    id: "older: no table of a status",
    reason: "A status could not be shown as a table",
    releases: OLDER,
    endsSequence: true,
    reconcile: whole(({ request, real }) =>
      request.path.endsWith("/status") && /as=Table/.test(request.accept) &&
      objectOf(real.body).kind !== "Table"
    ),
  },
  {
    id: "older: taken from nothing",
    reason: "A strategic merge patch that takes away what is not there leaves something: empty " +
      "text for null in a map, a list of what should go from one",
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
      return part((body) =>
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
];

const DELETED_FINALIZERS = "$deleteFromPrimitiveList/finalizers";

const isRoleRef = ({ field }: JsonObject) => String(field).startsWith("roleRef");

const isOwned = ({ reason }: JsonObject) => reason === "FieldManagerConflict";

/** Explains writes that only one server counts as a change. */
function withoutVersion(exchange: Parameters<Explanation["reconcile"]>[0]) {
  if (exchange.request.method === "GET") return undefined;
  return part((body) =>
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
