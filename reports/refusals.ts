/**
 * Valid requests that are refused: what failures violate because one was refused on their way.
 *
 * @module
 */
import type { Exchange, Failure } from "./events.ts";
import { isCollection } from "./key_requests.ts";
import { demandsRejection, rejectionOf, rejectionsIn } from "./likeness.ts";
import { answeredTitle, commonParameters, verbOf } from "./request_words.ts";
import { symptomOf } from "./symptoms.ts";

/** What violates a requirement. */
interface Failed {
  readonly failure: Failure;
}

/**
 * Returns the failures that nothing names, and on whose way a request was refused as those of a symptom are
 * that shows a valid one to be, with its id.
 */
export function afterRefusals<One extends Failed>(
  ids: ReadonlyMap<One, string | undefined>,
): readonly (readonly [One, string])[] {
  const refused = [...ids].flatMap(([{ failure }, id]) => {
    const isSymptom = id !== undefined && symptomOf(failure)?.id === id &&
      !demandsRejection(failure);
    const status = Number(/^4\d\d\b/.exec(failure.actual)?.[0]);
    const rejection = isSymptom ? rejectionsIn(failure, status).at(-1) : undefined;
    return rejection === undefined ? [] : [{ id: id!, rejection }];
  });
  const named = Map.groupBy(refused, ({ rejection }) => rejection);
  return [...ids].flatMap(([one, id]) => {
    // What is refused itself has a reason of its own, as has what is accepted and must not be.
    const isOwn = rejectionOf(one.failure) !== undefined || demandsRejection(one.failure);
    if (id !== undefined || named.size === 0 || isOwn) return [];
    const found = new Set(
      rejectionsIn(one.failure).flatMap((each) => named.get(each) ?? []).map((each) => each.id),
    );
    return found.size === 1 ? [[one, [...found][0]!] as const] : [];
  });
}

/** The statuses of requests that are not served, whether they are valid or not. */
const UNSERVED = /^(404|405|415|501)\b/;

/**
 * Returns the failures that nothing names of requests that are to be refused, and are so with the status
 * with which valid ones are in a symptom: their flaw is not what they are refused for.
 */
export function refusedAsValid<One extends Failed>(
  ids: ReadonlyMap<One, string | undefined>,
): readonly (readonly [One, string])[] {
  const unserved = new Map([...ids].flatMap(([{ failure }, id]) => {
    const isSymptom = id !== undefined && symptomOf(failure)?.id === id &&
      !demandsStatus(failure);
    const form = isSymptom ? unservedForm(failure) : undefined;
    return form === undefined ? [] : [[form, id!] as const];
  }));
  return [...ids].flatMap(([one, id]) => {
    const form = id === undefined && demandsStatus(one.failure) && unservedForm(one.failure);
    const found = form && unserved.get(form);
    return found ? [[one, found] as const] : [];
  });
}

/** Returns true if a request must not succeed, or have another status of an error. */
function demandsStatus(failure: Failure): boolean {
  return demandsRejection(failure) || /^4\d\d\b/.test(failure.expected);
}

/** Returns the form of the write that is refused as not served: its method, or its verb if the object is missing. */
function unservedForm({ actual, exchange }: Failure): string | undefined {
  const [, status] = UNSERVED.exec(actual) ?? [];
  const refused = exchange.findLast((one) => String(one.status) === status && one.method !== "GET");
  if (refused === undefined) return undefined;
  const { method, requestHeaders } = refused;
  // That an object is missing may be right of every other verb.
  if (status === "404") return verbOf(refused) === "apply" ? "404 apply" : undefined;
  return `${status} ${method} ${status === "415" ? requestHeaders["content-type"] : ""}`;
}

/**
 * Returns the failures of which some show that a valid request is refused, and others had such a request
 * refused in the same words on the way: what they violate follows from it.
 */
export function refusedAlike<One extends Failed>(failed: readonly One[]): (readonly One[])[] {
  const refused = Map.groupBy(failed, ({ failure }) => rejectionOf(failure));
  const others = failed.filter(({ failure }) =>
    rejectionOf(failure) === undefined && !demandsRejection(failure)
  ).map((one) => ({ one, rejections: rejectionsIn(one.failure) }));
  return [...refused].flatMap(([rejection, own]) => {
    const after = rejection === undefined
      ? []
      : others.filter(({ rejections }) => rejections.includes(rejection));
    return after.length === 0 ? [] : [[...own, ...after.map(({ one }) => one)]];
  });
}

/** The statuses of collections that a server does not serve in a place. */
const NOT_SERVED: readonly number[] = [404, 405, 501];

/** The requests from which on what all of them are answered with is so for every one. */
const ALL = 4;

/**
 * Returns the failures whose last request is one of a collection that answers no read at all, whatever was
 * due: each collection in one namespace or across all.
 */
export function ofUnserved<One extends Failed>(failed: readonly One[]): (readonly One[])[] {
  const collections = Map.groupBy(failed.flatMap(({ failure }) => failure.exchange), collectionOf);
  const unserved = new Set(
    [...collections].flatMap(([collection, all]) => {
      const [status, ...others] = new Set(all.map((one) => one.status));
      const isNever = others.length === 0 && all.length >= ALL && NOT_SERVED.includes(status!);
      return collection !== undefined && isNever ? [collection] : [];
    }),
  );
  const found = Map.groupBy(failed, ({ failure: { actual, exchange } }) => {
    const [status] = /^[45]\d\d\b/.exec(actual) ?? [];
    const wrong = exchange.findLast((one) => one.status === Number(status)) ?? exchange.at(-1);
    const collection = wrong && collectionOf(wrong);
    return collection !== undefined && unserved.has(collection) ? collection : undefined;
  });
  found.delete(undefined);
  return [...found.values()];
}

/** Returns the collection that is read, in one namespace or across all; undefined for another request. */
function collectionOf({ method, path }: Exchange): string | undefined {
  if (method !== "GET" || !isCollection(path)) return undefined;
  return path.split("?")[0]!.replace(/\/namespaces\/[^/]+(?=\/)/, "/namespaces/*");
}

/** Returns which valid requests are refused with one status, if that is what several failures show. */
export function refusalTitle(members: readonly Failed[]): string | undefined {
  const refused = members.flatMap(({ failure }) => {
    const status = Number(/^4\d\d\b/.exec(failure.actual)?.[0]);
    const last = failure.exchange.findLast((one) => one.status === status);
    return last === undefined || demandsRejection(failure) ? [] : [{ last, status }];
  });
  const [status, ...others] = new Set(refused.map((one) => one.status));
  const rejections = new Set(members.flatMap(({ failure }) => rejectionOf(failure) ?? []));
  // What the others violate may follow from a rejection.
  const shown = members.filter(({ failure }) =>
    rejectionsIn(failure).some((rejection) => rejections.has(rejection))
  );
  const isShown = refused.length > 1 &&
    2 * Math.max(refused.length, shown.length) > members.length;
  if (!isShown || status === undefined || others.length > 0) return undefined;
  const beside = members.flatMap(({ failure: { exchange } }) => exchange);
  const requests = refused.map(({ last }) => last);
  const parameters = commonParameters(requests);
  return answeredTitle(requests, String(status), { beside, parameters });
}
