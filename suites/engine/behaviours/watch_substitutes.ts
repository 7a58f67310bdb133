/**
 * Lists in place of watches: what they show after each write, as the events that a watch would send.
 *
 * @module
 */
import type {
  HttpRequest,
  HttpResponse,
  JsonObject,
  WatchDocument,
} from "../../client/http_client.ts";
import { asObject, metadataOf, resourceVersionOf, uidOf } from "../../model/object.ts";
import type { Behaviour, Relief } from "./behaviour.ts";
import type { Send } from "./read_substitutes.ts";
import { SubstituteStream } from "./substitute_stream.ts";

/** The form of watches. */
export const WATCHES: Behaviour = {
  id: "watches",
  name: "A watch sends other changes than lists after each write show",
  concerns: ({ verb, accept }) => verb === "watch" && accept === "",
  shows: () => [],
  relieve,
};

/** Parameters of watches that lists have, too. */
const SELECTORS = ["labelSelector", "fieldSelector"] as const;

function relieve(): Relief {
  const open = new Set<ListedStream>();
  return {
    async response(response, { method }) {
      if (method === "GET" || response.status >= 300) return response;
      for (const stream of open) await stream.look();
      return response;
    },
    async watch(request, send) {
      const stream = await listed(request, send);
      if (stream !== undefined) open.add(stream);
      return stream;
    },
  };
}

/** Begins a stream at the state of a watch; undefined for one that lists cannot replace. */
async function listed(
  { path, query = {}, headers, identity }: Omit<HttpRequest, "method" | "body">,
  send: Send,
): Promise<ListedStream | undefined> {
  const { resourceVersion = "", sendInitialEvents, timeoutSeconds } = query;
  if (headers !== undefined || sendInitialEvents !== undefined || timeoutSeconds !== undefined) {
    return undefined;
  }
  const list = (more: NonNullable<HttpRequest["query"]> = {}) => {
    const own = SELECTORS.flatMap((name) => query[name] === undefined ? [] : [[name, query[name]]]);
    return send({
      method: "GET",
      path,
      query: { ...Object.fromEntries(own), ...more },
      ...(identity && { identity }),
    });
  };
  const isAny = resourceVersion === "" || resourceVersion === "0";
  const first = await list(isAny ? {} : { resourceVersion, resourceVersionMatch: "Exact" });
  if (first.status !== 200 || !Array.isArray(asObject(first.json)?.items)) return undefined;
  const stream = new ListedStream(list, first);
  stream.add(isAny ? undefined : first);
  await stream.look();
  return stream;
}

/** A stream whose events are the differences of lists. */
class ListedStream extends SubstituteStream {
  readonly documents: WatchDocument[] = [];
  readonly #list: () => Promise<HttpResponse>;
  #state = new Map<string, JsonObject>();
  #looking: Promise<void> = Promise.resolve();

  constructor(list: () => Promise<HttpResponse>, first: HttpResponse) {
    super(first);
    this.#list = list;
  }

  /** Takes the state of a list for what is known. */
  add(list: HttpResponse | undefined): void {
    if (list !== undefined) this.#state = objectsIn(list);
  }

  /** Lists once, and adds what has changed. */
  override look(): Promise<void> {
    return this.#looking = this.#looking.then(async () => {
      if (this.ended) return;
      const list = await this.#list();
      if (list.status === 200) this.#compare(list);
    });
  }

  /** Ends the stream, once it does not list any more. */
  override async close(): Promise<void> {
    await super.close();
    await this.#looking;
  }

  #compare(list: HttpResponse): void {
    const next = objectsIn(list);
    const { resourceVersion } = metadataOf(asObject(list.json) ?? {});
    const changed = [...next].flatMap(([uid, object]): WatchDocument[] => {
      const before = this.#state.get(uid);
      if (before && resourceVersionOf(before) === resourceVersionOf(object)) return [];
      return [{ type: before === undefined ? "ADDED" : "MODIFIED", object }];
    }).sort((a, b) => versionOf(a) - versionOf(b));
    const deleted = [...this.#state].filter(([uid]) => !next.has(uid)).map(([, object]) => ({
      type: "DELETED",
      // The version of its deletion is at most that of the list.
      object: { ...object, metadata: { ...metadataOf(object), resourceVersion: resourceVersion! } },
    }));
    this.documents.push(...deleted, ...changed);
    this.#state = next;
  }
}

const versionOf = ({ object }: WatchDocument): number => Number(resourceVersionOf(object));

/** Returns the objects of a list by their uids, as events show them. */
function objectsIn({ json }: HttpResponse): Map<string, JsonObject> {
  const { kind, apiVersion, items } = asObject(json) ?? {};
  const objects = (Array.isArray(items) ? items : []).map((item): JsonObject => ({
    ...(typeof kind === "string" && { kind: kind.replace(/List$/, "") }),
    ...(apiVersion !== undefined && { apiVersion }),
    ...asObject(item),
  }));
  return new Map(objects.map((object) => [uidOf(object) ?? "", object]));
}
