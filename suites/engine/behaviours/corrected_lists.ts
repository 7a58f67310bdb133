/**
 * Lists with the resourceVersion of the newest change that a case knows of, and their pages as parts of
 * the whole list: for a target whose lists have a version that says nothing of what they show.
 *
 * @module
 */
import type { HttpRequest, HttpResponse, JsonObject } from "../../client/http_client.ts";
import { placeIn } from "../../client/request_place.ts";
import { asObject, metadataOf, resourceVersionOf } from "../../model/object.ts";
import type { Behaviour, Relief } from "./behaviour.ts";
import { CollectionLogs } from "./collection_logs.ts";
import { inPages } from "./read_substitutes.ts";

/** The form of lists. */
const LISTS = {
  concerns: ({ verb }) => verb === "list",
  shows: () => [],
} as const satisfies Partial<Behaviour>;

/** Lists as they would be with the version of what they show, in pages that are cut from the whole. */
export const VERSIONED_PAGES: Behaviour = {
  id: "versions of lists and pages",
  name: "A list does not have the resourceVersion of what it shows",
  ...LISTS,
  relieve: () => relieve(inPages().relieve!()),
};

/** Lists as they would be with the version of what they show. */
export const VERSIONED_LISTS: Behaviour = {
  id: "versions of lists",
  name: "A list does not have the resourceVersion of what it shows",
  ...LISTS,
  relieve: () => relieve(),
};

/** Milliseconds in which a deletion is to be received. */
const DELETION = 500;

/** Milliseconds between two looks. */
const INTERVAL = 10;

function relieve(pages?: Relief): Relief {
  const logs = new CollectionLogs();
  const counts = new WeakMap<HttpRequest, number>();
  let newest = 0;
  const know = (object: JsonObject | undefined) => {
    const version = Number(object && resourceVersionOf(object));
    if (version > newest) newest = version;
  };
  return {
    before(request) {
      counts.set(request, logs.all().length);
      return Promise.resolve();
    },
    async response(response, request, _, __, open) {
      if (request.method === "GET" || response.status >= 300) return response;
      await logs.follow(request, response, open);
      know(asObject(response.json));
      // What a deletion is answered need not have its version.
      const until = performance.now() + DELETION;
      const isReceived = () => logs.all().length > (counts.get(request) ?? 0);
      while (request.method === "DELETE" && !isReceived() && performance.now() < until) {
        await new Promise((resolve) => setTimeout(resolve, INTERVAL));
      }
      return response;
    },
    async replace(request, send) {
      if (!isList(request)) return undefined;
      const corrected = async (each: HttpRequest) => {
        for (const { object } of logs.all()) know(object);
        const known = newest;
        return correctedBy(await send(each), each, known);
      };
      return await pages?.replace?.(request, corrected) ?? await corrected(request);
    },
    end: () => logs.close(),
  };
}

function isList(request: HttpRequest): boolean {
  const place = placeIn(request);
  return request.method === "GET" && place?.name === "" && request.query?.watch === undefined;
}

/** Returns a list with the version that was asked for, or else the newest of what is known and shown. */
function correctedBy(
  response: HttpResponse,
  { query = {} }: Pick<HttpRequest, "query">,
  known: number,
): HttpResponse {
  const list = asObject(response.json);
  if (response.status !== 200 || !Array.isArray(list?.items) || query.continue !== undefined) {
    return response;
  }
  const versions = list.items.map((item) => Number(resourceVersionOf(asObject(item) ?? {})));
  const version = query.resourceVersionMatch === "Exact"
    ? query.resourceVersion
    : String(Math.max(known, Number(resourceVersionOf(list) ?? 0), ...versions));
  const { bytes: _, own: __, ...rest } = response;
  const json: JsonObject = {
    ...list,
    metadata: { ...metadataOf(list), ...(version && { resourceVersion: version }) },
  };
  return { ...rest, json, text: `${JSON.stringify(json)}\n` };
}
