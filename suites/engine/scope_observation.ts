/**
 * Observes the exchanges and events of one execution: what they violate, and which resource types
 * they are about.
 *
 * @module
 */
import type { HttpResponse, PlacedRequest, WatchStream } from "../client/http_client.ts";
import { ExchangeObserver } from "../model/exchanges/observer.ts";
import type { ExchangeViolation } from "../model/exchanges/violation.ts";
import type { WatchRequest } from "./scope_requests.ts";

/** A watch, and how much of it was observed. */
interface ObservedWatch {
  readonly request: WatchRequest;
  readonly stream: WatchStream;
  documents: number;
  malformed: number;
}

/** What is observed of one execution. */
export class ScopeObservation {
  /** The resource types of the requests so far. */
  readonly resources = new Set<string>();
  readonly #observer = new ExchangeObserver();
  readonly #watches: ObservedWatch[] = [];

  /** Observes a request and its response. */
  exchanged(request: PlacedRequest, response: HttpResponse | undefined, alone: boolean): void {
    if (request.place !== undefined) this.resources.add(request.place.resource);
    this.#observer.exchanged(request, response, alone);
  }

  /** Observes the events of a watch, from its first. */
  watching(request: WatchRequest, stream: WatchStream): void {
    this.#watches.push({ request, stream, documents: 0, malformed: 0 });
  }

  /** Returns what the exchanges and events so far violate, whatever the check is about. */
  violations(): readonly ExchangeViolation[] {
    for (const watch of this.#watches) {
      const { request, stream } = watch;
      for (const document of stream.documents.slice(watch.documents)) {
        this.#observer.received(request, document, stream.response.exchange);
      }
      for (const text of stream.malformed.slice(watch.malformed)) {
        this.#observer.malformed(request, text);
      }
      watch.documents = stream.documents.length;
      watch.malformed = stream.malformed.length;
    }
    return this.#observer.violations;
  }
}
