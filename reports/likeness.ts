/**
 * What failures of one behaviour have in common, whatever requirements they violate: the same rejection
 * of valid requests, the same kind of invalid request accepted, the same words.
 *
 * @module
 */
import { acceptedFields, kindInPlace, reviewPermits, statusInPlace } from "./answer_likeness.ts";
import { differencesOf } from "./differences.ts";
import type { Exchange, Failure } from "./events.ts";
import { isWatch } from "./key_requests.ts";
import { fieldsWithoutRule } from "./ruled_fields.ts";
import { isOwnSelector, withoutOwnSelector } from "./text.ts";

/** Number of characters of a text that are compared. */
const MAX_TEXT = 300;

/** What many different mistakes violate a requirement with. */
const UNSPECIFIC = /^(an error|success|accepted|rejected|unchanged|\d\d\d|…)/i;

/** The words of what is expected from which on only one behaviour violates it in the same words. */
const SPECIFIC = 4;

/** Words of what is expected of a request that must not succeed. */
const REJECTION = /\berror\b|\breject|\bforbidden\b|\b4xx\b|\brefus|\b4\d\d\b/i;

/** Words of what was observed of a request that succeeded. */
const ACCEPTED = /^(2\d\d\b|accepted|success)|\bactual 2\d\d\b|\b20[01]\b/i;

/** The status and reason of a response whose message says who may not do what. */
const WHO = /^40[13] (Unauthorized|Forbidden)(?=:)/;

/** The path of a field, but not of metadata, which many behaviours change. */
const FIELD =
  /(?:^|[ .])((?:spec|status|roleRef|aggregationRule|stringData|subjects|rules)(?:\[\d+\])?\.[a-zA-Z]\w+[\w.]*\w)/;

/** Areas whose requirements hold of every exchange, so that different mistakes violate one. */
const OF_ALL: readonly string[] = ["exchanges", "requests", "errors"];

/** Areas whose requirements say who may do what. */
const ACCESS: readonly string[] = ["access", "reviews"];

/**
 * Returns keys, of which failures of one behaviour share at least one.
 *
 * @param usual The type of most failures: cases shrink to it, so that it says little.
 */
export function likenessOf(failure: Failure, usual: string): string[] {
  return [
    requirementOf(failure),
    factsOf(failure),
    ...differencesOf(failure),
    ...rulesOf(failure, usual),
    ...fieldsOf(failure),
    ...[
      rejectionOf(failure),
      acceptanceOf(failure, usual),
      acceptedReadOf(failure),
      fieldOf(failure),
      accessOf(failure),
      selectorOf(failure),
      unauthenticatedOf(failure),
      selectionOf(failure),
      statusInPlace(failure),
      kindInPlace(failure),
      reviewPermits(failure),
    ]
      .filter((key) => key !== undefined),
  ];
}

/** Returns the violated requirement, with the type if it holds of every exchange. */
export function requirementOf({ requirement, exchange }: Failure): string {
  const last = exchange.at(-1);
  return isOfAll(requirement) && last
    ? JSON.stringify([requirement, ruledType(last)])
    : requirement;
}

/** Returns true for a requirement on who may do what. */
export function isOfAccess(requirement: string): boolean {
  return ACCESS.includes(requirement.split(".")[0]!);
}

function isOfAll(requirement: string): boolean {
  return OF_ALL.includes(requirement.split(".")[0]!);
}

/** Returns the type, the same for a role and a cluster role: they have the same rules. */
function ruledType(exchange: Exchange): string {
  return typeOf(exchange).replace(/^cluster/, "");
}

/** Returns what is the same in the failures of one behaviour for several operations or fields. */
export function factsOf({ requirement, expected, actual, exchange }: Failure): string {
  const [area = "", name = ""] = requirement.split(".");
  const last = exchange.at(-1);
  // Names, numbers and values differ from case to case, and so does what is in parentheses.
  const words = (text: string) =>
    WHO.exec(text)?.[0] ??
      generalized(text.slice(0, MAX_TEXT).replaceAll(/ \([^)]*\)|(?<=[ :])[{[].*/gs, ""));
  const isSpecific = !UNSPECIFIC.test(expected) &&
    (words(expected).match(/[a-z]{3,}/gi) ?? []).length >= SPECIFIC;
  const family = isSpecific ? area : `${area}.${name.split("-")[0]}`;
  const type = isOfAll(requirement) && last ? ruledType(last) : "";
  return JSON.stringify([family, words(expected), words(actual), type]);
}

/** Returns true for a failure of a request that must not succeed. */
export function demandsRejection({ expected }: Failure): boolean {
  return REJECTION.test(expected.slice(0, MAX_TEXT));
}

/** Returns the rejection of a valid request: the same verb, status and message. */
export function rejectionOf(failure: Failure): string | undefined {
  const { actual, exchange } = failure;
  const status = Number(/^[45]\d\d\b/.exec(actual)?.[0]);
  const last = exchange.at(-1);
  // A request that may not be sent is refused for that reason, and no other.
  const isOfOther = isOfAccess(failure.requirement) && status !== 401 && status !== 403;
  if (last?.status !== status || demandsRejection(failure) && !isOfOther) return undefined;
  // Who is forbidden what says little: roles decide it.
  return status === 403 ? undefined : rejectionBy(last);
}

/** Returns how a request was rejected: the verb, status and message. */
function rejectionBy(one: Exchange): string {
  const message = generalized(messageOf(one).slice(0, MAX_TEXT)).replaceAll(typeOf(one), "…");
  // That an object is missing, exists or was changed says nothing of other types.
  const type = OF_OBJECT.test(message) ? typeOf(one) : "";
  return JSON.stringify(["rejected", actOf(one), type, one.status, message]);
}

/**
 * Returns the rejections in the exchanges of a failure, but for those that the state may explain.
 *
 * @param status that of the rejections, if only some are asked for
 */
export function rejectionsIn({ exchange }: Failure, status?: number): readonly string[] {
  return exchange.flatMap((one) => {
    const isRejected = one.status >= 400 && one.status < 500 && one.status !== 403 &&
      (status === undefined || one.status === status);
    return isRejected && !OF_OBJECT.test(messageOf(one)) ? [rejectionBy(one)] : [];
  });
}

/** Parts of messages that name the object or the request, and no reason. */
export const NO_REASON =
  /in version|cannot be|is invalid$|internal error|denied the request|request is (not supported|unsupported|invalid|malformed)$/i;

/** Returns the invalid request that was accepted: the same type, and the same verb if it is usual. */
function acceptanceOf(failure: Failure, usual: string): string | undefined {
  const { actual, exchange } = failure;
  // A read may follow, to see what became of it.
  const last = exchange.findLast(({ method }) => method !== "GET");
  const [status = ""] = /^2\d\d\b/.exec(actual) ?? [];
  // Before a read with invalid parameters, a write is its preparation.
  const isAccepted = last !== undefined && last.status < 300 &&
    (status === "" || Number(status) === last.status) && acceptedReadOf(failure) === undefined &&
    demandsRejection(failure) && ACCEPTED.test(actual.slice(0, 60));
  // Who sends it, and the form of the response, are no matter of what is written.
  const isOther = unauthenticatedOf(failure) !== undefined || /\b406\b/.test(failure.expected);
  if (!isAccepted || isOther) return undefined;
  const act = typeOf(last) === usual ? actOf(last) : ruleOf(last);
  // What a parameter asks for is validated by itself.
  const parameters = [...new URLSearchParams(last.path.split("?")[1] ?? "").keys()]
    .filter((name) => !OF_EVERY_WRITE.test(name)).sort();
  const what = typeOf(last) === usual ? ACCEPTED_OF_USUAL : "accepted";
  return JSON.stringify([what, act, ruledType(last), ...parameters]);
}

/** Returns the fields of the type for which a server has no rule. */
function rulesOf(failure: Failure, usual: string): string[] {
  const write = failure.exchange.findLast(({ method }) => method !== "GET");
  if (write === undefined) return [];
  return fieldsWithoutRule(failure, acceptanceOf(failure, usual) !== undefined)
    .map((field) => JSON.stringify(["no rule", ruledType(write), field]));
}

/** Returns the fields of the type that take a value which must be rejected. */
function fieldsOf(failure: Failure): string[] {
  const { actual, exchange } = failure;
  const write = exchange.findLast(({ method }) => method !== "GET");
  const isAccepted = demandsRejection(failure) && ACCEPTED.test(actual.slice(0, 60));
  if (write === undefined || !isAccepted) return [];
  return acceptedFields(failure).map((name) =>
    JSON.stringify(["accepted field", ruledType(write), name])
  );
}

/** Begins what the failures have in common that accept a request of the type of most cases. */
const ACCEPTED_OF_USUAL = "accepted of the usual type";

/** Returns true for what failures have in common that a request is accepted, of the type of most cases. */
export function isUsualAcceptance(key: string): boolean {
  return key.startsWith(JSON.stringify([ACCEPTED_OF_USUAL]).slice(0, -1));
}

/** Messages that state the state of an object, and no reason to reject a request. */
const OF_OBJECT = /^$|not found|already exists|has been modified|conflicts? with/i;

/** Parameters with which an object is validated as without them, or that each write may have. */
const OF_EVERY_WRITE = /^(fieldManager|fieldValidation|force|pretty)$/;

/** Parameters of reads that are valid, or that differ from case to case. */
const OWN_PARAMETERS = /^(watch|timeoutSeconds|allowWatchBookmarks|continue|pretty)$/;

/** Returns the invalid parameters that a request without a body was accepted with. */
function acceptedReadOf(failure: Failure): string | undefined {
  const last = failure.exchange.at(-1);
  const isAccepted = last !== undefined && last.requestBody === undefined && last.status < 300 &&
    demandsRejection(failure) && ACCEPTED.test(failure.actual.slice(0, 60));
  if (!isAccepted) return undefined;
  const query = [...new URLSearchParams(last.path.split("?")[1] ?? "")].filter(([name, value]) =>
    !OWN_PARAMETERS.test(name) && !isOwnSelector(value)
  );
  return query.length === 0 ? undefined : JSON.stringify([
    "accepted",
    ...query.map(([name, value]) => parameterOf(name, value)).sort(),
  ]);
}

/** Returns a parameter without what differs from case to case: of selectors the form remains. */
function parameterOf(name: string, value: string): string {
  const form = name.endsWith("Selector") ? value.replaceAll(/[\w.\/-]+/g, "…") : generalized(value);
  return `${name}=${form}`;
}

/** Returns how a write is validated: as a create, an apply or another change. */
function ruleOf({ method, requestHeaders }: Exchange): string {
  if (method === "POST" || method === "DELETE") return method;
  return requestHeaders["content-type"]?.includes("apply-patch") ? "apply" : "change";
}

/** Returns the field that the failure names, of the same type. */
function fieldOf({ expected, actual, exchange }: Failure): string | undefined {
  const last = exchange.findLast(({ method }) => method !== "GET") ?? exchange.at(-1);
  if (last === undefined) return undefined;
  const isJson = (text: string) => text.startsWith("{") || text.startsWith("[");
  const [found] = [expected, actual].flatMap((text) =>
    isJson(text) ? [] : FIELD.exec(text.slice(0, MAX_TEXT))?.[1] ?? []
  );
  const path = found?.replaceAll(/\[\d+\]/g, "");
  return path && JSON.stringify(["field", ruledType(last), path]);
}

/** The exchanges of a case that has nothing but what shows the failure. */
const SMALL = 25;

/** The operators of label selectors, but for the one that most cases have. */
const OPERATORS: readonly (readonly [string, RegExp])[] = [
  ["notin", /\bnotin\b/],
  ["in", /\bin\b *\(/],
  ["!=", /!=/],
  ["!", /(^|,) *! *\w/],
  ["<", /</],
  [">", />/],
];

/** Returns the only operator of the label selector that the last list, watch or deletion has. */
function selectorOf(failure: Failure): string | undefined {
  const { exchange, omittedExchanges, confirmed } = failure;
  // A large case has selectors by chance; that an invalid one is accepted says nothing of valid ones.
  if (omittedExchanges || exchange.length > SMALL || confirmed.reproduced === 0) return undefined;
  if (demandsRejection(failure)) return undefined;
  const selectors = exchange.map(({ path }) => {
    const query = new URLSearchParams(path.split("?")[1] ?? "");
    return withoutOwnSelector(query.get("labelSelector") ?? "");
  });
  const last = selectors.findLast((text) => text !== "") ?? "";
  const found = OPERATORS.filter(([, operator]) => operator.test(last));
  return found.length === 1 && !/[^!]=/.test(last)
    ? JSON.stringify(["selector", found[0]![0]])
    : undefined;
}

/** Requirements on what a watch sends as objects begin and cease to match its selector. */
const SELECTION = [
  /\.(entering-selector-is-added|watch-selects)$/,
  /\.(leaving-selector-is-deleted|resume-sends-departures|watch-follows-selector)$/,
] as const;

/** Returns the change of a selection that a watch does not show. */
function selectionOf({ requirement }: Failure): string | undefined {
  const at = SELECTION.findIndex((each) => each.test(requirement));
  return at < 0 ? undefined : JSON.stringify(["selection", at]);
}

/** The part of the failures of a cause that a title must be true of. */
export const MOST = 0.75;

/** Returns a title for failures of which most are of requests with unknown credentials; undefined for others. */
export function credentialsTitle(failures: readonly Failure[]): string | undefined {
  const keys = Map.groupBy(failures, unauthenticatedOf);
  const [key, same] = [...keys].toSorted(([, a], [, b]) => b.length - a.length)[0] ?? [];
  if (key === undefined || same!.length < MOST * failures.length) return undefined;
  const [, status] = JSON.parse(key);
  if (status === "none") return "A request without credentials is not answered with 401 or 403";
  const what = status === "accepted" ? "is let in" : `is answered with ${status}`;
  return `A request with an unknown bearer token ${what}`;
}

/** Returns the status in place of the 401 that a request with unknown credentials must get. */
function unauthenticatedOf({ requirement, expected, actual }: Failure): string | undefined {
  const accepted = JSON.stringify(["unauthenticated", "accepted"]);
  if (requirement === "errors.unauthenticated-changes-nothing") return accepted;
  const [status] = /^[1-5]\d\d\b/.exec(actual) ?? [];
  const isMissing = requirement.startsWith("errors.missing-") && /^401\b/.test(expected);
  if (isMissing && status !== undefined && !["401", "403"].includes(status)) {
    return JSON.stringify(["unauthenticated", "none"]);
  }
  // Without a token, others may be let in than with an unknown one.
  const isUnknown = /\bunknown caller\b/.test(expected) ||
    (/^(401\b|an error$)/.test(expected) && /^errors\.unknown-/.test(requirement));
  if (status === undefined || !isUnknown) return undefined;
  // Whether it succeeds, or which other status it has.
  return Number(status) < 400 ? accepted : JSON.stringify(["unauthenticated", status]);
}

/** Returns true if a request must be rejected for who sends it, whatever it asks for. */
export function isOfIdentity(failure: Failure): boolean {
  return failure.requirement.startsWith("access.") || unauthenticatedOf(failure) !== undefined;
}

/** The status of a request, or of a review, that is refused for another reason than who sends it. */
export const UNDECIDED = /^(?:review: |request: )?(400|405|406|415|422|5\d\d)\b/;

/** Returns that an identity may do less than granted, in an area. */
function accessOf({ requirement, expected, actual }: Failure): string | undefined {
  const [area = ""] = requirement.split(".");
  if (!isOfAccess(requirement) || UNDECIDED.test(actual)) return undefined;
  const isGranted = /\bmay (?!not)|allowed: true|"allowed":true|review allowed/.test(expected);
  const isDenied = /\bmay not|\bforbidden|allowed: false|not allowed/.test(expected);
  // Rules of paths are matched otherwise than those of resources.
  const isOfPath = /\bpaths?\b/.test(requirement.replaceAll("-", " "));
  // What is let in beyond what is granted is so for as many reasons as there are rules.
  return isGranted && !isDenied ? JSON.stringify([area, isGranted, isOfPath]) : undefined;
}

/** Words of what an identity is expected to be allowed, or not. */
export const DECIDED = /\b(may|allowed|forbidden|denied|grant\w*)\b/;

/** Replaces quoted words, names, numbers and keys in brackets, which differ from case to case. */
export function generalized(text: string): string {
  return text.replaceAll(/"[^"]*"|[\w./-]*\d{2,}[\w./-]*|(?<=\w\[)[^\]]*(?=\])/g, "…");
}

/** Returns the message of a Status: in JSON, or the longest text in another encoding. */
function messageOf({ responseBody }: Exchange): string {
  const json = /"message":"((?:[^"\\]|\\.)*)"/.exec(responseBody)?.[1]?.replaceAll('\\"', '"');
  const texts = responseBody.match(/[A-Za-z][\x20-\x7e]{11,}/g) ?? [];
  return json ?? texts.toSorted((a, b) => b.length - a.length)[0] ?? "";
}

/** Returns the method, with the form of a patch, and the subresource. */
function actOf({ method, path, requestHeaders }: Exchange): string {
  const form = method === "PATCH" ? requestHeaders["content-type"] ?? "" : "";
  return [method, form, isWatch({ path }) ? "watch" : "", segmentsOf(path).subresource].join(" ");
}

/** The requests that the words of a requirement name. */
const NAMED: readonly (readonly [RegExp, (request: Exchange) => boolean])[] = [
  [/\b(delete\w*|deletions?|removed)\b/i, ({ method }) => method === "DELETE"],
  [/\b(apply|applies|patch\w*)\b/i, ({ method }) => method === "PATCH"],
  [/\b(updates?|PUT)\b/i, ({ method }) => method === "PUT"],
  [/\bcreates?\b/i, ({ method }) => method === "POST"],
  [/\b(an?|each|every) get\b/i, ({ method, path }) => method === "GET" && !isWatch({ path })],
  [/\b(watch\w*|streams?|events?|sent)\b/i, isWatch],
  [/\b(lists?|pages?)\b/i, ({ method, path }) => method === "GET" && !isWatch({ path })],
  [/\bwrites?\b/i, ({ method }) => method !== "GET"],
];

/** What stands between the requests of an enumeration, such as "create, update or apply". */
const BETWEEN = /^(\w*(, | or | and )|\w*,? (or|and) )(an? )?([\w-]+ )?$/;

/**
 * Returns the last of the requests that the words of a requirement name first, which may be several:
 * "a create, update or apply". None if it names none.
 */
export function namedRequest(
  statement: string,
  exchange: readonly Exchange[],
): Exchange | undefined {
  const named = NAMED.flatMap(([words, isNamed]) => {
    const at = statement.search(words);
    const found = at < 0 ? undefined : exchange.findLast(isNamed);
    return at < 0 ? [] : [{ at, end: at + words.exec(statement)![0].length, found }];
  }).toSorted((a, b) => a.at - b.at);
  const following = named.findIndex(({ at }, index) =>
    index > 0 && !BETWEEN.test(statement.slice(named[index - 1]!.end, at))
  );
  const first = following < 0 ? named : named.slice(0, following);
  const found = first.flatMap((one) => one.found ?? []);
  const last = found.toSorted((a, b) => exchange.indexOf(b) - exchange.indexOf(a))[0];
  return last ?? named.find((one) => one.found !== undefined)?.found;
}

/** Returns the type in the path of a request. */
export function typeOf({ path }: Exchange): string {
  return segmentsOf(path).type;
}

/** Returns the resource type of a path, and its subresource, both empty where it has none. */
export function segmentsOf(path: string): { readonly type: string; readonly subresource: string } {
  const match =
    /^\/(?:api\/[^/]+|apis\/[^/]+\/[^/]+)\/(?:namespaces\/[^/]+\/(?=[^/]+))?([^/?]+)(?:\/[^/?]+)?(?:\/([^/?]+))?/
      .exec(path);
  return {
    type: match?.[1] === undefined ? path.split("?")[0]! : decoded(match[1]),
    subresource: decoded(match?.[2] ?? ""),
  };
}

/** Returns a segment of a path as it is without percent-encoding: both are one name. */
function decoded(segment: string): string {
  try {
    return decodeURIComponent(segment);
  } catch {
    return segment;
  }
}
