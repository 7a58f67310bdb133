/**
 * The target's windows of time: the field `waits` of the configuration, and the option `--wait`.
 *
 * @module
 */
import {
  durationOf,
  type GivenOptions,
  type OptionFacts,
  suggestion,
  UsageError,
} from "../command_line/mod.ts";
import type { Waits } from "../suites/client/target.ts";

/** The option. */
export const WAIT_OPTION: OptionFacts = {
  name: "wait",
  value: "NAME=TIME",
  repeatable: true,
  help: "a window of the target: history=20s, how long it keeps history at least; propagation=2s",
};

const NAMES = ["history", "propagation"] as const;

/** Reads windows by name; `where` is put before a name in what is refused. */
export function waitsOf(entries: Iterable<readonly [string, string]>, where: string): Waits {
  const waits: { -readonly [Name in keyof Waits]: Waits[Name] } = {};
  for (const [given, time] of entries) {
    const name = NAMES.find((each) => each === given);
    if (name === undefined) {
      throw new UsageError(`${where} has no "${given}"${suggestion(given, NAMES)}`);
    }
    waits[name] = durationOf(`${where} ${name}`, time);
  }
  return waits;
}

/** The windows that the command line gives. */
export function givenWaits(options: GivenOptions): Waits {
  const entries = (options.get(WAIT_OPTION.name) ?? []).map((text): [string, string] => {
    const at = text.indexOf("=");
    if (at < 1) throw new UsageError(`--wait must be name=time, as history=20s: "${text}" given`);
    return [text.slice(0, at), text.slice(at + 1)];
  });
  return waitsOf(entries, "--wait");
}
