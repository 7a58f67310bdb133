/**
 * What failures ask for and show, word by word: a few failures that share most of what is rare in a report
 * with those of another cause have this cause, whatever requirements they violate.
 *
 * @module
 */
import type { Exchange, Failure } from "./events.ts";
import { isCollection, isWatch, keyRequests } from "./key_requests.ts";
import { ACCEPTED, faultOf } from "./fault_of.ts";
import { isOfIdentity, segmentsOf } from "./likeness.ts";
import { isOwnSelector, withoutRunNames } from "./text.ts";

/** What violates a requirement. */
interface Failed {
  readonly requirement: string;
  readonly failure: Failure;
}

/** Failures of one cause. */
interface Group<One extends Failed> {
  readonly members: readonly One[];
  /** True if cases pass without what the cause is named by. */
  readonly isTried: boolean;
}

/** What a failure shows and asks for, and how rare this is altogether. */
interface Weighed {
  readonly facts: ReadonlySet<string>;
  readonly weight: number;
}

/** The most failures of a cause that may be what is left of another one. */
const FEW = 2;

/** The part of the facts of two failures, by their rarity, that both have if they have one cause. */
const SHARED = 0.3;

/** The facts that two failures share at least if they have one cause. */
const ENOUGH = 9;

/** The part of the failures of a cause that another one is near to: those that are nearest. */
const NEAREST = 0.1;

/** The number of characters of a text that are compared: it is a target's, and may be long. */
const MAX_TEXT = 200;

/** The status and reason of a response whose message says who may not do what, and nothing of why. */
const WHO = /^40[13] (Unauthorized|Forbidden)(?=:)/;

/** The end of words of one stem. */
const SUFFIX = /(?<=\w{4})(ed|ions?|ing|es|s|e)$/;

/**
 * Returns causes, of which those of few failures are part of the one that they share most facts with, if
 * they share enough. Facts that many causes have count little.
 */
export function withRareFacts<One extends Failed, Of extends Group<One>>(
  groups: readonly Of[],
): (Of & Group<One>)[] {
  const sets = groups.map(({ members }) => members.map(({ failure }) => new Set(factsIn(failure))));
  const counts = new Map<string, number>();
  for (const each of sets) {
    for (const fact of new Set(each.flatMap((own) => [...own]))) {
      counts.set(fact, (counts.get(fact) ?? 0) + 1);
    }
  }
  const weigh = (facts: ReadonlySet<string>): Weighed => ({
    facts,
    weight: [...facts].reduce((sum, each) => sum + Math.log(groups.length / counts.get(each)!), 0),
  });
  const weighed = new Map(groups.map((group, at) => [group as Group<One>, sets[at]!.map(weigh)]));
  const partOf = (one: Weighed, other: Weighed) => {
    const both = weigh(one.facts.intersection(other.facts));
    return both.facts.size < ENOUGH ? 0 : both.weight / (one.weight + other.weight - both.weight);
  };
  const nearness = (own: Group<One>, other: Group<One>) => {
    // What a tried behaviour explains is known.
    if (other.isTried || kindOf(own) !== kindOf(other)) return 0;
    // What is accepted is judged by one rule or another, in whatever form it is sent.
    if (kindOf(own) === ACCEPTED && !haveOneSubject(weighed.get(own)!, weighed.get(other)!)) {
      return 0;
    }
    const parts = weighed.get(other)!.map((each) =>
      Math.max(...weighed.get(own)!.map((one) => partOf(one, each)))
    ).toSorted((a, b) => b - a);
    // Of many failures one is near by chance.
    const nearest = parts.slice(0, Math.ceil(NEAREST * parts.length));
    return nearest.reduce((sum, part) => sum + part, 0) / nearest.length;
  };
  const joined = new Map(groups.map((group) => [group, [...group.members]]));
  const few = groups.filter(({ members, isTried }) => members.length <= FEW && !isTried)
    .toSorted((a, b) => a.members.length - b.members.length);
  for (const own of few) {
    const [nearest] = [...joined.keys()].filter((other) => other !== own)
      .map((other) => ({ other, part: nearness(own, other) }))
      .toSorted((a, b) => b.part - a.part);
    if (nearest === undefined || !(nearest.part >= SHARED)) continue;
    joined.get(nearest.other)!.push(...joined.get(own)!);
    joined.delete(own);
  }
  return [...joined].map(([group, members]) => ({ ...group, members }));
}

/** Returns true if failures of two causes are about the same words of a rule, or name one field. */
function haveOneSubject(own: readonly Weighed[], other: readonly Weighed[]): boolean {
  const subjects = (each: readonly Weighed[]) =>
    new Set(each.flatMap(({ facts }) => [...facts]).filter((fact) => OF_SUBJECT.test(fact)));
  return subjects(own).intersection(subjects(other)).size > 0;
}

/** Facts that say what a failure is about, but for the words of every rule, and the fields of each object. */
const OF_SUBJECT =
  /^(?:rule (?!reject$|accept$|invalid$|must$|not$)|names (?!apiVersion|resourceVersion|creationT))/;

/** Returns what most failures of a cause are: who may do what, or a fault of the answers. */
function kindOf({ members }: Group<Failed>): string {
  const kinds = members.map(({ failure }) => isOfIdentity(failure) ? "identity" : faultOf(failure));
  return kinds.find((kind) => 2 * kinds.filter((each) => each === kind).length > kinds.length) ??
    "";
}

/** Returns what a failure shows, and what its key requests ask for. */
export function factsIn(failure: Failure): string[] {
  const [area = "", name = ""] = failure.requirement.split(".");
  const shown = withoutRunNames(failure.actual.slice(0, MAX_TEXT));
  const actual = WHO.exec(shown)?.[0] ?? shown;
  const texts = `${failure.statement} ${failure.expected.slice(0, MAX_TEXT)} ${actual}`;
  return [
    `area ${area}`,
    ...stemsIn(name.replaceAll("-", " ")).map((word) => `rule ${word}`),
    ...stemsIn(actual).map((word) => `shows ${word}`),
    ...(texts.match(/\b[a-zA-Z][a-z]*[A-Z]\w+/g) ?? []).map((field) => `names ${field}`),
    ...keyRequests(failure).flatMap(factsOfRequest),
  ];
}

function factsOfRequest(one: Exchange): string[] {
  const { method, path, status, requestHeaders } = one;
  const { type, subresource } = segmentsOf(path);
  const verb = isWatch(one) ? "watch" : isCollection(path) ? `${method} of a collection` : method;
  const parameters = [...new URLSearchParams(path.split("?")[1] ?? "")]
    .filter(([, value]) => !isOwnSelector(value)).map(([name]) => name);
  const { accept, "content-type": sent } = requestHeaders;
  return [
    verb,
    `type ${type}`,
    `${verb} of ${type}`,
    `${verb} of ${type} answered with ${status}`,
    `status ${status}`,
    ...subresource ? [`subresource ${subresource}`] : [],
    ...accept ? [`accepts ${accept}`] : [],
    ...sent ? [`sends ${sent}`] : [],
    ...parameters.map((name) => `parameter ${name}`),
  ];
}

/** Returns the stems of the words of a text. */
function stemsIn(text: string): string[] {
  return (text.match(/[A-Za-z]{3,}/g) ?? []).map((word) => word.toLowerCase().replace(SUFFIX, ""));
}
