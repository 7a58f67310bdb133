/**
 * A client that corrupts requests and responses, for tests that the checks notice.
 *
 * @module
 */
import type {
  HttpClient,
  HttpRequest,
  HttpResponse,
  Json,
  Transcript,
  WatchDocument,
  WatchPatience,
  WatchStream,
} from "../client/http_client.ts";

/** The corruptions of a client; everything absent is passed on unchanged. */
export interface Corruption {
  /** Returns the request to send instead. */
  request?(request: HttpRequest): HttpRequest;
  /** Returns the status to report instead. */
  status?(request: HttpRequest, status: number): number;
  /** Returns the headers to report instead. */
  headers?(request: Omit<HttpRequest, "method" | "body">, headers: Headers): Headers;
  /** Returns the body to report instead, of a 2xx response. */
  body?(request: HttpRequest, body: { [key: string]: Json }): Json;
  /** Returns the watch to open instead. */
  watch?(request: Omit<HttpRequest, "method" | "body">): Omit<HttpRequest, "method" | "body">;
  /** Returns the events to report instead: always the same for the same ones. */
  events?(
    documents: readonly WatchDocument[],
    request: Omit<HttpRequest, "method" | "body">,
  ): WatchDocument[];
}

/** A client that corrupts what it sends and receives. */
export class CorruptingClient implements HttpClient {
  readonly #client: HttpClient;
  readonly #corruption: Corruption;

  /** Creates a client that sends through another one. */
  constructor(client: HttpClient, corruption: Corruption) {
    this.#client = client;
    this.#corruption = corruption;
  }

  /** Requests sent so far. */
  get requests(): number {
    return this.#client.requests;
  }

  /** Sends a request and corrupts the response. */
  async send(request: HttpRequest, transcript?: Transcript): Promise<HttpResponse> {
    const response = await this.#client.send(
      this.#corruption.request?.(request) ?? request,
      transcript,
    );
    const { body } = this.#corruption;
    const { text, json, bytes } = response;
    const headers = this.#corruption.headers?.(request, response.headers) ?? response.headers;
    const status = this.#corruption.status?.(request, response.status) ?? response.status;
    const corrupted =
      body === undefined || status >= 300 || typeof json !== "object" || json === null
        ? json
        : body(request, json as { [key: string]: Json });
    // Only a body in JSON is corrupted.
    return {
      status,
      headers,
      text,
      json: corrupted,
      ...(bytes && json === undefined && { bytes }),
    };
  }

  /** Opens a watch and corrupts its events. */
  async watch(
    request: Omit<HttpRequest, "method" | "body">,
    transcript?: Transcript,
    patience?: WatchPatience,
  ): Promise<WatchStream> {
    const changedRequest = this.#corruption.watch?.(request) ?? request;
    const stream = await this.#client.watch(changedRequest, transcript, patience);
    const { events } = this.#corruption;
    return events === undefined
      ? stream
      : new CorruptingStream(stream, (documents) => events(documents, request));
  }

  /** Ends all connections. */
  close(): void {
    this.#client.close();
  }
}

class CorruptingStream implements WatchStream {
  readonly #stream: WatchStream;
  readonly #events: (documents: readonly WatchDocument[]) => WatchDocument[];

  constructor(
    stream: WatchStream,
    events: (documents: readonly WatchDocument[]) => WatchDocument[],
  ) {
    this.#stream = stream;
    this.#events = events;
  }

  get response(): HttpResponse {
    return this.#stream.response;
  }

  get begun(): boolean {
    return this.#stream.begun;
  }

  get ended(): boolean {
    return this.#stream.ended;
  }

  get malformed(): readonly string[] {
    return this.#stream.malformed;
  }

  get documents(): readonly WatchDocument[] {
    return this.#events(this.#stream.documents);
  }

  async waitFor(
    test: (document: WatchDocument) => boolean,
    deadline?: number,
  ): Promise<WatchDocument | undefined> {
    const find = () => this.documents.find(test);
    const over = () => this.ended || find() !== undefined;
    if (!over()) await this.#stream.waitFor(over, deadline);
    return find();
  }

  waitForEnd(deadline?: number): Promise<boolean> {
    return this.#stream.waitForEnd(deadline);
  }

  close(): Promise<void> {
    return this.#stream.close();
  }
}
