/**
 * A server in two configurations: most requests go to the one that serves further API versions.
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

/** Sends requests `toDefaults` to the server in the default configuration, others to the other one. */
export class TwoConfigurations implements HttpClient {
  readonly #client: HttpClient;
  readonly #defaults: HttpClient;

  /** Takes the clients of both servers, which are closed with this one. */
  constructor(client: HttpClient, defaults: HttpClient) {
    this.#client = client;
    this.#defaults = defaults;
  }

  /** Requests sent so far, to both. */
  get requests(): number {
    return this.#client.requests + this.#defaults.requests;
  }

  /** Requests that were not answered in time. */
  get unanswered(): number {
    return (this.#client.unanswered ?? 0) + (this.#defaults.unanswered ?? 0);
  }

  /** Sends a request to the server that it is for. */
  send(request: HttpRequest, transcript?: Transcript): Promise<HttpResponse> {
    const client = request.toDefaults === true ? this.#defaults : this.#client;
    return client.send(request, transcript);
  }

  /** Opens a watch. */
  watch(
    request: Omit<HttpRequest, "method" | "body">,
    transcript?: Transcript,
    patience?: WatchPatience,
  ): Promise<WatchStream> {
    return this.#client.watch(request, transcript, patience);
  }

  /** Shortens the time limit of the requests to both. */
  hurry(limit: number): void {
    this.#client.hurry?.(limit);
    this.#defaults.hurry?.(limit);
  }

  /** Ends the connections to both. */
  close(): void {
    this.#client.close();
    this.#defaults.close();
  }
}
