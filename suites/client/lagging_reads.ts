/**
 * A client for targets whose reads lag behind their writes: it waits until reads show what the target
 * acknowledged, so that nothing else fails for the lag.
 *
 * @module
 */
import { ForwardingClient } from "./forwarding_client.ts";
import type {
  HttpClient,
  HttpRequest,
  HttpResponse,
  Json,
  JsonObject,
  Transcript,
  WatchPatience,
  WatchStream,
} from "./http_client.ts";
import { placeIn, type RequestPlace } from "./request_place.ts";

/** The last acknowledged write of an object. */
interface Acknowledged {
  readonly place: RequestPlace;
  /** The time of the response. */
  readonly at: number;
  /** The resourceVersion that reads must show; `deleted`, or undefined if it is not known. */
  readonly version: string | undefined;
  /** True if the object may have finalizers. */
  readonly isHeld: boolean;
}

/** The time between two reads that do not show the last writes yet: a part of the lag, within limits. */
const INTERVAL = { part: 1 / 5, least: 10, most: 100 } as const;

const DELETED = "deleted";

/**
 * Sends requests. While the target has a lag, a read is repeated until the response shows the last
 * acknowledged writes of the same case, or the lag is over; what does not show states, such as a
 * Table, is sent once it is over. A write that is rejected with 404 or 409 within the lag is sent again
 * after it, as it may be decided by a read that was late.
 */
export class LaggingReads extends ForwardingClient implements HttpClient {
  /** The lag in milliseconds; 0 if the target has none, and requests are sent as they are. */
  lag = 0;
  /** The writes of each case within the lag, by object, and those of no case. */
  readonly #written = new WeakMap<Transcript, Map<string, Acknowledged>>();
  readonly #others = new Map<string, Acknowledged>();
  #last = -Infinity;

  /** Sends a request and waits for the response. */
  async send(request: HttpRequest, transcript?: Transcript): Promise<HttpResponse> {
    if (this.lag === 0 || request.immediate) return await this.client.send(request, transcript);
    const place = placeIn(request);
    const send = () => this.client.send(request, transcript);
    if (place === undefined) return await send();
    const recent = this.#recent(transcript);
    if (request.method !== "GET") {
      const response = await this.#write(request, place, send, recent);
      this.#acknowledge(request, place, response, transcript);
      return response;
    }
    // Any state will do.
    return request.query?.resourceVersion === "0" ? await send() : await this.#read(
      [...recent.values()].flatMap((written) =>
        concerns(place, written.place)
          ? [written]
          // What the object shows of another one is not known.
          : isAggregated(place, written.place)
          ? [{ ...written, version: undefined }]
          : []
      ),
      (response) =>
        place.name === ""
          ? (written) => isListed(response, written)
          : (written) => place.subresource === "" && shows(response, written),
      send,
    );
  }

  /** Opens a watch. */
  async watch(
    request: Omit<HttpRequest, "method" | "body">,
    transcript?: Transcript,
    patience?: WatchPatience,
  ): Promise<WatchStream> {
    const { resourceVersion = "" } = request.query ?? {};
    if (this.lag > 0 && resourceVersion === "") await this.#waitFor(this.#recent(transcript));
    return await this.client.watch(request, transcript, patience);
  }

  /** Shortens the time limit of all requests. */
  override hurry(limit: number): void {
    this.lag = 0;
    super.hurry(limit);
  }

  /** Returns the last writes of a case, without those before the lag. */
  #recent(transcript: Transcript | undefined): Map<string, Acknowledged> {
    const own = transcript === undefined
      ? this.#others
      : this.#written.get(transcript) ?? new Map<string, Acknowledged>();
    if (transcript) this.#written.set(transcript, own);
    const since = performance.now() - this.lag;
    for (const [key, { at }] of own) if (at < since) own.delete(key);
    return own;
  }

  /** Reads until the response shows all these writes, or their lag is over. */
  async #read(
    recent: readonly Acknowledged[],
    testOf: (response: HttpResponse) => (written: Acknowledged) => boolean,
    send: () => Promise<HttpResponse>,
  ): Promise<HttpResponse> {
    const until = Math.max(...recent.map(({ at }) => at)) + this.lag;
    for (;;) {
      const left = until - performance.now();
      const response = await send();
      if (left <= 0 || recent.every(testOf(response))) return response;
      const { part, least, most } = INTERVAL;
      await pause(Math.min(left, Math.max(least, Math.min(most, part * this.lag))));
    }
  }

  async #write(
    request: HttpRequest,
    { name }: RequestPlace,
    send: () => Promise<HttpResponse>,
    recent: ReadonlyMap<string, Acknowledged>,
  ): Promise<HttpResponse> {
    if (request.method === "DELETE" && name === "") await this.#waitFor(recent);
    const response = await send();
    if (response.status !== 404 && response.status !== 409) return response;
    return await this.#waitFor(recent) ? await send() : response;
  }

  /** Waits until the lag of the last write is over; returns false if it was before. */
  async #waitFor(recent: ReadonlyMap<string, Acknowledged>): Promise<boolean> {
    const own = [...recent.values()].map(({ at }) => at);
    // A case may depend on what the run wrote before it, such as a namespace.
    const left = (own.length > 0 ? Math.max(...own) : this.#last) + this.lag - performance.now();
    if (!(left > 0)) return false;
    await pause(left);
    return true;
  }

  #acknowledge(
    request: HttpRequest,
    place: RequestPlace,
    { status, json }: HttpResponse,
    transcript: Transcript | undefined,
  ): void {
    // Another value of `dryRun` may have an effect.
    if (status >= 300 || request.query?.dryRun === "All") return;
    const at = performance.now();
    this.#last = at;
    const recent = this.#recent(transcript);
    const isDeletion = request.method === "DELETE";
    const metadata = memberOf(memberOf(json), "metadata");
    const name = place.name || textOf(metadata?.name);
    if (name === undefined || (isDeletion && place.name === "")) {
      // Which objects it wrote is not known.
      for (const [key, each] of recent) {
        if (concerns(place, each.place)) recent.set(key, { ...each, at, version: undefined });
      }
      recent.set(keyOf(place), { place, at, version: undefined, isHeld: true });
      return;
    }
    const key = keyOf({ ...place, name });
    const before = recent.get(key);
    const isDeleted = isDeletion && status === 200 && before?.isHeld === false &&
      metadata?.deletionTimestamp === undefined;
    // A Status does not show the object.
    const shown = memberOf(json)?.kind === "Status" ? undefined : metadata;
    recent.set(key, {
      place: { ...place, name },
      at,
      version: isDeleted ? DELETED : textOf(shown?.resourceVersion),
      isHeld: shown === undefined || shown.finalizers !== undefined,
    });
  }
}

/** Returns the key of an object, or of a collection. */
function keyOf({ group, resource, namespace, name }: RequestPlace): string {
  return [group, resource, namespace, name].join("/");
}

/** Returns true if a read shows an object, or the objects of a collection, that was written. */
function concerns(read: RequestPlace, written: RequestPlace): boolean {
  return read.group === written.group && read.resource === written.resource &&
    (read.namespace === "" || read.namespace === written.namespace) &&
    (read.name === "" || written.name === "" || read.name === written.name);
}

/** Returns true for reads of a ClusterRole, whose rules may be those of another one that was written. */
function isAggregated(read: RequestPlace, written: RequestPlace): boolean {
  return read.resource === "clusterroles" && written.resource === "clusterroles";
}

/** Returns true if a list shows the last acknowledged write of an object. */
function isListed({ status, json }: HttpResponse, written: Acknowledged): boolean {
  const { items } = memberOf(json) ?? {};
  if (status !== 200 || !Array.isArray(items) || written.place.name === "") return false;
  const { name, namespace } = written.place;
  const item = items.map((each) => memberOf(memberOf(each), "metadata"))
    .find((each) => each?.name === name && (each?.namespace ?? "") === namespace);
  // An object that is not listed may not exist yet, not be selected, or be on another page.
  return item !== undefined && item.resourceVersion === written.version;
}

/** Returns true if a response shows the last acknowledged write of its object. */
function shows({ status, json }: HttpResponse, { version }: Acknowledged): boolean {
  if (version === DELETED) return status === 404;
  const metadata = memberOf(memberOf(json), "metadata");
  return version !== undefined && status === 200 && metadata?.resourceVersion === version;
}

/** Returns a JSON object, or a member of one; undefined for anything else. */
function memberOf(json: Json | undefined, key?: string): JsonObject | undefined {
  const isObject = typeof json === "object" && json !== null && !Array.isArray(json);
  if (!isObject) return undefined;
  return key === undefined ? json : memberOf(json[key]);
}

const textOf = (json: Json | undefined): string | undefined =>
  typeof json === "string" && json !== "" ? json : undefined;

const pause = (time: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, time));
