/**
 * The HTTP client of the suites, on the connections of the runtime.
 *
 * @module
 */
import type { TimelineEvent } from "@plumbline/reports/timeline";
import { readBytes, RESPONSE_LIMIT, ResponseTooLarge } from "./bounded_body.ts";
import { currentClient } from "./current_client.ts";
import { KEPT, type RawExchange, Redactor } from "./evidence.ts";
import { Hurry, type Opened } from "./hurry.ts";
import {
  type HttpClient,
  type HttpRequest,
  type HttpResponse,
  queryText,
  TargetUnreachable,
  type Transcript,
  type WatchPatience,
  type WatchStream,
} from "./http_client.ts";
import { LastList } from "./last_list.ts";
import { Patience, WATCH } from "./patience.ts";
import { withinRateLimit } from "./rate_limit.ts";
import { decodedText, receivedResponse, shownBody } from "./received_response.ts";
import { hasOwnCredentials } from "./retrying_client.ts";
import type { Identity } from "./target.ts";
import { type ConnectionKind, TargetConnections } from "./target_connections.ts";
import { type Breakdown, UnderWay } from "./under_way.ts";
import { isGoingAway } from "./unreachable.ts";
import { countWrite, WatchedText } from "./watched_text.ts";
import { FetchWatchStream, tickOf, type WatchHead } from "./watch_stream.ts";

/** Options of the client. */
export interface FetchClientOptions {
  /** The URL, without a trailing slash. */
  readonly url: string;
  /** The URL of a tunnel to send requests through. */
  readonly via?: string | undefined;
  /** True if the target has several replicas, of which exchanges name the one that answered. */
  readonly isReplica?: boolean;
  /** The identities; the first one is the default. */
  readonly identities: readonly [Identity, ...Identity[]];
  /** Certificates in PEM to trust besides those of the system. */
  readonly caCertificates?: readonly string[];
  /** The client certificate of the first identity and its key, in PEM. */
  readonly clientCertificate?: { readonly certificate: string; readonly key: string };
  /**
   * True to send the certificate with the requests of all identities, and with those that have no
   * credentials or other ones, as the server takes no connection without it.
   *
   * @default {false}
   */
  readonly needsCertificate?: boolean;
  /**
   * The milliseconds that a response may take; for a watch, its headers. A third once the target has
   * left a request unanswered, and less for a method of which it has left two.
   *
   * @default {30000}
   */
  readonly timeLimit?: number;
  /**
   * The most bytes of a response, decompressed.
   *
   * @default {33554432}
   */
  readonly responseLimit?: number;
  /**
   * True to send each request on a connection of its own. The runtime sends a request again, whatever
   * its method, if a connection that was used before is lost before the response.
   *
   * @default {false}
   */
  readonly freshConnections?: boolean | undefined;
  /**
   * The start of the recorded times, on the clock of `performance.now`.
   *
   * @default {now}
   */
  readonly started?: number;
  /** The milliseconds of a clock, by which a silent target is known. @default {performance.now} */
  readonly now?: () => number;
}

/** The watches of a target that may be cut off, as it sends too much, before less is read of others. */
const MAX_FLOODS = 3;

/** The watches that may be cut off before no further one is opened. */
const MAX_FLOODED = 8;

/**
 * The responses that may be too large or nested too deep before less is read of others, and that part:
 * a list of everything that a run creates fits into it.
 */
const MAX_EXCESSES = 3;
const PART_AFTER_EXCESSES = 1 / 8;

/**
 * A path with a segment of dots, which everything that reads a URL resolves: a DELETE of the Secret
 * `..` would delete its namespace.
 */
const DOTS = /\/(?:\.|%2e){1,2}(?:\/|\?|$)/i;

/** The number of documents of a watch whose times are kept. */
const MAX_TICKS = 400;

/**
 * Sends requests to one target.
 *
 * An identity with an empty token sends no credentials, nor does the identity `""`.
 */
export class FetchClient implements HttpClient {
  readonly #url: string;
  readonly #via: string;
  readonly #replica: string | undefined;
  readonly #identities: readonly [Identity, ...Identity[]];
  readonly #redactor: Redactor;
  readonly #responseLimit: number;
  readonly #timeLimit: number;
  readonly #patience: Patience;
  /** The requests and watches under way. */
  readonly #open = new Map<AbortController, Opened>();
  readonly #underWay: UnderWay;
  readonly #lastList = new LastList<Prepared>();
  #hurry: Hurry | undefined;
  readonly #started: number;
  readonly #connections: TargetConnections;
  #requests = 0;
  #unanswered = 0;
  #floods = 0;
  #excesses = 0;
  readonly #watched = new WatchedText();
  #closed = false;

  /** Makes a client; no connection is opened before the first request. */
  constructor(options: FetchClientOptions) {
    this.#url = options.url;
    this.#underWay = new UnderWay(options.url, options.now);
    this.#via = options.via ?? options.url;
    this.#replica = options.isReplica ? options.url : undefined;
    this.#identities = options.identities;
    this.#responseLimit = options.responseLimit ?? RESPONSE_LIMIT;
    this.#timeLimit = options.timeLimit ?? 30_000;
    this.#patience = new Patience(this.#timeLimit);
    this.#started = options.started ?? performance.now();
    const { clientCertificate } = options;
    this.#redactor = new Redactor([
      ...options.identities.map((identity) => identity.token),
      ...(clientCertificate ? [clientCertificate.key] : []),
    ]);
    const { caCertificates = [], freshConnections: fresh } = options;
    this.#connections = new TargetConnections({
      caCertificates,
      clientCertificate,
      fresh,
      needsCertificate: options.needsCertificate,
    });
  }

  /** Requests sent so far. */
  get requests(): number {
    return this.#requests;
  }

  /** Requests that were not answered in time. */
  get unanswered(): number {
    return this.#unanswered;
  }

  /** What the target does, if it fails every request for objects. */
  get breakdown(): Breakdown | undefined {
    return this.#underWay.breakdown;
  }

  /** Sends a request and waits for the response. */
  send(request: HttpRequest, transcript?: Transcript): Promise<HttpResponse> {
    return withinRateLimit(
      () => this.#exchange(request, transcript),
      (response) => response,
      () => this.#isEnding,
    );
  }

  async #exchange(request: HttpRequest, transcript?: Transcript): Promise<HttpResponse> {
    const { prepared, exchange } = this.#prepare(request);
    const number = transcript?.exchanges.push(this.#redactor.exchange(exchange));
    const started = performance.now();
    const control = new AbortController();
    const wait = this.#patience.start(request.method, control);
    this.#begin(control, "request");
    this.#underWay.begin(prepared);
    try {
      const raw = await this.#send(prepared, "request", control.signal);
      const bytes = await this.#readBytes(raw, control.signal);
      const response = receivedResponse(raw, bytes, { number, onTooDeep: () => this.#excesses++ });
      if (request.method !== "GET") countWrite(transcript, bytes.length);
      wait.answered();
      this.#write(exchange, response);
      this.#lastList.answered(prepared, response.status);
      return response;
    } catch (error) {
      throw await this.#unreachable(prepared, error, control.signal, wait.limit);
    } finally {
      this.#end(control);
      this.#underWay.end(prepared);
      if (control.signal.aborted) this.#unanswered++;
      wait.end();
      exchange.duration = performance.now() - started;
    }
  }

  /** Opens a watch. */
  watch(
    request: Omit<HttpRequest, "method" | "body">,
    transcript?: Transcript,
    patience: WatchPatience = {},
  ): Promise<WatchStream> {
    return withinRateLimit(
      () => this.#openWatch(request, transcript, patience),
      ({ response }) => response,
      () => this.#isEnding,
    );
  }

  /** True once the run is ending, or the client is closed. */
  get #isEnding(): boolean {
    return this.#closed || this.#hurry !== undefined;
  }

  async #openWatch(
    request: Omit<HttpRequest, "method" | "body">,
    transcript: Transcript | undefined,
    { goOn }: WatchPatience,
  ): Promise<WatchStream> {
    const query = { watch: "1", ...request.query };
    const { prepared, exchange: plain } = this.#prepare({ ...request, method: "GET", query });
    // Each would take as long as the ones before, and show nothing else.
    if (this.#floods >= MAX_FLOODED) {
      throw new TargetUnreachable(
        `Cannot watch ${this.#url}${prepared.path}: ${this.#floods} watches were cut off, as they ` +
          "sent more than any check needs or no events",
        { isUndecided: true },
      );
    }
    const exchange = { ...plain, events: [] as TimelineEvent[] };
    const number = transcript?.exchanges.push(this.#redactor.exchange(exchange));
    const started = performance.now();
    const control = new AbortController();
    const wait = this.#patience.start(WATCH, control);
    this.#begin(control, "watch");
    const sent = { prepared, exchange, number, limit: wait.limit };
    const head = this.#watchHead(sent, control.signal).finally(() => {
      wait.end();
      exchange.duration = performance.now() - started;
    });
    const first = await Promise.race([head, ...goOn ? [goOn.then(() => undefined)] : []])
      .catch((error) => {
        head.catch(() => {});
        this.#end(control);
        control.abort(error);
        throw error;
      });
    wait.end();
    return new FetchWatchStream(first ?? head, {
      isUnread: request.unread,
      hangUp: () => control.abort(),
      received: (text) => {
        exchange.responseBody = text;
      },
      event: (document) => {
        if (exchange.events.length >= MAX_TICKS) return;
        exchange.events.push(tickOf(document, performance.now() - this.#started));
      },
      cutOff: () => this.#floods++,
      isFlooding: () => this.#floods >= MAX_FLOODS,
      text: this.#watched.open(transcript),
      unexplained: () => this.#watched.unexplained(),
      ended: () => {
        this.#end(control);
        exchange.duration = performance.now() - started;
      },
    });
  }

  /** Sends a watch and waits for its response, up to the first byte of a stream. */
  async #watchHead(
    { prepared, exchange, number, limit }: {
      readonly prepared: Prepared;
      readonly exchange: RawExchange;
      readonly number: number | undefined;
      readonly limit: number;
    },
    signal: AbortSignal,
  ): Promise<WatchHead> {
    try {
      const raw = await this.#send(prepared, "watch", signal);
      const response = receivedResponse(
        raw,
        raw.status === 200 ? new Uint8Array() : await this.#readBytes(raw, signal),
        { number, onTooDeep: () => this.#excesses++ },
      );
      this.#write(exchange, response);
      return { response, body: raw.status === 200 ? raw.body : null };
    } catch (error) {
      throw await this.#unreachable(prepared, error, signal, limit);
    }
  }

  /**
   * Shortens the time limit of all requests, those under way included, as the run is ending. Once one
   * of them is not answered in time, no further one is sent. Watches are ended.
   *
   * @param limit the new time limit in milliseconds
   */
  hurry(limit: number): void {
    if (this.#hurry || this.#closed) return;
    this.#hurry = new Hurry(limit, this.#open);
  }

  #begin(control: AbortController, kind: Opened): void {
    this.#open.set(control, kind);
    this.#hurry?.begin(control, kind);
  }

  #end(control: AbortController): void {
    this.#open.delete(control);
    this.#hurry?.end(control);
  }

  /** Ends all connections. Safe to call twice. */
  close(): void {
    if (this.#closed) return;
    this.#closed = true;
    this.#hurry?.close();
    this.#connections.close();
  }

  /** Builds the request and the record of its exchange. @throws {TargetUnreachable} for a path of dots */
  #prepare(request: HttpRequest): { prepared: Prepared; exchange: RawExchange } {
    if (DOTS.test(request.path)) {
      throw new TargetUnreachable(
        `Cannot send ${request.method} ${request.path}: in a URL the name \`.\` stands for the ` +
          "collection, and `..` for what is above it",
        { isUndecided: true },
      );
    }
    const identity = this.#identityOf(request);
    const { bare: isBare = false } = request;
    const given: Record<string, string | readonly string[]> = isBare
      ? {}
      : { accept: "application/json" };
    if (request.body !== undefined) given["content-type"] = "application/json";
    if (identity.token !== "") given.authorization = `Bearer ${identity.token}`;
    for (const name in request.headers) given[name.toLowerCase()] = request.headers[name]!;
    const headers: [string, string][] = [];
    for (const name in given) {
      const values = given[name]!;
      if (typeof values === "string") headers.push([name, values]);
      else for (const value of values) headers.push([name, value]);
    }
    const body = request.body === undefined || typeof request.body === "string"
      ? request.body
      : JSON.stringify(request.body);
    const path = request.path + queryText(request.query);
    return {
      prepared: {
        method: request.method,
        path,
        headers,
        body: request.bytes ?? body,
        isOfUser: identity === this.#identities[0] && !hasOwnCredentials(request),
        isBare,
      },
      exchange: {
        method: request.method,
        path,
        replica: this.#replica,
        client: currentClient(),
        identity: identity.name,
        requestHeaders: headers,
        ...shownBody(body, request.bytes),
        status: 0,
        responseHeaders: undefined,
        responseBody: "",
        sentAt: performance.now() - this.#started,
        duration: 0,
      },
    };
  }

  #identityOf(request: Pick<HttpRequest, "identity">): Identity {
    if (request.identity === undefined) return this.#identities[0];
    if (request.identity === "") return { name: "", token: "" };
    const identity = this.#identities.find(({ name }) => name === request.identity);
    if (identity === undefined) {
      throw new RangeError(`Cannot ask as "${request.identity}" as no identity has that name`);
    }
    return identity;
  }

  /** Sends a request; a read again, if the server was closing the connection it was sent on. */
  async #send(
    request: Prepared,
    kind: ConnectionKind,
    signal: AbortSignal,
  ): Promise<Response> {
    const send = () => {
      this.#requests++;
      const connections = request.isBare ? "bare" : kind;
      return this.#connections.send(connections, this.#via + request.path, { ...request, signal });
    };
    try {
      return await send();
    } catch (error) {
      if (request.method !== "GET" || !isGoingAway(error)) throw error;
      return await send();
    }
  }

  /** Reads a body; less of it after several that were too large or nested too deep. */
  async #readBytes(raw: Response, signal: AbortSignal): Promise<Uint8Array<ArrayBuffer>> {
    const part = this.#excesses >= MAX_EXCESSES ? PART_AFTER_EXCESSES : 1;
    try {
      return await readBytes(raw, part * this.#responseLimit, signal);
    } catch (error) {
      if (!(error instanceof ResponseTooLarge)) throw error;
      this.#excesses++;
      const why = part < 1 ? ", after others that were larger or nested too deep" : "";
      throw new ResponseTooLarge(error.message + why);
    }
  }

  #write(exchange: RawExchange, response: HttpResponse): void {
    this.#underWay.answered(exchange, response.status);
    exchange.status = response.status;
    exchange.responseHeaders = response.headers;
    const { bytes = new Uint8Array() } = response;
    if (bytes.length <= KEPT) exchange.responseBody = response.text;
    else {
      exchange.responseBody = decodedText(bytes.subarray(0, KEPT));
      exchange.wholeBody = `${bytes.length} bytes`;
    }
  }

  async #unreachable(
    request: Prepared,
    error: unknown,
    signal: AbortSignal,
    limit: number,
  ): Promise<TargetUnreachable> {
    const isCutOff = error instanceof ResponseTooLarge;
    // Of what is within the limit for others, no more is known than that it was not read.
    const isSpared = isCutOff && this.#excesses > MAX_EXCESSES;
    const time = Math.round(Math.min(limit, this.#hurry?.limit ?? limit));
    const message = signal.aborted && !isCutOff
      ? this.#underWay.whyUnanswered(request, time)
      : this.#underWay.whyUnreachable(request, isCutOff ? error.message : error);
    // Each step of a case, and of what is removed after it, would wait as long again.
    const isNew = this.#hurry === undefined && this.#underWay.isSilent;
    if (isNew && !await this.#answersLists()) this.hurry(SILENT_LIMIT);
    return new TargetUnreachable(this.#redactor.text(message), {
      cause: error,
      isUnanswered: isCutOff && !isSpared || signal.aborted,
      isUndecided: isSpared || !isCutOff && !signal.aborted && isGoingAway(error),
    });
  }

  /** Returns true if the target answers a list as before: what it leaves waiting is unlike it. */
  #answersLists(): Promise<boolean> {
    return this.#lastList.isAnswered(async (list) => {
      const signal = AbortSignal.timeout(OF_LIST * this.#timeLimit);
      const raw = await this.#send(list, "request", signal);
      await this.#readBytes(raw, signal);
      this.#underWay.answered(list, raw.status);
      return raw.status;
    });
  }
}

/** The milliseconds that a response may take once the target has left all requests unanswered. */
const SILENT_LIMIT = 2_000;

/** The part of the time of a response that a list may take which shows whether the target answers. */
const OF_LIST = 1 / 3;

/** A request, ready to be sent. */
interface Prepared {
  readonly method: string;
  readonly path: string;
  readonly headers: [string, string][];
  readonly body: string | Uint8Array<ArrayBuffer> | undefined;
  readonly isOfUser: boolean;
  readonly isBare: boolean;
}
