/**
 * Measures memory growth from the memory in use after each batch.
 *
 * @module
 */

/** Memory in use after a number of requests. */
export interface MemorySample {
  readonly requests: number;
  /** Bytes in use after a garbage collection. */
  readonly bytes: number;
}

/**
 * Returns the bytes per request that are not freed: the slope from the middle of the first third to that of the last
 * one, each the median of its samples, so that one outlier has no effect. The
 * first fifth is warm-up and does not count.
 */
export function bytesPerRequest(samples: readonly MemorySample[]): number {
  const warm = samples.slice(Math.floor(samples.length / 5));
  const third = Math.max(1, Math.floor(warm.length / 3));
  const [first, last] = [median(warm.slice(0, third)), median(warm.slice(-third))];
  return (last.bytes - first.bytes) / Math.max(1, last.requests - first.requests);
}

const middle = (values: readonly number[]) =>
  values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)]!;

const median = (samples: readonly MemorySample[]): MemorySample => ({
  requests: middle(samples.map(({ requests }) => requests)),
  bytes: middle(samples.map(({ bytes }) => bytes)),
});
