/**
 * A client for targets that add annotations or labels of their own to every object: it leaves them out
 * of what the checks see, so that these compare what clients wrote.
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
  WatchDocument,
  WatchPatience,
  WatchStream,
} from "./http_client.ts";

/** An annotation or label that a target adds to every object. */
export interface AddedMember {
  /** The map that has it. */
  readonly field: "annotations" | "labels";
  /** Its key. */
  readonly key: string;
  /** Its value; absent if each write gives it another one. */
  readonly value?: string;
}

/**
 * Removes from responses what the target adds to every object, and gives it back with a PUT, as a
 * client does that writes what it read.
 */
export class WithoutAddedMetadata extends ForwardingClient implements HttpClient {
  /** What is left out; nothing until it is known. */
  added: readonly AddedMember[] = [];
  /** The value of `watch` that asks for events, if the request has none of its own. */
  watchSpelling: "1" | "true" = "1";

  /** Sends a request and waits for the response. */
  async send(request: HttpRequest, transcript?: Transcript): Promise<HttpResponse> {
    const { added } = this;
    const response = await this.client.send(withAdded(request, added), transcript);
    if (added.length === 0) return response;
    const leaveOut = (json: Json | undefined) => removeAdded(json, added);
    leaveOut(response.json);
    return { ...response, leaveOut };
  }

  /** Opens a watch. */
  async watch(
    request: Omit<HttpRequest, "method" | "body">,
    transcript?: Transcript,
    patience?: WatchPatience,
  ): Promise<WatchStream> {
    const query = { watch: this.watchSpelling, ...request.query };
    const stream = await this.client.watch({ ...request, query }, transcript, patience);
    return this.added.length === 0 ? stream : withoutAdded(stream, this.added);
  }
}

/** Returns a PUT of an object with what the target adds, and every other request as it is. */
function withAdded(request: HttpRequest, added: readonly AddedMember[]): HttpRequest {
  const { method, body } = request;
  if (method !== "PUT" || added.length === 0 || !isObject(body) || !isObject(body.metadata)) {
    return request;
  }
  const metadata = { ...body.metadata };
  for (const { field, key, value } of added) {
    const members = metadata[field] ?? {};
    // What a check sends in place of a map is to arrive. A value that changes is nobody's to give.
    if (isObject(members) && value !== undefined) metadata[field] = { [key]: value, ...members };
  }
  return { ...request, body: { ...body, metadata } };
}

/** Returns a stream whose documents are without what the target adds. */
function withoutAdded(stream: WatchStream, added: readonly AddedMember[]): WatchStream {
  const changed = (document: WatchDocument) => {
    removeAdded(document.object, added);
    return document;
  };
  return {
    get response() {
      return stream.response;
    },
    get begun() {
      return stream.begun;
    },
    get documents() {
      return stream.documents.map(changed);
    },
    get ended() {
      return stream.ended;
    },
    get malformed() {
      return stream.malformed;
    },
    waitFor: (test, deadline) => stream.waitFor((document) => test(changed(document)), deadline),
    waitForEnd: (deadline) => stream.waitForEnd(deadline),
    close: () => stream.close(),
  };
}

/** Removes members from an object, or from those of a list or a Table; the value is changed. */
function removeAdded(json: Json | undefined, added: readonly AddedMember[]): void {
  if (!isObject(json)) return;
  const { metadata, items, rows } = json;
  if (Array.isArray(items)) { for (const item of items) removeAdded(item, added); }
  if (Array.isArray(rows)) {
    for (const row of rows) if (isObject(row)) removeAdded(row.object, added);
  }
  if (!isObject(metadata)) return;
  for (const { field, key, value } of added) {
    const members = metadata[field];
    if (!isObject(members) || !(key in members)) continue;
    if (value !== undefined && members[key] !== value) continue;
    delete members[key];
    if (Object.keys(members).length === 0) delete metadata[field];
  }
}

function isObject(json: Json | undefined): json is JsonObject {
  return typeof json === "object" && json !== null && !Array.isArray(json);
}
