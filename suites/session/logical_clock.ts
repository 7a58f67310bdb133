/**
 * The suites' own clock: it moves on with every sending and every answer, so that "before" and
 * "after" mean what the client has seen.
 *
 * @module
 */
import type { Span } from "../model/timeline.ts";

/** A counter of what the client has seen. */
export class LogicalClock {
  #now = 0;

  /** Does something, and says between which ticks it was under way. */
  async during<T>(act: () => Promise<T>): Promise<Span & { readonly value: T }> {
    const began = ++this.#now;
    const value = await act();
    return { began, ended: ++this.#now, value };
  }
}
