/**
 * A shorter time limit for all requests of a client.
 *
 * @module
 */

/** What a request opens. */
export type Opened = "request" | "watch";

/** The time limit of requests while a run is ending. */
export class Hurry {
  /** In milliseconds. */
  readonly limit: number;
  /** True once a request was not answered: the others are not sent. */
  #isOver = false;
  /** By the request under way. */
  readonly #timers = new Map<AbortController, ReturnType<typeof setTimeout>>();

  /** Begins the hurry, for the requests and watches under way, too. */
  constructor(limit: number, open: Iterable<readonly [AbortController, Opened]>) {
    this.limit = limit;
    for (const [control, kind] of open) this.begin(control, kind);
  }

  /** Ends a watch at once, and a request that is not answered soon. */
  begin(control: AbortController, kind: Opened): void {
    if (kind === "watch" || this.#isOver) {
      control.abort(new DOMException("the run is ending", "TimeoutError"));
      return;
    }
    const timer = setTimeout(() => {
      this.#isOver = true;
      control.abort(new DOMException("the time limit is over", "TimeoutError"));
    }, this.limit);
    this.#timers.set(control, timer);
  }

  /** Notes that a request is under way no longer. */
  end(control: AbortController): void {
    clearTimeout(this.#timers.get(control));
    this.#timers.delete(control);
  }

  /** Waits for no request any more. */
  close(): void {
    for (const timer of this.#timers.values()) clearTimeout(timer);
  }
}
