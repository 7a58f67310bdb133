/**
 * HTTP requests, responses and clients.
 *
 * @module
 */
import type { Exchange } from "@plumbline/reports/events";
import type { RequestPlace } from "./request_place.ts";
import type { Breakdown } from "./under_way.ts";

/** A JSON document as the suites handle it. */
export type Json = null | boolean | number | string | Json[] | { [key: string]: Json };

/** A JSON object, such as an API object. */
export type JsonObject = { [key: string]: Json };

/** An HTTP request to a target. */
export interface HttpRequest {
  /** The HTTP method. */
  readonly method: "GET" | "POST" | "PUT" | "PATCH" | "DELETE";
  /** The path, already encoded, without a query. */
  readonly path: string;
  /** Query parameters in order; undefined ones are left out. */
  readonly query?: Readonly<Record<string, string | undefined>>;
  /** The body: sent as JSON, or as it is if it is a string. */
  readonly body?: Json;
  /** Sent instead of a body, as it is; its type must be in the headers. */
  readonly bytes?: Uint8Array<ArrayBuffer>;
  /** Headers besides those that every request has; several values are sent as several headers. */
  readonly headers?: Readonly<Record<string, string | readonly string[]>>;
  /** The name of the identity that sends it. @default {the first of the target} */
  readonly identity?: string;
  /**
   * True for a read whose response may show a state before the last write: it is returned as it
   * comes, and not compared with other responses.
   *
   * @default {false}
   * @internal
   */
  readonly immediate?: boolean;
  /**
   * True for a watch that is not read: the target cannot send more than the buffers of the connection
   * take, and no document arrives.
   *
   * @default {false}
   * @internal
   */
  readonly unread?: boolean;
  /**
   * True to send it over HTTP/1.1 with no header but its own and the credentials, and to see those of
   * the connection in the response, such as `Transfer-Encoding`.
   *
   * @default {false}
   * @internal
   */
  readonly bare?: boolean;
  /**
   * True to send it to a server in the default configuration, where the target has one beside the
   * server that serves further API versions.
   */
  readonly toDefaults?: boolean;
  /**
   * What the path says, where that is known; undefined if it names no resource.
   *
   * @default {the path is parsed once, when the request is sent}
   * @internal
   */
  readonly place?: RequestPlace | undefined;
}

/** A request that carries what its path says; undefined for a path that names no resource. */
export type PlacedRequest = HttpRequest & { readonly place: RequestPlace | undefined };

/** The response to a request. */
export interface HttpResponse {
  /** The HTTP status. */
  readonly status: number;
  /** The headers of the answer. */
  readonly headers: Headers;
  /** The body. */
  readonly text: string;
  /** The body as it came; only a client that falsifies answers leaves it out. */
  readonly bytes?: Uint8Array;
  /** The body as JSON, undefined where it is none. */
  readonly json: Json | undefined;
  /** The number of the request in its transcript, from 1; absent if it has none. */
  readonly exchange?: number;
  /**
   * Removes from JSON that was decoded from the body what the target adds to every object; absent if it
   * adds nothing. `json` is without it.
   */
  readonly leaveOut?: (json: Json | undefined) => void;
  /** The response as it was, if the run sent further requests that the type of the object needs. */
  readonly own?: HttpResponse;
}

/** One document of a watch stream, or the note that it was none. */
export interface WatchDocument {
  /** The type of the event. */
  readonly type: string;
  /** The object of the event. */
  readonly object: JsonObject;
}

/** An open watch. */
export interface WatchStream {
  /**
   * The answer's head; for a status other than 200 with its body, and no documents follow. Of a
   * watch that went on without it, it is taken for a 200 until it comes.
   */
  readonly response: HttpResponse;
  /** True once the response has begun. */
  readonly begun: boolean;
  /** Every document received so far, in order. */
  readonly documents: readonly WatchDocument[];
  /** True once the stream has ended, by either side. */
  readonly ended: boolean;
  /** Lines that were no event documents. */
  readonly malformed: readonly string[];
  /**
   * Waits until a document satisfies the test, the stream ends, or the deadline (milliseconds,
   * default 10,000) is over; returns the first document that does, or undefined.
   */
  waitFor(
    test: (document: WatchDocument) => boolean,
    deadline?: number,
  ): Promise<WatchDocument | undefined>;
  /** Waits for the target to end the stream; false when the deadline came first. */
  waitForEnd(deadline?: number): Promise<boolean>;
  /** Hangs up. Safe to call twice. */
  close(): Promise<void>;
}

/** A recording of exchanges. */
export interface Transcript {
  /** In the order they were sent. */
  readonly exchanges: Exchange[];
}

/** How long to wait for the response to a watch. */
export interface WatchPatience {
  /**
   * Once it is resolved, the stream is returned although the response has not begun. If it is
   * rejected, the watch is given up for that reason.
   */
  readonly goOn?: Promise<unknown>;
}

/** A client of one target. */
export interface HttpClient {
  /** Sends a request and waits for the response. @throws {TargetUnreachable} if there is none */
  send(request: HttpRequest, transcript?: Transcript): Promise<HttpResponse>;
  /** Opens a watch: `watch=1` is added to the query unless it has a `watch` of its own. */
  watch(
    request: Omit<HttpRequest, "method" | "body">,
    transcript?: Transcript,
    patience?: WatchPatience,
  ): Promise<WatchStream>;
  /** Requests sent so far. */
  readonly requests: number;
  /** Requests that were not answered in time; absent if the client does not count them. */
  readonly unanswered?: number;
  /** What the target does, if it fails every request for objects; absent if that is not known. */
  readonly breakdown?: Breakdown | undefined;
  /**
   * Shortens the time limit of all requests to so many milliseconds, as the run is ending. Once one
   * is not answered in time, no further one is sent.
   */
  hurry?(limit: number): void;
  /** Ends all connections. */
  close(): void;
}

/** Thrown if the target cannot be reached. */
export class TargetUnreachable extends Error {
  /** The class of the error. */
  override readonly name = "TargetUnreachable";
  /** True if the target was connected, and sent no complete answer within the limits. */
  readonly isUnanswered: boolean;
  /**
   * True if the case that sent the request decides nothing for it: the target closed the connection
   * of a write without an error, as it may at any time, and whether it processed the write is not
   * known; or the client opens no further watch, as earlier ones were cut off.
   */
  readonly isUndecided: boolean;

  /** Makes an error; both flags are false by default. */
  constructor(
    message: string,
    options: ErrorOptions & { readonly isUnanswered?: boolean; readonly isUndecided?: boolean } =
      {},
  ) {
    super(message, options);
    this.isUnanswered = options.isUnanswered ?? false;
    this.isUndecided = options.isUndecided ?? false;
  }
}

/** The most pages of a list without items, one after the other: behind more, its tokens never end. */
export const MAX_EMPTY_PAGES = 20;

/** A text of characters that parts of URLs and forms encode alike, which is the faster of both. */
const PLAIN = /^[\w.*=/,:;+-]*$/;

/** The query with its question mark, empty where no parameter is given. */
export function queryText(query: HttpRequest["query"]): string {
  let text = "";
  for (const key in query) {
    const value = query[key];
    if (value === undefined) continue;
    text += text === "" ? "?" : "&";
    text += PLAIN.test(key + value)
      ? `${encodeURIComponent(key)}=${encodeURIComponent(value)}`
      : new URLSearchParams([[key, value]]);
  }
  return text;
}
