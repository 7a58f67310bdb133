/**
 * What the cases that pass show: it is no sign of a failure, and a behaviour that they show does no harm
 * there.
 *
 * @module
 */
import type { Behaviour, Seen } from "./behaviour.ts";
import { type Fact, factsOf } from "./request_facts.ts";
import { BEHAVIOURS } from "./table.ts";
import { traitsOf } from "./traits.ts";

/** The cases of each check whose traits are kept. */
const CASES = 8;

/** Requests with the same facts. */
interface PassingRequests {
  readonly facts: ReadonlySet<Fact>;
  readonly checks: Set<string>;
  requests: number;
}

/** Counts the checks with a passing case that shows a trait. */
export class PassingTraits {
  readonly #counts = new Map<string, number>();
  readonly #cases = new Map<string, number>();
  /** The traits of each check so far. */
  readonly #ofCheck = new Map<string, Set<string>>();

  /**
   * The checks with a case that shows a trait and violates nothing but what others have reported, each with
   * the requirements that it passes over.
   */
  readonly #tolerated = new Map<string, Map<string, ReadonlySet<string>>>();

  /** The requests of passing cases with the same facts, and their checks. */
  readonly #requests = new Map<string, PassingRequests>();

  /** Those of cases that violate nothing but what others have reported. */
  readonly #toleratedRequests = new Map<string, PassingRequests>();

  /** The checks with such cases. */
  readonly #tolerating = new Set<string>();

  /** The checks with a passing case that shows a behaviour. */
  readonly #shown = new Map<Behaviour, Set<string>>();

  /** Returns the checks of an area with a passing case that shows a behaviour. */
  checksWith(behaviour: Behaviour, area: string): readonly string[] {
    return [...this.#shown.get(behaviour) ?? []].filter((check) => check.startsWith(`${area}/`));
  }

  /** Returns true if a passing case of a check shows a behaviour. */
  hasPassedWith(behaviour: Behaviour, check: string): boolean {
    return this.#shown.get(behaviour)?.has(check) === true;
  }

  /** Returns the number of checks with a passing case that shows a trait. */
  count(text: string): number {
    return this.#counts.get(text) ?? 0;
  }

  /**
   * Returns the number of checks with a case that shows a trait, and violates only what other checks have
   * reported, but not this requirement: what the trait shows may be wrong, but nothing else is wrong for it
   * there.
   */
  countTolerated(text: string, requirement = ""): number {
    const all = [...this.#tolerated.get(text)?.values() ?? []];
    return all.filter((passedOver) => !passedOver.has(requirement)).length;
  }

  /** Returns true for a trait that no passing case of a check shows, of which some are known. */
  isNew(check: string, text: string): boolean {
    return this.#ofCheck.get(check)?.has(text) === false;
  }

  /**
   * Returns the number of requests of passing cases that have all these facts, and of their checks. On a
   * server of which hardly any case is right, those count as well that violate only what others have
   * reported.
   */
  requestsWith(facts: readonly Fact[]): { readonly requests: number; readonly checks: number } {
    const checks = new Set<string>();
    let requests = 0;
    const isMostlyWrong = this.#tolerating.size > this.#ofCheck.size;
    const counted = [
      ...this.#requests.values(),
      ...isMostlyWrong ? this.#toleratedRequests.values() : [],
    ];
    for (const same of counted) {
      if (!facts.every((fact) => same.facts.has(fact))) continue;
      requests += same.requests;
      for (const check of same.checks) checks.add(check);
    }
    return { requests, checks: checks.size };
  }

  /** Counts what a client saw in a passing case, but for the behaviours without which it ran. */
  add(
    check: string,
    client: { readonly seen: readonly Seen[] },
    without: readonly Behaviour[] = [],
  ): void {
    const count = this.#cases.get(check) ?? 0;
    if (count >= CASES) return;
    this.#cases.set(check, count + 1);
    const { seen } = client;
    for (const one of seen) addRequest(this.#requests, check, factsOf(one));
    for (const behaviour of BEHAVIOURS) {
      if (without.includes(behaviour) || behaviour.shows(seen).length === 0) continue;
      this.#shown.set(behaviour, (this.#shown.get(behaviour) ?? new Set()).add(check));
    }
    const known = this.#ofCheck.get(check) ?? new Set();
    this.#ofCheck.set(check, known);
    for (const { texts } of traitsOf(seen)) {
      for (const text of texts) {
        if (known.has(text)) continue;
        known.add(text);
        this.#counts.set(text, this.count(text) + 1);
      }
    }
  }

  /**
   * Counts what a client saw in a case that violates nothing but what other checks have reported, and which
   * requirements these are.
   */
  addTolerated(
    check: string,
    client: { readonly seen: readonly Seen[] },
    passedOver: ReadonlySet<string> = new Set(),
  ): void {
    const key = `${check} tolerated`;
    const count = this.#cases.get(key) ?? 0;
    if (count >= CASES) return;
    this.#cases.set(key, count + 1);
    this.#tolerating.add(check);
    for (const one of client.seen) addRequest(this.#toleratedRequests, check, factsOf(one));
    for (const text of traitsOf(client.seen).flatMap(({ texts }) => texts)) {
      this.#tolerated.set(text, (this.#tolerated.get(text) ?? new Map()).set(check, passedOver));
    }
  }
}

/** Counts a request with those that have the same facts. */
function addRequest(
  requests: Map<string, PassingRequests>,
  check: string,
  facts: readonly Fact[],
): void {
  const key = facts.join();
  const same = requests.get(key) ?? { facts: new Set(facts), checks: new Set(), requests: 0 };
  requests.set(key, same);
  same.checks.add(check);
  same.requests++;
}
