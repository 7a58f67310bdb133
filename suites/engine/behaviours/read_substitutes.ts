/**
 * Other requests for the same reads: the pages of a list and selections as parts of the whole list, a list
 * as GETs of its objects, a GET as a list of one object, the answer of a write as a GET.
 *
 * @module
 */
import { OWN_SELECTOR, withoutOwnSelector } from "@plumbline/reports/text";
import type { HttpRequest, HttpResponse, JsonObject } from "../../client/http_client.ts";
import { placeIn } from "../../client/request_place.ts";
import {
  asObject,
  metadataOf,
  nameOf,
  namespaceOf,
  resourceVersionOf,
  uidOf,
} from "../../model/object.ts";
import type { Behaviour } from "./behaviour.ts";
import { isSelected } from "./selectors.ts";
import { withJson } from "./json_answer.ts";

/** Sends a request of its own. */
export type Send = (request: HttpRequest) => Promise<HttpResponse>;

/** The forms of reads, and of answers, that others can replace. */
export const READ_SUBSTITUTES: readonly Behaviour[] = [
  {
    id: "pages",
    name: "A list with `limit` or `continue` is refused or wrong where the whole list is right",
    concerns: ({ verb, query }) =>
      verb === "list" && (Number(query.get("limit")) > 0 || query.has("continue")),
    ...inPages(),
  },
  {
    id: "label selectors",
    name: "A list with `labelSelector` does not show the objects of the whole list that it selects",
    concerns: ({ verb, query }) =>
      verb === "list" && withoutOwnSelector(query.get("labelSelector") ?? "") !== "",
    ...substitutedBy((request, send) => selected(request, send, "labelSelector")),
  },
  {
    id: "field selectors",
    name: "A list with `fieldSelector` does not show the objects of the whole list that it selects",
    concerns: ({ verb, query }) => verb === "list" && (query.get("fieldSelector") ?? "") !== "",
    ...substitutedBy((request, send) => selected(request, send, "fieldSelector")),
  },
  {
    id: "lists",
    name: "A list does not show its objects as a GET does",
    concerns: ({ verb, accept }) => verb === "list" && accept === "",
    ...substitutedBy(withObjects),
  },
  {
    id: "GETs",
    name: "A GET does not show an object as a list does",
    concerns: ({ verb, accept, place }) =>
      verb === "get" && accept === "" && place?.subresource === "",
    ...substitutedBy(asList),
  },
  {
    id: "answers of writes",
    name: "A write is not answered with the object that a GET shows",
    concerns: ({ verb, query }) =>
      ["create", "update", "patch", "apply"].includes(verb) && !query.has("dryRun"),
    ...substitutedBy(withStored),
  },
  {
    id: "single objects",
    name: "GETs and answers of writes do not show an object as a list does",
    parts: ["GETs", "answers of writes"],
    concerns: ({ verb, query, accept, place }) =>
      SINGLE.includes(verb) && !query.has("dryRun") && accept === "" && place?.subresource === "",
    ...substitutedBy(async (request, send) =>
      await asList(request, send) ??
        (isPlain(request) ? withStored(request, send, asList) : undefined)
    ),
  },
];

/** Lists and watches with a field selector, whose objects are selected from those of all. */
export const FIELD_SELECTIONS: Behaviour = {
  id: "selections by fields",
  name: "A list or a watch with `fieldSelector` does not show the objects that it selects",
  concerns: ({ verb, query }) =>
    ["list", "watch"].includes(verb) && (query.get("fieldSelector") ?? "") !== "",
  shows: () => [],
  relieve: () => ({
    replace: (request, send) => selected(request, send, "fieldSelector"),
    document(event, { query }) {
      const asked = new URLSearchParams({ fieldSelector: String(query?.fieldSelector ?? "") });
      const isForeign = event.object.metadata !== undefined && event.object.kind !== "Status" &&
        isSelected({ query: asked }, event.object) === false;
      return isForeign ? undefined : event;
    },
  }),
};

/** The verbs that are answered with one object. */
const SINGLE: readonly string[] = ["get", "create", "update", "patch", "apply"];

/** Returns a behaviour that every request of a form may show, and that a case runs without. */
export function substitutedBy(
  replace: (request: HttpRequest, send: Send) => Promise<HttpResponse | undefined> | undefined,
): Pick<Behaviour, "shows" | "relieve"> {
  return { shows: () => [], relieve: () => ({ replace: async (...of) => await replace(...of) }) };
}

/** Lists without a selector, and selects from it what the selector does. */
async function selected(
  request: HttpRequest,
  send: Send,
  parameter: "labelSelector" | "fieldSelector",
): Promise<HttpResponse | undefined> {
  const { method, query = {} } = request;
  const place = placeIn(request);
  const selector = String(query[parameter] ?? "");
  const own = parameter === "labelSelector" ? withoutOwnSelector(selector) : selector;
  const isPart = query.limit !== undefined || query.continue !== undefined;
  const isList = method === "GET" && place?.name === "" && query.watch === undefined;
  if (own === "" || isPart || !isList) return undefined;
  const [scope] = OWN_SELECTOR.exec(selector) ?? [];
  const response = await send({ ...request, query: { ...query, [parameter]: scope } });
  const list = asObject(response.json);
  const asked = { query: new URLSearchParams({ [parameter]: own }) };
  if (response.status !== 200 || !Array.isArray(list?.items)) return undefined;
  const kept = list.items.map((item) => [item, isSelected(asked, asObject(item) ?? {})] as const);
  // A selector that cannot be read may be an invalid one.
  if (kept.some(([, isKept]) => isKept === undefined)) return undefined;
  return withJson(response, {
    ...list,
    items: kept.filter(([, isKept]) => isKept).map(([item]) => item),
  });
}

/** Returns a behaviour of lists in pages, which are cut from the whole list. */
export function inPages(): Pick<Behaviour, "shows" | "relieve"> {
  const relieve = () => {
    const rests = new Map<string, { readonly list: JsonObject; readonly response: HttpResponse }>();
    return {
      async replace(request: HttpRequest, send: Send): Promise<HttpResponse | undefined> {
        const { method, query = {} } = request;
        if (method !== "GET" || query.watch !== undefined) return undefined;
        const known = query.continue === undefined ? undefined : rests.get(query.continue);
        const limit = Number(query.limit ?? 0);
        if (known === undefined && (!(limit > 0) || query.continue !== undefined)) return undefined;
        const { limit: _, continue: __, ...whole } = query;
        const response = known?.response ?? await send({ ...request, query: whole });
        const list = known?.list ?? asObject(response.json);
        if (response.status !== 200 || !Array.isArray(list?.items)) return undefined;
        const { remainingItemCount: ___, continue: ____, ...metadata } = metadataOf(list);
        const [page, rest] = limit > 0
          ? [list.items.slice(0, limit), list.items.slice(limit)]
          : [list.items, []];
        const isSelection = withoutOwnSelector(String(query.labelSelector ?? "")) !== "" ||
          query.fieldSelector !== undefined;
        const last = asObject(page.at(-1) ?? null) ?? {};
        const token = `plumbline.${metadata.resourceVersion}.${namespaceOf(last)}.${nameOf(last)}`;
        if (rest.length > 0) rests.set(token, { list: { ...list, items: rest }, response });
        return withJson(response, {
          ...list,
          items: page,
          metadata: {
            ...metadata,
            ...(rest.length > 0 && { continue: token }),
            ...(rest.length > 0 && !isSelection && { remainingItemCount: rest.length }),
          },
        });
      },
    };
  };
  return { shows: () => [], relieve };
}

/** The most objects of a list that are read one by one. */
const MOST = 30;

/** Returns true for a request that is answered in JSON. */
function isPlain({ headers = {} }: HttpRequest): boolean {
  return !Object.keys(headers).some((name) => name.toLowerCase() === "accept");
}

/** Shows in place of the items of a list what GETs of them show. */
async function withObjects(
  request: HttpRequest,
  send: Send,
): Promise<HttpResponse | undefined> {
  const { method, path, query = {}, identity } = request;
  const place = placeIn(request);
  const isList = method === "GET" && place?.name === "" && !place.isIrregular &&
    query.watch === undefined && isPlain(request);
  if (!isList) return undefined;
  const response = await send(request);
  const list = asObject(response.json);
  if (!Array.isArray(list?.items) || list.items.length > MOST) return response;
  const items = await Promise.all(list.items.map(async (each) => {
    const item = asObject(each) ?? {};
    const inside = place.namespace === "" && namespaceOf(item) !== ""
      ? `namespaces/${namespaceOf(item)}/`
      : "";
    const collection = `${path.slice(0, -place.resource.length)}${inside}${place.resource}`;
    const own = `${collection}/${encodeURIComponent(nameOf(item))}`;
    const read = await send({ method: "GET", path: own, ...(identity && { identity }) });
    const object = read.status === 200 ? asObject(read.json) : undefined;
    if (object === undefined || !isSameState(object, item)) return each;
    const { kind: _, apiVersion: __, ...content } = object;
    const { kind, apiVersion } = item;
    return {
      ...(kind !== undefined && { kind }),
      ...(apiVersion !== undefined && { apiVersion }),
      ...content,
    };
  }));
  return withJson(response, { ...list, items });
}

/** Shows in place of a GET what a list of the object shows. */
async function asList(request: HttpRequest, send: Send): Promise<HttpResponse | undefined> {
  const { method, path, query = {}, identity } = request;
  const place = placeIn(request);
  const isRead = method === "GET" && isPlain(request) && place !== undefined &&
    place.name !== "" && place.subresource === "" && !place.isIrregular;
  if (!isRead || Object.keys(query).length > 0) return undefined;
  const response = await send(request);
  const listed = await send({
    method: "GET",
    path: path.slice(0, path.lastIndexOf("/")),
    query: { fieldSelector: `metadata.name=${place.name}` },
    ...(identity && { identity }),
  });
  const list = asObject(listed.json) ?? {};
  const isShown = response.status === 200 || response.status === 404;
  if (!isShown || listed.status !== 200 || !Array.isArray(list.items)) return response;
  // The list is the newer one: what it shows otherwise a GET must show as well.
  const item = list.items.map((each) => asObject(each) ?? {})
    .find((each) => nameOf(each) === place.name);
  if (item === undefined) return response;
  const shown = response.status === 200 ? asObject(response.json) : undefined;
  const {
    kind = String(list.kind).replace(/List$/, ""),
    apiVersion = list.apiVersion,
  } = shown ?? {};
  const answer = withJson(response, {
    kind,
    ...(apiVersion !== undefined && { apiVersion }),
    ...item,
  });
  return { ...answer, status: 200 };
}

/** Answers a write with the object that a GET shows after it, or what is read in place of a GET. */
async function withStored(
  request: HttpRequest,
  send: Send,
  readBy: (reading: HttpRequest, send: Send) => Promise<HttpResponse | undefined> = (each) =>
    send(each),
): Promise<HttpResponse | undefined> {
  const { method, path, query = {}, identity } = request;
  const isWrite = ["POST", "PUT", "PATCH"].includes(method) && query.dryRun === undefined;
  if (!isWrite) return undefined;
  if (!isPlain(request)) return withEncoded(request, send);
  const response = await send(request);
  const object = asObject(response.json);
  if (response.status >= 300 || object === undefined || uidOf(object) === undefined) {
    return response;
  }
  const own = method === "POST" ? `${path}/${encodeURIComponent(nameOf(object))}` : path;
  const read = await readBy({ method: "GET", path: own, ...(identity && { identity }) }, send);
  const stored = read?.status === 200 ? asObject(read.json) : undefined;
  return stored && isSameState(stored, object) ? withJson(response, stored) : response;
}

/** Answers a write that accepts another media type with a GET that does. */
async function withEncoded(request: HttpRequest, send: Send): Promise<HttpResponse | undefined> {
  const { method, path, headers = {}, identity } = request;
  const isAccept = ([key]: readonly [string, unknown]) => key.toLowerCase() === "accept";
  const given = Object.entries(headers);
  const reading = {
    method: "GET",
    headers: Object.fromEntries(given.filter(isAccept)),
    ...(identity && { identity }),
  } as const;
  const before = await send({ ...reading, path });
  if (before.status === 406) return before;
  const others = Object.fromEntries(given.filter((one) => !isAccept(one)));
  const written = await send({ ...request, headers: others });
  const object = asObject(written.json);
  // An error is to be encoded, too.
  if (written.status >= 300) return undefined;
  if (object === undefined || uidOf(object) === undefined) return written;
  const own = method === "POST" ? `${path}/${encodeURIComponent(nameOf(object))}` : path;
  const shown = await send({ ...reading, path: own });
  return shown.status === 200 ? { ...shown, status: written.status } : written;
}

/** Returns true if two responses show one object at one resourceVersion. */
function isSameState(one: JsonObject, other: JsonObject): boolean {
  return uidOf(one) !== undefined && uidOf(one) === uidOf(other) &&
    resourceVersionOf(one) === resourceVersionOf(other);
}
