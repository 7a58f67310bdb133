/**
 * The ClusterRoles that aggregated roles select, kept as an index: a change of one role costs work
 * for the aggregated roles that it concerns, not for all roles.
 *
 * @module
 */
import type { ApiObject, Json } from "../object.ts";
import { labelPredicate } from "../resources/label_selector.ts";
import { aggregationSelectors } from "../resources/rbac.ts";

/** An aggregated role: what it selects. */
interface AggregatedRole {
  /** The selectors as JSON, to notice a change. */
  readonly text: string;
  /** The selected roles by name, for each selector in its order. */
  readonly selections: readonly Selection[];
}

interface Selection {
  readonly selects: (labels: Labels) => boolean;
  readonly names: Set<string>;
  /** The names in their order; undefined after a change. */
  sorted: readonly string[] | undefined;
}

type Labels = Readonly<Record<string, string>>;

/** All ClusterRoles, indexed by the aggregated roles that select them. */
export class AggregatedRoles {
  readonly #roles = new Map<string, ApiObject>();
  readonly #aggregated = new Map<string, AggregatedRole>();
  /** Aggregated roles whose rules may have changed. */
  readonly #outdated = new Set<string>();

  /** Returns the role of a name. */
  get(name: string): ApiObject | undefined {
    return this.#roles.get(name);
  }

  /** Removes all roles. */
  clear(): void {
    this.#roles.clear();
    this.#aggregated.clear();
    this.#outdated.clear();
  }

  /** Adds, replaces or (if undefined) removes a role. */
  set(name: string, role: ApiObject | undefined): void {
    if (this.#roles.get(name) === role) return;
    if (role) this.#roles.set(name, role);
    else this.#roles.delete(name);
    this.#setSelectors(name, role);
    const labels = role?.metadata.labels ?? NONE;
    for (const [other, { selections }] of this.#aggregated) {
      if (other === name) continue;
      for (const selection of selections) {
        const isSelected = role !== undefined && selection.selects(labels);
        const wasSelected = selection.names.has(name);
        if (isSelected || wasSelected) this.#outdated.add(other);
        if (isSelected === wasSelected) continue;
        if (isSelected) selection.names.add(name);
        else selection.names.delete(name);
        selection.sorted = undefined;
      }
    }
  }

  /**
   * Returns the rules of the aggregated roles that changes since the last call concern, by name.
   * They may be those that a role has already.
   */
  outdated(): ReadonlyMap<string, Json[]> {
    const rules = this.#rulesOf(this.#connected(this.#outdated));
    this.#outdated.clear();
    return rules;
  }

  /** Lists a role among those whose rules may have changed. */
  markOutdated(name: string): void {
    if (this.#aggregated.has(name)) this.#outdated.add(name);
  }

  /** Returns the rules that an aggregated role would have if it were stored. */
  rulesWith(name: string, role: ApiObject): Json[] {
    const [before, outdated] = [this.#roles.get(name), [...this.#outdated]];
    this.set(name, role);
    const rules = this.#rulesOf(this.#connected([name])).get(name)!;
    this.set(name, before);
    this.#outdated.clear();
    for (const other of outdated) this.#outdated.add(other);
    return rules;
  }

  /** Only new selectors are compared with all roles. */
  #setSelectors(name: string, role: ApiObject | undefined): void {
    const selectors = role && aggregationSelectors(role);
    if (!selectors) {
      this.#aggregated.delete(name);
      this.#outdated.delete(name);
      return;
    }
    this.#outdated.add(name);
    const text = JSON.stringify(selectors);
    if (this.#aggregated.get(name)?.text === text) return;
    const selections = selectors.map((selector): Selection => {
      const selects = labelPredicate(selector);
      const names = new Set<string>();
      for (const [other, { metadata }] of this.#roles) {
        if (other !== name && selects(metadata.labels ?? NONE)) names.add(other);
      }
      return { selects, names, sorted: undefined };
    });
    this.#aggregated.set(name, { text, selections });
  }

  /** Returns aggregated roles and all that select them or are selected, directly or not. */
  #connected(names: Iterable<string>): ReadonlySet<string> {
    const connected = new Set(names);
    const selects = (name: string, other: string) =>
      this.#aggregated.get(name)!.selections.some(({ names }) => names.has(other));
    // A set that grows is visited to its end.
    for (const name of connected) {
      for (const other of this.#aggregated.keys()) {
        if (connected.has(other)) continue;
        if (selects(name, other) || selects(other, name)) connected.add(other);
      }
    }
    return connected;
  }

  /**
   * Returns the rules of aggregated roles by name. An aggregated role may select another one: rules
   * are propagated until none is added.
   *
   * @param names the names of aggregated roles, with all aggregated roles that they select
   */
  #rulesOf(names: ReadonlySet<string>): ReadonlyMap<string, Json[]> {
    const sorted = [...names].sort();
    const rulesByName = new Map<string, Json[]>(sorted.map((name) => [name, []]));
    for (let grows = true; grows;) {
      grows = false;
      for (const name of sorted) {
        const rules = distinct(
          this.#selectedBy(name).flatMap((other) =>
            rulesByName.get(other) ?? (this.#roles.get(other)!.rules ?? []) as Json[]
          ),
        );
        grows ||= rules.length > rulesByName.get(name)!.length;
        rulesByName.set(name, rules);
      }
    }
    return rulesByName;
  }

  #selectedBy(name: string): readonly string[] {
    return this.#aggregated.get(name)!.selections.flatMap((selection) =>
      selection.sorted ??= [...selection.names].sort()
    );
  }
}

const NONE: Labels = {};

/** The fields of a rule in a fixed order, so that equal rules have equal JSON. */
const FIELDS = ["verbs", "apiGroups", "resources", "resourceNames", "nonResourceURLs"];

/** Returns the rules without duplicates, in the order of their first occurrence. */
function distinct(rules: readonly Json[]): Json[] {
  const byText = new Map(rules.map((rule) => [JSON.stringify(rule, FIELDS), rule]));
  return [...byText.values()];
}
