/**
 * What is wrong with the answer that shows a failure, as far as the answer and its request alone say so:
 * its kind, its version, its status. The same mistake in the answers to the same requests has one cause,
 * whatever requirements it violates.
 *
 * @module
 */
import { documentsOf } from "./answered_versions.ts";
import type { Exchange, Failure } from "./events.ts";
import { type Json, membersOf } from "./json.ts";
import { isCollection, isWatch } from "./key_requests.ts";
import { demandsRejection, isOfAccess, segmentsOf, typeOf } from "./likeness.ts";
import { verbOf } from "./request_words.ts";
import { isOwnSelector, withoutOwnSelector } from "./text.ts";

/** The number of characters of a text that are compared: it is a target's, and may be long. */
const MAX_TEXT = 300;

/** Begins keys for answers that are wrong by themselves. */
export const ANSWER = "answer";

/** What a watch is expected to send, and what is said if it does not. */
const SENDS_NONE = /^no(ne)?\b|\bno (event|change)|\bsilent\b/;
const MISSES = /^(no(ne| events?)\b|not delivered|nothing)|\bno events?\b/;

/** Returns the verb of the last write of a failure in which a watch misses an event. */
export function missedEvent({ expected, actual, exchange }: Failure): string | undefined {
  const at = exchange.findLastIndex(isWatch);
  const isMissing = MISSES.test(actual.slice(0, MAX_TEXT)) && !SENDS_NONE.test(expected);
  if (at < 0 || !isMissing) return undefined;
  const write = exchange.findLast(({ method, status }) => method !== "GET" && status < 300);
  return write && JSON.stringify([MISSED, verbOf(write)]);
}

/** Forms of the parts of a selector that few cases have. */
const FORMS: readonly (readonly [string, RegExp])[] = [
  ["notin", /\bnotin\b/],
  ["in", /(?<!not)\bin\b *\(/],
  ["absent", /(^|,) *! *\w/],
  ["differs", /!=/],
  ["empty", /[^!=]=(,|$)/],
];

/** Begins keys for forms of selectors. */
export const SELECTOR = "selector form";

/** Returns the forms of the label selector of a failure that is about selectors. */
export function selectorForms({ requirement, expected, exchange }: Failure): string[] {
  if (!/select/.test(requirement)) return [];
  const texts = exchange.map(({ path }) =>
    withoutOwnSelector(new URLSearchParams(path.split("?")[1] ?? "").get("labelSelector") ?? "")
  );
  const last = texts.findLast((text) => text !== "") ?? "";
  const selector = last === "" ? expected.slice(0, MAX_TEXT) : last;
  return FORMS.filter(([, form]) => form.test(selector)).map(([name]) =>
    JSON.stringify([SELECTOR, name])
  );
}

/** Begins keys for decisions against what is granted, and for events that are not sent. */
export const [DENIED, MISSED] = ["denied", "missed"] as const;

/** What has rules of its own beside those of the request. */
const OF_ESCALATION = /\b(escalat\w*|bind)\b/;

/** Returns who denies what is granted: the server where it is requested, or one type of reviews. */
export function deniedBy({ requirement, actual, exchange }: Failure): string | undefined {
  const isOther = OF_ESCALATION.test(requirement.replaceAll("-", " "));
  if (!isOfAccess(requirement) || isOther) return undefined;
  if (/^(request: )?403\b/.test(actual)) return JSON.stringify([DENIED, "request"]);
  const review = exchange.findLast(({ path }) => /reviews(\?|$)/.test(path));
  const isDenied = /^(review: )?(\{"allowed": ?false|allowed: false|not allowed)/.test(actual);
  return isDenied && review !== undefined ? JSON.stringify([DENIED, typeOf(review)]) : undefined;
}

/** Returns keys for what is wrong with the answer that shows a failure. */
export function wrongAnswers(failure: Failure): string[] {
  return [
    kindOfAnswer(failure),
    versionOfAnswer(failure),
    refusedForm(failure),
    acceptedWithout(failure),
    acceptedOfDeletion(failure),
    ...unvalidated(failure),
    ...brokenParts(failure),
  ].flatMap((key) => key === undefined ? [] : [JSON.stringify([ANSWER, ...key])]);
}

/** Ends keys for fields that errors do not name, and for those of what is accepted. */
const [UNNAMED, TAKEN] = ["unnamed", "taken"];

/** Returns the key that says of a field what another one says from the other side: see {@link unvalidated}. */
export function counterpartOf(key: string): string {
  const parts: string[] = JSON.parse(key);
  const last = parts.at(-1)!;
  const other = last === UNNAMED ? TAKEN : last === TAKEN ? UNNAMED : last;
  return JSON.stringify([...parts.slice(0, -1), other]);
}

/** Returns the fields of a type that an error must name and does not, or those of a rule that is not kept. */
function unvalidated(failure: Failure): string[][] {
  const { statement, expected, actual, exchange } = failure;
  const write = exchange.findLast(({ method }) => method !== "GET");
  if (write === undefined) return [];
  const type = typeOf(write).replace(/^cluster/, "");
  const keysOf = (names: readonly string[], end: string) =>
    [...new Set(names)].map((name) => ["unvalidated", type, name, end]);
  if (isAccepted(failure)) {
    return keysOf([...statement.matchAll(/`([a-z]\w*)`/g)].map(([, name]) => name!), TAKEN);
  }
  const [, due] = /\bcauses with a message for (\{[^}]*\})/.exec(expected) ?? [];
  const fields = [...(due ?? "").matchAll(/"([\w.[\]]+)":/g)].map(([, field]) => field!);
  const missing = fields.filter((field) => !actual.includes(`"field":"${field}"`));
  return keysOf(missing.map((field) => field.split(".").at(-1)!), UNNAMED);
}

/** Fields that the metadata of each object in a response has. */
const OF_EACH = ["name", "uid", "resourceVersion", "creationTimestamp"] as const;

/** Returns the parts of the last answer that no answer may lack: what else is wrong may follow from it. */
function brokenParts({ actual, exchange }: Failure): string[][] {
  const last = exchange.at(-1);
  // What is refused is refused for another reason than the body says so.
  if (last === undefined || isWatch(last) || /^[45]\d\d\b/.test(actual)) return [];
  const [{ kind, metadata, code, status, items, rows, columnDefinitions } = {}] = documentsOf(
    last.responseBody,
  );
  const broken: string[][] = [];
  if (last.status >= 400 && kind === "Status" && (code !== last.status || status !== "Failure")) {
    broken.push(["status", code === last.status ? "status" : "code"]);
  }
  if (last.status >= 300 || metadata === undefined) return broken;
  if (kind === "Table" && Array.isArray(columnDefinitions) && columnDefinitions.length === 0) {
    broken.push(["columns"]);
  }
  if (last.method === "GET" && Array.isArray(items) && !Array.isArray(rows)) {
    const objects = items.map((item) => membersOf(membersOf(item as Json)?.metadata) ?? {});
    const lacking = OF_EACH.filter((name) => objects.some((one) => one[name] === undefined));
    broken.push(...lacking.map((name) => ["lacks", typeOf(last), name]));
  }
  return broken;
}

/** Names of kinds of objects and lists, as far as they differ from other words. */
const KINDS =
  /\b(Status|Table|[A-Z][a-z]+(?:[A-Z][a-z]+)*(?:List|Metadata|Review|Binding|Role)|Secret|Deployment|Role)\b/;

/** Kinds that stand for what was asked for, and not for the object. */
const OF_ANSWERS = /^(Status|Table)$/;

/** Returns the kind that an answer has in place of another one. */
function kindOfAnswer(failure: Failure): readonly string[] | undefined {
  // What must be rejected may be answered with any object.
  if (demandsRejection(failure)) return undefined;
  const { expected, actual, exchange } = failure;
  const [, due] = KINDS.exec(expected.slice(0, MAX_TEXT)) ?? [];
  const [, found] = /"kind": ?"(\w+)"/.exec(actual.slice(0, MAX_TEXT)) ??
    KINDS.exec(actual.slice(0, MAX_TEXT)) ?? [];
  const last = exchange.at(-1);
  if (due === undefined || found === undefined || due === found || last === undefined) return;
  if (found === "Status") return undefined;
  // Whatever object it is: an answer of this form is due.
  return OF_ANSWERS.test(due)
    ? ["kind", due, OF_ANSWERS.test(found) ? found : "an object", ...flagsOf(last)]
    : ["kind", due, found];
}

/** Returns the parameters that change what a request does. */
function flagsOf({ path }: Exchange): string[] {
  const names = [...new URLSearchParams(path.split("?")[1] ?? "").keys()];
  return names.filter((name) => name === "dryRun");
}

/** The group and version of a path. */
const VERSIONED = /^\/(?:api\/([^/?]+)|apis\/([^/?]+\/[^/?]+))\/[^?]/;

/** Kinds that have one version, whatever the path has. */
const OF_NO_PATH =
  /^(Status|Table|PartialObjectMetadata(List)?|Scale|API\w+|TokenRequest|Eviction|Binding)$/;

/** Returns the type of which answers have another version than their path. */
function versionOfAnswer({ exchange }: Failure): readonly string[] | undefined {
  const last = exchange.at(-1);
  const [, core, group] = VERSIONED.exec(last?.path ?? "") ?? [];
  const version = core ?? group;
  if (last === undefined || version === undefined || last.status >= 300 || isWatch(last)) return;
  const [{ kind, apiVersion } = {}] = documentsOf(last.responseBody);
  const isOther = typeof apiVersion === "string" && apiVersion !== version &&
    typeof kind === "string" && !OF_NO_PATH.test(kind);
  return isOther ? ["version", version, typeOf(last)] : undefined;
}

/** Statuses that say that a request cannot be served, whatever is stored and sent. */
const UNSERVED = /^(404|405|406|415|501)$/;

/** Returns the form of a valid request that is refused as not served. */
function refusedForm(failure: Failure): readonly string[] | undefined {
  const [status] = /^\d{3}\b/.exec(failure.actual) ?? [];
  if (status === undefined || !UNSERVED.test(status) || demandsRejection(failure)) return undefined;
  const one = failure.exchange.findLast((each) => String(each.status) === status);
  if (one === undefined || (status === "404" && !isCollection(one.path))) return undefined;
  const { type, subresource } = segmentsOf(one.path);
  const isAcross = !/\/namespaces\/[^/]+\//.test(one.path);
  const form = status === "406"
    ? one.requestHeaders.accept
    : status === "415"
    ? one.requestHeaders["content-type"]
    : undefined;
  return [
    "refused",
    status,
    verbOf(one),
    type,
    subresource,
    String(isAcross),
    form ?? "",
  ];
}

/** The parameters that a rule may demand. */
const DEMANDED = /`(fieldManager|resourceVersion)`/;

/** Returns the parameter without which requests of a verb are accepted, although a rule demands it. */
function acceptedWithout(failure: Failure): readonly string[] | undefined {
  const [, name] = DEMANDED.exec(failure.statement) ?? [];
  if (name === undefined || !isAccepted(failure)) return undefined;
  const one = failure.exchange.findLast(({ method, status }) => method !== "GET" && status < 300);
  if (one === undefined || new URLSearchParams(one.path.split("?")[1] ?? "").has(name)) return;
  return ["accepted without", verbOf(one), name];
}

/** Returns the only parameter of a DELETE that is accepted although its value is wrong. */
function acceptedOfDeletion(failure: Failure): readonly string[] | undefined {
  const last = failure.exchange.at(-1);
  const isBare = last?.method === "DELETE" && last.requestBody === undefined && last.status < 300;
  if (last === undefined || !isBare || !isAccepted(failure)) return undefined;
  const given = [...new URLSearchParams(last.path.split("?")[1] ?? "")].filter(([, value]) =>
    !isOwnSelector(value)
  );
  const [[name, value] = [], ...others] = given;
  if (name === undefined || name.endsWith("Selector") || others.length > 0) return undefined;
  return ["accepted", typeOf(last), name, /^-?\d+$/.test(value!) ? "a number" : "a text"];
}

/** Returns true for an invalid request that is accepted. */
function isAccepted(failure: Failure): boolean {
  return demandsRejection(failure) && /^(2\d\d\b|accepted)/.test(failure.actual);
}
