/**
 * The states that real time allows a read to show: nothing may be missing that was acknowledged before the
 * read was sent, and nothing may show that was sent after the read was answered.
 *
 * @module
 */

/** A stretch of time, in ticks of a counter that every sending and every answer moves on. */
export interface Span {
  /** The tick at which the request was sent. */
  readonly began: number;
  /** The tick at which the response arrived. */
  readonly ended: number;
}

/** A write that took effect. */
export interface PlacedWrite extends Span {
  /** The position of the state after it. */
  readonly position: number;
}

/** The writes of a history, and what they allow. */
export class Timeline {
  readonly #writes: readonly PlacedWrite[];
  readonly #end: number;

  /** The timeline of a history that ends at this position. */
  constructor(writes: readonly PlacedWrite[], end: number) {
    this.#writes = writes;
    this.#end = end;
  }

  /** The oldest position a most recent read may show. */
  earliest(read: Span): number {
    return Math.max(
      0,
      ...this.#writes.filter((write) => write.ended < read.began).map((write) => write.position),
    );
  }

  /** The newest position any read may show. */
  latest(read: Span): number {
    return Math.min(
      this.#end,
      ...this.#writes.filter((write) => write.began > read.ended)
        .map((write) => write.position - 1),
    );
  }
}
