/**
 * Finds out which behaviour explains failures: repeats their cases without it. What passes then, belongs
 * to it.
 *
 * @module
 */
import type { AlikeFailures, ExplainedCause } from "@plumbline/reports/events";
import type { Check } from "../../check.ts";
import type { FoundViolation } from "../decision.ts";
import { alikeIn } from "./alike.ts";
import type { Behaviour, Seen } from "./behaviour.ts";
import type { PassingTraits } from "./passing_traits.ts";
import { type FailedCase, passesWithout, type RepeatOptions } from "./repeat.ts";
import { BEHAVIOURS } from "./table.ts";
import { placesOfViolation } from "./violated_at.ts";
import { traitsOf } from "./traits.ts";

/** What experiments showed. */
export interface Explained {
  readonly causes: readonly ExplainedCause[];
  /** Pairs of requirements that one behaviour violates. */
  readonly together: readonly (readonly [string, string])[];
  /** Failures whose cases show the same, which no case that passes shows. */
  readonly alike: readonly AlikeFailures[];
  /** True if not everything was tried. */
  readonly isOutOfTime?: true;
}

/** Options of experiments. */
export interface ExplainOptions extends RepeatOptions {
  /** The behaviours to try. @default {those of the table} */
  readonly behaviours?: readonly Behaviour[];
  /** What cases that pass show. @default {nothing} */
  readonly passing?: Pick<PassingTraits, "count"> | undefined;
  /** Milliseconds for all experiments. */
  readonly time: number;
}

/** Cases that run at the same time. */
const WORKERS = 4;

/** Cases in a row that a behaviour does not explain, after which it is not tried again. */
const MISSES = 8;

/** Requests of a case that is small enough to have one cause. */
const SMALL = 25;

/** The part of the small cases that violate a requirement from which on it says nothing of others. */
const COMMON = 0.5;

/**
 * Returns the failures of a check without those that do not occur but for a part of the API that the
 * target is declared to lack.
 */
export async function withoutLacks<Failed extends Omit<FailedCase, "check" | "violated">>(
  failures: readonly Failed[],
  check: Check,
  options: Omit<ExplainOptions, "time">,
): Promise<readonly Failed[]> {
  const { target: { without = [] }, behaviours = BEHAVIOURS } = options;
  const lacking = behaviours.filter(({ feature }) => without.some((name) => name === feature));
  if (lacking.length === 0) return failures;
  const left: Failed[] = [];
  for (const failure of failures) {
    const failed = { ...failure, check };
    let isLack = false;
    for (const behaviour of lacking) {
      if (isLack || behaviour.shows(failure.seen).length === 0) continue;
      isLack = await passesWithout(behaviour, failed, options);
    }
    if (!isLack) left.push(failure);
  }
  return left;
}

/** Returns the behaviours that explain failures, each with what it was seen on. */
export async function explain(
  cases: readonly FailedCase[],
  options: ExplainOptions,
): Promise<Explained> {
  const { behaviours = BEHAVIOURS, time, signal } = options;
  const until = performance.now() + time;
  const isOver = () => signal.aborted || performance.now() > until;
  let isOutOfTime: true | undefined;
  let open = cases;
  const causes: ExplainedCause[] = [];
  const candidates = behaviours.map((behaviour) => ({
    behaviour,
    count: cases.filter((one) => showsIn(behaviour, one).length > 0).length,
  })).filter(({ count }) => count > 0).sort((a, b) => b.count - a.count);
  for (const { behaviour } of candidates) {
    // The shortest cases have the least that could fail for other reasons.
    const shown = candidatesFor(behaviour, open)
      .sort((a, b) => a.seen.length - b.seen.length);
    const explained = new Set<FailedCase>();
    let misses = 0;
    await concurrently(shown, async (one) => {
      if (isOver()) isOutOfTime = true;
      if (isOutOfTime || misses >= MISSES) return;
      const isAlways = behaviour.violates?.test(one.requirement) &&
        showsAtViolation(behaviour, one);
      const isExplained = isAlways || await passesWithout(behaviour, one, options);
      misses = isExplained ? 0 : misses + 1;
      if (isExplained) explained.add(one);
    });
    if (explained.size === 0) continue;
    open = open.filter((one) => !explained.has(one));
    causes.push(causeOf(behaviour, [...explained], cases));
  }
  return {
    causes,
    together: violatedTogether(open),
    alike: alikeOf(open, options),
    ...(isOutOfTime && { isOutOfTime }),
  };
}

/** Returns the requests of a case on which a behaviour shows that it ran with. */
function showsIn(behaviour: Behaviour, { seen, without = [] }: FailedCase): readonly Seen[] {
  return without.includes(behaviour) ? [] : behaviour.shows(seen);
}

/**
 * Returns the cases that a behaviour may explain. A case that ends where it shows passes in any case, so
 * it must show at the violation; or the same requirement, or most of the area, is violated so.
 */
function candidatesFor(behaviour: Behaviour, open: readonly FailedCase[]): FailedCase[] {
  const shown = open.filter((one) => showsIn(behaviour, one).length > 0);
  if (behaviour.relieve !== undefined) return shown;
  const areaOf = ({ requirement }: FailedCase) => requirement.split(".")[0];
  const direct = new Set(shown.filter((one) => showsAtViolation(behaviour, one)));
  const requirements = new Set([...direct].map(({ requirement }) => requirement));
  const areas = new Set(
    [...Map.groupBy(open, areaOf)]
      .filter(([, each]) => 2 * each.filter((one) => direct.has(one)).length > each.length)
      .map(([area]) => area),
  );
  return shown.filter((one) => requirements.has(one.requirement) || areas.has(areaOf(one)));
}

/** Returns true if a behaviour shows on a request that violates the requirement of a case. */
function showsAtViolation(behaviour: Behaviour, one: FailedCase): boolean {
  const { violatedAt, writtenAt, isNamed } = placesOfViolation(one);
  return showsIn(behaviour, one).some((each) => {
    const at = one.seen.indexOf(each);
    // The write before a read matters only if it is not known which requests do.
    return violatedAt.has(at) || (!isNamed && at === writtenAt);
  });
}

/** Returns the failures that cases show alike, with what these were seen on. */
function alikeOf(
  open: readonly FailedCase[],
  { passing = { count: () => 0 } }: Pick<ExplainOptions, "passing">,
): AlikeFailures[] {
  const cases = open.map((one) => ({
    one,
    failure: { check: one.check.id, requirement: one.requirement },
    words: wordsOf(one),
    traits: traitsOf(one.seen),
    ...placesOfViolation(one),
  }));
  return alikeIn(cases, passing).map(({ text, failures }) => {
    const own = cases.filter(({ failure }) => failures.includes(failure));
    const on = own.flatMap(({ one: { seen }, traits }) =>
      traits.filter(({ texts }) => texts.includes(text)).map(({ at }) => seen[at]!)
    );
    const verbs = new Set(on.map(({ verb }) => verb));
    const asked = cases.flatMap(({ one: { seen } }) => seen.filter(({ verb }) => verbs.has(verb)));
    return { title: text, failures, ...placesOf(on, asked) };
  });
}

/** Returns what a case violates, and what was observed. */
function wordsOf({ requirement, violated }: FailedCase): string {
  const own = violated.find(({ violation }) => violation.requirement === requirement)?.violation;
  return [requirement, own?.expected, own?.actual].join(" ");
}

function causeOf(
  { id, name, feature, refusal, shows, concerns = () => true }: Behaviour,
  explained: readonly FailedCase[],
  all: readonly FailedCase[],
): ExplainedCause {
  const on = explained.flatMap(({ seen }) => shows(seen));
  const asked = all.flatMap(({ seen }) => seen.filter(concerns));
  return {
    id,
    title: name,
    ...(feature && { feature }),
    ...(refusal && { refusal }),
    failures: explained.map(({ check, requirement }) => ({
      check: check.id,
      requirement,
    })),
    ...placesOf(on, asked),
  };
}

/** Returns the verbs and types of requests that show something, and of those that do not. */
function placesOf(
  on: readonly Seen[],
  asked: readonly Seen[],
): { readonly seen: readonly string[]; readonly unseen: readonly string[] } {
  const textsOf = (some: readonly Seen[]) =>
    new Set(
      some.flatMap(({ verb, place }) =>
        place === undefined
          ? []
          : [`${verb} ${[place.resource, place.subresource].filter(Boolean).join("/")}`]
      ),
    );
  const seen = textsOf(on);
  return { seen: [...seen].sort(), unseen: [...textsOf(asked).difference(seen)].sort() };
}

/** Acts on all values, on a few at the same time. */
async function concurrently<Value>(
  values: readonly Value[],
  act: (value: Value) => Promise<void>,
): Promise<void> {
  const queue = [...values];
  const work = async () => {
    for (let next = queue.shift(); next !== undefined; next = queue.shift()) await act(next);
  };
  await Promise.all(Array.from({ length: WORKERS }, work));
}

/**
 * Returns pairs of requirements that one behaviour violates, as far as can be seen. Each small case of
 * one violates the other, too, and the other way round; or each of one violates before it another one
 * that holds of every exchange, and that few of the other cases violate.
 */
function violatedTogether(tried: readonly FailedCase[]): [string, string][] {
  const small = tried.filter(({ seen }) => seen.length <= SMALL);
  const pairs: [string, string][] = [];
  const cases = Map.groupBy(small, ({ requirement }) => requirement);
  const always = new Map(
    [...cases].map(([requirement, each]) => [requirement, commonTo(each, () => true)]),
  );
  for (const [one, others] of always) {
    for (const other of others) {
      if (one < other && always.get(other)?.has(one)) pairs.push([one, other]);
    }
  }
  const countOf = (id: string) =>
    small.filter(({ violated }) => violated.some(({ violation }) => violation.requirement === id))
      .length;
  const isCommon = (id: string) => countOf(id) > COMMON * small.length;
  for (const [own, each] of cases) {
    const isObserved = each.some(({ violated }) =>
      violated.some((one) => one.violation.requirement === own && one.isObserved)
    );
    if (isObserved) continue;
    // The rarest says most.
    const [cause] = [...commonTo(each, (one, before) => one.isObserved === true && before)]
      .filter((id) => id !== own && !isCommon(id)).sort((a, b) => countOf(a) - countOf(b));
    if (cause !== undefined) pairs.push([own, cause]);
  }
  return pairs;
}

/** Returns the requirements that all these cases of one requirement violate. */
function commonTo(
  cases: readonly FailedCase[],
  counts: (one: FoundViolation, isBefore: boolean) => boolean,
): ReadonlySet<string> {
  const [first = new Set<string>(), ...others] = cases.map(({ requirement, violated }) => {
    const own = violated.find(({ violation }) => violation.requirement === requirement);
    return new Set(
      violated.filter((one) => counts(one, one.requests <= (own?.requests ?? Infinity)))
        .map(({ violation }) => violation.requirement),
    );
  });
  return others.reduce((common, each) => common.intersection(each), first);
}
