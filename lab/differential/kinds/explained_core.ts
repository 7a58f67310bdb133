/**
 * Known differences of the kinds of the core group, each with its reason.
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
} from "../requests/explained/explanation.ts";
import type { Json, JsonObject } from "@plumbline/server/api";
import { isAt } from "./explained_applies.ts";

/** Fields that are null where they are absent, by the resource that has them. */
const NULLS: readonly (readonly [resource: string, field: RegExp])[] = [
  ["nodes", /^f:lastHeartbeatTime$/],
  ["csinodes", /^f:topologyKeys$/],
  ["endpointslices", /^f:endpoints$/],
  ["volumeattachments", /^f:(time|attachError|detachError)$/],
  ["persistentvolumeclaims", /^f:(apiGroup|lastProbeTime)$/],
  ["persistentvolumes", /^f:secretNamespace$/],
];

/** Lists that are null where they are empty, with the resource and the part that has them. */
const NULL_LISTS: readonly (readonly [resource: string, part: string, list: string])[] = [
  ["limitranges", "spec", "limits"],
  ["horizontalpodautoscalers", "status", "currentMetrics"],
];

/** Disowns lists of projected volumes and times of series that are absent. */
function disownAbsent(object: JsonObject): void {
  if (hasNoSources(object.spec ?? object.template)) disown(object, /^f:sources$/);
  if (object.reportingComponent !== undefined && !object.eventTime) disown(object, /^f:eventTime$/);
  const { count, lastObservedTime } = objectOf(object.series);
  if (object.series === undefined || lastObservedTime) return;
  disown(object, count === undefined ? /^f:series$/ : /^f:lastObservedTime$/);
}

/** Returns true if a value has a projected volume without sources somewhere. */
function hasNoSources(value: Json | undefined): boolean {
  if (Array.isArray(value)) return value.some(hasNoSources);
  return Object.entries(objectOf(value)).some(([name, inner]) =>
    name === "projected" && objectOf(inner).sources === undefined || hasNoSources(inner)
  );
}

/** What real servers reject if it is empty instead of absent: the causes, by what was sent. */
const SET_IF_EMPTY: readonly (readonly [sent: RegExp, cause: RegExp])[] = [
  [
    /"ephemeralContainers".*"(limits|requests)":\{\}/,
    /^spec\.ephemeralContainers\[\d+\]\.resources$/,
  ],
  [/"supplementalGroups":\[\]/, /\.supplementalGroups$/],
  [/"(data|binaryData)":\{\}/, /^(data|binaryData)$/],
];

/** The known differences. */
export const CORE_EXPLANATIONS: readonly Explanation[] = explanations({
  "owners-of-null": {
    reason:
      "The real server stores null for some absent fields, such as the time of a heartbeat, " +
      "and makes the writer their owner.",
    reconcile: editing((body, exchange) => {
      for (const [resource, field] of NULLS) {
        if (isAt(exchange, resource)) eachObject(body, (object) => disown(object, field));
      }
      for (const [resource, part, list] of NULL_LISTS) {
        if (!isAt(exchange, resource)) continue;
        eachObject(body, (object) => {
          // Metadata alone does not show the list.
          const value = JSON.stringify(objectOf(object[part])[list]);
          if ([undefined, "null", "[]"].includes(value)) disown(object, new RegExp(`^f:${list}$`));
        });
      }
      eachObject(body, disownAbsent);
    }),
  },
  "runtime-class-without-a-name": {
    reason:
      "The real server answers 500 for a Pod with a runtimeClassName that no path can have: it " +
      "cannot look it up. The reference server answers as for any class that is missing.",
    reconcile: whole(({ request, reference, real }) =>
      real.status === 500 && reference.status === 403 && /\/pods(\/|$)/.test(request.path) &&
      /"runtimeClassName":"(|\.\.?|[^"]*[/%][^"]*)"/.test(JSON.stringify(request.body ?? null))
    ),
  },
  "forbidden-if-empty": {
    endsSequence: true,
    reason: "To the real server an empty map or list is set: it forbids one where the field is " +
      "forbidden, and a change from none to one where it cannot change.",
    reconcile: (exchange) => {
      const { request, reference, real } = exchange;
      const sent = JSON.stringify(request.body ?? null);
      const own = causesOf(reference).map(({ field }) => field);
      const isOwn = ({ field, reason }: JsonObject) =>
        reason === "FieldValueForbidden" && !own.includes(field) &&
        SET_IF_EMPTY.some(([text, cause]) => text.test(sent) && cause.test(String(field)));
      const all = causesOf(real);
      const others = all.filter((cause) => !isOwn(cause));
      if (real.status !== 422 || others.length === all.length) return undefined;
      if (others.length === 0) return { reference: real, real };
      const body = structuredClone(objectOf(real.body));
      objectOf(body.details).causes = [...others];
      return { reference, real: { ...real, body } };
    },
  },
  "empty-requests-of-a-claim": {
    endsSequence: true,
    reason:
      "To the real server a bound claim with an empty map of requests has them, and only lacks " +
      "the storage. The reference server rejects the change of the spec too.",
    reconcile: (exchange) => {
      const { request, reference, real } = exchange;
      const own = causesOf(reference);
      const others = own.filter(({ field }) => field !== "spec");
      const isEmpty = isAt(exchange, "persistentvolumeclaims") && real.status === 422 &&
        /"requests":\{\}/.test(JSON.stringify(request.body ?? null));
      if (!isEmpty || others.length === own.length) return undefined;
      const body = structuredClone(objectOf(reference.body));
      objectOf(body.details).causes = [...others];
      return { reference: { ...reference, body }, real };
    },
  },
  "null-in-a-key": {
    reason: "The real server distinguishes the owners of an item whose key was applied as null " +
      "from those of an item with an empty key. The reference server stores and owns the empty key.",
    reconcile: ({ request, reference, real }) => {
      if (!/"type":null/.test(JSON.stringify(request.body ?? null))) return undefined;
      const text = JSON.stringify(real.body);
      const body = JSON.parse(text.replaceAll('k:{\\"type\\":null}', 'k:{\\"type\\":\\"\\"}'));
      return { reference, real: { ...real, body } };
    },
  },
});
