/**
 * The behaviours that a run tries where checks fail: each is one entry.
 *
 * @module
 */
import type { JsonObject, WatchDocument } from "../../client/http_client.ts";
import { ANY } from "@plumbline/reports/request_words";
import { asObject, metadataOf, nameOf, resourceVersionOf, uidOf } from "../../model/object.ts";
import { type Behaviour, type Seen, seenIn } from "./behaviour.ts";
import { CHANGED_UIDS } from "./changed_uids.ts";
import { DEFAULT_PAGES } from "./default_pages.ts";
import { hasEffect, hasOtherDryRun, isDryRun } from "./dry_runs.ts";
import { asSelectedDeletions } from "./deletion_substitutes.ts";
import { ENCODED_NAMES } from "./encoded_names.ts";
import { ERROR_BODIES } from "./error_bodies.ts";
import { removesHeld } from "./held_objects.ts";
import {
  continuesOlderPage,
  hasVersionOfPage,
  isOfAnotherState,
  isOlderThanItems,
  keepsVersionOfDeleted,
  WITHOUT_VERSIONS,
} from "./list_versions.ts";
import { VERSIONED_LISTS, VERSIONED_PAGES } from "./corrected_lists.ts";
import { EFFECTIVE_ERRORS } from "./effective_errors.ts";
import { hasNoEffect } from "./idle_deletions.ts";
import { ignoresFieldSelector } from "./field_selectors.ts";
import { INTERMITTENT_BEHAVIOURS } from "./intermittent.ts";
import { LAGGING_READS } from "./lagging_reads.ts";
import { ignoresLabelSelector, isUnselected, withSelected } from "./label_selectors.ts";
import { SHARED_NAMESPACES } from "./namespaces.ts";
import { PAST_WATCHES_OF_FORMS } from "./past_watches.ts";
import { ignoresPreconditions } from "./preconditions.ts";
import { FIELD_SELECTIONS } from "./read_substitutes.ts";
import { REFUSED_WATCHES } from "./refused_watches.ts";
import { STALE_WRITES } from "./stale_writes.ts";
import { DRY_RUNS } from "./unsent_dry_runs.ts";
import { withJson } from "./json_answer.ts";

const isSuccess = ({ status }: Seen): boolean => status >= 200 && status < 300;
const isWrite = ({ method }: Seen): boolean => method !== "GET";
const itemsOf = (list: JsonObject | undefined): JsonObject[] | undefined =>
  Array.isArray(list?.items) ? list.items.map((item) => asObject(item) ?? {}) : undefined;
const pathOf = (one: Seen): string =>
  one.verb === "create" && one.answer ? `${one.path}/${nameOf(one.answer)}` : one.path;
const versionIn = (object: JsonObject | undefined): number =>
  Number(object && resourceVersionOf(object));

/** The id of what lists do whose version is always the same. */
const UNCHANGED = "a list's resourceVersion does not change";

/** The operators of a label selector that have a set of values. */
const SETS = /\s(not)?in\s*\(/;

/** The behaviours, each tried where it shows in a case that fails. */
export const BEHAVIOURS: readonly Behaviour[] = [
  // Before those that are always so: what succeeds the next time is none of them.
  ...INTERMITTENT_BEHAVIOURS,
  ...Object.entries(ANY).map(([verb, name]): Behaviour => ({
    id: `${verb} is answered with a 5xx status`,
    name: `${name} is answered with a 5xx status`,
    ...(verb === "apply" && { feature: "server-side-apply" as const }),
    concerns: (one) => one.verb === verb,
    shows: (seen) => seen.filter((one) => one.verb === verb && one.status >= 500),
  })),
  ...ERROR_BODIES,
  ENCODED_NAMES,
  ...REFUSED_WATCHES,
  ...SHARED_NAMESPACES,
  ...WITHOUT_VERSIONS,
  {
    id: "DELETE is answered with 202",
    name: "A successful DELETE is answered with 202",
    isOfAnswer: true,
    concerns: ({ method }) => method === "DELETE",
    shows: (seen) => seen.filter(({ method, status }) => method === "DELETE" && status === 202),
    relieve: () => ({
      response: (response, { method }) =>
        method === "DELETE" && response.status === 202 ? { ...response, status: 200 } : response,
    }),
  },
  {
    id: "limit is ignored",
    parameter: "limit",
    name: "A list ignores `limit`",
    feature: "paging",
    concerns: ({ verb, query }) => verb === "list" && Number(query.get("limit")) > 0,
    shows: (seen) =>
      seen.filter(({ verb, query, answer }) =>
        verb === "list" && Number(query.get("limit")) > 0 && query.get("resourceVersion") !== "0" &&
        (itemsOf(answer)?.length ?? 0) > Number(query.get("limit"))
      ),
  },
  DEFAULT_PAGES,
  {
    id: "limit of a deletion is ignored",
    name: "A DELETE of a collection ignores `limit`",
    concerns: ({ verb, query }) => verb === "deletecollection" && Number(query.get("limit")) > 0,
    shows: (seen) =>
      seen.filter(({ verb, query, answer }) =>
        verb === "deletecollection" && Number(query.get("limit")) > 0 &&
        (itemsOf(answer)?.length ?? 0) > Number(query.get("limit"))
      ),
  },
  {
    id: "preconditions are ignored",
    isOfEffect: true,
    parameter: "preconditions",
    name: "A DELETE ignores `preconditions`",
    states: /\.(uid|version)-precondition-missed$/,
    concerns: ({ verb, body }) =>
      (verb === "delete" || verb === "deletecollection") && body?.preconditions !== undefined,
    shows: (seen) => seen.filter((one, at) => ignoresPreconditions(one, at, seen)),
  },
  {
    id: "labelSelector is ignored",
    parameter: "labelSelector",
    name: "`labelSelector` is ignored",
    // One that is not understood may select everything.
    nameOf: (shown) =>
      shown.every(({ query }) => SETS.test(query.get("labelSelector") ?? ""))
        ? "A `labelSelector` that has `in` or `notin` is ignored"
        : undefined,
    concerns: ({ query }) => (query.get("labelSelector") ?? "") !== "",
    shows: (seen) => seen.filter((one, at) => ignoresLabelSelector(one, at, seen)),
    relieve: () => ({
      replace: asSelectedDeletions,
      response(response, { method, query }) {
        const list = asObject(response.json);
        if (method !== "GET" || list === undefined || response.status !== 200) return response;
        const selected = withSelected(list, query);
        const lengthOf = ({ items, rows }: JsonObject) => [items, rows].flat().length;
        return lengthOf(selected) === lengthOf(list) ? response : withJson(response, selected);
      },
      document: (event, { query }) => isUnselected(event, query) ? undefined : event,
    }),
  },
  {
    id: "resourceVersionMatch is ignored",
    parameter: "resourceVersionMatch",
    name: "A list ignores `resourceVersionMatch`",
    feature: "exact-reads",
    concerns: ({ verb, query }) => verb === "list" && query.has("resourceVersionMatch"),
    shows: (seen) => seen.filter(ignoresMatch),
  },
  {
    id: "resourceVersion of a page is ignored",
    name: "A list with `limit` ignores `resourceVersion`",
    concerns: ({ verb, query }) => verb === "list" && hasVersionOfPage(query),
    shows: (seen) =>
      seen.filter(({ verb, query, status, answer }) =>
        verb === "list" && status === 200 && hasVersionOfPage(query) && answer !== undefined &&
        !query.has("resourceVersionMatch") &&
        ![query.get("resourceVersion"), undefined].includes(resourceVersionOf(answer))
      ),
  },
  {
    id: "continue is ignored",
    name: "A later page of a list shows another state than the first one",
    concerns: ({ verb, query }) => verb === "list" && query.has("continue"),
    shows: (seen) => seen.filter((one) => isOfAnotherState(one, seen)),
  },
  {
    id: "fieldSelector is ignored",
    parameter: "fieldSelector",
    form: FIELD_SELECTIONS,
    name: "`fieldSelector` is ignored",
    // One that is not understood may select everything.
    nameOf: (shown) =>
      shown.every(({ query }) => query.get("fieldSelector")?.includes("!="))
        ? "A `fieldSelector` that has `!=` selects wrongly"
        : undefined,
    concerns: ({ query }) => (query.get("fieldSelector") ?? "") !== "",
    shows: (seen) => seen.filter((one, at) => ignoresFieldSelector(one, at, seen)),
  },
  {
    id: "dryRun is ignored",
    isOfEffect: true,
    parameter: "dryRun",
    form: DRY_RUNS,
    name: "`dryRun` is ignored",
    nameOf: (shown) =>
      shown.some(isDryRun)
        ? undefined
        : "A write with another value of `dryRun` than `All` is accepted",
    feature: "dry-run",
    lasts: true,
    states:
      /dry-run.*(changes-nothing|unchanged|permits-nothing|no-trace|no-watch-event|not-persisted|silent)$/,
    concerns: isDryRun,
    shows: (seen) =>
      seen.filter((one, at) =>
        isSuccess(one) && (isDryRun(one) ? hasEffect(one, at, seen) : hasOtherDryRun(one))
      ),
  },
  ...EFFECTIVE_ERRORS,
  STALE_WRITES,
  {
    id: "a watch replays the collection",
    name: "A watch replays the whole collection instead of starting after its resourceVersion",
    parameter: "resourceVersion",
    parameterOf: "watch",
    form: PAST_WATCHES_OF_FORMS,
    statesOfEvents: /\.(starts-after-version|too-old-gone)$/,
    concerns: ({ verb, query }) => verb === "watch" && Number(query.get("resourceVersion")) > 0,
    shows: (seen) =>
      seen.filter(({ events, query }) =>
        events.some((event) => isReplayed(event, query.get("resourceVersion")))
      ),
    relieve: () => ({
      document: (event, { query }) => isReplayed(event, query?.resourceVersion) ? undefined : event,
    }),
  },
  {
    id: "apiVersion is not that of the path",
    name: "A response has another `apiVersion` than its path",
    concerns: ({ place }) => place !== undefined,
    shows: (seen) => seen.filter(hasOtherVersion),
    relieve: () => {
      const corrected = (object: JsonObject, apiVersion: string): JsonObject => ({
        ...object,
        apiVersion,
        ...(Array.isArray(object.items) && {
          items: object.items.map((item) => {
            const { apiVersion: own, ...rest } = asObject(item) ?? {};
            return own === undefined ? rest : { ...rest, apiVersion };
          }),
        }),
      });
      return {
        response(response, request) {
          const object = asObject(response.json);
          const seen = seenIn(request, response);
          if (object === undefined || !hasOtherVersion(seen)) return response;
          return withJson(response, corrected(object, seen.place!.apiVersion));
        },
      };
    },
  },
  {
    id: "deletions have no effect",
    isOfEffect: true,
    yields: true,
    name: "A DELETE that succeeds has no effect",
    lasts: true,
    concerns: ({ verb }) => verb === "delete" || verb === "deletecollection",
    shows: (seen) => seen.filter((one, at) => hasNoEffect(one, at, seen)),
  },
  {
    id: "finalizers are ignored",
    isOfEffect: true,
    name: "A DELETE removes an object although it has finalizers",
    feature: "finalizers",
    lasts: true,
    states: /\.stays-until-finalizers-are-empty$/,
    statesOfEvents: /\.delete-with-finalizers-is-modified$/,
    concerns: ({ verb }) => verb === "delete" || verb === "deletecollection",
    shows: (seen) => seen.filter((one, at) => removesHeld(one, at, seen)),
  },
  {
    id: "a list's resourceVersion does not change by a deletion",
    partOf: UNCHANGED,
    name: "A list's resourceVersion does not change when an object is deleted",
    form: VERSIONED_LISTS,
    violates: /\.list-version-names-state$/,
    concerns: ({ method, verb }) => method === "DELETE" || verb === "list",
    shows: (seen) => seen.filter((one, at) => keepsVersionOfDeleted(one, seen.slice(0, at))),
  },
  {
    id: UNCHANGED,
    name: "A list's resourceVersion does not change when an object is written",
    states: /\.list-version-names-state$/,
    givesVersions: true,
    form: VERSIONED_PAGES,
    concerns: (one) => isWrite(one) || one.verb === "list",
    shows: (seen) =>
      seen.filter((one, at) => {
        if (isOlderThanItems(one) && !one.query.has("continue")) return true;
        if (!isWrite(one) || !isSuccess(one) || isDryRun(one)) return false;
        const isList = ({ verb, place, status }: Seen) =>
          verb === "list" && status === 200 && place?.resource === one.place?.resource;
        const first = seen.slice(0, at).findLast(isList);
        const before = first?.answer;
        const after = seen.slice(at).find((each) =>
          isList(each) && each.path === first?.path && `${each.query}` === `${first.query}` &&
          each.accept === first.accept
        )?.answer;
        const version = before && resourceVersionOf(before);
        return version !== undefined && after !== undefined &&
          resourceVersionOf(after) === version &&
          JSON.stringify(before!.items) !== JSON.stringify(after.items);
      }),
    relieve: () => {
      let newest = 0;
      return {
        response(response, { query = {} }) {
          const object = asObject(response.json);
          if (object === undefined || query.continue || query.resourceVersion) return response;
          const items = itemsOf(object) ?? [];
          for (const version of [object, ...items].map(versionIn)) {
            if (version > newest) newest = version;
          }
          if (!Array.isArray(object.items) || !(versionIn(object) < newest)) return response;
          const metadata = { ...metadataOf(object), resourceVersion: String(newest) };
          return withJson(response, { ...object, metadata });
        },
      };
    },
  },
  {
    // The tokens of its pages continue at the version, too, which no client can correct.
    id: UNCHANGED,
    name: "A list's resourceVersion does not change when an object is written",
    lasts: true,
    concerns: (one) => isWrite(one) || one.verb === "list",
    shows: (seen) => seen.filter((one, at) => continuesOlderPage(one, seen.slice(0, at))),
  },
  ...LAGGING_READS,
  {
    id: "a write is answered with another resourceVersion",
    name: "A write is answered with a resourceVersion that the object does not have",
    concerns: isWrite,
    shows: (seen) => seen.filter((one, at) => isRenamed(one, seen.slice(at + 1))),
    relieve: () => ({
      async response(response, { method, path, query, identity }, _, send) {
        const object = asObject(response.json);
        const isStored = ["POST", "PUT", "PATCH"].includes(method) && response.status < 300 &&
          query?.dryRun === undefined && object !== undefined && uidOf(object) !== undefined;
        if (!isStored) return response;
        const place = method === "POST" ? `${path}/${nameOf(object)}` : path;
        const { json } = await send({ method: "GET", path: place, ...(identity && { identity }) });
        const now = asObject(json);
        const resourceVersion = now && resourceVersionOf(now);
        if (resourceVersion === undefined || uidOf(now!) !== uidOf(object)) return response;
        return withJson(response, {
          ...object,
          metadata: { ...metadataOf(object), resourceVersion },
        });
      },
    }),
  },
  CHANGED_UIDS,
];

/** Returns true for a list that succeeds with an invalid match, or is not of the exact version. */
function ignoresMatch(one: Seen): boolean {
  const { verb, query, answer } = one;
  const match = query.get("resourceVersionMatch");
  if (verb !== "list" || match === null || !isSuccess(one) || query.has("continue")) return false;
  const version = query.get("resourceVersion") ?? "";
  if (version === "" || (match === "Exact" && version === "0")) return true;
  if (match !== "Exact") return match !== "NotOlderThan";
  const answered = answer && resourceVersionOf(answer);
  // An earlier version is not that of the newest state.
  return answered !== undefined && answered !== version && !(Number(answered) < Number(version));
}

/** Returns true for objects and lists of the type of the path in another API version. */
function hasOtherVersion(one: Seen): boolean {
  const { place, answer } = one;
  if (place === undefined || place.subresource !== "" || !isSuccess(one)) return false;
  const { kind, apiVersion } = answer ?? {};
  if (typeof kind !== "string" || typeof apiVersion !== "string" || !answer?.metadata) return false;
  // Tables, metadata alone and Status have groups of their own.
  return !/^(Table|PartialObjectMetadata|Status)/.test(kind) && apiVersion !== place.apiVersion;
}

function isReplayed({ type, object }: WatchDocument, from: string | null | undefined): boolean {
  const start = Number(from ?? 0);
  return start > 0 && type === "ADDED" && versionIn(object) <= start;
}

/** Returns true for a write after which the object has another resourceVersion than in the response. */
function isRenamed(one: Seen, later: readonly Seen[]): boolean {
  const isStored = ["create", "update", "patch", "apply"].includes(one.verb) && isSuccess(one) &&
    !isDryRun(one);
  if (!isStored || one.answer === undefined) return false;
  const uid = uidOf(one.answer);
  const path = pathOf(one);
  const isOfObject = (each: Seen) =>
    isWrite(each) && (each.path.startsWith(path) || path.startsWith(`${each.path}/`));
  const next = later.findIndex((each) => isOfObject(each) && !isDryRun(each));
  const isNewest = ({ query }: Seen) =>
    ["resourceVersion", "continue"].every((name) => !query.has(name));
  const shown = later.slice(0, next < 0 ? later.length : next)
    .filter((each) => ["get", "list"].includes(each.verb) && each.status === 200 && isNewest(each))
    .flatMap(({ answer }) => [...answer ? [answer] : [], ...itemsOf(answer) ?? []])
    .find((object) => uidOf(object) === uid);
  if (uid === undefined || shown === undefined) return false;
  // A version that is missing or no text is not another version.
  if (resourceVersionOf(shown) === undefined) return false;
  // A read that lags shows an earlier one, but none before the create.
  if (versionIn(shown) < versionIn(one.answer)) return one.status === 201;
  // A dry run may have had an effect.
  return resourceVersionOf(shown) !== resourceVersionOf(one.answer) &&
    !later.some((each) => isOfObject(each) && isDryRun(each));
}
