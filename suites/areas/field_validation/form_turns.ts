/**
 * Chooses the forms in which a value of a wrong type is sent: some come by turns, with the seed.
 *
 * @module
 */
import { APPLY_FORMS, BASIC_FORMS, type Form } from "./fielded_writes.ts";

/** So many cases per property are for one turn of all values. */
const RUNS_PER_TURN = 100;

/** After so many turns each value has come in each form. */
const MOST_TURNS = BASIC_FORMS.length;

/** The turns repeat after so many: a multiple of each number of forms, 1 to 4, and of 8 parameters. */
export const TURNS = 24;

/** A value, as far as the choice of its forms depends on it. */
export interface TurningValue {
  /** Consecutive for the values of a type, and for the same value of a field that several types share. */
  readonly number: number;
  /** It is of another type altogether: no lenient decoder would convert it. */
  readonly isFar?: boolean;
  /** Its field is one of the metadata, which all types share. */
  readonly isShared: boolean;
  /** Only real servers agree that it is wrong. */
  readonly isConvention: boolean;
}

/** Returns the turns of a run: longer runs take further ones. */
export function turnsOf(
  { seed, runs }: { readonly seed: number; readonly runs: number },
): number[] {
  const turns = Math.min(MOST_TURNS, Math.ceil(runs / RUNS_PER_TURN));
  // A seed may be negative, a turn must not be.
  return Array.from({ length: turns }, (_, index) => ((seed >>> 0) + index) % TURNS);
}

/**
 * Returns the forms in which a value is sent in a turn: all, or one where others show the same. Forms of an
 * apply are decoded alike, all types share the metadata, and no decoder takes a list for a text in one form
 * alone. What only real servers reject is sent in the first form and in another one.
 *
 * @param all The forms in which it can be sent.
 * @param turn From 0 on.
 */
export function formsInTurn(
  { number, isFar, isShared, isConvention }: TurningValue,
  all: readonly Form[],
  turn: number,
): readonly Form[] {
  const oneOf = (forms: readonly Form[]) =>
    forms.filter((_, at) => at === (number + turn) % forms.length);
  if (isFar || all.every((form) => APPLY_FORMS.includes(form))) return oneOf(all);
  if (isConvention) return [...all.slice(0, 1), ...oneOf(all.slice(1))];
  return isShared ? oneOf(all) : all;
}
