/**
 * The option that divides a run among several machines.
 *
 * @module
 */
import { type GivenOptions, type OptionFacts, textOf, UsageError } from "../../command_line/mod.ts";

/** One part of a run: the `index`th of `count`, counted from 1. */
export interface Shard {
  readonly index: number;
  readonly count: number;
}

/** The option as data. */
export const SHARD_OPTION: OptionFacts = {
  name: "shard",
  value: "K/N",
  help: "run the K-th of N parts of the checks; report merge puts the parts together",
};

/** Reads the option; the whole run where it is absent. */
export function shardOf(options: GivenOptions): Shard {
  const text = textOf(options, "shard") ?? "1/1";
  const [, index, count] = (/^(\d{1,4})\/(\d{1,4})$/.exec(text) ?? []).map(Number);
  if (index === undefined || count === undefined || index < 1 || index > count) {
    throw new UsageError(`--shard must be K/N with K from 1 to N: "${text}" given`);
  }
  return { index, count };
}

/** The checks of the part: every N-th, so that the parts take about as long. */
export function checksOfShard<Check>(checks: readonly Check[], shard: Shard): readonly Check[] {
  return checks.filter((_, at) => at % shard.count === shard.index - 1);
}
