/**
 * Puts together the failures whose requests have in common what few requests of passing cases have: a
 * `!=` in a field selector, a patch that is sent as JSON, a dry run of an apply.
 *
 * Whether such a request is answered wrongly may depend on what exists, so that cases with it pass, too.
 * It is suspected if most checks with it fail, and many times more than of those with less of it.
 *
 * @module
 */
import type { ExplainedCause } from "@plumbline/reports/events";
import type { Seen } from "./behaviour.ts";
import type { PassingTraits } from "./passing_traits.ts";
import { type Fact, FACT_KINDS, factsOf } from "./request_facts.ts";

/** A failure, and the requests that may be answered wrongly. */
export interface SuspectCase {
  readonly failure: ExplainedCause["failures"][number];
  readonly requests: readonly Seen[];
  /** The title of the cause that explains it, undefined if none does. */
  readonly cause?: string | undefined;
}

/** What failures have in common that no known cause explains. */
export interface SuspectedFailures {
  /** Words for their requests, or the title of the cause that explains others with such requests. */
  readonly text: string;
  /** True if the text is words for the requests. */
  readonly isRequest?: true;
  readonly failures: ExplainedCause["failures"];
  readonly requests: readonly Seen[];
}

/** The part of the checks with requests of a kind that fail, from which on it is suspected. */
const FAILING = 0.5;

/** How many times as many fail as with a part of the facts. */
const TIMES = 3;

/** Or how many times fewer pass. */
const FEWER = 5;

/** The requests that passing cases would have by chance, if the facts had nothing to do with each other. */
const EXPECTED = 3;

/** The part of the failures with such requests that a cause explains, from which on it does so with the others. */
const EXPLAINED = 0.4;

/** The part of those that are explained which one cause must explain: others may have several reasons. */
const NEARLY = 0.75;

/** The status of a request that succeeds. */
const SUCCESS: Fact = "status: that is answered with 2xx";

/** The reads that say nothing alone. */
const READS = /^act: (A GET|A list)$/;

/** The most facts that are named together. */
const MOST = 3;

/** Facts, and the failures whose requests have them all. */
interface Suspect {
  readonly facts: readonly Fact[];
  readonly own: readonly SuspectCase[];
  /** Higher for more failures, and for fewer passing checks. */
  readonly score: number;
}

/**
 * Returns what the requests of several failures have in common, and those of few passing cases have, with
 * those of these failures that are not explained.
 */
export function suspectsIn(
  cases: readonly SuspectCase[],
  passing: Pick<PassingTraits, "requestsWith">,
): SuspectedFailures[] {
  const open = new Set(cases.filter(({ cause }) => cause === undefined));
  return new Common(cases, passing).suspects().flatMap(({ facts, own }) => {
    const left = own.filter((one) => open.has(one));
    const cause = causeOf(own);
    if (left.length === 0 || (cause === undefined && !isTelling(left))) return [];
    for (const one of left) open.delete(one);
    return [{
      text: cause ?? wordsOf(facts),
      ...(cause === undefined && { isRequest: true as const }),
      failures: left.map(({ failure }) => failure),
      requests: left.flatMap(({ requests }) =>
        requests.filter((one) => facts.every((fact) => factsOf(one).includes(fact)))
      ),
    }];
  });
}

/** Returns true if failures are enough, or enough alike, to have requests in common by no chance. */
function isTelling(failures: readonly SuspectCase[]): boolean {
  const areas = new Set(failures.map(({ failure }) => failure.requirement.split(".")[0]));
  return failures.length > 2 || (failures.length === 2 && areas.size === 1);
}

/** Returns the cause that explains enough of these failures, and nearly all of those that are explained. */
function causeOf(own: readonly SuspectCase[]): string | undefined {
  const explained = own.filter(({ cause }) => cause !== undefined);
  const [most] = [...Map.groupBy(explained, ({ cause }) => cause)]
    .toSorted(([, a], [, b]) => b.length - a.length);
  if (most === undefined || most[1].length < Math.max(2, EXPLAINED * own.length)) return undefined;
  return most[1].length >= NEARLY * explained.length ? most[0] : undefined;
}

/** What the requests of failures have in common. */
class Common {
  /** The failures whose requests have facts, by these. */
  readonly #own = new Map<
    string,
    { readonly facts: readonly Fact[]; readonly own: SuspectCase[] }
  >();
  readonly #passing: Pick<PassingTraits, "requestsWith">;
  readonly #passed = new Map<string, ReturnType<PassingTraits["requestsWith"]>>();

  constructor(cases: readonly SuspectCase[], passing: Pick<PassingTraits, "requestsWith">) {
    this.#passing = passing;
    for (const one of cases) {
      const some = one.requests.flatMap((each) => combinations(factsOf(each)));
      for (const [key, facts] of new Map(some.map((each) => [each.join(), each]))) {
        const known = this.#own.get(key) ?? { facts, own: [] };
        this.#own.set(key, known);
        known.own.push(one);
      }
    }
  }

  /** Returns the suspected facts, those of most failures and fewest passing checks first. */
  suspects(): Suspect[] {
    return [...this.#own.values()].filter(({ facts, own }) =>
      own.length > 1 && this.#isSuspect(facts)
    ).map((each) => ({ ...each, score: each.own.length * Math.sqrt(this.#rateOf(each.facts)) }))
      .sort((a, b) => b.score - a.score || a.facts.length - b.facts.length);
  }

  #isSuspect(facts: readonly Fact[]): boolean {
    // A type, a subresource, a field or a status says what was asked for, and not how.
    const telling = facts.filter((fact) => !fact.startsWith("form: of the subresource"));
    const has = (kind: string) => telling.some((fact) => fact.startsWith(kind));
    if (!has("form") && (has("type") || !has("act"))) return false;
    // Nor does a success, which most requests of a verb have.
    if (!has("form") && !has("body") && facts.includes(SUCCESS)) return false;
    // Each case reads what it wrote.
    if (facts.length === 1 && READS.test(facts[0]!)) return false;
    const rate = this.#rateOf(facts);
    if (rate < FAILING) return false;
    return facts.every((fact, at) => {
      const others = facts.toSpliced(at, 1);
      if (!isMore(rate, this.#rateOf(others))) return false;
      const [own, rest, all] = [[fact], others, []].map((some) => this.#passedWith(some).requests);
      return facts.length === 1 || own! * rest! >= EXPECTED * all!;
    });
  }

  /** Returns the part of the checks with requests that have these facts that fail. */
  #rateOf(facts: readonly Fact[]): number {
    const own = this.#own.get(facts.join())?.own ?? [];
    const failing = new Set(own.map(({ failure }) => failure.check)).size;
    return failing / Math.max(1, failing + this.#passedWith(facts).checks);
  }

  #passedWith(facts: readonly Fact[]): ReturnType<PassingTraits["requestsWith"]> {
    const key = facts.join();
    const found = this.#passed.get(key) ?? this.#passing.requestsWith(facts);
    this.#passed.set(key, found);
    return found;
  }
}

/** Returns true if many times as many fail as elsewhere, or few of those that pass elsewhere do. */
function isMore(rate: number, elsewhere: number): boolean {
  return elsewhere < rate &&
    (elsewhere * TIMES <= rate || (1 - rate) * FEWER <= 1 - elsewhere);
}

/** Returns the combinations of a few facts, none among them. */
function combinations(facts: readonly Fact[]): Fact[][] {
  const sorted = facts.toSorted();
  const found: Fact[][] = [[]];
  for (let size = 1, from = 0; size <= MOST; size++) {
    const shorter = found.slice(from);
    from = found.length;
    found.push(
      ...shorter.flatMap((some) =>
        sorted.slice(some.length === 0 ? 0 : sorted.indexOf(some.at(-1)!) + 1)
          .map((fact) => [...some, fact])
      ),
    );
  }
  return found;
}

/** Returns the words for requests that have facts in common. */
function wordsOf(facts: readonly Fact[]): string {
  const words = (kind: string) =>
    facts.filter((fact) => fact.startsWith(`${kind}: `)).map((fact) => fact.slice(kind.length + 2));
  const acts = words("act").toSorted((a, b) => b.length - a.length);
  const [act = "A request"] = acts;
  return [act, ...FACT_KINDS.slice(1).flatMap(words)].join(" ");
}
