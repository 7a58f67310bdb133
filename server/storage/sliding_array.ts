/**
 * An array that grows at its end and is trimmed at its front, whose elements keep their index, and
 * binary search in it.
 *
 * @module
 */

/**
 * Returns the first index below `length` at which `holds` is true, or `length` if there is none.
 * `holds` must be true for all later indexes too.
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

/** An array whose first elements can be dropped; the others keep their index. */
export class SlidingArray<T> {
  #elements: T[] = [];
  /** The number of elements in the array that are dropped already. */
  #dropped = 0;
  #start: number;

  /** Creates an empty array whose first element will have the given index. */
  constructor(start = 0) {
    this.#start = start;
  }

  /** The index of the first element; `end` if there is none. */
  get start(): number {
    return this.#start;
  }

  /** The index of the next element. */
  get end(): number {
    return this.#start + this.length;
  }

  /** The number of elements. */
  get length(): number {
    return this.#elements.length - this.#dropped;
  }

  /** Returns the element at an index, undefined if there is none. */
  at(index: number): T | undefined {
    return index < this.#start ? undefined : this.#elements[this.#dropped + index - this.#start];
  }

  /** Returns the newest element, undefined if there is none. */
  last(): T | undefined {
    return this.at(this.end - 1);
  }

  /** Adds an element at the end. */
  push(element: T): void {
    this.#elements.push(element);
  }

  /** Drops the elements before an index. */
  dropBefore(index: number): void {
    const count = Math.min(index, this.end) - this.#start;
    if (count <= 0) return;
    this.#start += count;
    for (let left = count; left > 0; left--) this.#release(this.#dropped++);
    // Elements are moved only when they are the smaller half, so that a drop has constant cost.
    if (this.#dropped * 2 >= this.#elements.length) {
      this.#elements = this.#elements.slice(this.#dropped);
      this.#dropped = 0;
    }
  }

  /** Lets go of an object before its place is reused; numbers stay, in an array of numbers. */
  #release(place: number): void {
    if (typeof this.#elements[place] === "object") this.#elements[place] = undefined as T;
  }

  /**
   * Returns the index of the first element for which `holds` is true, `end` if there is none; see
   * `partitionPoint`.
   */
  firstIndex(holds: (element: T) => boolean): number {
    const found = partitionPoint(
      this.length,
      (offset) => holds(this.#elements[this.#dropped + offset]!),
    );
    return this.#start + found;
  }
}
