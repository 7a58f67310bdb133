/**
 * Reproducible random durations, and waiting by the server's clock.
 *
 * @module
 */
import type { Clock } from "@plumbline/server/api";
import type { Duration } from "./rule.ts";

/** Returns a random number from 0 up to 1. */
export type Chance = () => number;

/** Creates a reproducible random generator (Mulberry32). */
export function chanceOf(seed: number): Chance {
  let state = seed | 0;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

/** Returns a random duration in milliseconds. */
export function durationOf(time: Duration, chance: Chance): number {
  if (typeof time === "number") return time;
  if ("from" in time) return time.from + (time.to - time.from) * chance();
  return time.median * Math.exp(time.sigma * normal(chance));
}

/** Returns a number from the standard normal distribution (Box-Muller transform). */
function normal(chance: Chance): number {
  // The logarithm needs more than 0.
  return Math.sqrt(-2 * Math.log(1 - chance())) * Math.cos(2 * Math.PI * chance());
}

/** Waits so many milliseconds, or until the signal is aborted. */
export function pause(milliseconds: number, clock: Clock, signal: AbortSignal): Promise<void> {
  if (signal.aborted || milliseconds <= 0) return Promise.resolve();
  return new Promise((resolve) => {
    const end = () => {
      cancel();
      signal.removeEventListener("abort", end);
      resolve();
    };
    const cancel = clock.after(milliseconds, end);
    signal.addEventListener("abort", end);
  });
}
