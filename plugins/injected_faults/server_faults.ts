/**
 * The rules of a running server, as those see them who started it.
 *
 * @module
 */
import type { Clock } from "../../server/sources.ts";
import type { PartChanges } from "../../server/parts.ts";
import { rulesInstaller } from "./effects.ts";
import { readMatch, readRule } from "./read_rule.ts";
import type { FaultRule, RequestMatch } from "./rule.ts";
import { type Hit, RuleBook, type RuleHandle } from "./rule_book.ts";
import { type OpenWatch, OpenWatches, readWatchEnd, type WatchEnd } from "./watches.ts";

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
  /**
   * The watches that are open, the oldest first, as they are now: ask again for what they are sent.
   *
   * @example
   * ```ts
   * import { assertEquals } from "@std/assert";
   * import { startServer } from "@plumbline/plumbline/server";
   *
   * const server = await startServer();
   * const headers = { authorization: `Bearer ${server.identities[0].token}` };
   * const watch = await fetch(`${server.url}/api/v1/namespaces?watch=1`, { headers });
   * const [open] = server.faults.watches();
   * assertEquals([open?.user, open?.resource], ["admin", "namespaces"]);
   * open?.end("drop");
   * await watch.text();
   * await server.close();
   * ```
   */
  watches(): readonly OpenWatch[];
}

/** The rules of a server, and what the server needs of them. */
export interface RulesInForce {
  readonly faults: ServerFaults;
  /** Puts them into a server; into one that is put together again as well. */
  readonly install: (seams: PartChanges) => void;
  /** The ids of the rules that hit a request. */
  readonly rulesOf: (request: Request) => readonly string[];
}

/** Makes the rules of a server. */
export function serverFaults(
  initial: readonly FaultRule[],
  { clock, stopped }: { readonly clock: Clock; readonly stopped: AbortSignal },
): RulesInForce {
  const rules = new RuleBook();
  const watches = new OpenWatches(clock, stopped);
  const pending = new WeakMap<Request, readonly Hit[]>();
  const faults: ServerFaults = {
    add: (rule) => rules.add(readRule(rule)),
    list: () => rules.list(),
    clear: () => rules.clear(),
    endWatches: (how, when) => watches.end(readWatchEnd(how), readMatch(when)),
    watches: () => watches.list(),
  };
  initial.forEach(faults.add);
  return {
    faults,
    install: rulesInstaller({ rules, watches, clock, stopped, pending }),
    // Of a server that never had a rule nothing is looked up.
    rulesOf: (request) => rules.isUnused ? NONE : pending.get(request)?.map(({ id }) => id) ?? NONE,
  };
}

const NONE: readonly string[] = [];
