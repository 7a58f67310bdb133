/**
 * Known differences of applies and pods, each with its reason.
 *
 * @module
 */
import {
  type AnswerPair,
  causesOf,
  type Explanation,
  explanations,
  objectOf,
  whole,
} from "../requests/explained/explanation.ts";
import type { Json, JsonObject } from "@plumbline/server/api";

/** Returns true if the path of a request has a resource. */
export const isAt = ({ request }: AnswerPair, resource: string): boolean =>
  new RegExp(`/${resource}(/|$)`).test(request.path);

const isApply = ({ request }: AnswerPair): boolean =>
  request.contentType === "application/apply-patch+yaml";

/** The keys of lists that are maps. */
const LIST_KEYS = [
  "conditionType",
  "containerPort",
  "devicePath",
  "ip",
  "key",
  "mountPath",
  "name",
  "port",
  "topologyKey",
  "type",
  "uid",
];

/** Returns true if a list somewhere in a value has two items of one key, or a word twice. */
function repeatsItems(value: Json | undefined): boolean {
  if (!Array.isArray(value)) return Object.values(objectOf(value)).some(repeatsItems);
  const isRepeated = LIST_KEYS.some((key) => {
    const values = value.map((item) => objectOf(item)[key]).filter((one) => one !== undefined);
    return new Set(values).size < values.length;
  });
  const words = value.filter((item) => typeof item === "string");
  return isRepeated || new Set(words).size < words.length || value.some(repeatsItems);
}

/** Returns true if a value has a list with an object that has a null, at any depth. */
function hasNullInItems(value: Json | undefined, isInside = false): boolean {
  if (value === null) return isInside;
  if (Array.isArray(value)) {
    return value.some((item) => item !== null && hasNullInItems(item, true));
  }
  return Object.values(objectOf(value)).some((part) => hasNullInItems(part, isInside));
}

/** The known differences. */
export const APPLY_EXPLANATIONS: readonly Explanation[] = explanations({
  "conflicts-about-null": {
    endsSequence: true,
    reason: "The real server stores null for the limits of a LimitRange without any and for the " +
      "time of an optional template, and the writer owns them: an apply of a value by another " +
      "manager is a conflict.",
    reconcile: whole((exchange) => {
      const causes = causesOf(exchange.real);
      const isNull = ({ field }: JsonObject) =>
        isAt(exchange, "limitranges") && field === ".spec.limits" ||
        /^\.spec\.(.+\.)?(template|jobTemplate)\.(metadata\.)?creationTimestamp$/.test(
          String(field),
        );
      return exchange.real.status === 409 && isApply(exchange) && causes.length > 0 &&
        causes.every(isNull) && [200, 409, 422].includes(exchange.reference.status);
    }),
  },
  "conflicts-named-twice": {
    reason:
      "Of two conflicts about neighbouring fields the real server sometimes names the second " +
      "twice, or the field that it is in. The reference server names both.",
    reconcile: ({ reference, real }) => {
      const names = (answer: AnswerPair["real"]) =>
        causesOf(answer).map(({ field }) => String(field));
      const [ours, theirs] = [names(reference), names(real)];
      const isNear = (name: string) =>
        ours.some((own) => own === name || own.startsWith(`${name}.`));
      const isMistaken = reference.status === 409 && real.status === 409 && ours.length > 0 &&
        theirs.length <= ours.length && theirs.every(isNear);
      return isMistaken ? { reference: real, real } : undefined;
    },
  },
  "applies-to-repeated-items": {
    endsSequence: true,
    reason:
      "The real server answers 500 to every apply to an object with two list items of one key, " +
      "such as variables of one name, or with one address twice in a set. The reference server applies what does not concern them.",
    reconcile: whole((exchange) =>
      isApply(exchange) && exchange.real.status === 500 && exchange.reference.status === 200 &&
      repeatsItems(exchange.reference.body)
    ),
  },
  "owners-in-a-template": {
    endsSequence: true,
    reason:
      "The real server answers 500 to an apply of a template whose `fieldsV1` is not a map, and " +
      "accepts it in other writes. The reference server accepts it in all.",
    reconcile: whole((exchange) =>
      isApply(exchange) && exchange.real.status === 500 && exchange.reference.status < 300 &&
      /"fieldsV1":(?!\{|null)/.test(JSON.stringify(exchange.request.body ?? null))
    ),
  },
  "formats-beside-a-status": {
    endsSequence: true,
    reason:
      "The real server does not decode an apply that changes nothing but what its path does not " +
      "change: other fields for a status, the status for an object. The reference server rejects " +
      "a time or a quantity that it cannot read.",
    reconcile: whole((exchange) =>
      isApply(exchange) && exchange.reference.status === 400 && exchange.real.status === 200 &&
      (exchange.request.path.endsWith("/status") || "status" in objectOf(exchange.request.body))
    ),
  },
  "rules-of-an-aggregated-role": {
    endsSequence: true,
    reason: "An apply of the rules of an aggregated ClusterRole has no effect. The real server " +
      "leaves that to a controller, and validates the rules.",
    reconcile: whole((exchange) =>
      isApply(exchange) && isAt(exchange, "clusterroles") && exchange.reference.status < 300 &&
      "aggregationRule" in objectOf(exchange.reference.body) && exchange.real.status === 422 &&
      causesOf(exchange.real).every(({ field }) => /^rules\[/.test(String(field)))
    ),
  },
  "nulls-in-items": {
    endsSequence: true,
    reason: "RFC 7396 leaves a null in a list as it is, so that a map has an empty value there. " +
      "The real server removes the key.",
    reconcile: whole(({ request, reference, real }) =>
      request.contentType === "application/merge-patch+json" &&
      [200, 422].includes(reference.status) && [200, 422].includes(real.status) &&
      hasNullInItems(request.body)
    ),
  },
  "nulls-in-lists": {
    reason: "RFC 7396 leaves a null in a list as it is, so the reference server warns of an " +
      "unknown field there. The real server removes it before it decodes the object.",
    reconcile: ({ request, reference, real }) => {
      const warnings = reference.warnings.filter((text) =>
        real.warnings.includes(text) || !/^unknown field "[^"]*\[\d+\]/.test(text)
      );
      const isPatch = request.contentType === "application/merge-patch+json" &&
        JSON.stringify(request.body ?? null).includes(":null");
      return isPatch && warnings.length < reference.warnings.length
        ? { reference: { ...reference, warnings }, real }
        : undefined;
    },
  },
  "owners-of-what-has-no-type": {
    endsSequence: true,
    reason: "If the fields that a write sends do not fit the schema, even those that it cannot " +
      "change, the real server drops all owners.",
    reconcile: ({ request, reference, real }) => {
      const [ours, theirs] = [reference, real].map(({ body }) => structuredClone(objectOf(body)));
      const isDropped = request.method !== "GET" && reference.status < 300 && real.status < 300 &&
        objectOf(ours!.metadata).managedFields !== undefined &&
        objectOf(theirs!.metadata).managedFields === undefined;
      if (!isDropped) return undefined;
      for (const body of [ours, theirs]) {
        delete objectOf(body!.metadata).managedFields;
        delete objectOf(body!.metadata).resourceVersion;
      }
      return { reference: { ...reference, body: ours! }, real: { ...real, body: theirs! } };
    },
  },
  "empty-overhead": {
    endsSequence: true,
    reason:
      "To the real server a pod with an empty overhead has one, which its RuntimeClass lacks.",
    reconcile: whole((exchange) =>
      isAt(exchange, "pods") && exchange.real.status === 403 && exchange.request.user !== "bob" &&
      /"overhead":\{\}/.test(JSON.stringify(exchange.request.body ?? null))
    ),
  },
});
