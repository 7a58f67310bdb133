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

/** The number of times that a request is sent: to most servers, and to those that often fail one. */
const TRIES = { normal: 3, often: 12 } as const;

/** The requests that were answered after a refusal, from which on a server refuses often. */
const OFTEN = 3;

/** Statuses of a server that may answer otherwise the next time. */
const AGAIN: readonly number[] = [401, 500, 502, 503, 504];

/** A refusal after which the same request succeeded: of valid credentials, or of any request. */
export type PassingRefusal = "401" | "5xx";

/** Counts the requests that a server refused and, sent again, answered. */
export class Refusals {
  readonly #counts = new Map<PassingRefusal, number>();

  /** Counts a request that was refused with this status first. */
  add(status: number): void {
    const kind = status === 401 ? "401" : "5xx";
    this.#counts.set(kind, (this.#counts.get(kind) ?? 0) + 1);
  }

  /** Returns how the server refuses requests now and then. */
  get frequent(): readonly PassingRefusal[] {
    return [...this.#counts].filter(([, count]) => count >= OFTEN).map(([kind]) => kind);
  }
}

/** Returns true for a request that states credentials, or none, on purpose: they may be wrong. */
export function hasOwnCredentials(
  { identity, headers = {} }: Pick<HttpRequest, "identity" | "headers">,
): boolean {
  return identity === "" ||
    Object.keys(headers).some((name) => name.toLowerCase() === "authorization");
}

/** Sends requests again that a server fails. */
export class RetryingClient implements HttpClient {
  readonly #client: HttpClient;
  readonly #refusals: Refusals;

  /** Sends requests with this client; what it finds out about the server is shared by others. */
  constructor(client: HttpClient, refusals: Refusals = new Refusals()) {
    this.#client = client;
    this.#refusals = refusals;
  }

  /** The requests so far, those of others included. */
  get requests(): number {
    return this.#client.requests;
  }

  /** The requests that were not answered in time. */
  get unanswered(): number {
    return this.#client.unanswered ?? 0;
  }

  /** Sends a request, several times while the server fails it. */
  async send(request: HttpRequest, transcript?: Transcript): Promise<HttpResponse> {
    const most = this.#refusals.frequent.length > 0 ? TRIES.often : TRIES.normal;
    let refused: number | undefined;
    for (let tries = 1;; tries++) {
      const response = await this.#client.send(request, transcript);
      const { status } = response;
      if (!AGAIN.includes(status)) {
        if (refused !== undefined) this.#refusals.add(refused);
        return response;
      }
      if (tries === most || (status === 401 && hasOwnCredentials(request))) return response;
      refused ??= status;
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
