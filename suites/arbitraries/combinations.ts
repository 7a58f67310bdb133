/**
 * Enumerates the cases of a property that must not be left to chance.
 *
 * @module
 */
import fc from "fast-check";
import type { PropertyCheck } from "../check.ts";
import type { Target } from "../client/target.ts";
import { leavingOut } from "./leaving_out.ts";

/**
 * Returns the generators of a property that has few inputs: instead of generated ones it runs each
 * of them once, in an order of the seed, and the first ones in a run of fewer cases.
 *
 * @param lists The names of the lists whose members are left out of an input to shrink it.
 */
export function enumerated<Input>(
  all: (target: Target) => readonly Input[],
  ...lists: (keyof Input)[]
): Pick<PropertyCheck<Input>, "arbitrary" | "caseList"> {
  const one = (target: Target) => fc.constantFrom<Input[]>(...all(target));
  return {
    arbitrary: (target) => lists.length === 0 ? one(target) : leavingOut(one(target), ...lists),
    caseList: (target, { seed, runs }) => ({ inputs: shuffled(all(target), seed).slice(0, runs) }),
  };
}

/** Returns the items in an order that depends on the seed, so that short runs differ. */
export function shuffled<Item>(items: readonly Item[], seed: number): Item[] {
  const left = [...items];
  const order: Item[] = [];
  let state = seed >>> 0;
  while (left.length > 0) {
    // A linear congruential generator is random enough for an order.
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    order.push(...left.splice(Math.floor(state / 2 ** 32 * left.length), 1));
  }
  return order;
}

/** Returns the items in parts of this size, the last one smaller. */
export function chunked<Item>(items: readonly Item[], size: number): Item[][] {
  const starts = Array.from({ length: Math.ceil(items.length / size) }, (_, index) => index * size);
  return starts.map((start) => items.slice(start, start + size));
}

/** Returns all combinations of one value for each name, in an order that depends on the seed. */
export function combinations<Input extends object>(
  values: { readonly [Name in keyof Input]: readonly Input[Name][] },
  seed: number,
): Input[] {
  let all: Partial<Input>[] = [{}];
  for (const name of Object.keys(values) as (keyof Input)[]) {
    all = all.flatMap((some) => values[name].map((value) => ({ ...some, [name]: value })));
  }
  return shuffled(all as Input[], seed);
}
