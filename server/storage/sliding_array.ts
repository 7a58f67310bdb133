/**
 * An array that grows at its end and is trimmed at its front, whose elements keep their index; and the
 * binary search in it.
 *
 * @module
 */

/**
 * The first index below `length` at which `holds` is true, or `length` where there is none. From
 * that index on it must hold everywhere.
 */
export function partitionPoint(length: number, holds: (index: number) => boolean): number {
  let low = 0;
  let high = length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (holds(middle)) high = middle;
    else low = middle + 1;
  }
  return low;
}

/** A window that slides over an endless array: what lies before `start` was dropped. */
export class SlidingArray<T> {
  #elements: T[] = [];
  /** How many of the elements' first are dropped already. */
  #dropped = 0;
  #start: number;

  /** Creates an empty array whose first element will have the given index. */
  constructor(start = 0) {
    this.#start = start;
  }

  /** The index of the first element held; equal to `end` where none is. */
  get start(): number {
    return this.#start;
  }

  /** The index the next element will have. */
  get end(): number {
    return this.#start + this.length;
  }

  /** How many elements are held. */
  get length(): number {
    return this.#elements.length - this.#dropped;
  }

  /** The element at an index, undefined outside of what is held. */
  at(index: number): T | undefined {
    return index < this.#start ? undefined : this.#elements[this.#dropped + index - this.#start];
  }

  /** The newest element, undefined where none is held. */
  last(): T | undefined {
    return this.at(this.end - 1);
  }

  /** Adds an element at the end. */
  push(element: T): void {
    this.#elements.push(element);
  }

  /** Drops what lies before an index; never more than is held. */
  dropBefore(index: number): void {
    const count = Math.min(index, this.end) - this.#start;
    if (count <= 0) return;
    this.#start += count;
    this.#dropped += count;
    // Moving the rest only when it is the smaller half makes a drop cost the same however much is held.
    if (this.#dropped * 2 >= this.#elements.length) {
      this.#elements = this.#elements.slice(this.#dropped);
      this.#dropped = 0;
    }
  }

  /** The index of the first element for which `holds`, `end` where there is none; see `partitionPoint`. */
  firstIndex(holds: (element: T) => boolean): number {
    const found = partitionPoint(
      this.length,
      (offset) => holds(this.#elements[this.#dropped + offset]!),
    );
    return this.#start + found;
  }
}
