/**
 * What happens in the collections that a case writes to, as watches show it that are opened at the version
 * of the first object which it writes there.
 *
 * @module
 */
import type {
  HttpRequest,
  HttpResponse,
  WatchDocument,
  WatchStream,
} from "../../client/http_client.ts";
import { placeIn, type RequestPlace } from "../../client/request_place.ts";
import { asObject, resourceVersionOf, uidOf } from "../../model/object.ts";
import type { OpenWatch } from "./behaviour.ts";

/** The events of a collection, with the first write. */
interface Log {
  readonly first: WatchDocument;
  readonly stream: WatchStream;
}

/** The events of collections since the first write of a case to each. */
export class CollectionLogs {
  readonly #begun = new Set<string>();
  readonly #logs = new Map<string, Log>();
  readonly #opening: Promise<unknown>[] = [];

  /** Begins to watch the collection of a write that succeeds. */
  async follow(request: HttpRequest, response: HttpResponse, open: OpenWatch): Promise<void> {
    const object = asObject(response.json);
    const resourceVersion = object && resourceVersionOf(object);
    const isWritten = ["POST", "PUT", "PATCH"].includes(request.method) &&
      request.query?.dryRun === undefined && response.status < 300 &&
      object !== undefined && uidOf(object) !== undefined && resourceVersion !== undefined;
    const place = isWritten ? placeIn(request) : undefined;
    if (place === undefined || place.isIrregular || place.subresource !== "") return;
    const path = collectionOf(place);
    if (this.#begun.has(path)) return;
    this.#begun.add(path);
    const first = { type: response.status === 201 ? "ADDED" : "MODIFIED", object: object! };
    const opened = open({ path, query: { resourceVersion } }).then(async (stream) => {
      if (stream.response.status === 200) this.#logs.set(path, { first, stream });
      else await stream.close();
    }).catch(() => {
      // The collection cannot be watched.
    });
    this.#opening.push(opened);
    await opened;
  }

  /** Returns the events of a collection as they are received; undefined for one that nothing is known of. */
  of(path: string): (() => readonly WatchDocument[]) | undefined {
    const place = placeIn({ path });
    if (place === undefined || place.isIrregular || place.name !== "") return undefined;
    const logs = () =>
      [...this.#logs].filter(([each]) => {
        const other = placeIn({ path: each })!;
        return other.apiVersion === place.apiVersion && other.resource === place.resource &&
          (place.namespace === "" || other.namespace === place.namespace);
      }).map(([, log]) => log);
    if (logs().length === 0) return undefined;
    const all: WatchDocument[] = [];
    const read: number[] = [];
    return () => {
      const found = logs().flatMap((log, at) => {
        const events = eventsOf(log);
        const more = events.slice(read[at] ?? 0);
        read[at] = events.length;
        return more;
      });
      // Those of one collection are in order.
      const isOne = logs().length === 1;
      all.push(...isOne ? found : found.toSorted((a, b) => versionOf(a) - versionOf(b)));
      return all;
    };
  }

  /** Returns the events of all collections. */
  all(): readonly WatchDocument[] {
    return [...this.#logs.values()].flatMap(eventsOf);
  }

  /** Ends all watches. */
  async close(): Promise<void> {
    await Promise.all(this.#opening);
    await Promise.all([...this.#logs.values()].map(({ stream }) => stream.close()));
  }
}

const eventsOf = ({ first, stream }: Log): WatchDocument[] => [first, ...stream.documents];

/** Returns the path of the collection that a place is in. */
function collectionOf({ group, apiVersion, namespace, resource }: RequestPlace): string {
  const inside = namespace === "" ? "" : `namespaces/${encodeURIComponent(namespace)}/`;
  return `/${group === "" ? "api" : "apis"}/${apiVersion}/${inside}${resource}`;
}

const versionOf = ({ object }: WatchDocument): number => Number(resourceVersionOf(object));
