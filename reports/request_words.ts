/**
 * The words for requests in titles: what each verb and each form of a patch is called, of which type, and
 * what is asked for.
 *
 * @module
 */
import { documentsOf } from "./answered_versions.ts";
import { firstOf } from "./by_reason.ts";
import type { Exchange } from "./events.ts";
import { membersOf } from "./json.ts";
import { isCollection, isWatch } from "./key_requests.ts";
import { segmentsOf } from "./likeness.ts";
import { isOwnSelector } from "./text.ts";

/** The words for a request of a verb. */
export const VERBS = {
  get: "A GET",
  list: "A list",
  watch: "A watch",
  create: "A create",
  update: "An update",
  patch: "A patch",
  apply: "An apply",
  delete: "A DELETE",
  deletecollection: "A DELETE of a collection",
} as const;

/** A verb of requests. */
export type Verb = keyof typeof VERBS;

/** The words for the requests of a verb, where no type follows that says what a GET or DELETE is of. */
export const ANY: Readonly<Record<Verb, string>> = {
  ...VERBS,
  get: "A GET of an object",
  delete: "A DELETE of an object",
};

/** The words for a patch by its media type. */
export const PATCHES: Readonly<Record<string, string>> = {
  "application/apply-patch+yaml": VERBS.apply,
  "application/json-patch+json": "A JSON patch",
  "application/merge-patch+json": "A merge patch",
  "application/strategic-merge-patch+json": "A strategic merge patch",
};

/** The methods of verbs that write. */
export const METHODS: Readonly<Partial<Record<Verb, string>>> = {
  apply: "PATCH",
  create: "POST",
  delete: "DELETE",
  deletecollection: "DELETE",
  patch: "PATCH",
  update: "PUT",
};

/** Parameters that say nothing, or are said by the verb. */
const SILENT = /^(fieldManager|force|pretty|timeoutSeconds|watch)$/;

/** Parameters of which the value matters. */
const BY_VALUE = /^(dryRun|fieldValidation|resourceVersionMatch)$/;

/** The types of requests that a title names. */
export const NAMED_REQUESTS = 3;

/** Returns the verb of a request. */
export function verbOf(one: Exchange): Verb {
  const { method, path } = one;
  if (isWatch(one)) return "watch";
  if (method === "PATCH") {
    return mediaTypeOf(one).startsWith("application/apply-") ? "apply" : "patch";
  }
  const isOfMany = isCollection(path);
  if (method === "DELETE") return isOfMany ? "deletecollection" : "delete";
  return method === "POST" ? "create" : method === "PUT" ? "update" : isOfMany ? "list" : "get";
}

/**
 * Returns what a request is, such as `A strategic merge patch of secrets`.
 *
 * @param beside Other requests, which show whether its type has namespaces.
 */
export function requestName(one: Exchange, beside: readonly Exchange[] = []): string {
  const { method, path } = one;
  const { type, subresource } = segmentsOf(path);
  // The paths of no type are named themselves.
  if (!/^\/(api|apis\/[^/]+)\/[^/]+\/\w/.test(path)) return `${method} ${type}`;
  const words = (method === "PATCH" ? PATCHES[mediaTypeOf(one)] : undefined) ?? VERBS[verbOf(one)];
  const across = isOfAllNamespaces(one, beside) ? " across all namespaces" : "";
  return `${words} of ${[type, subresource].filter(Boolean).join("/")}${across}`;
}

/**
 * Returns what a request asks for, such as `A strategic merge patch of secrets with dryRun=All`.
 *
 * @param beside Other requests, which show whether its type has namespaces.
 * @param alike Requests that show the same: what most of them do not ask for is not named.
 */
export function requestPhrase(
  one: Exchange,
  beside: readonly Exchange[] = [],
  alike: readonly Exchange[] = [],
): string {
  const name = requestName(one, beside);
  if (name.startsWith(one.method)) return name;
  const isUsual = (has: (other: Exchange) => boolean) =>
    2 * alike.filter(has).length >= alike.length;
  const forms = parametersOf(one).filter((form) =>
    isUsual((other) => parametersOf(other).includes(form))
  );
  const kind = kindAskedBy(one);
  return [
    name,
    ...forms.length > 0 ? [`with ${forms.join(" and ")}`] : [],
    ...formsIn(one).filter((form) => isUsual((other) => formsIn(other).includes(form))),
    ...kind && isUsual((other) => kindAskedBy(other) === kind) ? [`as a ${kind}`] : [],
  ].join(" ");
}

/** Returns the kind as which a request asks for objects, undefined for their own. */
function kindAskedBy({ requestHeaders }: Exchange): string | undefined {
  return /;as=(Table|PartialObjectMetadata)/.exec(requestHeaders.accept ?? "")?.[1];
}

/** Returns the forms other than JSON in which a request has its body, or accepts the response. */
export function formsIn({ requestHeaders: headers }: Exchange): string[] {
  const [body, response] = [headers["content-type"], headers.accept].map(formOf);
  return [
    ...body && !headers["content-type"]!.includes("patch") ? [`with a body in ${body}`] : [],
    ...response ? [`in ${response}`] : [],
  ];
}

/** Returns the name of the form that a header asks for before others, undefined for JSON. */
function formOf(header = ""): string | undefined {
  const type = header.split(/[,;]/)[0]!;
  return /protobuf/.test(type) ? "Protobuf" : /yaml/.test(type) ? "YAML" : undefined;
}

/** Returns the parameters that say what a request asks for, such as `dryRun=All`. */
function parametersOf({ path }: Exchange): string[] {
  return [...new URLSearchParams(path.split("?")[1] ?? "")].flatMap(([name, value]) => {
    if (SILENT.test(name) || isOwnSelector(value)) return [];
    return [BY_VALUE.test(name) ? `${name}=${value}` : name];
  });
}

/** Returns the parameters that all of several requests have, such as ` with dryRun=All`. */
export function commonParameters(requests: readonly Exchange[]): string {
  const common = requests.map((one) => new Set(parametersOf(one)))
    .reduce((all, each) => all.intersection(each), new Set(requests.flatMap(parametersOf)));
  return common.size === 0 ? "" : ` with ${[...common].join(" and ")}`;
}

/** Returns the names of the first of several requests, such as `A create of a and b, an update of a`. */
export function requestNames(
  requests: readonly Exchange[],
  beside: readonly Exchange[] = requests,
): string {
  const [first, ...others] = namesOf(requests, beside);
  return first === undefined ? "" : firstOf([first, ...others.map(withinSentence)], NAMED_REQUESTS);
}

/** Returns that requests are answered with something, in a sentence if they are of one verb. */
export function answeredTitle(
  requests: readonly Exchange[],
  answer: string,
  { beside = requests, parameters = "" }: {
    readonly beside?: readonly Exchange[];
    readonly parameters?: string;
  } = {},
): string {
  const isOne = namesOf(requests, beside).length === 1;
  const names = requestNames(requests, beside) || "Requests";
  return `${names}${parameters}${isOne ? " is" : ":"} answered with ${answer}`;
}

/** Returns what several requests are, those of one verb in one name with the first of their types. */
function namesOf(requests: readonly Exchange[], beside: readonly Exchange[]): string[] {
  const each = [...new Set(requests.map((one) => requestName(one, beside)))];
  const names = withoutForms(each).sort();
  const ofVerbs = Map.groupBy(names, (name) => {
    const { words, end = "" } = OF_TYPE.exec(name)?.groups ?? {};
    return words === undefined ? name : `${words}\n${end}`;
  });
  return [...ofVerbs].map(([key, same]) => {
    if (same.length === 1) return same[0]!;
    const [words, end] = key.split("\n");
    return `${words} of ${listOf(same.map((name) => OF_TYPE.exec(name)!.groups!.type!))}${end}`;
  });
}

/** Returns names in which the patches of a type are one, where they are of all forms. */
function withoutForms(names: readonly string[]): string[] {
  const [first = "", ...others] = Object.values(PATCHES).filter((form) => form !== VERBS.apply);
  const inAllForms = names.filter((name) => name.startsWith(first))
    .map((name) => name.slice(first.length))
    .filter((end) => others.every((form) => names.includes(`${form}${end}`)));
  const forms = inAllForms.flatMap((end) => [first, ...others].map((form) => `${form}${end}`));
  return [
    ...names.filter((name) => !forms.includes(name)),
    ...inAllForms.map((end) => `${VERBS.patch}${end}`),
  ];
}

/** What a request is, where its type is named, and the type. */
const OF_TYPE = /^(?<words>An? .*) of (?<type>[^ ]+)(?<end> across all namespaces)?$/;

/** Returns the first of some names, all of them if they are few: `a, b and c`. */
function listOf(names: readonly string[]): string {
  const last = names.length > 1 && names.length <= NAMED_REQUESTS ? names.at(-1) : undefined;
  return last === undefined
    ? firstOf(names, NAMED_REQUESTS)
    : `${names.slice(0, -1).join(", ")} and ${last}`;
}

/** Returns the words for what a request does within a sentence, such as `a list`. */
export function withinSentence(act: string): string {
  return act.replace(/^An? /, (article) => article.toLowerCase());
}

/** Returns true for a request of a collection in no namespace, of a type that others show in one. */
export function isOfAllNamespaces(one: Exchange, beside: readonly Exchange[]): boolean {
  const { path, responseBody } = one;
  if (!isCollection(path) || path.includes("/namespaces/")) return false;
  const { type } = segmentsOf(path);
  const inNamespace = (other: Exchange) =>
    /\/namespaces\/[^/]+\/\w/.test(other.path) && segmentsOf(other.path).type === type;
  const [{ items } = {}] = documentsOf(responseBody);
  return beside.some(inNamespace) ||
    Array.isArray(items) &&
      items.some((item) => membersOf(membersOf(item)?.metadata)?.namespace !== undefined);
}

function mediaTypeOf({ requestHeaders }: Exchange): string {
  return requestHeaders["content-type"]?.split(";")[0] ?? "";
}
