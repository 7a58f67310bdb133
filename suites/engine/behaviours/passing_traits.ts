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

/** The characters of the responses and events of all cases, and of one, that are kept until they are read. */
const KEPT = { all: 4 * 1024 * 1024, one: 1024 * 1024 } as const;

/** What the client of a case saw. */
export interface SeenInCase {
  readonly seen: readonly Seen[];
  /** The characters of the responses and events. @default {0} */
  readonly size?: number;
}

/**
 * Counts the checks with a passing case that shows a trait.
 *
 * A case is read when a failure asks for it: on a right server none does, and reading takes a tenth of a run.
 */
export class PassingTraits {
  /** Reads the cases that were not asked for, in the order in which they passed. */
  readonly #unread: (() => void)[] = [];
  #size = 0;
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
    this.#readAll();
    return [...this.#shown.get(behaviour) ?? []].filter((check) => check.startsWith(`${area}/`));
  }

  /** Returns true if a passing case of a check shows a behaviour. */
  hasPassedWith(behaviour: Behaviour, check: string): boolean {
    this.#readAll();
    return this.#shown.get(behaviour)?.has(check) === true;
  }

  /** Returns the number of checks with a passing case that shows a trait. */
  count(text: string): number {
    this.#readAll();
    return this.#counts.get(text) ?? 0;
  }

  /**
   * Returns the number of checks with a case that shows a trait, and violates only what other checks have
   * reported, but not this requirement: what the trait shows may be wrong, but nothing else is wrong for it
   * there.
   */
  countTolerated(text: string, requirement = ""): number {
    this.#readAll();
    const all = [...this.#tolerated.get(text)?.values() ?? []];
    return all.filter((passedOver) => !passedOver.has(requirement)).length;
  }

  /** Returns true for a trait that no passing case of a check shows, of which some are known. */
  isNew(check: string, text: string): boolean {
    this.#readAll();
    return this.#ofCheck.get(check)?.has(text) === false;
  }

  /**
   * Returns the number of requests of passing cases that have all these facts, and of their checks. On a
   * server of which hardly any case is right, those count as well that violate only what others have
   * reported.
   */
  requestsWith(facts: readonly Fact[]): { readonly requests: number; readonly checks: number } {
    this.#readAll();
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
  add(check: string, client: SeenInCase, without: readonly Behaviour[] = []): void {
    if (this.#isEnough(check)) return;
    this.#keep(client, () => this.#read(check, client.seen, without));
  }

  /** Counts a case of a check; returns true if its traits are not kept, as those of others suffice. */
  #isEnough(key: string): boolean {
    const count = this.#cases.get(key) ?? 0;
    if (count < CASES) this.#cases.set(key, count + 1);
    return count >= CASES;
  }

  /** Keeps what reads a case, until it is asked for or there is too much. */
  #keep({ size = 0 }: SeenInCase, read: () => void): void {
    // Many small ones are kept rather than a large one.
    if (size > KEPT.one) return read();
    this.#unread.push(read);
    this.#size += size;
    if (this.#size > KEPT.all) this.#readAll();
  }

  #readAll(): void {
    this.#size = 0;
    for (const read of this.#unread.splice(0)) read();
  }

  #read(check: string, seen: readonly Seen[], without: readonly Behaviour[]): void {
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
        this.#counts.set(text, (this.#counts.get(text) ?? 0) + 1);
      }
    }
  }

  /**
   * Counts what a client saw in a case that violates nothing but what other checks have reported, and which
   * requirements these are.
   */
  addTolerated(
    check: string,
    client: SeenInCase,
    passedOver: ReadonlySet<string> = new Set(),
  ): void {
    if (this.#isEnough(`${check} tolerated`)) return;
    this.#keep(client, () => this.#readTolerated(check, client.seen, passedOver));
  }

  #readTolerated(
    check: string,
    seen: readonly Seen[],
    passedOver: ReadonlySet<string>,
  ): void {
    this.#tolerating.add(check);
    for (const one of seen) addRequest(this.#toleratedRequests, check, factsOf(one));
    for (const text of traitsOf(seen).flatMap(({ texts }) => texts)) {
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
