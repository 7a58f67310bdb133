/**
 * Binary search.
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
