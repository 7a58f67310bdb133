/**
 * The rules in force, and what they have hit.
 *
 * @module
 */
import type { RequestInfo } from "../../server/context.ts";
import { type Chance, chanceOf } from "./chance.ts";
import type { FaultEffect, FaultRule, RequestMatch } from "./rule.ts";

/** What a rule looks at. */
export interface RequestFacts {
  readonly info: RequestInfo;
  readonly query: URLSearchParams;
  readonly user: { readonly name: string };
}

/** A rule in force. */
export interface RuleHandle {
  /** What the rule is called until it is removed. */
  readonly id: string;
  /** The rule as it was added. */
  readonly rule: FaultRule;
  /** How many requests it has hit. */
  readonly hits: number;
  /** Takes it out of force. Safe to call twice. */
  remove(): void;
}

/** What a request is hit by. */
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

/** Rules by their ids, in the order they were added. */
export class RuleBook {
  readonly #entries = new Map<string, Entry>();
  #count = 0;

  /** True as long as there never was a rule. */
  get isUnused(): boolean {
    return this.#count === 0;
  }

  /** Puts a rule in force, for requests that come from now on. */
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

  /** The rules in force. */
  list(): readonly RuleHandle[] {
    return [...this.#entries.values()].map(({ handle }) => handle);
  }

  /** Takes all rules out of force. */
  clear(): void {
    this.#entries.clear();
  }

  /** What hits a request, which counts as one from then on. */
  hitsOf(facts: RequestFacts): readonly Hit[] {
    if (this.#entries.size === 0) return NONE;
    const hits: Hit[] = [];
    for (const entry of this.#entries.values()) {
      const { id, rule } = entry.handle;
      if (!matches(facts, rule.when) || !concerns(rule.effect, facts) || !isDue(entry)) continue;
      hits.push({ id, effect: rule.effect, chance: entry.chance });
    }
    return hits;
  }
}

const NONE: readonly Hit[] = [];

function isDue(entry: Entry): boolean {
  const { from = 1, times = Infinity, probability = 1 } = entry.handle.rule;
  entry.seen++;
  if (entry.seen < from || entry.hits >= times) return false;
  if (probability < 1 && entry.chance() >= probability) return false;
  entry.hits++;
  return true;
}

/** Tells whether a request is one of those meant. */
export function matches({ info, user }: RequestFacts, when: RequestMatch = {}): boolean {
  const { verb, resource, namespace, name } = when;
  return (verb === undefined || verb === info.verb) &&
    (resource === undefined || resource === info.resource) &&
    (namespace === undefined || namespace === info.namespace) &&
    (name === undefined || name === info.name) &&
    (when.user === undefined || when.user === user.name);
}

/** Tells whether an effect can be had on a request: it does not count as one otherwise. */
function concerns(effect: FaultEffect, { info: { verb }, query }: RequestFacts): boolean {
  switch (effect.kind) {
    case "expire":
      return verb === "watch" ||
        (effect.afterEvents === undefined && verb === "list" && isBound(query));
    case "drop":
    case "slow":
      return verb === "watch";
    case "conflict":
      return verb === "update" || verb === "patch";
    case "stale":
      return verb === "get" || (verb === "list" && !isBound(query));
    default:
      return true;
  }
}

/** A list of a certain state of the past, or from there on. */
const isBound = (query: URLSearchParams) =>
  Boolean(query.get("continue")) || !["", "0", null].includes(query.get("resourceVersion"));
