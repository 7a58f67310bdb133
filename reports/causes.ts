/**
 * Groups the failures of a run by what probably caused them, so that one bug is one entry.
 *
 * The groups are made from what the failures show, without knowledge of the target: a symptom in
 * the exchanges or in the answer, else the violated requirement.
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
import { safeLine } from "./text.ts";

/** The parts of a report that causes are made from. */
export interface Judged {
  readonly checks: readonly CheckResult[];
  readonly features?: readonly FeatureResult[];
  readonly requirements?: readonly RequirementSummary[];
}

/** A failed check. */
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

/** Returns the causes of the failures and warnings, those with the most checks first. */
export function causesOf(judged: Judged): FailureCause[] {
  const failed = judged.checks.flatMap((check): Failed[] =>
    check.failure && ["fail", "warn"].includes(check.verdict)
      ? [{ check, failure: check.failure }]
      : []
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
  return [...groups].map(([id, members]) => causeOf(id, members, featured))
    .sort((a, b) => rank(a) - rank(b) || b.checks.length - a.checks.length);
}

function rank({ verdict }: FailureCause): number {
  return verdict === "fail" ? 0 : 1;
}

function causeOf(
  id: string,
  members: readonly Failed[],
  featured: ReadonlyMap<string, Group>,
): FailureCause {
  const isFail = ({ check }: Failed) => check.verdict === "fail";
  const sorted = members.toSorted((a, b) =>
    Number(isFail(b)) - Number(isFail(a)) || lengthOf(a) - lengthOf(b)
  );
  const { failure } = sorted[0]!;
  const requirements = [...new Set(sorted.map(({ failure }) => failure.requirement))];
  const facts = `expected ${failure.expected}, actual ${failure.actual}`;
  const title = featured.get(failure.requirement)?.title ?? symptomOf(failure)?.title ??
    (requirements.length > 1 && id in CLASSES
      ? `${CLASSES[id]!.title}: ${requirements.length} requirements, first ${facts}`
      : facts);
  return {
    id,
    title: safeLine(title, 240),
    verdict: members.some(isFail) ? "fail" : "warn",
    checks: sorted.map(({ check }) => check.id),
    requirements,
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
