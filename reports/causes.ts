/**
 * Groups the failures of a run by what probably caused them, so that one bug is one entry.
 *
 * The groups are made from what the failures show, without knowledge of the target: a symptom in
 * the exchanges or in the answer, else the violated requirement. A target that implements a part of
 * the API has more causes than anybody reads: there, those of few checks are grouped by area.
 *
 * @module
 */
import type {
  CheckResult,
  Failure,
  FailureCause,
  FeatureResult,
  RequirementSummary,
} from "./events.ts";
import { symptomOf } from "./symptoms.ts";
import { pluralize, safeLine } from "./text.ts";

/** The parts of a report that causes are made from. */
export interface Judged {
  readonly checks: readonly CheckResult[];
  readonly features?: readonly FeatureResult[];
  readonly requirements?: readonly RequirementSummary[];
}

/** A failure of a check. */
interface Failed {
  readonly check: CheckResult;
  readonly failure: Failure;
}

/** What a failure is grouped by. */
interface Group {
  readonly id: string;
  readonly title: string;
}

/**
 * Requirements violated in the same way from which on the way is the cause: a target that does not
 * validate at all violates dozens of requirements by accepting requests.
 */
const SYSTEMIC = 6;

/** The number of causes from which on those of few checks are grouped by area. */
const MOST = 15;

/**
 * Above the limit of causes, the largest `most` with at least `checks` checks are listed without an
 * area.
 */
const OWN = { most: 8, checks: 3 } as const;

/** The groups of the areas of requirements. */
const OF_AREA = "area ";

/** Returns the causes of failures and warnings, sorted by their number of checks. */
export function causesOf(judged: Judged): FailureCause[] {
  const failed = judged.checks.flatMap((check) =>
    check.failures.filter(({ verdict }) => verdict !== "known deviation")
      .map((failure): Failed => ({ check, failure }))
  );
  const featured = ignoredFeatures(judged);
  const classes = Map.groupBy(failed, ({ failure }) => classOf(failure));
  const isSystemic = (name: string | undefined) =>
    name !== undefined &&
    new Set(classes.get(name)?.map(({ failure }) => failure.requirement)).size >= SYSTEMIC;
  const groups = Map.groupBy(failed, ({ failure }) => {
    const feature = featured.get(failure.requirement);
    if (feature !== undefined) return feature.id;
    const symptom = symptomOf(failure);
    if (symptom !== undefined) return symptom.id;
    const name = classOf(failure);
    return isSystemic(name) ? name! : failure.requirement;
  });
  return [...fewer(groups)].map(([id, members]) => causeOf(id, members, featured))
    .sort((a, b) => rank(a) - rank(b) || b.checks.length - a.checks.length);
}

/** Returns the groups; if they are many, only the largest ones and one for each area of the rest. */
function fewer(groups: ReadonlyMap<string, Failed[]>): ReadonlyMap<string, Failed[]> {
  if (groups.size <= MOST) return groups;
  const bySize = (all: Iterable<[string, Failed[]]>) =>
    [...all].sort(([, one], [, other]) => other.length - one.length);
  const sorted = bySize(groups);
  const own = sorted.slice(0, OWN.most).filter(([, { length }]) => length >= OWN.checks);
  const rest = sorted.slice(own.length).flatMap(([, members]) => members);
  const areas = bySize(Map.groupBy(rest, ({ failure }) => OF_AREA + areaOf(failure)));
  const room = MOST - own.length;
  if (areas.length <= room) return new Map([...own, ...areas]);
  const others = areas.slice(room - 1).flatMap(([, members]) => members);
  return new Map([...own, ...areas.slice(0, room - 1), [`${OF_AREA}others`, others]]);
}

function areaOf({ requirement }: Failure): string {
  return requirement.split(".")[0]!;
}

function rank({ verdict }: FailureCause): number {
  return verdict === "fail" ? 0 : 1;
}

function causeOf(
  id: string,
  members: readonly Failed[],
  featured: ReadonlyMap<string, Group>,
): FailureCause {
  const isFail = ({ failure }: Failed) => failure.verdict === "fail";
  const sorted = members.toSorted((a, b) =>
    Number(isFail(b)) - Number(isFail(a)) || lengthOf(a) - lengthOf(b)
  );
  const { failure } = sorted[0]!;
  const requirements = [...new Set(sorted.map(({ failure }) => failure.requirement))];
  const facts = `expected ${failure.expected}, actual ${failure.actual}`;
  const title = id.startsWith(OF_AREA)
    ? `${[...new Set(members.map(({ failure }) => areaOf(failure)))].join(", ")}: ` +
      `${pluralize(requirements.length, "requirement")}, first ${facts}`
    : featured.get(failure.requirement)?.title ?? symptomOf(failure)?.title ??
      (requirements.length > 1 && id in CLASSES
        ? `${CLASSES[id]!.title}: ${requirements.length} requirements, first ${facts}`
        : facts);
  return {
    id,
    title: safeLine(title, 240),
    verdict: members.some(isFail) ? "fail" : "warn",
    checks: [...new Set(sorted.map(({ check }) => check.id))],
    requirements,
    failures: sorted.map(({ check, failure }) => ({
      check: check.id,
      requirement: failure.requirement,
    })),
  };
}

/** The length of a counterexample, in requests; those that fail again come first. */
function lengthOf({ failure: { exchange, omittedExchanges = 0, confirmed } }: Failed): number {
  return exchange.length + omittedExchanges + (confirmed.reproduced === 0 ? 1_000 : 0);
}

/** Returns the group of each requirement that depends on a feature that the target ignores. */
function ignoredFeatures({ features = [], requirements = [] }: Judged): Map<string, Group> {
  const ignored = features.filter(({ verdict }) => verdict === "fail");
  return new Map(requirements.flatMap(({ id, features: needed = [] }): [string, Group][] => {
    const found = ignored.find(({ feature }) => needed.includes(feature));
    if (found === undefined) return [];
    return [[id, { id: `feature ${found.feature}`, title: `${found.about}: ${found.seen}` }]];
  }));
}

/** Ways in which a requirement is violated. */
const CLASSES: Readonly<Record<string, { readonly title: string; test(one: Failure): boolean }>> = {
  "accepted": {
    title: "Requests that are to be refused are accepted",
    test: ({ expected, actual }) =>
      /^(an error|a refusal|refused|rejected|forbidden|4\d\d|a 4xx|an? \w+ error|not allowed)/i
        .test(expected) && /^(2\d\d|allowed|accepted|success)/i.test(actual),
  },
  "no status": {
    title: "Refusals have no Status as their body",
    test: ({ expected, actual }) =>
      /status body|\bStatus\b/.test(expected) && /^4\d\d/.test(actual),
  },
  "refused": {
    title: "Requests that are to succeed are refused",
    test: ({ expected, actual }) =>
      /^(success|20\d|a 2xx|accepted|allowed)/i.test(expected) && /^4\d\d/.test(actual),
  },
};

function classOf(failure: Failure): string | undefined {
  return Object.entries(CLASSES).find(([, { test }]) => test(failure))?.[0];
}
