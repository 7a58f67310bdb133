/**
 * A cause of failures as reports show it: its harm, its title, and its failures in order.
 *
 * @module
 */
import type {
  AlikeFailures,
  CheckResult,
  Exchange,
  ExplainedCause,
  Failure,
  FailureCause,
  FeatureResult,
  RequirementSummary,
} from "./events.ts";
import { decisionTitle } from "./decisions.ts";
import { acceptedTitle, addedTitle, titleOfAll, writtenTitle } from "./failure_titles.ts";
import { otherSuccess } from "./fault_of.ts";
import { type Ranked, rankOf, withHarm } from "./harm.ts";
import { demandsRejection } from "./likeness.ts";
import { loneTitle } from "./lone_titles.ts";
import { refusalTitle } from "./refusals.ts";
import {
  answeredTitle,
  ANY,
  commonParameters,
  isOfAllNamespaces,
  METHODS,
  requestName,
  type Verb,
  verbOf,
  VERBS,
} from "./request_words.ts";
import { fieldShownDifferently } from "./same_evidence.ts";
import { commonMessage, type ServerError, serverErrorOf } from "./server_errors.ts";
import { symptomOf } from "./symptoms.ts";
import { safeLine } from "./text.ts";

/** The parts of a report that causes are made from. */
export interface Judged {
  readonly checks: readonly CheckResult[];
  readonly features?: readonly FeatureResult[];
  readonly requirements?: readonly RequirementSummary[];
  /** The behaviours that the run tried. @default {[]} */
  readonly explained?: readonly ExplainedCause[];
  /** Failures whose cases show the same. @default {[]} */
  readonly alike?: readonly AlikeFailures[];
  /** Pairs of requirements whose smallest cases violate both. @default {[]} */
  readonly together?: readonly (readonly [string, string])[];
}

/** A failure of a check, with the ranks of the violated requirement. */
export interface Failed extends Ranked {
  /** The id of the check. */
  readonly check: string;
  readonly requirement: string;
  readonly failure: Failure;
}

/** What a failure is grouped by. */
export interface Group {
  readonly id: string;
  readonly title: string;
}

/** The ids of causes that are answers with a 5xx status, always or in a symptom. */
export const OF_ERRORS = /^(\w+ is answered with a 5xx status$|5\d\d\b)/;

/** The ids of causes that are valid requests of a form that is not served. */
const OF_UNSERVED = /^(405|415|501) for |^404 for every |^apply does not create$/;

/** Returns true for a failure of a request that is to succeed. */
function isOfValid({ failure }: Failed): boolean {
  return !demandsRejection(failure) && !/^4\d\d\b/.test(failure.expected);
}

/** Begins the id of a cause that is what a message says of a field. */
export const SAYS = "says ";

/** Returns what identifies a failure. */
export function keyOf({ check, requirement }: Pick<Failed, "check" | "requirement">): string {
  return `${check} ${requirement}`;
}

/** The part of the failures of a cause whose harm may be chance: the worst of the others ranks it. */
const ODD = 1 / 5;

/** Returns a cause as reports show it. Its first failure is the one that shows it best. */
export function causeOf(
  id: string,
  members: readonly Failed[],
  { judged, featured, tried }: {
    readonly judged: Judged;
    readonly featured: ReadonlyMap<string, Group>;
    readonly tried: ExplainedCause | undefined;
  },
): FailureCause {
  const isFail = ({ failure }: Failed) => failure.verdict === "fail";
  // What several checks find violated is less likely to be violated by the way.
  const checksOf = ({ requirement }: Failed) =>
    new Set(members.filter((one) => one.requirement === requirement).map(({ check }) => check))
      .size;
  const ranked = members.toSorted((a, b) =>
    rankOf(a) - rankOf(b) || Number(isFail(b)) - Number(isFail(a)) ||
    checksOf(b) - checksOf(a) || lengthOf(a) - lengthOf(b)
  );
  // What is refused as all requests of its form are does no harm of its own.
  const own = OF_UNSERVED.test(id) ? ranked.filter(isOfValid) : [];
  const judgedBy = own.length > 0 ? own : ranked;
  const worst = judgedBy[Math.ceil(judgedBy.length * ODD) - 1]!;
  const sorted = [
    ...ranked.filter((one) => rankOf(one) >= rankOf(worst)),
    ...ranked.filter((one) => rankOf(one) < rankOf(worst)),
  ];
  const parameter = /`\w+`/.exec(tried?.title ?? "")?.[0];
  // The first one ends with a request of the behaviour, as far as one does.
  const ends = tried === undefined ? [] : sorted.filter((one) => endsWith(one, tried));
  // A requirement that names the parameter shows best that it is ignored.
  const isNamed = ({ failure }: Failed) =>
    parameter !== undefined &&
    failure.statement.includes(parameter);
  const heads = [...ends.filter(isNamed), ...ends.filter((one) => !isNamed(one))];
  const all = [...heads, ...sorted.filter((one) => !heads.includes(one))];
  // What happened once shows less than what happens again.
  const isSure = (one: Failed) =>
    isFail(one) === isFail(all[0]!) && one.failure.confirmed.reproduced > 0;
  const first = all.find(isSure) ?? all[0]!;
  const ordered = [first, ...all.filter((one) => one !== first)];
  const { failure } = ordered[0]!;
  // A 5xx status lets nobody in, and what a client writes is not said to be stored.
  const { harm, level } = OF_ERRORS.test(id)
    ? { ...worst, ...(worst.harm && withHarm(worst, "availability")) }
    : { ...worst, ...(tried?.harm && { harm: tried.harm }) };
  const alike = tried ? undefined : alikeFor(members, judged);
  const named = alike?.isRequest || (alike && isOtherAnswer(alike, members)) ? undefined : alike;
  const shown = judged.alike?.find((each) => each.id === id && !isOtherAnswer(each, members))
    ?.title;
  const symptom = ordered.map((one) => symptomOf(one.failure)).find((each) => each?.id === id) ??
    symptomOf(failure);
  const title = errorTitle(id, members, tried) ?? tried?.title ??
    (id.startsWith(SAYS) ? `A response says: ${id.slice(SAYS.length)}` : undefined) ??
    (featured.get(failure.requirement) ?? [...featured.values()].find((each) => each.id === id))
      ?.title ??
    successTitle(members) ??
    decisionTitle(members) ??
    (shown && withField(shown, members)) ??
    symptom?.title ?? titleOfAll(members.map((one) => one.failure)) ??
    acceptedTitle(members.map((one) => one.failure)) ??
    addedTitle(members.map((one) => one.failure)) ??
    (alike ? undefined : refusalTitle(members)) ??
    (named ? undefined : writtenTitle(members)) ??
    (named ? named.title : loneTitle(failure, {
      act: alike?.isRequest ? alike.title : undefined,
      alike: members.map((one) => one.failure),
    }));
  const { seen, unseen } = tried ?? alike ?? {};
  return {
    id,
    title: safeLine(withVerb(title, seen), 240),
    verdict: members.some(isFail) ? "fail" : "warn",
    ...(harm && { harm }),
    level,
    checks: [...new Set(ordered.map(({ check }) => check))],
    requirements: [...new Set(ordered.map(({ requirement }) => requirement))],
    failures: ordered.map(({ check, requirement }) => ({ check, requirement })),
    ...(tried && { isTried: true }),
    ...(seen && { seen }),
    ...(unseen && { unseen }),
  };
}

/** Returns a title that names the field in which objects are not shown as they are elsewhere. */
function withField(title: string, members: readonly Failed[]): string {
  if (!SHOWN.test(title)) return title;
  const field = fieldShownDifferently(members.map(({ failure }) => failure));
  return field === undefined ? title : `${title}: \`${field}\` differs`;
}

/** What says that one response does not show an object as another one does. */
const SHOWN = /\bnot (show (an|its)|answered with the) objects?\b.* (shows|does)$/;

/** Returns a title that names the verb, if what it says was seen on requests of one verb only. */
function withVerb(title: string, seen: readonly string[] = []): string {
  const verbs = new Set(seen.map((one) => one.split(" ")[0]!));
  const [verb, ...others] = verbs;
  const [, parameter] = /^(`\w+`) is ignored$/.exec(title) ?? [];
  if (parameter !== undefined && verbs.size > 0) return `${subjectOf(verbs)} ${parameter}`;
  const words = others.length === 0 ? ANY[verb as Verb] : undefined;
  if (words === undefined) return title;
  const general = verb!.startsWith("delete")
    ? /^A (DELETE|write) (?!of )/
    : /^A (write|GET or a list) /;
  return title.replace(general, `${words} `);
}

/** The most verbs that a title names. */
const NAMED = 3;

/** Returns who ignores a parameter: the requests of the verbs, and what they do. */
function subjectOf(verbs: ReadonlySet<string>): string {
  const known = (Object.keys(ANY) as Verb[]).filter((verb) => verbs.has(verb));
  const names = known.map((verb, at) => at === 0 ? ANY[verb] : ANY[verb].replace(/^A/, "a"));
  if (known.length === 1) return `${names} ignores`;
  if (known.length <= NAMED && known.length > 0) {
    return `${names.slice(0, -1).join(", ")} and ${names.at(-1)} ignore`;
  }
  return known.every((verb) => METHODS[verb] !== undefined) ? "Writes ignore" : "Requests ignore";
}

/** Returns true if the last request of a failure is one that a behaviour was seen on. */
function endsWith({ failure }: Failed, { title, seen }: ExplainedCause): boolean {
  const last = failure.exchange.at(-1);
  if (last === undefined || (title.includes("5xx") && last.status < 500)) return false;
  return seen.some((one) => (METHODS[one.split(" ")[0] as Verb] ?? "GET") === last.method);
}

/** Returns what most failures of a cause show alike. */
function alikeFor(
  members: readonly Failed[],
  { alike = [] }: Pick<Judged, "alike">,
): AlikeFailures | undefined {
  const keys = new Set(members.map(keyOf));
  return alike.find(({ failures }) =>
    2 * failures.filter((failure) => keys.has(keyOf(failure))).length > members.length
  );
}

/** What is expected of an answer as such: a status, success, or a media type. */
const OF_ANSWER = /\b[1-5]\d\d\b|^success|\b[a-z]+\/[a-z]/;

/**
 * Returns true for a title that says how requests are answered, of failures that do not say that this is
 * wrong: but what the answer says may be.
 */
function isOtherAnswer({ title }: AlikeFailures, members: readonly Failed[]): boolean {
  return / is answered with [24]\d\d\b/.test(title) &&
    members.every(({ failure: { expected, actual } }) =>
      !/^[1-5]\d\d\b/.test(actual) && !OF_ANSWER.test(expected)
    );
}

/** The length of a counterexample, in requests; those that fail again come first. */
function lengthOf({ failure: { exchange, omittedExchanges = 0, confirmed } }: Failed): number {
  return exchange.length + omittedExchanges + (confirmed.reproduced === 0 ? 1_000 : 0);
}

/** Returns the title of failures that are all answers with another status of success than the one due. */
function successTitle(members: readonly Failed[]): string | undefined {
  const [status, ...others] = new Set(members.map(({ failure }) => otherSuccess(failure)));
  if (status === undefined || others.length > 0) return undefined;
  const beside = members.flatMap(({ failure: { exchange } }) => exchange);
  const answered = members.flatMap(({ failure: { exchange, expected } }) =>
    exchange.findLast((one) => String(one.status) === status && isDueOf(one, expected)) ?? []
  );
  return answeredTitle(answered, status, { beside, parameters: commonParameters(answered) });
}

/** Returns false for a request with another method than the verb that is named before what is due. */
function isDueOf(one: Exchange, expected: string): boolean {
  const [, verb] = /^(\w+): /.exec(expected) ?? [];
  return verb === undefined || !(verb in VERBS) || one.method === (METHODS[verb as Verb] ?? "GET");
}

/** Stands between a 5xx status and the encoding that is asked for in the id of a cause. */
export const ACCEPTING = " for a response in ";

/** Returns the title of failures that are answers with a 5xx status: the requests and the message. */
function errorTitle(
  id: string,
  members: readonly Failed[],
  tried: ExplainedCause | undefined,
): string | undefined {
  if (!OF_ERRORS.test(id)) return undefined;
  const [status, form] = id.split(ACCEPTING);
  if (form !== undefined) return `A request that accepts ${form} is answered with ${status}`;
  const errors = members.flatMap(({ failure }) => serverErrorOf(failure) ?? []);
  const message = commonMessage(errors);
  const answered = members.flatMap(({ failure: { exchange } }) =>
    exchange.findLast(({ status }) => status >= 500) ?? []
  );
  const beside = members.flatMap(({ failure: { exchange } }) => exchange);
  const answer = answerOf(members, errors, message);
  if (tried === undefined) {
    return message === undefined ? undefined : answeredTitle(answered, answer, { beside });
  }
  // What is read of no type is no object.
  const isOfDocuments = answered.length > 0 &&
    answered.every((one) => requestName(one).startsWith(one.method));
  if (isOfDocuments) return answeredTitle(answered, answer);
  const [verb] = tried.id.split(" ");
  const ofVerb = beside.filter((one) => one.status >= 500 && verbOf(one) === verb);
  // Of some types no list in a namespace is recorded.
  const isAcross = verb === "list" && ofVerb.some((one) => isOfAllNamespaces(one, beside)) &&
    ofVerb.filter(({ path }) => !path.includes("/namespaces/")).length >=
      MOST_LISTS * ofVerb.length;
  const isOfSome = tried.unseen.some((one) => one.startsWith(`${verb} `)) ||
    tried.seen.some((one) => one.includes("/"));
  if (isOfSome && !isAcross && ofVerb.length > 0) return answeredTitle(ofVerb, answer, { beside });
  return tried.title.replace(/^A list (?=is )/, isAcross ? "A list across all namespaces " : "$&")
    .replace(/a 5xx status$/, answer);
}

/** The part of the lists that fail from which on a title says that they are across all namespaces. */
const MOST_LISTS = 0.75;

/** Returns what requests that fail on the server's side are answered with, and what with is due. */
function answerOf(
  members: readonly Failed[],
  errors: readonly ServerError[],
  message: string | undefined,
): string {
  const [status, ...statuses] = new Set(errors.map((error) => error.status));
  const [due, ...others] = new Set(
    members.map(({ failure: { expected } }) => /^4\d\d$/.exec(expected)?.[0]),
  );
  const dueWords = due === undefined || others.length > 0 ? "" : `, not with ${due}`;
  const text = message === undefined ? "" : `: ${message}`;
  return `${
    status === undefined || statuses.length > 0 ? "a 5xx status" : status
  }${dueWords}${text}`;
}
