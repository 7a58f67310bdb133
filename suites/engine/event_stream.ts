/**
 * A watch as checks see it: a list in place of a stream is a violation wherever an event is awaited,
 * and events that never come are not awaited for long.
 *
 * @module
 */
import { Violation } from "../check.ts";
import type { HttpResponse, WatchDocument, WatchStream } from "../client/http_client.ts";
import { listKindOf } from "../client/watch_stream.ts";
import type { EventPatience } from "./event_patience.ts";

/** How long to wait for the events of a stream. */
export interface StreamWaits {
  readonly patience: EventPatience;
  /** The kind of watch. */
  readonly kind: string;
  /** True if every wait takes the time that the check asks for. */
  readonly isPatient: boolean;
  /** Is called when an event did not come in less time than that. */
  hurried(): void;
}

/** The milliseconds that a check waits for an event unless it says otherwise. */
const DEADLINE = 10_000;

/** A watch stream that throws a violation if the target sent a list. */
export class EventStream implements WatchStream {
  readonly #stream: WatchStream;
  readonly #requirement: "watch.streams-events" | "watch.one-or-true";
  readonly #waits: StreamWaits;

  /** Wraps the stream of a request that asked for events, by `watch=1` or another value. */
  constructor(stream: WatchStream, watch: string, waits: StreamWaits) {
    this.#stream = stream;
    this.#requirement = watch === "1" ? "watch.streams-events" : "watch.one-or-true";
    this.#waits = waits;
  }

  /** The answer's head. */
  get response(): HttpResponse {
    return this.#stream.response;
  }

  /** True once the response has begun. */
  get begun(): boolean {
    return this.#stream.begun;
  }

  /** The events so far. */
  get documents(): readonly WatchDocument[] {
    return this.#stream.documents;
  }

  /** True once the stream has ended, by either side. */
  get ended(): boolean {
    return this.#stream.ended;
  }

  /** Lines that were no event documents. */
  get malformed(): readonly string[] {
    return this.#stream.malformed;
  }

  /** Waits for an event. @throws {Violation} if a list was sent in place of a stream */
  async waitFor(
    test: (document: WatchDocument) => boolean,
    deadline: number = DEADLINE,
  ): Promise<WatchDocument | undefined> {
    const { patience, kind, isPatient, hurried } = this.#waits;
    const limit = isPatient ? deadline : patience.limit(kind, deadline);
    const end = patience.start(kind, limit);
    const found = await this.#stream.waitFor(test, limit);
    if (found !== undefined || !this.ended) end(found !== undefined);
    if (found === undefined && !this.ended && limit < deadline) hurried();
    if (found === undefined) this.#insistOnEvents();
    return found;
  }

  /** Waits for the end. @throws {Violation} if a list was sent in place of a stream */
  async waitForEnd(deadline?: number): Promise<boolean> {
    const ended = await this.#stream.waitForEnd(deadline);
    this.#insistOnEvents();
    return ended;
  }

  /** Hangs up. */
  close(): Promise<void> {
    return this.#stream.close();
  }

  #insistOnEvents(): void {
    const kind = this.malformed.map(listKindOf).find((each) => each !== undefined);
    if (kind === undefined) return;
    throw new Violation(this.#requirement, {
      expected: "a stream of events",
      actual: `a ${kind} instead of a stream`,
    });
  }
}
