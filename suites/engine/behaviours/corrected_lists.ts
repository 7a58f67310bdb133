/**
 * Lists with the resourceVersion of the newest change that a case knows of, their pages as parts of the
 * whole list, and watches that begin with such a list: for a target whose lists have a version that says
 * nothing of what they show.
 *
 * @module
 */
import type {
  HttpRequest,
  HttpResponse,
  JsonObject,
  WatchDocument,
  WatchStream,
} from "../../client/http_client.ts";
import { placeIn } from "../../client/request_place.ts";
import { asObject, metadataOf, resourceVersionOf } from "../../model/object.ts";
import type { Behaviour, OpenWatch, Relief } from "./behaviour.ts";
import { CollectionLogs } from "./collection_logs.ts";
import { inPages, type Send } from "./read_substitutes.ts";
import { SubstituteStream } from "./substitute_stream.ts";
import { withJson } from "./json_answer.ts";

/** The form of lists, and of watches that begin with one. */
const LISTS = {
  concerns: ({ verb, query }) =>
    verb === "list" ||
    verb === "watch" && ["", "0"].includes(query.get("resourceVersion") ?? ""),
  shows: () => [],
} as const satisfies Partial<Behaviour>;

/** Lists as they would be with the version of what they show, in pages that are cut from the whole. */
export const VERSIONED_PAGES: Behaviour = {
  id: "versions of lists and pages",
  name: "A list does not have the resourceVersion of what it shows",
  ...LISTS,
  relieve: (target) => relieve(inPages().relieve!(), target),
};

/** Lists as they would be with the version of what they show. */
export const VERSIONED_LISTS: Behaviour = {
  id: "versions of lists",
  name: "A list does not have the resourceVersion of what it shows",
  ...LISTS,
  relieve: (target) => relieve(undefined, target),
};

/** Milliseconds in which a deletion is to be received. */
const DELETION = 500;

/** Milliseconds between two looks. */
const INTERVAL = 10;

/** The newest versions that cases have seen, by target: a case may list before it writes. */
const NEWEST = new WeakMap<object, { version: number }>();

function relieve(pages: Relief | undefined, target: object = {}): Relief {
  const logs = new CollectionLogs();
  const counts = new WeakMap<HttpRequest, number>();
  const newest = NEWEST.get(target) ?? { version: 0 };
  NEWEST.set(target, newest);
  const know = (object: JsonObject | undefined) => {
    const version = Number(object && resourceVersionOf(object));
    if (version > newest.version) newest.version = version;
  };
  const correct = async (request: HttpRequest, send: Send) => {
    for (const { object } of logs.all()) know(object);
    const known = newest.version;
    return correctedBy(await send(request), request, known);
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
      const corrected = (each: HttpRequest) => correct(each, send);
      return await pages?.replace?.(request, corrected) ?? await corrected(request);
    },
    watch: (request, send, open) => listedFirst(request, (each) => correct(each, send), open),
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
  return withJson(response, {
    ...list,
    metadata: { ...metadataOf(list), ...(version && { resourceVersion: version }) },
  });
}

/** Begins a watch of what exists by a list, from whose version it goes on; undefined for any other watch. */
async function listedFirst(
  request: Omit<HttpRequest, "method" | "body">,
  send: Send,
  open: OpenWatch,
): Promise<WatchStream | undefined> {
  const { path, query = {}, headers, identity } = request;
  const { resourceVersion = "", labelSelector, fieldSelector } = query;
  const isOther = query.sendInitialEvents !== undefined || query.timeoutSeconds !== undefined;
  if (!["", "0"].includes(String(resourceVersion)) || headers !== undefined || isOther) {
    return undefined;
  }
  const response = await send({
    method: "GET",
    path,
    query: { labelSelector, fieldSelector },
    ...(identity && { identity }),
  });
  const list = asObject(response.json) ?? {};
  const version = resourceVersionOf(list);
  if (response.status !== 200 || !Array.isArray(list.items) || version === undefined) {
    return undefined;
  }
  const stream = await open({ ...request, query: { ...query, resourceVersion: version } });
  if (stream.response.status === 200) return new ListedFirstStream(list, stream);
  await stream.close();
  return undefined;
}

/** A watch whose first events are the objects of a list. */
class ListedFirstStream extends SubstituteStream {
  readonly #first: readonly WatchDocument[];
  readonly #stream: WatchStream;

  constructor({ kind, apiVersion, items }: JsonObject, stream: WatchStream) {
    super(stream.response);
    this.#stream = stream;
    this.#first = (Array.isArray(items) ? items : []).map((item) => ({
      type: "ADDED",
      object: {
        ...(typeof kind === "string" && { kind: kind.replace(/List$/, "") }),
        ...(apiVersion !== undefined && { apiVersion }),
        ...asObject(item),
      },
    }));
  }

  get documents(): readonly WatchDocument[] {
    return [...this.#first, ...this.#stream.documents];
  }

  override async close(): Promise<void> {
    await super.close();
    await this.#stream.close();
  }
}
