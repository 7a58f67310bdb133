/**
 * The states that a read may show by the order of time: all writes acknowledged before it was sent,
 * and none that was sent after its response.
 *
 * @module
 */

/** A span of time, in ticks of a counter that every request and every response advances. */
export interface Span {
  /** The tick at which the request was sent. */
  readonly began: number;
  /** The tick at which the response arrived. */
  readonly ended: number;
  /** The number of the request in its case, to refer to it. */
  readonly exchange?: number | undefined;
}

/** A write that took effect. */
export interface PlacedWrite extends Span {
  /** The position of the state after it. */
  readonly position: number;
}

/** The writes of a history in time. */
export class WriteTimeline {
  readonly #writes: readonly PlacedWrite[];
  readonly #end: number;

  /** Creates the timeline of a history that ends at this position. */
  constructor(writes: readonly PlacedWrite[], end: number) {
    this.#writes = writes;
    this.#end = end;
  }

  /** Returns the oldest position that a most recent read may show. */
  earliest(read: Span): number {
    return Math.max(
      0,
      ...this.#writes.filter((write) => write.ended < read.began).map((write) => write.position),
    );
  }

  /** Returns the write whose response shows that a most recent read may not show less; if any. */
  newestBefore(read: Span): PlacedWrite | undefined {
    const position = this.earliest(read);
    return this.#writes.find((write) => write.position === position && write.ended < read.began);
  }

  /** Returns the newest position that a read may show. */
  latest(read: Span): number {
    return Math.min(
      this.#end,
      ...this.#writes.filter((write) => write.began > read.ended)
        .map((write) => write.position - 1),
    );
  }
}
