/**
 * Groups the failures of a run by what probably caused them, so that one bug is one entry.
 *
 * Failures are put together only where one behaviour explains them: one that the run tried, by
 * repeating their cases without it; else a symptom in the exchanges; else the violated requirement,
 * with those that the same smallest case violates, or that say the same of another operation. What is
 * not explained stands alone.
 *
 * @module
 */
import type {
  CheckResult,
  ExplainedCause,
  Failure,
  FailureCause,
  FeatureResult,
  RequirementSummary,
} from "./events.ts";
import { type Ranked, rankOf } from "./harm.ts";
import { symptomOf } from "./symptoms.ts";
import { safeLine } from "./text.ts";

/** The parts of a report that causes are made from. */
export interface Judged {
  readonly checks: readonly CheckResult[];
  readonly features?: readonly FeatureResult[];
  readonly requirements?: readonly RequirementSummary[];
  /** The behaviours that the run tried. @default {[]} */
  readonly explained?: readonly ExplainedCause[];
  /** Pairs of requirements whose smallest cases violate both. @default {[]} */
  readonly together?: readonly (readonly [string, string])[];
}

/** A failure of a check, with the ranks of the violated requirement. */
interface Failed extends Ranked {
  readonly check: CheckResult;
  readonly failure: Failure;
}

/** What a failure is grouped by. */
interface Group {
  readonly id: string;
  readonly title: string;
}

/** Number of characters of a text that are compared. */
const MAX_TEXT = 300;

/** Returns the causes of failures and warnings: the worst harm first, then the highest level. */
export function causesOf(judged: Judged): FailureCause[] {
  const stated = new Map(judged.requirements?.map((one) => [one.id, one]));
  const failed = judged.checks.flatMap((check) =>
    check.failures.filter(({ verdict }) => verdict !== "known deviation")
      .map((failure): Failed => {
        const { level = check.level, harm } = stated.get(failure.requirement) ?? {};
        return { check, failure, level, ...(harm && { harm }) };
      })
  );
  const featured = ignoredFeatures(judged);
  const explained = new Map(
    (judged.explained ?? []).flatMap((cause) =>
      cause.failures.map((failure) => [keyOf(failure), cause] as const)
    ),
  );
  const requirements = joined(failed, judged.together ?? []);
  const groups = Map.groupBy(failed, ({ check, failure }) => {
    const { requirement } = failure;
    const tried = explained.get(keyOf({ check: check.id, requirement }));
    return tried?.id ?? featured.get(requirement)?.id ?? symptomOf(failure)?.id ??
      requirements.get(requirement)!;
  });
  return [...groups].map(([id, members]) => {
    const tried = judged.explained?.find((each) => each.id === id);
    return causeOf(id, members, { featured, tried });
  }).sort(byRank);
}

function keyOf({ check, requirement }: { check: string; requirement: string }): string {
  return `${check} ${requirement}`;
}

/** Returns one requirement for all that are violated by one behaviour, the first of them by name. */
function joined(
  failed: readonly Failed[],
  together: readonly (readonly [string, string])[],
): ReadonlyMap<string, string> {
  const first = new Map<string, string>();
  const find = (id: string): string => {
    const parent = first.get(id) ?? id;
    return parent === id ? id : find(parent);
  };
  const join = (one: string, other: string) => {
    const [least, most] = [find(one), find(other)].sort();
    first.set(most!, least!);
  };
  for (const [one, other] of together) join(one, other);
  for (const same of Map.groupBy(failed, ({ failure }) => factsOf(failure)).values()) {
    for (const { failure } of same) join(same[0]!.failure.requirement, failure.requirement);
  }
  return new Map(failed.map(({ failure: { requirement } }) => [requirement, find(requirement)]));
}

/** What many different mistakes violate a requirement with. */
const UNSPECIFIC = /^(an error|success|accepted|rejected|unchanged|\d\d\d|…)/i;

/** The words of what is expected from which on only one behaviour violates it in the same words. */
const SPECIFIC = 4;

/** Returns what is the same in the failures of one behaviour for several operations or fields. */
function factsOf({ requirement, expected, actual }: Failure): string {
  const [area = "", name = ""] = requirement.split(".");
  // Names, numbers and values differ from case to case, and so does what is in parentheses.
  const words = (text: string) =>
    text.slice(0, MAX_TEXT).replaceAll(/ \([^)]*\)|(?<=[ :])[{[].*/gs, "")
      .replaceAll(/"[^"]*"|[\w./-]*\d{2,}[\w./-]*/g, "…");
  const isSpecific = !UNSPECIFIC.test(expected) &&
    (words(expected).match(/[a-z]{3,}/gi) ?? []).length >= SPECIFIC;
  const family = isSpecific ? area : `${area}.${name.split("-")[0]}`;
  return JSON.stringify([family, words(expected), words(actual)]);
}

/** Compares causes by harm, then by level; the more checks, the worse; then by id. */
export function byRank(a: FailureCause, b: FailureCause): number {
  const rank = ({ harm, level = "must" }: FailureCause) => rankOf({ level, ...(harm && { harm }) });
  return rank(a) - rank(b) || b.checks.length - a.checks.length || (a.id < b.id ? -1 : 1);
}

function causeOf(
  id: string,
  members: readonly Failed[],
  { featured, tried }: {
    readonly featured: ReadonlyMap<string, Group>;
    readonly tried: ExplainedCause | undefined;
  },
): FailureCause {
  const isFail = ({ failure }: Failed) => failure.verdict === "fail";
  const sorted = members.toSorted((a, b) =>
    rankOf(a) - rankOf(b) || Number(isFail(b)) - Number(isFail(a)) || lengthOf(a) - lengthOf(b)
  );
  const { failure, harm, level } = sorted[0]!;
  const requirements = [...new Set(sorted.map(({ failure }) => failure.requirement))];
  const facts = `expected ${failure.expected}, actual ${failure.actual}`;
  const title = tried?.title ?? featured.get(failure.requirement)?.title ??
    symptomOf(failure)?.title ?? facts;
  return {
    id,
    title: safeLine(title, 240),
    verdict: members.some(isFail) ? "fail" : "warn",
    ...(harm && { harm }),
    level,
    checks: [...new Set(sorted.map(({ check }) => check.id))],
    requirements,
    failures: sorted.map(({ check, failure }) => ({
      check: check.id,
      requirement: failure.requirement,
    })),
    ...(tried && { isTried: true, seen: tried.seen, unseen: tried.unseen }),
  };
}

/** The length of a counterexample, in requests; those that fail again come first. */
function lengthOf({ failure: { exchange, omittedExchanges = 0, confirmed } }: Failed): number {
  return exchange.length + omittedExchanges + (confirmed.reproduced === 0 ? 1_000 : 0);
}

/** Returns the group of each requirement that depends on a feature that the target ignores. */
function ignoredFeatures(
  { features = [], requirements = [], explained = [] }: Judged,
): Map<string, Group> {
  const ignored = features.filter(({ verdict }) => verdict === "fail");
  return new Map(requirements.flatMap(({ id, features: needed = [] }): [string, Group][] => {
    const found = ignored.find(({ feature }) => needed.includes(feature));
    if (found === undefined) return [];
    const tried = explained.find(({ feature }) => feature === found.feature);
    const { id: group, title } = tried ??
      { id: `feature ${found.feature}`, title: `${found.about}: ${found.seen}` };
    return [[id, { id: group, title }]];
  }));
}
