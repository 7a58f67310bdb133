/**
 * A logical clock: it ticks with every request and every response, so that "before" and "after" have
 * the meaning that a client can observe.
 *
 * @module
 */
import type { Span } from "../model/timeline.ts";

/** A counter of requests and responses. */
export class LogicalClock {
  #now = 0;

  /** Runs an action and returns its result with the ticks of its start and end. */
  async during<T>(act: () => Promise<T>): Promise<Span & { readonly value: T }> {
    const began = ++this.#now;
    const value = await act();
    return { began, ended: ++this.#now, exchange: exchangeOf(value), value };
  }
}

/** Returns the number of the request that a value is the response to; undefined for other values. */
function exchangeOf(value: unknown): number | undefined {
  return typeof value === "object" && value !== null && "exchange" in value &&
      typeof value.exchange === "number"
    ? value.exchange
    : undefined;
}
