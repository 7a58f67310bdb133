/**
 * Chance that can be had again.
 *
 * @module
 */
import type { Duration } from "./rule.ts";

/** Draws numbers from 0 up to 1. */
export type Chance = () => number;

/** The generator Mulberry32: every number follows from the seed. */
export function chanceOf(seed: number): Chance {
  let state = seed | 0;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

/** Draws a time in milliseconds. */
export function drawDuration(time: Duration, chance: Chance): number {
  if (typeof time === "number") return time;
  if ("from" in time) return time.from + (time.to - time.from) * chance();
  return time.median * Math.exp(time.sigma * drawNormal(chance));
}

/** From the standard normal distribution, by the transform of Box and Muller. */
function drawNormal(chance: Chance): number {
  // The logarithm needs more than 0.
  return Math.sqrt(-2 * Math.log(1 - chance())) * Math.cos(2 * Math.PI * chance());
}
