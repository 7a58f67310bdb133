/**
 * Titles of failures that nothing puts together with others: what the server does with which request, in
 * words of the API, before the sentence of the requirement.
 *
 * @module
 */
import type { Exchange, Failure } from "./events.ts";
import { keyRequests } from "./key_requests.ts";
import { demandsRejection, namedRequest } from "./likeness.ts";
import { requestPhrase } from "./request_words.ts";
import { withoutRunNames } from "./text.ts";

/** A text with more characters is not quoted in a title. */
const SHORT = 60;

/** The number of characters of a text that are looked at: it is a target's, and may be long. */
const MAX_TEXT = 300;

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
    : `${requestPhrase(request, exchange)} ${done.what}: ${statement}`;
}
