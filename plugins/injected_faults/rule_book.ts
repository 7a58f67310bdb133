/**
 * The active rules, and the requests they applied to.
 *
 * @module
 */
import type { RequestInfo } from "@plumbline/server/api";
import { type Chance, chanceOf } from "./delay.ts";
import type { FaultEffect, FaultRule, RequestMatch } from "./rule.ts";
import { Scenarios } from "./scenarios.ts";

/** The facts about a request that rules match. */
export interface RequestFacts {
  readonly info: RequestInfo;
  readonly query: URLSearchParams;
  readonly user: { readonly name: string };
}

/** An active rule. */
export interface RuleHandle {
  /** The id of the rule. */
  readonly id: string;
  /** The rule as it was added. */
  readonly rule: FaultRule;
  /** The number of affected requests. */
  readonly hits: number;
  /** Removes the rule. Safe to call twice. */
  remove(): void;
}

/** A rule that applies to a request. */
export interface Hit {
  /** The rule's id. */
  readonly id: string;
  readonly effect: FaultEffect;
  readonly chance: Chance;
}

interface Entry {
  readonly handle: RuleHandle;
  readonly chance: Chance;
  seen: number;
  hits: number;
}

/** The active rules, in the order they were added. */
export class RuleBook {
  readonly #entries = new Map<string, Entry>();
  /** The newest requests, as long as there are rules. */
  readonly #seen: RequestFacts[] = [];
  readonly #scenarios = new Scenarios();
  #count = 0;

  /** True until the first rule is added. */
  get isUnused(): boolean {
    return this.#count === 0;
  }

  /** Adds a rule, for requests that arrive from now on. */
  add(rule: FaultRule): RuleHandle {
    const id = String(++this.#count);
    const chance = chanceOf(rule.seed ?? 1);
    const handle: RuleHandle = {
      id,
      rule,
      get hits() {
        return entry.hits;
      },
      remove: () => void this.#entries.delete(id),
    };
    const entry = { handle, chance, seen: 0, hits: 0 };
    this.#entries.set(id, entry);
    return handle;
  }

  /** Lists the active rules. */
  list(): readonly RuleHandle[] {
    return [...this.#entries.values()].map(({ handle }) => handle);
  }

  /** The states of the scenarios. */
  get scenarios(): Scenarios {
    return this.#scenarios;
  }

  /** Removes all rules and states of scenarios, and forgets the requests. */
  clear(): void {
    this.#entries.clear();
    this.#scenarios.clear();
    this.#seen.length = 0;
  }

  /** Explains which active rules affected no request; undefined if each did. */
  describeUnused(): string | undefined {
    const unused = this.list().filter(({ hits }) => hits === 0);
    if (unused.length === 0) return undefined;
    const sent = this.#seen.length === 0
      ? "No request was sent since."
      : `The last requests: ${this.#seen.map(requestWords).join("; ")}.`;
    return [...unused.map(unusedWords), sent].join("\n");
  }

  /** Returns the rules that apply to a request, and counts it. */
  hitsOf(facts: RequestFacts): readonly Hit[] {
    if (this.#entries.size === 0) return NONE;
    this.#seen.push({ info: facts.info, query: facts.query, user: facts.user });
    if (this.#seen.length > SEEN) this.#seen.shift();
    const selected = [...this.#entries.values()].filter(({ handle: { rule } }) =>
      matchesRequest(facts, rule.when) && concerns(rule.effect, facts) &&
      this.#scenarios.permits(rule.scenario)
    ).filter(applies);
    // All rules read the states before any changes them: a request takes one step of a scenario.
    for (const { handle: { rule } } of selected) this.#scenarios.move(rule.scenario);
    return selected.map(({ handle: { id, rule: { effect } }, chance }) => ({ id, effect, chance }));
  }
}

const NONE: readonly Hit[] = [];

/** The number of requests to remember, for messages. */
const SEEN = 5;

function unusedWords({ id, rule: { when = {}, effect, from, scenario } }: RuleHandle): string {
  const facts = Object.entries(when).map(([field, value]) => `${field} ${value || "none"}`);
  const requests = facts.length === 0 ? "all requests" : `requests with ${facts.join(", ")}`;
  const since = from === undefined ? "" : `, from number ${from}`;
  const state = scenario?.in === undefined ? "" : `, in state ${scenario.in} of ${scenario.name}`;
  return `Rule ${id} (${effect.kind} for ${requests}${since}${state}) affected no request.`;
}

function requestWords({ info, user }: RequestFacts): string {
  const { verb, resource, namespace, name, path } = info;
  const place = [...(name ? [name] : []), ...(namespace ? [`in ${namespace}`] : [])];
  return [verb, resource || path, ...place, `by ${user.name}`].join(" ");
}

function applies(entry: Entry): boolean {
  const { from = 1, times = Infinity, probability = 1 } = entry.handle.rule;
  entry.seen++;
  if (entry.seen < from || entry.hits >= times) return false;
  if (probability < 1 && entry.chance() >= probability) return false;
  entry.hits++;
  return true;
}

/** True if a request matches a selection. */
export function matchesRequest({ info, user }: RequestFacts, when: RequestMatch = {}): boolean {
  const { verb, resource, namespace, name } = when;
  return (verb === undefined || verb === info.verb) &&
    (resource === undefined || namesResource(resource, info)) &&
    (namespace === undefined || namespace === info.namespace) &&
    (name === undefined || name === info.name) &&
    (when.user === undefined || when.user === user.name);
}

/** True if a name is that of the resource of a request, with its group and subresource or without. */
function namesResource(name: string, { resource, group, subresource }: RequestInfo): boolean {
  const [plural, wanted = subresource] = name.split("/");
  return wanted === subresource && (plural === resource || plural === `${resource}.${group}`);
}

/** True if an effect is possible for a request; other requests are not counted. */
function concerns(effect: FaultEffect, { info: { verb }, query }: RequestFacts): boolean {
  switch (effect.kind) {
    case "expire":
      return verb === "watch" ||
        (effect.afterEvents === undefined && verb === "list" && isBound(query));
    case "drop":
    case "slow":
      return verb === "watch";
    case "garbage":
      return verb === "watch" || effect.afterEvents === undefined;
    case "conflict":
      return verb === "update" || verb === "patch";
    case "stale":
      return verb === "get" || (verb === "list" && !isBound(query));
    default:
      return true;
  }
}

/** True for a list at a resourceVersion or with a continue token. */
const isBound = (query: URLSearchParams) =>
  Boolean(query.get("continue")) || !["", "0", null].includes(query.get("resourceVersion"));
