/**
 * Times on the command line.
 *
 * @module
 */
import { UsageError } from "./option.ts";

const UNITS: Readonly<Record<string, number>> = { ms: 1, s: 1_000, m: 60_000, h: 3_600_000 };

/**
 * Parses a time such as `20s`, `5m` or `1500ms`; a number alone is in seconds.
 *
 * @param source the name of the option, for the error
 * @returns milliseconds
 * @throws {UsageError} for another text
 */
export function milliseconds(text: string, source: string): number {
  const [, number, unit = "s"] = /^(\d+(?:\.\d+)?)\s*(ms|s|m|h)?$/.exec(text) ?? [];
  if (number !== undefined) return Number(number) * UNITS[unit]!;
  throw new UsageError(`Cannot use ${source} "${text}". Give a time such as 20s or 5m.`);
}
