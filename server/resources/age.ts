/**
 * The table column `Age`: the age of an object in a short form.
 *
 * @module
 */
import type { Column } from "../registry/resource.ts";

/** Units with their seconds, and the limit in seconds below which the next smaller one is added. */
const UNITS = [
  {
    name: "y",
    seconds: 365 * 86_400,
    next: "d",
    nextSeconds: 86_400,
    exactBelow: 8 * 365 * 86_400,
    from: 2 * 365 * 86_400,
  },
  {
    name: "d",
    seconds: 86_400,
    next: "h",
    nextSeconds: 3_600,
    exactBelow: 8 * 86_400,
    from: 2 * 86_400,
  },
  { name: "h", seconds: 3_600, next: "m", nextSeconds: 60, exactBelow: 8 * 3_600, from: 3 * 3_600 },
  { name: "m", seconds: 60, next: "s", nextSeconds: 1, exactBelow: 600, from: 120 },
] as const;

/** Formats a duration in seconds with at most two units: `59s`, `2m5s`, `3h`, `45d`, `2y30d`. */
export function formatAge(seconds: number): string {
  const whole = Math.max(0, Math.floor(seconds));
  const unit = UNITS.find(({ from }) => whole >= from);
  if (!unit) return `${whole}s`;
  const count = Math.floor(whole / unit.seconds);
  const rest = Math.floor((whole % unit.seconds) / unit.nextSeconds);
  return whole < unit.exactBelow && rest > 0
    ? `${count}${unit.name}${rest}${unit.next}`
    : `${count}${unit.name}`;
}

/** The column `Age`. */
export const age: Column = {
  name: "Age",
  type: "string",
  cell: ({ metadata }, now) => formatAge((now - Date.parse(metadata.creationTimestamp)) / 1000),
};

/** The column `Name`. */
export const name: Column = {
  name: "Name",
  type: "string",
  format: "name",
  cell: ({ metadata }) => metadata.name,
};
