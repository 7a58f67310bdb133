/**
 * The rules of a running server, as those see them who started it.
 *
 * @module
 */
import type { Clock } from "../../sources.ts";
import type { Seams } from "../seams.ts";
import { rulesInstaller } from "./effects.ts";
import { readMatch, readRule } from "./read_rule.ts";
import type { FaultRule, RequestMatch } from "./rule.ts";
import { RuleBook, type RuleHandle } from "./rule_book.ts";
import { OpenWatches, WATCH_ENDS, type WatchEnd } from "./watches.ts";

/** Lets a running server fail, for tests of its clients. */
export interface ServerFaults {
  /**
   * Puts a rule in force, for requests that come from now on.
   *
   * @throws {RangeError} for a rule that makes no sense
   */
  add(rule: FaultRule): RuleHandle;
  /** The rules in force, in the order they were added. */
  list(): readonly RuleHandle[];
  /** Takes all rules out of force. */
  clear(): void;
  /**
   * Ends watches that are open, behind what they have sent already.
   *
   * @param how by an event of type ERROR that says 410, or as if their time was over
   * @param when which ones; all by default
   * @returns how many there were
   * @throws {RangeError} for words that make no sense
   */
  endWatches(how: WatchEnd, when?: RequestMatch): number;
}

/** The rules of a server, and what puts them into it. */
export function serverFaults(
  initial: readonly FaultRule[],
  { clock, stopped }: { readonly clock: Clock; readonly stopped: AbortSignal },
): { readonly faults: ServerFaults; readonly install: (seams: Seams) => void } {
  const rules = new RuleBook();
  const watches = new OpenWatches(clock, stopped);
  const faults: ServerFaults = {
    add: (rule) => rules.add(readRule(rule)),
    list: () => rules.list(),
    clear: () => rules.clear(),
    endWatches(how, when) {
      if (!WATCH_ENDS.includes(how)) {
        throw new RangeError(`Cannot end watches by "${how}": use one of ${WATCH_ENDS.join(", ")}`);
      }
      return watches.end(how, readMatch(when));
    },
  };
  initial.forEach(faults.add);
  return { faults, install: rulesInstaller({ rules, watches, clock, stopped }) };
}
