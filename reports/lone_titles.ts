/**
 * Titles of failures that nothing puts together with others: what the server does with which request, in
 * words of the API, before the sentence of the requirement.
 *
 * @module
 */
import type { Exchange, Failure } from "./events.ts";
import { isCollection, isWatch, keyRequests } from "./key_requests.ts";
import { demandsRejection, namedRequest, requestWords } from "./likeness.ts";
import { isOwnSelector, withoutRunNames } from "./text.ts";

/** A text with more characters is not quoted in a title. */
const SHORT = 60;

/** The number of characters of a text that are looked at: it is a target's, and may be long. */
const MAX_TEXT = 300;

/** The words for a patch by its media type. */
const PATCHES: Readonly<Record<string, string>> = {
  "application/apply-patch+yaml": "An apply",
  "application/json-patch+json": "A JSON patch",
  "application/merge-patch+json": "A merge patch",
  "application/strategic-merge-patch+json": "A strategic merge patch",
};

/** Parameters that say nothing, or are said by the verb. */
const SILENT = /^(fieldManager|force|pretty|timeoutSeconds|watch)$/;

/** Parameters of which the value matters. */
const BY_VALUE = /^(dryRun|fieldValidation|resourceVersionMatch)$/;

/** Returns what a request asks for, such as `A strategic merge patch of secrets with dryRun=All`. */
export function requestPhrase(one: Exchange): string {
  const { method, path, requestHeaders } = one;
  // The paths of no type are named themselves.
  if (!/^\/(api|apis\/[^/]+)\/[^/]+\/\w/.test(path)) return requestWords(one);
  const [, what = ""] = /^\S+ (?:of )?(.*)$/.exec(requestWords(one)) ?? [];
  const verb = isWatch(one)
    ? "A watch"
    : method === "PATCH"
    ? PATCHES[requestHeaders["content-type"]?.split(";")[0] ?? ""] ?? "A patch"
    : { DELETE: "A DELETE", GET: "A GET", POST: "A create", PUT: "An update" }[method] ?? method;
  const act = !isCollection(path) || isWatch(one)
    ? verb
    : { "A GET": "A list", "A DELETE": "A DELETE of a collection" }[verb] ?? verb;
  const forms = [...new URLSearchParams(path.split("?")[1] ?? "")].flatMap(([name, value]) => {
    if (SILENT.test(name) || isOwnSelector(value)) return [];
    return [BY_VALUE.test(name) ? `${name}=${value}` : name];
  });
  const kind = /;as=(Table|PartialObjectMetadata)/.exec(requestHeaders.accept ?? "")?.[1];
  return [
    `${act} of ${what}`,
    ...forms.length > 0 ? [`with ${forms.join(" and ")}`] : [],
    ...kind ? [`as a ${kind}`] : [],
  ].join(" ");
}

/** What a request does wrong, and the request. */
interface Done {
  readonly request?: Exchange | undefined;
  readonly what: string;
}

/** Returns what a failure shows that the server does wrong; undefined if it takes more than a few words. */
function doneIn(failure: Failure): Done | undefined {
  const { statement, exchange } = failure;
  const [expected, actual] = [failure.expected, failure.actual].map((text) =>
    withoutRunNames(text.slice(0, MAX_TEXT)).trim()
  ) as [string, string];
  const [found] = /^\d{3}\b/.exec(actual) ?? [];
  const answered = exchange.findLast(({ status }) => String(status) === found);
  if (found !== undefined && answered !== undefined) {
    const isAccepted = Number(found) < 300;
    const [, due] = /^(?:an error: status )?(\d{3}(?: or \d{3})*)\b/.exec(expected) ?? [];
    if (due !== undefined && !due.split(" or ").includes(found)) {
      return { request: answered, what: `is answered with ${found}, not with ${due}` };
    }
    if (isAccepted && demandsRejection(failure)) {
      const write = exchange.findLast(({ method, status }) =>
        method !== "GET" && String(status) === found
      );
      const isOfRead = exchange.at(-1) === answered && !/\b(write|create|update|patch|apply)/i
        .test(statement);
      return {
        request: isOfRead ? answered : write ?? answered,
        what: "that must be rejected is accepted",
      };
    }
    const isDue = /^(success|a \w+ .*to succeed|2\d\d\b)/.test(expected);
    if (!isAccepted && isDue) return { request: answered, what: `is answered with ${found}` };
    return undefined;
  }
  const isShort = [expected, actual].every((text) =>
    text.length <= SHORT && !/^[{[]|\n|^$/.test(text)
  );
  // That an object is still there, or gone, is said of a read.
  if (!isShort || expected === actual || /^\d{3}$/.test(expected)) return undefined;
  const value = ["undefined", "null"].includes(actual) ? "nothing" : actual;
  return { what: `shows ${value} in place of ${expected}` };
}

/** Returns the title of failures of one requirement; undefined if what they do takes more words. */
export function loneTitle(failures: readonly Failure[]): string | undefined {
  const [first] = failures;
  if (first === undefined || new Set(failures.map((one) => one.requirement)).size > 1) return;
  const done = doneIn(first);
  // What only one of several shows says little of the others.
  const general = (one: Failure) => doneIn(one)?.what.replaceAll(/[\w-]*\d[\w-]*/g, "…");
  if (failures.some((one) => general(one) !== general(first))) return undefined;
  const { statement, exchange } = first;
  // Of those that are shown, if one will do.
  const request = done?.request ?? namedRequest(statement, keyRequests(first)) ??
    namedRequest(statement, exchange) ?? exchange.at(-1);
  return done === undefined || request === undefined || statement === ""
    ? undefined
    : `${requestPhrase(request)} ${done.what}: ${statement}`;
}
