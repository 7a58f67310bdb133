/**
 * Whether a target keeps namespaces apart: a list of one shows objects of others, or a GET in one shows
 * the object of another.
 *
 * @module
 */
import type {
  HttpRequest,
  HttpResponse,
  Json,
  JsonObject,
  WatchDocument,
} from "../../client/http_client.ts";
import { placeIn } from "../../client/request_place.ts";
import { asObject, nameOf, namespaceOf } from "../../model/object.ts";
import type { Behaviour, Seen } from "./behaviour.ts";
import { withJson } from "./json_answer.ts";

const ID = "namespaces are not kept apart";

/** What a target does that stores objects by their names alone, or sends events to every watch. */
export const SHARED_NAMESPACES: readonly Behaviour[] = [
  {
    id: ID,
    name: "A read in one namespace shows objects of others",
    states: /\.(list-one-namespace|one-namespace)$/,
    concerns: (one) => one.verb !== "watch" && isInNamespace(one),
    shows: (seen) => {
      const written = placesOf(seen);
      return seen.filter((one) => one.verb !== "watch" && showsForeign(one, written));
    },
    relieve: () => ({ response: withoutForeign, document: withoutForeignEvents }),
  },
  {
    id: ID,
    name: "A watch of a namespace shows objects of others",
    states: /\.one-namespace$/,
    concerns: (one) => one.verb === "watch" && isInNamespace(one),
    shows: (seen) => {
      const written = placesOf(seen);
      return seen.filter((one) => one.verb === "watch" && showsForeign(one, written));
    },
    relieve: () => ({ document: withoutForeignEvents }),
  },
];

const isInNamespace = ({ method, place }: Seen): boolean =>
  method === "GET" && (place?.namespace ?? "") !== "";

function withoutForeign(response: HttpResponse, request: HttpRequest): HttpResponse {
  const namespace = request.method === "GET" ? placeIn(request)?.namespace : undefined;
  const object = asObject(response.json);
  if (!namespace || response.status !== 200 || object === undefined) return response;
  if (isForeign(object, namespace)) return notFound(response);
  const { items, rows } = object;
  const own = {
    ...object,
    ...Array.isArray(items) && { items: items.filter((one) => !isForeign(one, namespace)) },
    ...Array.isArray(rows) && {
      rows: rows.filter((row) => !isForeign(asObject(row)?.object, namespace)),
    },
  };
  return withJson(response, own);
}

function withoutForeignEvents(
  event: WatchDocument,
  { path }: Pick<HttpRequest, "path">,
): WatchDocument | undefined {
  const namespace = placeIn({ path })?.namespace;
  if (!namespace) return event;
  return objectsIn(event).some((one) => isForeign(one, namespace)) ? undefined : event;
}

/** Returns the object of an event, or those of its Table. */
function objectsIn({ object }: WatchDocument): readonly (Json | undefined)[] {
  const { rows } = object;
  return Array.isArray(rows) ? rows.map((row) => asObject(row)?.object) : [object];
}

/** Returns the namespaces in whose paths objects were written, by their names. */
function placesOf(seen: readonly Seen[]): ReadonlyMap<string, ReadonlySet<string>> {
  const places = new Map<string, Set<string>>();
  for (const { method, status, place, body } of seen) {
    if (method === "GET" || status >= 300 || place === undefined || place.namespace === "") {
      continue;
    }
    for (const name of new Set([place.name, nameOf(body ?? {})])) {
      places.set(name, (places.get(name) ?? new Set()).add(place.namespace));
    }
  }
  return places;
}

/**
 * Returns true for a read in one namespace that shows an object of another. One that was written in the
 * namespace of the read and only says so was stored as it was sent.
 */
function showsForeign(
  { method, status, place, answer, events }: Seen,
  written: ReadonlyMap<string, ReadonlySet<string>>,
): boolean {
  const namespace = place?.namespace ?? "";
  if (method !== "GET" || status !== 200 || namespace === "") return false;
  const { items, rows } = answer ?? {};
  const objects = [
    ...Array.isArray(items) ? items : [],
    ...Array.isArray(rows) ? rows.map((row) => asObject(row)?.object) : [],
    ...place!.name === "" || place!.subresource !== "" ? [] : [answer],
    ...events.flatMap(objectsIn),
  ];
  return objects.some((value) => {
    const object = asObject(value) ?? {};
    return isForeign(object, namespace) && !written.get(nameOf(object))?.has(namespace);
  });
}

/** Returns true for an object that names another namespace; a Status names none. */
function isForeign(value: JsonObject[string] | undefined, namespace: string): boolean {
  const object = asObject(value);
  const own = object && namespaceOf(object);
  return own !== undefined && own !== "" && own !== namespace;
}

/** Returns what a read of an object of another namespace is to be answered. */
function notFound(response: HttpResponse): HttpResponse {
  const status = withJson(response, {
    kind: "Status",
    apiVersion: "v1",
    metadata: {},
    status: "Failure",
    message: "not found",
    reason: "NotFound",
    code: 404,
  });
  return { ...status, status: 404 };
}
