/**
 * Aborts requests that take too long. One timer serves all requests of a client, as a timer of its
 * own for each would cost as much as the rest of a short request.
 *
 * @module
 */

/** The deadlines of the requests in flight; all have the same time limit. */
export class Deadlines {
  readonly #limit: number;
  /** The time at which each request is aborted, the earliest first. */
  readonly #open = new Map<AbortController, number>();
  #timer: ReturnType<typeof setTimeout> | undefined;

  /** Aborts requests after `limit` milliseconds. */
  constructor(limit: number) {
    this.#limit = limit;
  }

  /** Starts the time of a request. */
  add(request: AbortController): void {
    this.#open.set(request, performance.now() + this.#limit);
    this.#timer ??= setTimeout(() => this.#expire(), this.#limit);
  }

  /** Ends the time of a request. */
  delete(request: AbortController): void {
    this.#open.delete(request);
    // A timer without a request would keep the process alive.
    if (this.#open.size > 0) return;
    clearTimeout(this.#timer);
    this.#timer = undefined;
  }

  #expire(): void {
    this.#timer = undefined;
    const now = performance.now();
    for (const [request, end] of this.#open) {
      if (end > now) {
        this.#timer = setTimeout(() => this.#expire(), end - now);
        return;
      }
      this.#open.delete(request);
      request.abort(new DOMException("the time limit is over", "TimeoutError"));
    }
  }
}
