/**
 * Makes of an option's text what it stands for, or says why that cannot be.
 *
 * @module
 */
import { type GivenOptions, UsageError } from "./arguments.ts";
import { suggestion } from "./nearest.ts";

/** The option's value, undefined where it was not given. */
export function textOf(options: GivenOptions, name: string): string | undefined {
  return options.get(name)?.[0];
}

/** The option's values, also those within one value divided by commas. */
export function listOf(options: GivenOptions, name: string): string[] {
  return (options.get(name) ?? []).flatMap((value) => value.split(",")).map((word) => word.trim());
}

/** The option's value as a whole number between two others. */
export function integerOf(
  options: GivenOptions,
  name: string,
  { min, max }: { min: number; max: number },
): number | undefined {
  const text = textOf(options, name);
  if (text === undefined) return undefined;
  const value = Number(text);
  if (!/^-?\d+$/.test(text) || value < min || value > max) {
    throw new UsageError(`--${name} must be a whole number from ${min} to ${max}: "${text}" given`);
  }
  return value;
}

/** The word, if it is one of those allowed. */
export function choiceOf<Word extends string>(
  name: string,
  given: string,
  words: readonly Word[],
): Word {
  const found = words.find((word) => word === given);
  if (found === undefined) {
    throw new UsageError(`--${name} cannot be "${given}"${suggestion(given, words)}`);
  }
  return found;
}

/** A time such as `20s`, `5m` or `1500ms` in milliseconds; a bare number counts seconds. */
export function durationOf(name: string, text: string): number {
  const [, number, unit = "s"] = /^(\d+(?:\.\d+)?)\s*(ms|s|m|h)?$/.exec(text) ?? [];
  if (number === undefined) {
    throw new UsageError(`${name} must be a time such as 20s or 5m: "${text}" given`);
  }
  const units: Record<string, number> = { ms: 1, s: 1_000, m: 60_000, h: 3_600_000 };
  return Number(number) * units[unit]!;
}

/** The two sides of `name=rest`. */
export function pairOf(name: string, text: string): [string, string] {
  const at = text.indexOf("=");
  if (at < 1 || at === text.length - 1) {
    // The value may hold a token, so it is not repeated.
    throw new UsageError(`--${name} must be name=token, each of them with at least one character`);
  }
  return [text.slice(0, at), text.slice(at + 1)];
}
