/**
 * Spreads requests over the replicas of a target.
 *
 * @module
 */
import type {
  HttpClient,
  HttpRequest,
  HttpResponse,
  Transcript,
  WatchPatience,
  WatchStream,
} from "./http_client.ts";

/**
 * Sends each request to one of several replicas, chosen at random, so that a read or a resumed
 * watch often reaches another replica than the write before it. The choices are the same for the
 * same requests in the same order.
 */
export class ReplicatedClient implements HttpClient {
  readonly #clients: readonly HttpClient[];
  #state = 1;

  /** Takes the clients of the replicas, at least one; they are closed with this one. */
  constructor(clients: readonly HttpClient[]) {
    this.#clients = clients;
  }

  /** Requests sent so far, to any replica. */
  get requests(): number {
    return this.#clients.reduce((sum, { requests }) => sum + requests, 0);
  }

  /** Requests that no replica answered in time. */
  get unanswered(): number {
    return this.#clients.reduce((sum, { unanswered = 0 }) => sum + unanswered, 0);
  }

  /** Sends a request to one of the replicas. */
  send(request: HttpRequest, transcript?: Transcript): Promise<HttpResponse> {
    return this.#next().send(request, transcript);
  }

  /** Opens a watch at one of the replicas. */
  watch(
    request: Omit<HttpRequest, "method" | "body">,
    transcript?: Transcript,
    patience?: WatchPatience,
  ): Promise<WatchStream> {
    return this.#next().watch(request, transcript, patience);
  }

  /** Shortens the time limit of the requests to all replicas. */
  hurry(limit: number): void {
    for (const client of this.#clients) client.hurry?.(limit);
  }

  /** Ends the connections to all replicas. */
  close(): void {
    for (const client of this.#clients) client.close();
  }

  #next(): HttpClient {
    // Xorshift: alternating would send all creates to one replica and all reads to another.
    this.#state ^= this.#state << 13;
    this.#state ^= this.#state >>> 17;
    this.#state ^= this.#state << 5;
    return this.#clients[(this.#state >>> 0) % this.#clients.length]!;
  }
}
