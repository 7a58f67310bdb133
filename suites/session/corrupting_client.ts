/**
 * A client that falsifies what a target says, for tests: the checks must notice.
 *
 * @module
 */
import type {
  Answer,
  Ask,
  HttpClient,
  Json,
  Transcript,
  WatchDocument,
  WatchStream,
} from "../target/http_client.ts";

/** What is falsified; what is absent stays true. */
export interface Corruption {
  /** The request that is sent instead. */
  ask?(ask: Ask): Ask;
  /** The status that is told instead. */
  status?(ask: Ask, status: number): number;
  /** The headers that are told instead. */
  headers?(ask: Omit<Ask, "method" | "body">, headers: Headers): Headers;
  /** The body of a success that is told instead. */
  body?(ask: Ask, body: { [key: string]: Json }): Json;
  /** The watch that is opened instead. */
  watch?(ask: Omit<Ask, "method" | "body">): Omit<Ask, "method" | "body">;
  /** After how many events a stream is ended. */
  readonly streamLength?: number;
  /** The events that are told instead: always the same for the same ones. */
  events?(documents: readonly WatchDocument[], ask: Omit<Ask, "method" | "body">): WatchDocument[];
}

/** Puts a corruption between the suites and a target. */
export class CorruptingClient implements HttpClient {
  readonly #client: HttpClient;
  readonly #corruption: Corruption;

  /** What is asked goes to this client. */
  constructor(client: HttpClient, corruption: Corruption) {
    this.#client = client;
    this.#corruption = corruption;
  }

  /** Requests sent so far. */
  get requests(): number {
    return this.#client.requests;
  }

  /** Asks, and falsifies the answer. */
  async ask(ask: Ask, transcript?: Transcript): Promise<Answer> {
    const answer = await this.#client.ask(this.#corruption.ask?.(ask) ?? ask, transcript);
    const { body } = this.#corruption;
    const { text, json } = answer;
    const headers = this.#corruption.headers?.(ask, answer.headers) ?? answer.headers;
    const status = this.#corruption.status?.(ask, answer.status) ?? answer.status;
    const told = body === undefined || status >= 300 || typeof json !== "object" || json === null
      ? json
      : body(ask, json as { [key: string]: Json });
    return { status, headers, text, json: told };
  }

  /** Opens a watch, and falsifies its events. */
  async watch(ask: Omit<Ask, "method" | "body">, transcript?: Transcript): Promise<WatchStream> {
    const asked = this.#corruption.watch?.(ask) ?? ask;
    const stream = await this.#client.watch(asked, transcript);
    const { events, streamLength = Infinity } = this.#corruption;
    return events === undefined && streamLength === Infinity
      ? stream
      : new CorruptingStream(stream, (documents) => {
        const told = documents.slice(0, streamLength);
        return events === undefined ? told : events(told, ask);
      }, streamLength);
  }

  /** Ends all connections. */
  close(): void {
    this.#client.close();
  }
}

class CorruptingStream implements WatchStream {
  readonly #stream: WatchStream;
  readonly #events: (documents: readonly WatchDocument[]) => WatchDocument[];
  readonly #length: number;

  constructor(
    stream: WatchStream,
    events: (documents: readonly WatchDocument[]) => WatchDocument[],
    length: number,
  ) {
    this.#stream = stream;
    this.#events = events;
    this.#length = length;
  }

  get answer(): Answer {
    return this.#stream.answer;
  }

  get ended(): boolean {
    return this.#stream.ended || this.#stream.documents.length >= this.#length;
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

  async waitForEnd(deadline?: number): Promise<boolean> {
    if (!this.ended) await this.#stream.waitFor(() => this.ended, deadline);
    return this.ended;
  }

  close(): Promise<void> {
    return this.#stream.close();
  }
}
