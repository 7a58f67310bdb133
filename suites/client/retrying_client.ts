/**
 * The client of requests that no check judges: those that prepare cases and clean up after them. What
 * fails now and then is sent again.
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

/** The number of times that a request is sent. */
const TRIES = 3;

/** Statuses of a server that may answer otherwise the next time. */
const AGAIN: readonly number[] = [401, 500, 502, 503, 504];

/** Sends requests again that a server fails. */
export class RetryingClient implements HttpClient {
  readonly #client: HttpClient;

  /** Sends requests with this client. */
  constructor(client: HttpClient) {
    this.#client = client;
  }

  /** The requests so far, those of others included. */
  get requests(): number {
    return this.#client.requests;
  }

  /** The requests that were not answered in time. */
  get unanswered(): number {
    return this.#client.unanswered ?? 0;
  }

  /** Sends a request, up to three times while the server fails it. */
  async send(request: HttpRequest, transcript?: Transcript): Promise<HttpResponse> {
    for (let tries = 1;; tries++) {
      const response = await this.#client.send(request, transcript);
      if (tries === TRIES || !AGAIN.includes(response.status)) return response;
    }
  }

  /** Opens a watch. */
  watch(
    request: Omit<HttpRequest, "method" | "body">,
    transcript?: Transcript,
    patience?: WatchPatience,
  ): Promise<WatchStream> {
    return this.#client.watch(request, transcript, patience);
  }

  /** Shortens the time limit of all requests. */
  hurry(limit: number): void {
    this.#client.hurry?.(limit);
  }

  /** Leaves the connections open, which others use. */
  close(): void {}
}
