/**
 * The client of a case in an experiment: keeps what it saw, and leaves out one behaviour of the target.
 *
 * @module
 */
import { Discard } from "../../check.ts";
import type {
  HttpClient,
  HttpRequest,
  HttpResponse,
  Transcript,
  WatchDocument,
  WatchPatience,
  WatchStream,
} from "../../client/http_client.ts";
import { type Behaviour, type OpenWatch, type Relief, type Seen, seenIn } from "./behaviour.ts";

/** How often a watch is opened that is not answered as it should be. */
const MAX_OPENED = 12;

/** A client that keeps what it saw. */
export class RelievedClient implements HttpClient {
  readonly #seen: Seen[] = [];
  /** Exchanges that nobody has asked for: of most cases, which pass, none is read. */
  readonly #unread: (() => Seen)[] = [];
  /** Opens a watch that is none of the case. */
  readonly #open: OpenWatch = (request) => this.#client.watch(request);
  readonly #client: HttpClient;
  readonly #behaviour: Behaviour | undefined;
  readonly #relief: Relief | undefined;
  #sent = 0;
  #underWay = 0;

  /** Without a behaviour, requests and responses stay as they are. */
  constructor(client: HttpClient, behaviour?: Behaviour, target?: object) {
    this.#client = client;
    this.#behaviour = behaviour;
    this.#relief = behaviour?.relieve?.(target);
  }

  /** The requests so far, in the order in which they were answered. */
  get seen(): readonly Seen[] {
    for (const read of this.#unread.splice(0)) this.#seen.push(read());
    return this.#seen;
  }

  /** The requests so far, those of others included. */
  get requests(): number {
    return this.#client.requests;
  }

  /** The requests that were not answered in time. */
  get unanswered(): number {
    return this.#client.unanswered ?? 0;
  }

  /** Sends a request. @throws {Discard} where the behaviour shows, if nothing relieves it */
  async send(request: HttpRequest, transcript?: Transcript): Promise<HttpResponse> {
    await this.#relief?.before?.(request);
    const send = (each: HttpRequest) => this.#client.send(each, transcript);
    const again = () => send(request);
    const sent = ++this.#sent;
    const isFirst = this.#underWay++ === 0;
    try {
      const given = await this.#relief?.replace?.(request, send) ?? await again();
      const response = await this.#relief?.response?.(given, request, again, send, this.#open) ??
        given;
      const isAlone = isFirst && sent === this.#sent;
      this.#unread.push(() => seenIn(request, response, { isAlone }));
      this.#endWhereItShows();
      return response;
    } finally {
      this.#underWay--;
    }
  }

  /** Opens a watch, without the events that the target would not send. */
  async watch(
    request: Omit<HttpRequest, "method" | "body">,
    transcript?: Transcript,
    patience?: WatchPatience,
  ): Promise<WatchStream> {
    await this.#relief?.before?.({ ...request, method: "GET" });
    const other = await this.#relief?.watch?.(
      request,
      (each) => this.#client.send(each, transcript),
      this.#open,
    );
    if (other !== undefined) {
      this.#watched(request, other.response, other);
      return other;
    }
    const open = () => this.#client.watch(request, transcript, patience);
    let opened = await open();
    const reopens = (status: number) => this.#relief?.reopens?.(status) === true;
    for (let tries = 1; reopens(opened.response.status) && tries < MAX_OPENED; tries++) {
      await opened.close();
      opened = await open();
    }
    const change = this.#relief?.document;
    const refusal = opened.response.status >= 400
      ? await this.#relief?.response?.(
        opened.response,
        { ...request, method: "GET" },
        () => Promise.resolve(opened.response),
        (each) => this.#client.send(each, transcript),
        this.#open,
      )
      : await this.#relief?.refused?.(opened);
    const stream = change === undefined && refusal === undefined ? opened : new ChangedStream(
      opened,
      (document) => {
        if (refusal !== undefined) return undefined;
        return change === undefined ? document : change(document, request);
      },
      refusal,
    );
    this.#watched(request, opened.response, stream);
    return stream;
  }

  /** Shortens the time limit of all requests. */
  hurry(limit: number): void {
    this.#client.hurry?.(limit);
  }

  /** Ends what was opened beside the requests of the case. */
  async end(): Promise<void> {
    await this.#relief?.end?.();
  }

  /** Leaves the connections open, which others use. */
  close(): void {}

  #watched(
    request: Omit<HttpRequest, "method" | "body">,
    response: HttpResponse,
    stream: WatchStream,
  ): void {
    this.#unread.push(() => seenIn({ ...request, method: "GET" }, response, { stream }));
  }

  #endWhereItShows(): void {
    if (this.#behaviour === undefined || this.#relief !== undefined) return;
    if (this.#behaviour.shows(this.seen).length > 0) throw new Discard(this.#behaviour.name);
  }
}

/** A watch with changed events, or a changed refusal. */
class ChangedStream implements WatchStream {
  readonly #stream: WatchStream;
  /** The response instead of the stream's, if the watch was refused. */
  readonly #refusal: HttpResponse | undefined;
  readonly #changed = new WeakMap<WatchDocument, WatchDocument | "none">();
  readonly #change: (document: WatchDocument) => WatchDocument | undefined;

  constructor(
    stream: WatchStream,
    change: (document: WatchDocument) => WatchDocument | undefined,
    refusal?: HttpResponse,
  ) {
    this.#stream = stream;
    this.#change = change;
    this.#refusal = refusal;
  }

  get response(): HttpResponse {
    return this.#refusal ?? this.#stream.response;
  }

  get begun(): boolean {
    return this.#stream.begun;
  }

  get documents(): readonly WatchDocument[] {
    return this.#stream.documents.flatMap((document) => this.#of(document) ?? []);
  }

  get ended(): boolean {
    return this.#stream.ended;
  }

  get malformed(): readonly string[] {
    return this.#refusal ? [] : this.#stream.malformed;
  }

  async waitFor(
    test: (document: WatchDocument) => boolean,
    deadline?: number,
  ): Promise<WatchDocument | undefined> {
    if (this.#refusal !== undefined) return undefined;
    const found = await this.#stream.waitFor((document) => {
      const changed = this.#of(document);
      return changed !== undefined && test(changed);
    }, deadline);
    return found && this.#of(found);
  }

  waitForEnd(deadline?: number): Promise<boolean> {
    return this.#stream.waitForEnd(deadline);
  }

  close(): Promise<void> {
    return this.#stream.close();
  }

  #of(document: WatchDocument): WatchDocument | undefined {
    const known = this.#changed.get(document) ?? this.#change(document) ?? "none";
    this.#changed.set(document, known);
    return known === "none" ? undefined : known;
  }
}
