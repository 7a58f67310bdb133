/**
 * Judges how the time of a kind of request grows with its size.
 *
 * @module
 */

/** A size, and how long a request of it held the event loop, in milliseconds. */
export interface Sample {
  readonly size: number;
  readonly held: number;
}

/** Milliseconds that no request may hold the event loop. */
export const HELD_LIMIT = 50;

/** Shorter times are noise, in milliseconds. */
const NOISE = 10;

/** The most that the time may grow when the size doubles: 2 is linear. */
const GROWTH_LIMIT = 3.2;

/**
 * Returns what is wrong with the times of one kind of request, from its smallest to its largest
 * size; undefined if nothing is.
 */
export function judgeTimes(samples: readonly Sample[]): string | undefined {
  const worst = samples.reduce((most, one) => one.held > most.held ? one : most, samples[0]!);
  if (worst.held > HELD_LIMIT) {
    return `holds the event loop for ${worst.held.toFixed(0)} ms at the size ${worst.size}`;
  }
  const growths = samples.slice(1).flatMap((sample, at) =>
    samples[at]!.held >= NOISE ? [sample.held / samples[at]!.held] : []
  );
  const growth = Math.max(0, ...growths);
  if (growth <= GROWTH_LIMIT) return undefined;
  return `takes ${growth.toFixed(1)} times as long for twice the size`;
}
