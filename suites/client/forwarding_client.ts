/**
 * The base of clients that pass on requests to another one.
 *
 * @module
 */
import type { HttpClient } from "./http_client.ts";
import type { Breakdown } from "./under_way.ts";

/** Passes on all that is about the connections and the counts of a client. */
export abstract class ForwardingClient implements Omit<HttpClient, "send" | "watch"> {
  /** The client that sends the requests. */
  protected readonly client: HttpClient;

  /** Sends nothing. */
  constructor(client: HttpClient) {
    this.client = client;
  }

  /** Requests sent so far. */
  get requests(): number {
    return this.client.requests;
  }

  /** Requests that were not answered in time. */
  get unanswered(): number {
    return this.client.unanswered ?? 0;
  }

  /** What the target does, if it fails every request for objects. */
  get breakdown(): Breakdown | undefined {
    return this.client.breakdown;
  }

  /** Shortens the time limit of all requests. */
  hurry(limit: number): void {
    this.client.hurry?.(limit);
  }

  /** Ends all connections. */
  close(): void {
    this.client.close();
  }
}
