/**
 * The plugin of injected faults: makes requests fail, delays them and ends watches, so that tests
 * can check how clients react.
 *
 * @module
 */
import type { PartChanges, Plugin, PluginContext } from "@plumbline/server/parts";
import { aText, complaintAbout, listOf, onlyFields, optional } from "@plumbline/server/shape";
import { AssertionError } from "../assertion_error.ts";
import { onlyServer } from "../one_server.ts";
import { installEffects } from "./effects.ts";
import type { FaultRule, RequestMatch } from "./rule.ts";
import { readMatch, readRule } from "./rule_shape.ts";
import { type Hit, RuleBook, type RuleHandle } from "./rule_book.ts";
import { type OpenWatch, OpenWatches, readWatchEnd, type WatchEnd } from "./watches.ts";

export type { Duration, FaultEffect, FaultRule, RequestMatch, ScenarioStep } from "./rule.ts";
export type { RuleHandle } from "./rule_book.ts";
export type { OpenWatch, WatchEnd } from "./watches.ts";

/** Options of injected faults. */
export interface InjectedFaultsOptions {
  /** Rules that are active from the start. @default {[]} */
  readonly rules?: readonly FaultRule[];
}

/** The active rules and the open watches of a server; also the plugin that applies the rules. */
export interface InjectedFaults extends Plugin {
  /**
   * Adds a rule, for requests that arrive from now on.
   *
   * @throws {RangeError} for an invalid rule
   */
  add(rule: FaultRule): RuleHandle;
  /** Lists the active rules, in the order they were added. */
  list(): readonly RuleHandle[];
  /** Removes all rules, and returns all scenarios to their first state. */
  clear(): void;
  /** Returns the states of the scenarios that left their first one, `started`, by name. */
  scenarios(): Readonly<Record<string, string>>;
  /**
   * Sets the state of a scenario.
   *
   * @throws {RangeError} for an invalid name or state
   *
   * @example
   * ```ts
   * import { assertEquals } from "@std/assert";
   * import { createServer } from "@plumbline/plumbline/server";
   * import { injectedFaults } from "@plumbline/plumbline/plugins";
   *
   * const faults = injectedFaults({
   *   rules: [
   *     {
   *       when: { verb: "create", resource: "secrets" },
   *       effect: { kind: "none" },
   *       scenario: { name: "outage", to: "down" },
   *     },
   *     {
   *       when: { verb: "get" },
   *       effect: { kind: "refuse", code: 503 },
   *       scenario: { name: "outage", in: "down" },
   *     },
   *   ],
   * });
   * await using server = await createServer({ plugins: [faults] });
   * const headers = { authorization: `Bearer ${server.token()}` };
   * const get = async () => {
   *   const url = "http://localhost/api/v1/namespaces/default";
   *   return (await server.fetch(new Request(url, { headers }))).status;
   * };
   * assertEquals(await get(), 200);
   * faults.setScenario("outage", "down");
   * assertEquals([await get(), faults.scenarios()], [503, { outage: "down" }]);
   * ```
   */
  setScenario(name: string, state: string): void;
  /**
   * Verifies that each active rule affected a request, so that a test cannot pass because a rule
   * selects nothing.
   *
   * @throws {AssertionError} with the rules that affected none, and the last requests
   *
   * @example
   * ```ts
   * import { assertThrows } from "@std/assert";
   * import { createServer } from "@plumbline/plumbline/server";
   * import { injectedFaults } from "@plumbline/plumbline/plugins";
   *
   * const faults = injectedFaults();
   * await using server = await createServer({ plugins: [faults] });
   * faults.add({ when: { verb: "update", resource: "secrets" }, effect: { kind: "conflict" } });
   * const headers = { authorization: `Bearer ${server.token()}` };
   * await server.fetch(new Request("http://localhost/api/v1/secrets", { headers }));
   * assertThrows(
   *   () => faults.assertUsed(),
   *   Error,
   *   "Rule 1 (conflict for requests with verb update, resource secrets) affected no request.\n" +
   *     "The last requests: list secrets by admin.",
   * );
   * ```
   */
  assertUsed(): void;
  /** Returns the message of {@linkcode assertUsed}; undefined if each rule affected a request. */
  describeUnused(): string | undefined;
  /**
   * Ends open watches after the events sent so far.
   *
   * @param how with an ERROR event (410 Expired), or as if they timed out
   * @param when the watches to end; all by default
   * @returns the number of ended watches
   * @throws {RangeError} for invalid arguments
   */
  endWatches(how: WatchEnd, when?: RequestMatch): number;
  /**
   * Lists the open watches, the oldest first. The list is a snapshot: call again for new numbers.
   *
   * @example
   * ```ts
   * import { assertEquals } from "@std/assert";
   * import { createServer } from "@plumbline/plumbline/server";
   * import { injectedFaults } from "@plumbline/plumbline/plugins";
   *
   * const faults = injectedFaults();
   * await using server = await createServer({ plugins: [faults] });
   * const headers = { authorization: `Bearer ${server.identities[0].token}` };
   * const watch = await server.fetch(
   *   new Request("http://localhost/api/v1/namespaces?watch=1", { headers }),
   * );
   * const [open] = faults.watches();
   * assertEquals([open?.user, open?.resource], ["admin", "namespaces"]);
   * open?.end("drop");
   * await watch.text();
   * ```
   */
  watches(): readonly OpenWatch[];
  /** Returns the ids of the rules that apply to a request in progress. */
  rulesOf(request: Request): readonly string[];
}

/**
 * Creates the plugin of injected faults.
 *
 * @param options the initial rules
 * @returns the plugin, which is also the handle for rules and watches
 * @throws {RangeError} for an invalid rule
 *
 * @example Reject the first list of Secrets
 * ```ts
 * import { assertEquals } from "@std/assert";
 * import { createServer } from "@plumbline/plumbline/server";
 * import { injectedFaults } from "@plumbline/plumbline/plugins";
 *
 * const faults = injectedFaults();
 * await using server = await createServer({ plugins: [faults] });
 * faults.add({
 *   when: { verb: "list", resource: "secrets" },
 *   effect: { kind: "refuse", code: 503 },
 *   times: 1,
 * });
 * const list = async () => {
 *   const headers = { authorization: `Bearer ${server.identities[0].token}` };
 *   const url = "http://localhost/api/v1/secrets";
 *   return (await server.fetch(new Request(url, { headers }))).status;
 * };
 * assertEquals([await list(), await list()], [503, 200]);
 * ```
 */
export function injectedFaults(options: InjectedFaultsOptions = {}): InjectedFaults {
  const complaint = complaintAbout(options, OPTIONS, "Cannot create injectedFaults");
  if (complaint !== undefined) throw new RangeError(complaint);
  const { rules = [] } = options;
  const book = new RuleBook();
  const pending = new WeakMap<Request, readonly Hit[]>();
  const claim = onlyServer("injectedFaults");
  let watches: OpenWatches | undefined;
  const plugin: InjectedFaults = {
    name: "injectedFaults",
    install(parts: PartChanges, server: PluginContext) {
      claim(server);
      const { clock, stopped } = server;
      watches ??= new OpenWatches(clock, stopped);
      installEffects(parts, { rules: book, watches, clock, stopped, pending });
    },
    add: (rule) => book.add(readRule(rule)),
    list: () => book.list(),
    clear: () => book.clear(),
    scenarios: () => book.scenarios.states(),
    setScenario(name, state) {
      const complaint = complaintAbout({ name, state }, PLACE, "Cannot set the scenario");
      if (complaint !== undefined) throw new RangeError(complaint);
      book.scenarios.set(name, state);
    },
    describeUnused: () => book.describeUnused(),
    assertUsed() {
      const complaint = book.describeUnused();
      if (complaint !== undefined) throw new AssertionError(complaint);
    },
    endWatches(how, when) {
      const [end, match] = [readWatchEnd(how), readMatch(when)];
      return watches?.end(end, match) ?? 0;
    },
    watches: () => watches?.list() ?? [],
    // Until there is a rule, nothing is looked up.
    rulesOf: (request) => book.isUnused ? NONE : pending.get(request)?.map(({ id }) => id) ?? NONE,
  };
  for (const rule of rules) plugin.add(rule);
  return plugin;
}

const NONE: readonly string[] = [];

const PLACE = onlyFields({ name: aText, state: aText });

const OPTIONS = onlyFields({ rules: optional(listOf("rules", () => undefined)) }, "option");
