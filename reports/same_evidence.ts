/**
 * What the exchanges of failures prove to be wrong, whatever requirement they violate: a write that is
 * answered without what it sends, one state of an object that two responses show differently, a generation
 * that does not follow the `spec`. What proves the same has one cause.
 *
 * @module
 */
import { documentsOf } from "./answered_versions.ts";
import { differencesOf } from "./differences.ts";
import type { Exchange, Failure } from "./events.ts";
import { otherSuccess } from "./fault_of.ts";
import { isDefaultMissing } from "./failure_titles.ts";
import { type Json, membersOf } from "./json.ts";
import { isCollection, isWatch } from "./key_requests.ts";
import {
  DECIDED,
  demandsRejection,
  factsOf,
  generalized,
  isOfAccess,
  NO_REASON,
  typeOf,
} from "./likeness.ts";
import { isWithoutParameter } from "./other_requests.ts";
import { verbOf } from "./request_words.ts";
import { saidOfFields } from "./server_errors.ts";
import { staleReads } from "./stale_reads.ts";
import { AS_MERGE_PATCHES, isAppliedAsMergePatch } from "./strategic_patches.ts";
import { isOwnSelector } from "./text.ts";
import {
  ANSWER,
  counterpartOf,
  DENIED,
  deniedBy,
  MISSED,
  missedEvent,
  SELECTOR,
  selectorForms,
  wrongAnswers,
} from "./wrong_answers.ts";
import { differing, isStoredWrite, writtenOtherwise } from "./written_fields.ts";

/** What violates a requirement. */
interface Failed {
  readonly requirement: string;
  readonly failure: Failure;
}

/** Failures of one cause. */
export interface Evident<One extends Failed> {
  readonly id: string;
  readonly members: readonly One[];
  /** True if a behaviour of the server names it. */
  readonly isNamed: boolean;
}

/** The part of the failures of a cause that must prove the same as those of another one. */
const MOST = 0.5;

/** The words of what is observed from which on they are said of one mistake. */
const SPECIFIC = 4;

/** The words of a reason of a refusal. */
const REASON_WORDS = 3;

/** The id of the cause of reads that are behind. */
const LAG = "reads lag behind writes";

/**
 * Returns causes, of which those that prove the same as another one are part of it. A cause that a
 * behaviour names takes others, and is taken only if both are how one state is shown.
 */
export function withSameEvidence<One extends Failed>(
  groups: readonly Evident<One>[],
): Evident<One>[] {
  const evidence = new Map(
    groups.flatMap(({ members }) => members.map((one) => [one, evidenceOf(one.failure)] as const)),
  );
  const proved = (members: readonly One[]) => provedBy(members.map((one) => evidence.get(one)!));
  const sorted = groups.map((group) => ({
    ...group,
    members: [...group.members],
    ...proved(group.members),
  })).sort((a, b) => a.members.length - b.members.length);
  const found = new Set(sorted);
  const usual = usualAnswers(sorted);
  for (const own of sorted) {
    const [other] = [...found].filter((each) =>
      each !== own && [...own.most].some((key) => !usual.has(key) && isShared(key, own, each))
    ).sort((a, b) => Number(b.isNamed) - Number(a.isNamed) || b.members.length - a.members.length);
    if (other === undefined) continue;
    other.members.push(...own.members);
    Object.assign(other, proved(other.members));
    // What is named stays so, whatever there is more of.
    if (own.isNamed && !other.isNamed) Object.assign(other, { id: own.id, isNamed: true });
    found.delete(own);
  }
  return [...found].map(({ id, members, isNamed }) => ({ id, members, isNamed }));
}

/** The causes named by behaviours from which on what the answers of each show is none of these. */
const USUAL = 3;

/**
 * Returns what is wrong with the answers of several causes that behaviours name: on a server whose objects
 * have no uid, each failure shows that.
 */
function usualAnswers(
  groups: readonly (Proved & { readonly isNamed: boolean })[],
): ReadonlySet<string> {
  const keys = groups.filter(({ isNamed }) => isNamed).flatMap(({ some }) => [...some]);
  const counts = Map.groupBy(keys.filter((key) => isOf(ANSWER, key)), (key) => key);
  return new Set([...counts].filter(([, all]) => all.length >= USUAL).map(([key]) => key));
}

/** What the failures of a cause prove: most of them, and some. */
interface Proved {
  readonly most: ReadonlySet<string>;
  readonly some: ReadonlySet<string>;
}

/** Returns true if what most failures of a cause prove makes it a part of the other. */
function isShared(
  key: string,
  own: { readonly isNamed: boolean; readonly members: readonly Failed[] },
  other: Proved & {
    readonly id: string;
    readonly isNamed: boolean;
    readonly members: readonly Failed[];
  },
): boolean {
  const without = own.members.filter(({ failure }) => isWithoutParameter(other.id, failure));
  if (without.length > MOST * own.members.length) return false;
  if (isOf(BEHIND, key)) {
    const isLast = JSON.parse(key).includes(LAST);
    // What seems to have no effect is not shown. In a case for something else a read is behind by chance.
    const isLess = own.isNamed ? own.members.length <= other.members.length : isLast;
    return other.id === LAG && isLess && other.some.has(key);
  }
  if (isOf(ANSWER, key)) return other.some.has(counterpartOf(key));
  if (isOf(MISSED, key) || isOf(SELECTOR, key)) return other.most.has(key);
  if (own.isNamed) return other.isNamed && other.most.has(key) && isOf(STATE, key);
  if (isOf(DENIED, key)) return !other.isNamed && other.most.has(key);
  // The cases of one form of write may change a field for another reason than the form.
  if (isOf(CHANGED, key)) return !other.isNamed && other.most.has(key);
  if ([UNWARNED, SUCCESS].some((begin) => isOf(begin, key))) return other.most.has(key);
  // One default is a rule, several are none.
  if (key === UNSET) return other.most.has(key) && other.members.length >= SEVERAL;
  if (key === AS_MERGE_PATCHES) return !other.isNamed && other.most.has(key);
  if (isOf(GENERATION, key)) return !other.isNamed && other.some.has(key);
  // Why a request is refused is no matter of its form.
  return isOf(REFUSED, key) && other.isNamed ? other.most.has(key) : other.some.has(key);
}

/** Returns what failures prove, given what each does. */
function provedBy(each: readonly (readonly string[])[]): Proved {
  const keys = each.flat();
  const same = [...Map.groupBy(keys, (key) => key)];
  const most = same.filter(([, own]) => own.length >= MOST * each.length);
  return { most: new Set(most.map(([key]) => key)), some: new Set(keys) };
}

/** Returns the only field in which most failures show one state of an object differently. */
export function fieldShownDifferently(failures: readonly Failure[]): string | undefined {
  const { most } = provedBy(failures.map(evidenceOf));
  const [field, ...others] = new Set(
    [...most].filter((key) => isOf(STATE, key)).map((key): string => JSON.parse(key)[2]),
  );
  return others.length === 0 ? field : undefined;
}

/** Returns keys for what a failure proves, each once. */
export function evidenceOf(failure: Failure): string[] {
  // What happened once may have been another client's doing.
  if (failure.confirmed.reproduced === 0) return [];
  const isInvalid = demandsRejection(failure);
  return [
    ...new Set([
      // What must be rejected may well be changed.
      ...isInvalid ? [] : changedFields(failure),
      ...shownDifferently(failure),
      ...readsBehind(failure),
      ...unwarned(failure),
      ...wrongAnswers(failure),
      ...selectorForms(failure),
      ...isAppliedAsMergePatch(failure) ? [AS_MERGE_PATCHES] : [],
      ...isDefaultMissing(failure) ? [UNSET] : [],
      ...[
        ...isInvalid ? [acceptedParameter(failure)] : [refusalOf(failure), specificFacts(failure)],
        successOf(failure),
        deniedBy(failure),
        missedEvent(failure),
        formInPlace(failure),
        lastPage(failure),
        generationOf(failure),
        dueOf(failure),
      ].filter((key) => key !== undefined),
    ]),
  ];
}

/** Begins keys for statuses of success in place of others. */
const SUCCESS = "success";

/** Returns the method of a request that is answered with another status of success, and the status. */
function successOf(failure: Failure): string | undefined {
  const status = otherSuccess(failure);
  const answered = failure.exchange.findLast((one) => String(one.status) === status);
  return answered && JSON.stringify([SUCCESS, answered.method, status]);
}

/** The names of encodings and forms of responses. */
const FORM = /^(json|yaml|protobuf|table|text)$/i;

/** Returns the form of a response in place of another one that is due. */
function formInPlace({ requirement, expected, actual }: Failure): string | undefined {
  if (!FORM.test(expected) || !FORM.test(actual)) return undefined;
  return JSON.stringify([requirement.split(".")[0], "form", actual.toLowerCase()]);
}

/** Begins keys for pages that are full, and said to be the last ones. */
const LAST_PAGE = "last page";

/** Returns the kind of a list that ends with a full page, of a failure in which objects are missing. */
function lastPage({ requirement, exchange }: Failure): string | undefined {
  const last = exchange.findLast(({ path }) => isCollection(path));
  const limit = Number(new URLSearchParams(last?.path.split("?")[1]).get("limit"));
  const isOfPages = /\b(pages?|paging|continue)\b/.test(requirement.replaceAll("-", " "));
  if (last === undefined || !(limit > 0) || !isOfPages) return undefined;
  const [{ kind, metadata, items, rows } = {}] = documentsOf(last.responseBody);
  const all = [items, rows].find(Array.isArray);
  const isLast = all?.length === limit && !membersOf(metadata as Json)?.continue;
  return isLast ? JSON.stringify([LAST_PAGE, kind === "Table" ? kind : "list"]) : undefined;
}

/** Begins keys for reads that are behind. */
const BEHIND = "behind";

/** Begins keys for verbs whose responses lack warnings. */
const UNWARNED = "unwarned";

/** Returns the verb of a write that is accepted without the warning that it must have. */
function unwarned({ expected, actual, exchange }: Failure): string[] {
  const isDue = /\bwarnings?\b/.test(expected) && !/\b(no|without a) warnings?\b/.test(expected);
  const last = exchange.findLast(({ method }) => method !== "GET");
  const isMissing = isDue && /^(none\b|0\b|2\d\d\b|no )/.test(actual);
  return isMissing && last !== undefined ? [JSON.stringify([UNWARNED, verbOf(last)])] : [];
}

/** Ends the key for reads that are behind where the last one is. */
const LAST = "last";

/** Returns the form of the reads that show an earlier state, if no other form does. */
function readsBehind(failure: Failure): string[] {
  const stale = staleReads(failure);
  const formOf = ({ path }: Exchange) => isCollection(path) ? "list" : "get";
  const [form, ...others] = new Set(stale.map(formOf));
  // Else the write may have had no effect.
  if (form === undefined || others.length > 0) return [];
  const last = failure.exchange.findLast(({ method }) => method === "GET");
  return [[BEHIND, form], ...last === stale.at(-1) ? [[BEHIND, form, LAST]] : []]
    .map((key) => JSON.stringify(key));
}

/** Begins keys for fields in which two responses show one state of an object differently. */
const STATE = "one state";

/** Begins keys for fields that a write is answered without, or with another value. */
const CHANGED = "changed";

/** Begins keys for reasons of refusals, and for what is said of them. */
const REFUSED = "refused";

/** The key for a default that is not set. */
const UNSET = "unset default";

/** The defaults that are not set, from which on none is. */
const SEVERAL = 3;

/** Begins keys for generations that change too often or too seldom. */
const GENERATION = "generation";

function isOf(begin: string, key: string): boolean {
  return key.startsWith(JSON.stringify([begin]).slice(0, -1));
}

/** Returns true for what an identity is expected to be allowed, or not. */
function isDecision({ requirement, expected }: Failure): boolean {
  return isOfAccess(requirement) && DECIDED.test(expected.slice(0, MAX_TEXT));
}

/**
 * Returns the fields that differ from what is due; else those that the last write is answered without, or
 * with another value than it sends or leaves alone.
 */
function changedFields(failure: Failure): string[] {
  const { exchange } = failure;
  const last = exchange.at(-1);
  const due = differencesOf(failure).flatMap((key) => {
    const [what, field] = JSON.parse(key);
    return what === "differs" && last !== undefined
      ? [JSON.stringify([CHANGED, typeOf(last), field])]
      : [];
  });
  // A decision does not follow from how the rest of its review is answered.
  if (due.length > 0 || isDecision(failure)) return due;
  const write = exchange.findLast(isStoredWrite);
  return write === undefined ? [] : writtenOtherwise(write, exchange)
    .map((path) => JSON.stringify([CHANGED, typeOf(write), path]));
}

/** A state of an object in a response. */
interface State {
  readonly form: string;
  readonly version: string;
  readonly object: Json;
}

/** The exchanges of a case that has little but what shows the failure. */
const SMALL = 25;

/**
 * Returns the fields in which two responses of different forms show one state of an object differently, and
 * its version if nothing was written in between.
 */
function shownDifferently({ exchange, omittedExchanges = 0 }: Failure): string[] {
  // A long case shows what is wrong elsewhere, too.
  if (exchange.length + omittedExchanges > SMALL) return [];
  const states = new Map<string, State[]>();
  // A dry run shows what is not stored, and the last event of a selection what was before.
  const showing = exchange.filter(({ status, path, requestBody = "" }) =>
    status < 300 && !`${path} ${requestBody}`.includes("dryRun") && !isWatch({ path })
  );
  let writes = 0;
  return showing.flatMap((one) => {
    if (one.method !== "GET") writes++;
    // Of the requests of several clients, the order is not known.
    const isMostRecent = one.client === undefined &&
      !/[?&](resourceVersion|continue)=/.test(one.path);
    return statesIn(one).flatMap(({ uid, version, ...state }) => {
      const known = (key: string) => {
        const before = states.get(key) ?? [];
        states.set(key, [...before, { version, ...state }]);
        return before.filter(({ form }) => form !== state.form);
      };
      const isOther = isMostRecent &&
        known(`${uid} ${writes}`).some((each) => each.version !== version);
      return [
        ...isOther ? ["metadata.resourceVersion"] : [],
        ...known(`${uid} at ${version}`).flatMap(({ object }) => [
          ...differing(object, state.object, [], { isWhole: true }),
          ...differing(state.object, object, [], { isWhole: true }),
        ]),
      ].map((path) => JSON.stringify([STATE, typeOf(one), path]));
    });
  });
}

/** Returns the objects in a response, each with its uid and resourceVersion. */
function statesIn(one: Exchange): (State & { readonly uid: string })[] {
  const [{ items, ...own } = {}] = documentsOf(one.responseBody);
  const form = Array.isArray(items) ? "list" : one.method;
  const objects: readonly Json[] = Array.isArray(items) ? items : [own as Json];
  return objects.flatMap((each) => {
    const { kind: _kind, apiVersion: _version, ...content } = membersOf(each) ?? {};
    const { uid, resourceVersion: version } = membersOf(content.metadata) ?? {};
    return typeof uid === "string" && typeof version === "string"
      ? [{ uid, version, form, object: content }]
      : [];
  });
}

/** The words of what is due from which on they are said of one thing. */
const DUE = 3;

/** Returns what is due of one type in one area, if its words are said of one thing. */
function dueOf(failure: Failure): string | undefined {
  const last = failure.exchange.at(-1);
  const due = failure.expected.slice(0, MAX_TEXT);
  const isSaid = (due.match(/[a-z]{3,}/gi) ?? []).length >= DUE && !/^success\b/.test(due);
  // What is refused, or must be, has its own reason, as has what an identity may do.
  const isOfRefusal = DECIDED.test(due) || /^[45]\d\d\b/.test(failure.actual) ||
    demandsRejection(failure);
  if (last === undefined || !isSaid || isOfRefusal) return undefined;
  const text = generalized(due);
  return JSON.stringify(["due", failure.requirement.split(".")[0], text, typeOf(last)]);
}

/** Returns whether a generation changes too often or too seldom. */
function generationOf({ requirement, expected, actual }: Failure): string | undefined {
  if (!/\bgeneration\b/.test(requirement.replaceAll("-", " "))) return undefined;
  const [due, found] = [expected, actual].map((text) => Number(/\b\d+\b/.exec(text)?.[0]));
  const isLess = /^(another|a generation above)\b/.test(expected) || found! < due!;
  return isLess || found! > due! ? JSON.stringify([GENERATION, isLess]) : undefined;
}

/** The number of characters of a text that are compared: it is a target's, and may be long. */
const MAX_TEXT = 300;

/** The part of a message that is a reason, without names and values. */
const REASON = /(?<!\w)[a-z`][\w`' ]{15,}/g;

/** Returns the last reason for which a valid request is refused, in whatever form it and its answer are. */
function refusalOf(failure: Failure): string | undefined {
  const actual = failure.actual.slice(0, MAX_TEXT);
  if (saidOfFields(failure).length > 0) return undefined;
  const [status] = /^4(?!0[139])\d\d\b/.exec(actual) ?? [];
  const reason = actual.match(REASON)?.findLast((text) =>
    text.trim().split(" ").length >= REASON_WORDS && !NO_REASON.test(text)
  );
  return status && reason ? JSON.stringify([REFUSED, status, reason.trim()]) : undefined;
}

/** Returns what is the same in what was expected and observed, if its words are said of one mistake. */
function specificFacts(failure: Failure): string | undefined {
  const [expected, actual] = [failure.expected, failure.actual]
    .map((text) => text.slice(0, MAX_TEXT));
  const words = `${expected} ${actual}`.replaceAll(/[{[].*/gs, "").match(/[a-z]{3,}/gi) ?? [];
  if (words.length < SPECIFIC) return undefined;
  const [, ...facts] = JSON.parse(factsOf(failure)).slice(0, -1);
  return JSON.stringify([failure.requirement, ...facts]);
}

/** Returns the only parameter of a read that is accepted although its value has a wrong form. */
function acceptedParameter(failure: Failure): string | undefined {
  const { method, path } = failure.exchange.at(-1) ?? {};
  if (method !== "GET" || !demandsRejection(failure) || !/^2\d\d\b/.test(failure.actual)) return;
  const given = [...new URLSearchParams(path!.split("?")[1] ?? "")].filter(([, value]) =>
    !isOwnSelector(value)
  );
  const [[name, value] = [], ...others] = given;
  const form = /^-?\d+$/.test(value ?? "") ? "a number" : "a text";
  // Selectors are wrong in many ways.
  return name === undefined || name.endsWith("Selector") || others.length > 0
    ? undefined
    : JSON.stringify(["accepted", name, form]);
}
