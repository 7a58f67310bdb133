/**
 * Sends the requests of one execution and opens its watches, until it is closed.
 *
 * @module
 */
import type { Exchange } from "@plumbline/reports/events";
import { Discard } from "../check.ts";
import type {
  HttpRequest,
  HttpResponse,
  PlacedRequest,
  WatchPatience,
  WatchStream,
} from "../client/http_client.ts";
import { placed } from "../client/request_place.ts";
import type { Target } from "../client/target.ts";
import { sendAdapted } from "./adapted_requests.ts";
import { type EventPatience, kindOfWatch } from "./event_patience.ts";
import { EventStream } from "./event_stream.ts";
import { expectServed } from "./unserved.ts";
import type { WatchHeads } from "./watch_heads.ts";

/** Why a case that was given up sends nothing more. */
const CLOSED = "the case did not finish in time";

/** The milliseconds after which a request under way is given up when the case has ended. */
const LATE = 5_000;

/** A request that opened a watch. */
export type WatchRequest = Omit<PlacedRequest, "method" | "body">;

/** Receives the requests of an execution. */
export interface RequestListener {
  /**
   * A request has ended.
   *
   * @param response undefined if none arrived
   * @param alone true if no other request of the execution was under way at the same time
   */
  exchanged(request: PlacedRequest, response: HttpResponse | undefined, alone: boolean): void;
  /** A watch was opened. */
  watching(request: WatchRequest, stream: WatchStream): void;
}

/** Options of the requests of an execution. */
export interface ScopeRequestsOptions {
  readonly target: Target;
  /** What is known of the responses to watches. */
  readonly heads: WatchHeads;
  readonly listener: RequestListener;
  /** What is known of how long events take. */
  readonly patience: EventPatience;
  /** True if every wait for an event takes the time that the check asks for. */
  readonly isPatient: boolean;
}

/** The requests of one execution. */
export class ScopeRequests {
  /** Every exchange so far, in the order they were sent. */
  readonly exchanges: Exchange[] = [];
  readonly #target: Target;
  readonly #heads: WatchHeads;
  readonly #patience: EventPatience;
  readonly #isPatient: boolean;
  #isHurried = false;
  readonly #listener: RequestListener;
  readonly #streams: WatchStream[] = [];
  /** True for a case that did not finish in time, whose steps may go on. */
  #isClosed = false;
  #sent = 0;
  readonly #underWay = new Set<Promise<HttpResponse>>();

  /** Sends nothing yet. */
  constructor({ target, heads, listener, patience, isPatient }: ScopeRequestsOptions) {
    this.#target = target;
    this.#heads = heads;
    this.#listener = listener;
    this.#patience = patience;
    this.#isPatient = isPatient;
  }

  /** True if an event did not come, and was not awaited as long as the check asked for. */
  get isHurried(): boolean {
    return this.#isHurried;
  }

  /** Sends a request, and those that the type of its objects needs. */
  send(request: HttpRequest): Promise<HttpResponse> {
    const target = this.#target;
    return sendAdapted(placed(request), { target, send: (each) => this.#exchange(placed(each)) });
  }

  async #exchange(request: PlacedRequest): Promise<HttpResponse> {
    if (this.#isClosed) throw new Discard(CLOSED);
    let response: HttpResponse | undefined;
    const sent = ++this.#sent;
    const alone = this.#underWay.size === 0;
    const answer = this.#target.client.send(request, this);
    this.#underWay.add(answer);
    try {
      return response = await answer;
    } finally {
      this.#underWay.delete(answer);
      // The order of concurrent requests is unknown.
      const isAlone = alone && sent === this.#sent;
      if (!request.immediate) this.#listener.exchanged(request, response, isAlone);
    }
  }

  /** Opens a watch, which is closed with the requests at the latest. */
  async watch(asked: Omit<HttpRequest, "method" | "body">): Promise<WatchStream> {
    if (this.#isClosed) throw new Discard(CLOSED);
    const request = placed(asked);
    const query = { watch: "1", ...request.query };
    expectServed({ ...request, method: "GET", query }, this.#target);
    const open = (patience: WatchPatience) => this.#target.client.watch(request, this, patience);
    const opened = await this.#heads.open(request, open, this.#target);
    // `watch=false` asks for a list.
    const watch = request.query?.watch ?? "1";
    if (this.#isClosed) {
      await opened.close();
      throw new Discard(CLOSED);
    }
    const stream = ["1", "true"].includes(watch)
      ? new EventStream(opened, watch, {
        patience: this.#patience,
        kind: kindOfWatch(request),
        isPatient: this.#isPatient,
        hurried: () => this.#isHurried = true,
      })
      : opened;
    this.#streams.push(stream);
    this.#listener.watching(request, stream);
    return stream;
  }

  /**
   * Closes the watches; nothing is sent from here on. A case ends at the first of its concurrent
   * steps that fails; what the others have sent is waited for, as it may create objects.
   */
  async close(): Promise<void> {
    this.#isClosed = true;
    if (this.#underWay.size > 0) await this.#finish();
    await Promise.all(this.#streams.map((stream) => stream.close()));
  }

  /** Waits for the requests under way, not for long. */
  async #finish(): Promise<void> {
    const { promise: late, resolve } = Promise.withResolvers<void>();
    const timer = setTimeout(resolve, LATE);
    try {
      await Promise.race([Promise.allSettled([...this.#underWay]), late]);
    } finally {
      clearTimeout(timer);
    }
  }
}
