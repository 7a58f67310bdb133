/**
 * Titles of failures that no behaviour names: what the server does with which request, in words of the
 * API, before the sentence of the requirement.
 *
 * @module
 */
import { type ChangedField, changedFields, OF_AN_OBJECT } from "./differences.ts";
import type { Exchange, Failure } from "./events.ts";
import { keyRequests } from "./key_requests.ts";
import { DECIDED, demandsRejection, namedRequest } from "./likeness.ts";
import { requestPhrase } from "./request_words.ts";
import { withoutRunNames } from "./text.ts";

/** A text with more characters is cut off in a title. */
const SHORT = 60;

/** The number of characters of a text that are looked at: it is a target's, and may be long. */
const MAX_TEXT = 300;

/** The characters of a body by which a response is known. */
const BEGINNING = 60;

/** The changed fields that a title names. */
const FIELDS = 2;

/** Begins what is observed of an action that a request asks for, and not a review. */
const OF_REQUEST = /^request: /;

/** What is observed of a document that is not there. */
const NOTHING = /^(|\{\}|none|nothing|undefined)$/;

/** How many requests that were sent at once must succeed, and how many did. */
const RACE =
  /^(?<due>exactly \w+) of \d+ requests succeeds?\n(?<found>\w+ of \d+ requests succeeded)/;

/** What a request does wrong, and the request. */
interface Done {
  readonly request?: Exchange | undefined;
  readonly what: string;
  /** True if the request is none of those that are recorded. */
  readonly isUnseen?: boolean;
}

/**
 * Returns the title of a failure.
 *
 * @param options.act The words for the requests that a failure and others show alike, if they do.
 * @param options.alike All failures of its cause: what few of their requests ask for is not named.
 */
export function loneTitle(
  failure: Failure,
  { act, alike = [] }: { readonly act?: string | undefined; readonly alike?: readonly Failure[] } =
    {},
): string {
  const { statement, expected, actual, exchange } = failure;
  if (statement === "") return `expected ${expected}, actual ${actual}`;
  const done = doneIn(failure);
  const named = namedIn(failure, done);
  // What requests are answered with is said once.
  const shared = done.what.startsWith("is ") ? act?.replace(/ that is answered with .*/, "") : act;
  const words = shared ?? (done.isUnseen ? "A request" : named &&
    requestPhrase(named, exchange, alike.flatMap((one) => namedIn(one, doneIn(one)) ?? [])));
  if (words === undefined) return statement;
  return `${words} ${done.what}: ${statement}`;
}

/** Returns the request that does what a failure shows: of those that are shown, if one will do. */
function namedIn(failure: Failure, { request }: Done): Exchange | undefined {
  const { statement, exchange } = failure;
  return request ?? namedRequest(statement, keyRequests(failure)) ??
    namedRequest(statement, exchange) ?? exchange.at(-1);
}

/** Returns what a failure shows that the server does wrong. */
function doneIn(failure: Failure): Done {
  const [expected, actual] = [failure.expected, failure.actual].map((text) =>
    withoutRunNames(text.slice(0, MAX_TEXT)).replaceAll(/\s+/g, " ").trim()
      .replace(OF_REQUEST, "")
  ) as [string, string];
  const answer = answerIn(failure, { expected, actual });
  if (answer !== undefined) return answer;
  const last = failure.exchange.at(-1);
  const isRefused = last?.method === "GET" && last.status >= 400 && !demandsRejection(failure);
  if (isRefused && NOTHING.test(actual)) {
    return { request: last, what: `is answered with ${last.status}` };
  }
  const review = failure.exchange.findLast(({ method, path }) =>
    method === "POST" && /reviews\b/.test(path)
  );
  const allowed = /^[^{]*\{"allowed": ?(true|false)/.exec(actual)?.[1];
  if (review !== undefined && allowed !== undefined) {
    // Its decision may be right.
    if (/\bevaluationError\b|^an error in\b/.test(expected)) {
      return { request: review, what: "reports no error" };
    }
    return { request: review, what: `says allowed: ${allowed}, not ${allowed !== "true"}` };
  }
  const fields = changedFields(failure);
  if (fields.length > 0) return { what: fieldWords(fields) };
  if (/^no(ne| events?)\b/.test(actual) && /\bevent of\b/.test(expected)) {
    return { what: `sends no ${cut(expected.replace(/^an /, ""))}` };
  }
  const race = `${expected}\n${actual}`.match(RACE)?.groups;
  if (/ shows \{/.test(actual)) return { what: "does not fit what other requests show" };
  if (race !== undefined) return { what: `in a race: ${race.found}, not ${race.due}` };
  if (/ still exists$/.test(actual)) return { what: "leaves an object that must be gone" };
  const selected = SELECTED.exec(expected)?.groups;
  if (selected !== undefined) {
    const verb = selected.what === "items" ? "shows" : "sends events of";
    return { what: `${verb} objects that its selector does not select` };
  }
  const isContent = [expected, actual].every((text) =>
    /^[{[]/.test(text.replace(OF_AN_OBJECT, ""))
  );
  if (isContent && actual.length > SHORT) return { what: "shows other content than is due" };
  if (expected === "") return { what: `shows ${cut(actual)} in place of nothing` };
  const [, absent] = /^no (.*)/.exec(expected) ?? [];
  if (absent !== undefined) return { what: `shows ${cut(absent)} (due: none)` };
  const [, name] = /^([\w.]+) undefined$/.exec(expected) ?? [];
  if (name !== undefined && /^\S+$/.test(actual)) {
    return { what: `shows \`${name}\` as ${cut(actual)}, which must be absent` };
  }
  const without = ` without ${actual}`;
  if (expected.endsWith(without)) {
    const place = expected.slice(0, -without.length);
    return { what: `shows ${cut(actual)} in ${place}, which must be absent` };
  }
  const field = fieldIn(expected, actual);
  if (field !== undefined) return { what: field };
  // The sentence of the requirement says more than half a document.
  const [due, found] = [expected, actual].map(plainWords);
  if (due === undefined) return { what: "is wrong" };
  if (/^[{[]/.test(actual) && !isContent) return { what: `does not show ${due}` };
  const value = ["", "undefined", "null"].includes(actual) ? "nothing" : found;
  const isWhole = due === expected && value !== undefined && [actual, "nothing"].includes(value);
  return { what: isWhole ? `shows ${value} in place of ${due}` : "is wrong" };
}

/** A document or a list behind words. */
const DOCUMENT = / (?:for|with) [{[].*$/;

/** What is part of a document, of a list, or of an object at a version. */
const OF_DOCUMENT = /[{};]|\[["\d\]]|[\da-f]{8}-[\da-f]{4}-|\bat \d+\b/;

/** Returns a text that can be read as words of a sentence, without a document at its end, if it can. */
function plainWords(text: string): string | undefined {
  const words = text.replace(DOCUMENT, "");
  return words.length <= SHORT && !OF_DOCUMENT.test(words) ? words : undefined;
}

/** What is expected of the items of a list, or of the events of a watch, with a selector. */
const SELECTED = /^(?<what>items|events of objects) that match /;

/** The path of a field and its value. */
const FIELD = /^([a-z][\w.[\]()-]{2,}):(?: (.*))?$/i;

/** An object at a version, of which one field is shown. */
const OF_OBJECT = /^\S+ at \S+, with /;

/** The names at the end of a long path that a title shows. */
const LAST = 2;

/** Returns what is shown of a field whose value is wrong, if that is what was observed. */
function fieldIn(expected: string, actual: string): string | undefined {
  // Of an object that is named before its field, the same one.
  const [object = ""] = OF_OBJECT.exec(expected) ?? [];
  if (!actual.startsWith(object)) return undefined;
  const [, path, due = "an empty text"] = FIELD.exec(expected.slice(object.length)) ?? [];
  const [, other, found = "an empty text"] = FIELD.exec(actual.slice(object.length)) ?? [];
  if (path === undefined || path !== other) return undefined;
  const name = path.length > SHORT / 2 ? `…${path.split(".").slice(-LAST).join(".")}` : path;
  return ["undefined", "absent", "none"].includes(found)
    ? `shows no \`${name}\` (due: ${cut(due)})`
    : `shows \`${name}\` as ${cut(found)}, not ${cut(due)}`;
}

/** The statuses of writes that are refused for what they say. */
const OF_INVALID = /^(400|409|415|422)\b/;

/** Returns what is wrong with the answer that a failure shows, if it says its status. */
function answerIn(
  failure: Failure,
  { expected, actual }: { readonly expected: string; readonly actual: string },
): Done | undefined {
  const { statement, exchange } = failure;
  const [found] = /^[1-5]\d\d\b/.exec(actual) ?? [];
  const ofStatus = exchange.filter(({ status }) => String(status) === found);
  // Of several with this status, the one with the body that is shown.
  const body = failure.actual.replace(OF_REQUEST, "").slice(3).trimStart().slice(0, BEGINNING);
  const alike = ofStatus.filter(({ responseBody }) =>
    body.startsWith("{") && responseBody.startsWith(body)
  );
  const candidates = alike.length > 0 ? alike : ofStatus;
  // What is read after a write that is to be refused may be answered alike.
  const shown = keyRequests(failure).filter(({ method }) =>
    method !== "GET" || !OF_INVALID.test(expected)
  );
  const answered = candidates.findLast((one) => shown.includes(one)) ?? candidates.at(-1);
  const isUnseen = answered === undefined;
  // Of two objects that were read, what differs is wrong.
  if (expected.startsWith(`${found} {`) && actual.startsWith(`${found} {`)) return undefined;
  if (found === undefined || isUnseen && !/^[45]\d\d [a-z]/i.test(actual)) return undefined;
  const [, due] = /^(?:an error: status )?(\d{3}(?: or \d{3})*)\b/.exec(expected) ?? [];
  if (due !== undefined && !due.split(" or ").includes(found)) {
    return { request: answered, isUnseen, what: `is answered with ${found}, not with ${due}` };
  }
  const isAccepted = Number(found) < 300;
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
  const decided = decisionWords(expected, found);
  if (decided !== undefined) return { request: answered, isUnseen, what: decided };
  const withoutStatus = expected.replace(new RegExp(`^${found} (and )?`), "");
  const words = plainWords(withoutStatus);
  const isDue = !isAccepted && /^(success|a \w+ .*to succeed|2\d\d\b)/.test(expected);
  return {
    request: answered,
    isUnseen,
    what: `is answered with ${found}${isDue || words === undefined ? "" : ` (due: ${words})`}`,
  };
}

/** Words of what an identity may not do. */
const NOT_PERMITTED = /\b(not|forbidden|denied)\b/;

/** Returns what is wrong with a request that is decided otherwise than roles say, if that is what is due. */
function decisionWords(expected: string, found: string): string | undefined {
  if (!DECIDED.test(expected)) return undefined;
  const isPermitted = !NOT_PERMITTED.test(expected);
  if (found === "403" && isPermitted) return "is forbidden, although a rule permits it";
  // What is not found was looked for.
  return !isPermitted && (found === "404" || Number(found) < 300)
    ? `is answered with ${found}, although no rule permits it`
    : undefined;
}

/** Returns what is shown of fields: those that are missing, that must be absent, or that have another value. */
function fieldWords(fields: readonly ChangedField[]): string {
  const kindOf = ({ due, found }: ChangedField) =>
    found === undefined ? "missing" : due === undefined ? "more" : "other";
  const [kind, same] = [...Map.groupBy(fields, kindOf)]
    .toSorted(([, a], [, b]) => b.length - a.length)[0]!;
  const [{ path, due, found }] = same as [ChangedField];
  const more = same.length - FIELDS;
  const names = same.slice(0, FIELDS).map((one) => `\`${cut(one.path)}\``).join(", ") +
    (more > 0 ? ` and ${more} more` : "");
  if (kind === "missing") return `shows no ${names}`;
  if (kind === "more") return `shows ${names}, which must be absent`;
  const [one, other] = [due, found].map((value) => JSON.stringify(value) ?? "another");
  const isShort = same.length === 1 && `${one}${other}`.length <= SHORT;
  return isShort ? `shows \`${path}\` as ${other}, not ${one}` : `shows other ${names}`;
}

/** Returns a text, or its first words if it is long. */
function cut(text: string): string {
  return text.length <= SHORT ? text : `${text.slice(0, SHORT).replace(/[^\w)"'`\]}]+\w*$/, "")}…`;
}
