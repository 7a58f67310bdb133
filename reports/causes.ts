/**
 * Groups the failures of a run by what probably caused them, so that one bug is one entry.
 *
 * Failures are put together only where one behaviour explains them: one that the run tried, by
 * repeating their cases without it; else a symptom in the exchanges; else the violated requirement,
 * with those that the same smallest case violates, or that say the same of another operation. A few
 * failures that share most of what is rare with those of a cause are part of it. What is not explained
 * stands alone.
 *
 * @module
 */
import type { AlikeFailures, Exchange, ExplainedCause, Failure, FailureCause } from "./events.ts";
import {
  ACCEPTING,
  causeOf,
  type Failed,
  type Group,
  type Judged,
  keyOf,
  OF_ERRORS,
  SAYS,
} from "./cause_of.ts";
import { clustersOf, withoutHubs } from "./clusters.ts";
import { ofDecidedVerbs } from "./decisions.ts";
import { faultOf, ofWrongAnswers, withOtherFault } from "./fault_of.ts";
import { formsOfTried, formsOfTypes, withForms } from "./forms_of_types.ts";
import { rankOf, withHarm } from "./harm.ts";
import { withStatedErrors } from "./hidden_errors.ts";
import { isCollection } from "./key_requests.ts";
import {
  demandsRejection,
  isUsualAcceptance,
  likenessOf,
  requirementOf,
  typeOf,
} from "./likeness.ts";
import { withRareFacts } from "./rare_facts.ts";
import { violatedWithout } from "./other_requests.ts";
import { METHODS, type Verb, verbOf } from "./request_words.ts";
import { withNamedParameters } from "./named_parameters.ts";
import { leftBody, listWithoutItems, NO_ITEMS, ofLostObjects } from "./refusal_symptoms.ts";
import { afterRefusals, ofUnserved, refusedAlike, refusedAsValid } from "./refusals.ts";
import { saidOfFields, serverErrorOf } from "./server_errors.ts";
import { type Evident, withSameEvidence } from "./same_evidence.ts";
import { ShownAlike } from "./shown_alike.ts";
import { symptomOf } from "./symptoms.ts";
import { ofTopics } from "./topics.ts";
import { faultsOfTried, saidCause } from "./unsaid_causes.ts";
import { withoutValidation } from "./unvalidated.ts";

/** What explains failures of a form of request, if it is tried: who ignores a selector selects wrongly. */
const IGNORED: Readonly<Record<string, string>> = {
  "label selectors": "labelSelector is ignored",
  "field selectors": "fieldSelector is ignored",
  "watches of the past": "a watch replays the collection",
  "a list's resourceVersion does not change by a deletion":
    "a list's resourceVersion does not change",
};

/** What responses show on a server whose objects have no resourceVersion, and the id of that behaviour. */
const UNVERSIONED = / is answered without metadata\.resourceVersion$/;
const NO_VERSION = "no resourceVersion of objects";

/** Returns the causes of failures and warnings: the worst harm first, then what breaks most requirements. */
export function causesOf(all: Judged): FailureCause[] {
  const stated = new Map(all.requirements?.map((one) => [one.id, one]));
  const failed = all.checks.flatMap((check) =>
    check.failures.filter(({ verdict }) => verdict !== "known deviation").map(withStatedErrors)
      .map((failure): Failed => {
        const { requirement } = failure;
        const { level = check.level, harm } = stated.get(requirement) ?? {};
        const found = harm ? withHarm({ level, harm }, failure.harm) : { level };
        const isLess = isRefused(failure) || isDenied(failure);
        const ranks = harm && isLess ? withHarm(found, "availability") : found;
        return { check: check.id, requirement, failure, ...ranks };
      })
  );
  const ofKey = new Map(failed.map((one) => [keyOf(one), one.failure]));
  const given: Judged = {
    ...all,
    ...(all.explained && {
      explained: all.explained.flatMap((each) =>
        saidCause(each, (key) => ofKey.get(keyOf(key))) ?? []
      ),
    }),
  };
  const featured = ignoredFeatures(given);
  const explained = new Map(
    (given.explained ?? []).filter((cause) => !isChance(cause, failed)).flatMap((cause) =>
      cause.failures.map((failure) => [keyOf(failure), sameVerb(cause, given) ?? cause] as const)
    ),
  );
  const likenesses = ofBehaviours(given, failed);
  const hasFaultOf = faultsOfTried(given.explained ?? [], (key) => ofKey.get(keyOf(key)));
  const shownAlike = new ShownAlike(likenesses);
  for (const { cause, title, failures } of likenesses) {
    for (const failure of cause ? failures : []) {
      const isMain = shownAlike.isMain(failure, title) && hasFaultOf(cause!, failure);
      if (isMain && !explained.has(keyOf(failure))) explained.set(keyOf(failure), cause!);
    }
  }
  const alike = new Map(
    likenesses.flatMap(({ id, cause, failures }) => {
      if (id === undefined) return [];
      // What was not tried is no reason for what is violated elsewhere, too.
      const others = cause === undefined ? violatedWithout(id, failed) : new Set<string>();
      return failures.filter((one) =>
        !others.has(one.requirement) && (cause === undefined || hasFaultOf(cause, one))
      ).map((failure) => [keyOf(failure), id] as const);
    }),
  );
  for (const [one, cause] of violatingTheSame(failed, explained)) {
    if (!shownAlike.isOfOther(one, cause.title)) explained.set(keyOf(one), cause);
  }
  const said = sayingTheSame(failed);
  const isUnversioned = given.explained?.some(({ id }) => id === NO_VERSION) === true;
  const unversioned = ({ failure: { expected } }: Failed) =>
    isUnversioned && expected.endsWith("resourceVersion than undefined") ? NO_VERSION : undefined;
  const idBefore = (one: Failed) =>
    // Whatever the case shows, its requests were not those that the server read.
    leftBody(one.failure)?.id ?? unversioned(one) ?? explained.get(keyOf(one))?.id ??
      refusedIn(one, given)?.id ??
      featured.get(one.requirement)?.id ?? refusedReview(one, featured) ?? said.get(one) ??
      // Whatever form the list has, and what it selects.
      listWithoutItems(one.failure)?.id ?? symptomOf(one.failure)?.id ?? alike.get(keyOf(one));
  const ids = new Map(failed.map((one) => [one, idBefore(one)]));
  const tried = new Set(given.explained?.map(({ id }) => id));
  const others = new Set(
    [...new Set(alike.values())].flatMap((id) =>
      tried.has(id) ? [] : withOtherFault(failed.filter((one) => ids.get(one) === id))
    ),
  );
  for (const one of others) ids.set(one, undefined);
  const shown = ofWrongAnswers(likenesses, (key) => ofKey.get(keyOf(key)));
  const known = { ...given, alike: withoutFailures(shown, others) };
  for (const [one, id] of sameErrors(ids)) ids.set(one, id);
  for (const [one, id] of ofLostObjects(ids)) ids.set(one, id);
  for (const [one, id] of [...afterRefusals(ids), ...refusedAsValid(ids)]) ids.set(one, id);
  for (const [one, id] of ofNamed(ids)) {
    // Which failures those can explain is decided already.
    if (!tried.has(id)) ids.set(one, id);
  }
  const shownBy = formsOfTried(new Set(ids.values()), given.explained ?? []);
  for (const [one, id] of ids) ids.set(one, shownBy.get(id ?? "") ?? id);
  const forms = formsOfTypes(ids);
  for (const [one, id] of ids) ids.set(one, forms.get(id ?? "") ?? id);
  const judged = { ...known, alike: withForms(known.alike, forms) };
  const named = Map.groupBy(failed, (one) => ids.get(one));
  const proved = withSameEvidence<Failed>(
    [...named].flatMap(([id, members]): Evident<Failed>[] =>
      id !== undefined
        ? [{ id, members, isNamed: true }]
        : joined(members, judged).map((each) => ({ id: idOf(each), members: each, isNamed: false }))
    ),
  );
  const groups = withRareFacts<Failed, Evident<Failed> & { readonly isTried: boolean }>(
    // A list without items shows itself.
    withNamedParameters(proved).map((group) => ({
      ...group,
      isTried: tried.has(group.id) || group.id === NO_ITEMS,
    })),
  );
  return groups.map(({ id, members }) => {
    const tried = judged.explained?.find((each) => each.id === id);
    return causeOf(id, members, { judged, featured, tried });
  }).sort(byRank);
}

/** What failures show alike, with the tried behaviour that it is of, if there is one. */
interface Likeness extends AlikeFailures {
  readonly cause: ExplainedCause | undefined;
}

/**
 * Returns what failures show alike; what is of a behaviour, without failures none of whose requests can
 * show it: they have other things in common.
 */
function ofBehaviours({ alike = [], explained }: Judged, failed: readonly Failed[]): Likeness[] {
  const ofKey = new Map(failed.map((one) => [keyOf(one), one]));
  return alike.map((each): Likeness => {
    const { id, title } = each;
    const cause = explained?.find((one) =>
      one.id === IGNORED[id?.replace(/( of \w+(, \w+)*)?( with .*)?$/, "") ?? ""] ||
      title === one.title || (one.id === NO_VERSION && UNVERSIONED.test(title)) ||
      title.startsWith(`${one.title}: `)
    );
    // What was seen on deletions of one kind may show on the other.
    const seen = cause?.seen.flatMap((word) =>
      word.startsWith("delete") ? ["delete", "deletecollection"] : [word]
    ) ?? [];
    const isOwn = (key: AlikeFailures["failures"][number]) => {
      const one = ofKey.get(keyOf(key));
      return cause === undefined || (one !== undefined && mayShow(one, { ...cause, seen }));
    };
    return { ...each, cause, failures: each.failures.filter(isOwn) };
  }).filter(({ failures }) => failures.length > 0);
}

/**
 * Returns the errors of one verb that are always so, in place of errors now and then that were seen on
 * this verb alone.
 */
function sameVerb(
  { refusal, seen }: ExplainedCause,
  { explained }: Judged,
): ExplainedCause | undefined {
  const [verb, ...others] = new Set(seen.map((words) => words.split(" ")[0]!));
  if (refusal !== "5xx" || verb === undefined || others.length > 0) return undefined;
  return explained?.find(({ id }) => id === `${verb} is answered with a 5xx status`);
}

/**
 * Returns true for a request that was not processed: it lets nobody in, and loses nothing. A 404 may do
 * so of an object, but not where something was to be created, or reviewed.
 */
function isRefused({ actual, exchange }: Failure): boolean {
  const [, status] = /^(?:review: )?(40[0456]|415|422|5\d\d)\b/.exec(actual) ?? [];
  return exchange.some((one) =>
    one.status === Number(status) &&
    (one.status !== 404 || one.method === "POST" || verbOf(one) === "apply")
  );
}

/** Returns true if a user may do less than is granted: that lets nobody in. */
function isDenied({ expected, actual }: Failure): boolean {
  return /\b(is|are|be)? ?allowed\b|\bmay (?!not\b)/.test(expected) &&
    !/\bnot allowed\b|allowed"?: ?false|\bmay not\b/.test(expected) &&
    /^(review: |request: )?(403\b|\{"allowed": ?false)/.test(actual);
}

/** Returns what failures show alike, that which is named by a form of requests without these failures. */
function withoutFailures(
  alike: readonly AlikeFailures[],
  others: ReadonlySet<Failed>,
): AlikeFailures[] {
  const keys = new Set([...others].map(keyOf));
  return alike.map((each) =>
    each.id === undefined
      ? each
      : { ...each, failures: each.failures.filter((one) => !keys.has(keyOf(one))) }
  );
}

/**
 * Returns the failures that no behaviour explains, of requirements that one explains elsewhere: trials of
 * it may not have been possible, as what depends on time did not show again.
 */
function violatingTheSame(
  failed: readonly Failed[],
  explained: ReadonlyMap<string, ExplainedCause>,
): readonly (readonly [Failed, ExplainedCause])[] {
  const same = Map.groupBy(failed, ({ failure }) => requirementOf(failure));
  return [...same.values()].flatMap((each) => {
    const causes = new Set(each.flatMap((one) => explained.get(keyOf(one)) ?? []));
    const [cause] = causes;
    if (cause === undefined || causes.size > 1) return [];
    return each.filter((one) => !explained.has(keyOf(one)) && mayShow(one, cause))
      .map((one) => [one, cause] as const);
  });
}

/**
 * Returns the failures that nothing names, of requirements that one form of request or symptom alone
 * violates elsewhere, with its id: trials of long cases fail for time.
 */
function ofNamed(
  ids: ReadonlyMap<Failed, string | undefined>,
): readonly (readonly [Failed, string])[] {
  // Of another fault there is another reason.
  const keyOf = ({ requirement, failure }: Failed) => `${requirement} ${faultOf(failure)}`;
  return [...Map.groupBy(ids.keys(), keyOf).values()].flatMap((same) => {
    const [id, ...others] = new Set(same.flatMap((one) => ids.get(one) ?? []));
    // What holds of every exchange is violated for many reasons.
    const isOfAll = same.some(({ failure, requirement }) => requirementOf(failure) !== requirement);
    if (id === undefined || others.length > 0 || isOfAll) return [];
    return same.filter((one) => ids.get(one) === undefined).map((one) => [one, id] as const);
  });
}

/** Returns false for a failure none of whose requests can show a behaviour. */
function mayShow({ failure }: Failed, { title, seen }: ExplainedCause): boolean {
  const { exchange, omittedExchanges = 0 } = failure;
  const isError = title.includes("5xx");
  // What is answered with one status shows on such requests only.
  const [, only] = /\bthat is answered with (\d{3})\b/.exec(title) ?? [];
  const isFailure = title.includes("fails is answered with a 2xx");
  return omittedExchanges > 0 ||
    exchange.some((one) =>
      (!isError || one.status >= 500) && (only === undefined || one.status === Number(only)) &&
      (!isFailure || /"status": ?"Failure"/.test(one.responseBody)) &&
      (seen.length === 0 || seen.some((word) => isOfVerb(one, word.split(" ")[0]!)))
    );
}

/** Returns true for a request of a verb. */
function isOfVerb({ method, path }: Exchange, verb: string): boolean {
  if (method !== (METHODS[verb as Verb] ?? "GET")) return false;
  const isOfCollection = verb === "deletecollection";
  return method !== "DELETE" || isCollection(path) === isOfCollection;
}

/** The id of errors that a request gets now and then. */
const PASSING = "requests are answered with a 5xx status now and then";

/** Returns the failures that one error of the server explains, whatever was requested, with its id. */
function sameErrors(
  ids: ReadonlyMap<Failed, string | undefined>,
): readonly (readonly [Failed, string])[] {
  const errors = [...ids].flatMap(([one, id]) => {
    const isError = OF_ERRORS.test(id ?? "") || id === PASSING;
    const error = isError ? serverErrorOf(one.failure) : undefined;
    if (error === undefined || error.isGeneric) return [];
    // A short message may be said of different errors.
    const { status, act, words, isSpecific } = error;
    return [{ one, id, key: [status, ...isSpecific ? [] : [act], words].join(" ") }];
  });
  return [...Map.groupBy([...errors, ...errorsOfForms(ids)], ({ key }) => key)]
    .filter(([, same]) => new Set(same.map(({ id }) => id)).size > 1)
    .flatMap(([id, same]) => same.map(({ one }) => [one, id.slice(0, 120)] as const));
}

/** Returns the failures of verbs that get a 5xx status wherever a response is asked for in one encoding. */
function errorsOfForms(ids: ReadonlyMap<Failed, string | undefined>) {
  const errors = [...ids].filter(([, id]) => OF_ERRORS.test(id ?? ""));
  return [...Map.groupBy(errors, ([, id]) => id!)].flatMap(([id, same]) => {
    const [form, ...others] = new Set(
      same.flatMap(([{ failure: { exchange } }]) =>
        exchange.filter(({ status }) => status >= 500).map((one) =>
          `${one.status}${ACCEPTING}${one.requestHeaders.accept?.split(/[;,]/)[0]}`
        )
      ),
    );
    const isSpecial = form !== undefined && others.length === 0 &&
      !/json$|undefined$|\*$/.test(form);
    return isSpecial ? same.map(([one]) => ({ one, id, key: form })) : [];
  });
}

/** Returns the failures of several checks whose messages say the same of a field, with its id. */
function sayingTheSame(failed: readonly Failed[]): ReadonlyMap<Failed, string> {
  const said = failed.flatMap((one) =>
    [...new Set(saidOfFields(one.failure))].map((words) => ({ one, words }))
  );
  const several = [...Map.groupBy(said, ({ words }) => words)]
    .filter(([, same]) => new Set(same.map(({ one }) => one.check)).size > 1)
    .toSorted(([, a], [, b]) => a.length - b.length);
  // What most say comes last, and stays.
  return new Map(
    several.flatMap(([words, same]) => same.map(({ one }) => [one, `${SAYS}${words}`] as const)),
  );
}

/** Returns the behaviour that refused a request now and then, or with its verb always, if one is known to. */
function refusedIn({ failure }: Failed, { explained }: Judged): ExplainedCause | undefined {
  const [status] = /^(401|5\d\d)\b/.exec(failure.actual) ?? [];
  if (status === undefined) return undefined;
  const answered = failure.exchange.findLast((one) => one.status === Number(status));
  const verb = answered && verbOf(answered);
  const always = explained?.find(({ id }) => id === `${verb} is answered with a 5xx status`);
  if (always !== undefined || demandsRejection(failure)) return always;
  return explained?.find(({ refusal }) => refusal === (status === "401" ? "401" : "5xx"));
}

/** Returns the id of the cause that reviews are refused, of a failure that rests on one that is. */
function refusedReview(
  { failure: { actual, exchange } }: Failed,
  featured: ReadonlyMap<string, Group>,
): string | undefined {
  const [, status] = /^(?:review: )?([45]\d\d)\b/.exec(actual) ?? [];
  const refused = exchange.findLast((one) => one.status === Number(status));
  const isReview = refused?.method === "POST" && REVIEWS.test(refused.path);
  if (!isReview) return undefined;
  return [...featured.values()].find(({ id }) => id === "feature reviews")?.id;
}

/** The paths of reviews. */
const REVIEWS = /\/[a-z]+(?:access|rules)reviews(?:\?|$)/;

/** Returns the type that most failures are about. */
function usualType(failed: readonly Failed[]): string {
  const types = failed.flatMap(({ failure: { exchange } }) => exchange.slice(-1).map(typeOf));
  const counts = [...Map.groupBy(types, (type) => type)];
  return counts.toSorted(([, a], [, b]) => b.length - a.length)[0]?.[0] ?? "";
}

/** Returns the first of the violated requirements by name. */
function idOf(failed: readonly Failed[]): string {
  return failed.map(({ requirement }) => requirement).toSorted()[0]!;
}

/** Returns groups of failures that one behaviour explains, as far as can be seen. */
function joined(failed: readonly Failed[], judged: Judged): (readonly Failed[])[] {
  const ofRequirement = Map.groupBy(failed, ({ requirement }) => requirement);
  const together = withoutHubs(judged.together ?? []).map((pair) =>
    pair.flatMap((requirement) => ofRequirement.get(requirement) ?? [])
  );
  const ofKey = new Map(failed.map((one) => [keyOf(one), one]));
  const alike = (judged.alike ?? []).map(({ failures }) =>
    withoutChance(failures.flatMap((each) => ofKey.get(keyOf(each)) ?? []), ofRequirement)
  );
  const usual = usualType(failed);
  const likenesses = failed.flatMap((one) =>
    likenessOf(one.failure, usual).map((key) => [key, one] as const)
  );
  const like = [...Map.groupBy(likenesses, ([key]) => key)].flatMap(([key, all]) => {
    const same = all.map(([, one]) => one);
    return isUsualAcceptance(key) && !isOneRule(same) ? [] : [same];
  });
  const groups = clustersOf(failed, [
    ...together,
    ...alike,
    ...like,
    ...refusedAlike(failed),
    ...ofUnserved(failed),
    ...ofDecidedVerbs(failed),
    ...ofTopics(failed, judged.requirements),
  ]);
  return withoutValidation(groups);
}

/** The failures of a requirement from which on a trial that explains one of them has passed by chance. */
const SEVERAL = 5;

/** Returns true for a behaviour that explains one failure, of a requirement that many others violate. */
function isChance({ failures: [one, ...others] }: ExplainedCause, failed: readonly Failed[]) {
  const same = failed.filter(({ requirement, failure }) =>
    requirement === one?.requirement && requirementOf(failure) === requirement
  );
  return others.length === 0 && same.length >= SEVERAL;
}

/** The failures of a requirement from which on what few of them show is no reason for them. */
const MANY = 8;

/** The part of the failures of a requirement that show what they fail for. */
const MOST = 0.25;

/**
 * Returns failures that show the same, without those of requirements that many failures violate and few of
 * these: they do so without it, and show it by chance.
 */
function withoutChance(
  alike: readonly Failed[],
  ofRequirement: ReadonlyMap<string, readonly Failed[]>,
): readonly Failed[] {
  const shown = Map.groupBy(alike, ({ requirement }) => requirement);
  return alike.filter(({ requirement, failure }) => {
    const all = ofRequirement.get(requirement)!;
    // What holds of every exchange is violated for many reasons.
    const isOfAll = requirementOf(failure) !== requirement;
    return isOfAll || all.length < MANY || shown.get(requirement)!.length >= MOST * all.length;
  });
}

/** The requirements of several areas from which on accepted requests have one cause: nothing is validated. */
const RULES = 3;

/** Returns true for failures of one area, or of so many requirements that more than a rule is missing. */
function isOneRule(same: readonly Failed[]): boolean {
  const requirements = new Set(same.map(({ requirement }) => requirement));
  const areas = new Set([...requirements].map((id) => id.split(".")[0]));
  return areas.size === 1 || requirements.size >= RULES;
}

/**
 * Compares causes by harm; what fails a run comes before warnings; then what breaks more requirements, as it
 * is met more often; then by level, by checks, and by id.
 */
export function byRank(a: FailureCause, b: FailureCause): number {
  const harmOf = ({ harm }: FailureCause) => rankOf({ level: "must", ...(harm && { harm }) });
  const levelOf = ({ level = "must" }: FailureCause) => rankOf({ level });
  const isWarning = ({ verdict }: FailureCause) => Number(verdict === "warn");
  return harmOf(a) - harmOf(b) || isWarning(a) - isWarning(b) ||
    b.requirements.length - a.requirements.length || levelOf(a) - levelOf(b) ||
    b.checks.length - a.checks.length || (a.id < b.id ? -1 : 1);
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
