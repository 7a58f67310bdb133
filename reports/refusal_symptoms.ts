/**
 * Symptoms of requests that are refused, or answered without the body that is due: what the requests
 * have in common names the cause.
 *
 * @module
 */
import { documentsOf } from "./answered_versions.ts";
import type { Exchange, Failure } from "./events.ts";
import { type Json, membersOf } from "./json.ts";
import { isCollection } from "./key_requests.ts";
import { demandsRejection, segmentsOf } from "./likeness.ts";
import { ANY, type Verb, verbOf } from "./request_words.ts";
import { hasEffect } from "./written_fields.ts";

/** A symptom. */
export interface Symptom {
  /** The same for all failures with it. */
  readonly id: string;
  /** What is wrong, in one line. */
  readonly title: string;
}

/** The symptoms, in the order in which they are looked for. */
export const REFUSALS: readonly ((failure: Failure) => Symptom | undefined)[] = [
  errorWithoutStatus,
  subresourceMissing,
  existingNotFound,
  createdMissing,
  unconditionalConflict,
  nameNotGenerated,
  deletionWithoutBody,
  listWithoutItems,
  listWithoutForm,
  effectOfRefused,
  acceptIgnored,
];

/** The statuses of a request that is not understood. */
const NOT_UNDERSTOOD: readonly number[] = [400, 405, 501];

/** What says that the end of a body was read as the beginning of a request: `'{}POST'`. */
const END_OF_BODY = /[}\]](?:GET|POST|PUT|PATCH|DELETE)\b/;

/**
 * What Python's server says of a first line that it cannot read, followed by the line, or its first or last
 * word. A line of the suites begins with a method and ends with the protocol: it was read from its beginning.
 */
const NO_REQUEST_LINE =
  /\bBad (?:request (?:syntax|version)|HTTP\/0\.9 request type) \(["'](?!(?:GET|POST|PUT|PATCH|DELETE|HEAD|OPTIONS|HTTP)\b)/;

/** A request that is read from the middle of an earlier body, which a server left on the connection. */
export function leftBody({ exchange }: Pick<Failure, "exchange">): Symptom | undefined {
  const isShown = exchange.some(({ status, responseBody }) =>
    NOT_UNDERSTOOD.includes(status) &&
    (END_OF_BODY.test(responseBody) || NO_REQUEST_LINE.test(responseBody))
  );
  return isShown
    ? {
      id: "bodies are left on the connection",
      title: "The body of a request that is refused is left on the connection, where it is read " +
        "as the beginning of the next request",
    }
    : undefined;
}

/** An error with a right status, but without a Status: only the body is wrong. */
function errorWithoutStatus({ expected, actual }: Failure): Symptom | undefined {
  const [, due] =
    /^an error: (?:a |status )?([\dx]+(?: or [\dx]+)*) .*\bStatus body/.exec(expected) ??
      [];
  const [, found] =
    /^(4\d\d) (?:with JSON without a kind|with a body that is not JSON|without a body)/
      .exec(actual) ?? [];
  const isDue = due?.split(" or ").some((one) => one === found || one === `${found?.[0]}xx`);
  return isDue
    ? { id: "errors have no Status", title: "An error response has no Status as its body" }
    : undefined;
}

/** A subresource that is not found, although its object is there. */
function subresourceMissing({ actual, exchange }: Failure): Symptom | undefined {
  const at = /^404\b/.test(actual) ? exchange.findLastIndex(({ status }) => status === 404) : -1;
  const refused = exchange[at];
  const { type, subresource = "" } = refused === undefined ? {} : segmentsOf(refused.path);
  if (refused === undefined || subresource === "") return undefined;
  const object = refused.path.split("?")[0]!.replace(/\/[^/]+$/, "");
  if (!isThere(object, exchange.slice(0, at))) return undefined;
  const name = `${type}/${subresource}`;
  return {
    id: `404 for ${name}`,
    title: `Requests of ${name} are answered with 404, although the object exists`,
  };
}

/** Begins the ids of causes that are writes of one verb to what exists, which are answered with 404. */
export const NOT_FOUND = "404 for every ";

/** A write to what exists that is answered with 404: the verb is not served, or its object is lost. */
function existingNotFound({ actual, exchange }: Failure): Symptom | undefined {
  const at = /^404\b/.test(actual) ? exchange.findLastIndex(({ status }) => status === 404) : -1;
  const refused = exchange[at];
  const verb = refused && verbOf(refused);
  const name = verb && OF_EXISTING[verb];
  if (refused === undefined || name === undefined) return undefined;
  const place = refused.path.split("?")[0]!;
  const before = exchange.slice(0, at);
  const isKnown = verb === "deletecollection"
    ? before.some(({ status, path }) => status < 300 && path.split("?")[0] === place)
    : segmentsOf(place).subresource === "" && isThere(place, before);
  return isKnown
    ? { id: `${NOT_FOUND}${verb}`, title: `${name} that exists is answered with 404` }
    : undefined;
}

/** The verbs that write to what exists, in words. */
const OF_EXISTING: Readonly<Partial<Record<Verb, string>>> = {
  update: "An update of an object",
  patch: "A patch of an object",
  delete: ANY.delete,
  deletecollection: ANY.deletecollection,
};

/**
 * Returns the failures of writes that are answered with 404 for the objects of a type of which those that
 * were created are not found by reads either, with the id of that.
 */
export function ofLostObjects<One extends { readonly failure: Failure }>(
  ids: ReadonlyMap<One, string | undefined>,
): readonly (readonly [One, string])[] {
  const lost = new Set(ids.values());
  return [...ids].flatMap(([one, id]) => {
    const refused = one.failure.exchange.findLast(({ status }) => status === 404);
    if (refused === undefined || id?.startsWith(NOT_FOUND) !== true) return [];
    const other = `created ${segmentsOf(refused.path).type} missing`;
    return lost.has(other) ? [[one, other] as const] : [];
  });
}

/** An object that is not found although its create succeeded, and nothing was deleted. */
function createdMissing({ actual, exchange }: Failure): Symptom | undefined {
  const at = exchange.findLastIndex(({ status }) => status === 404);
  const missed = exchange[at];
  if (missed === undefined || !/^(404\b|"?no object)/.test(actual)) return undefined;
  const { type = "objects", subresource = "" } = segmentsOf(missed.path);
  const before = exchange.slice(0, at);
  const object = missed.path.split("?")[0]!;
  // What was found once is another matter.
  const isLost = before.every((one) =>
    one.status >= 300 || one.method !== "DELETE" && one.path.split("?")[0] !== object
  );
  if (subresource !== "" || !isLost || !isThere(object, before)) return undefined;
  return {
    id: `created ${type} missing`,
    title: `An object of ${type} is not found (404) although its create succeeded`,
  };
}

/** Returns true if requests show that an object exists, and none removes it. */
function isThere(object: string, exchange: readonly Exchange[]): boolean {
  const collection = object.replace(/\/[^/]+$/, "");
  const name = object.slice(collection.length + 1);
  return exchange.reduce((exists, { method, path, status, responseBody }) => {
    const plain = path.split("?")[0]!;
    if (status >= 300) return exists;
    if (method === "DELETE") return exists && plain !== object && plain !== collection;
    if (/[?&]dryRun=/.test(path)) return exists;
    const isCreated = method === "POST" && plain === collection &&
      /"name": ?"([^"]*)"/.exec(responseBody)?.[1] === name;
    return exists || plain === object || isCreated;
  }, false);
}

/** A write without a resourceVersion that is refused as one with an outdated one is. */
function unconditionalConflict({ actual, exchange }: Failure): Symptom | undefined {
  const write = /^409\b/.test(actual)
    ? exchange.findLast(({ status }) => status === 409)
    : undefined;
  if (write?.method !== "PUT") return undefined;
  const [body] = documentsOf(write.requestBody ?? "");
  const { resourceVersion = "", uid } = (body?.metadata ?? {}) as Record<string, unknown>;
  const isOpen = body !== undefined && uid === undefined &&
    (resourceVersion === "" || resourceVersion === "0");
  return isOpen
    ? {
      id: "unconditional update",
      title: "An update without a resourceVersion is answered with 409",
    }
    : undefined;
}

/** A create whose name the server is to generate. */
function nameNotGenerated(failure: Failure): Symptom | undefined {
  const [status] = /^4\d\d\b/.exec(failure.actual) ?? [];
  const create = failure.exchange.findLast((one) => one.status === Number(status));
  if (create?.method !== "POST" || demandsRejection(failure)) return undefined;
  const [body] = documentsOf(create.requestBody ?? "");
  const { name, generateName } = (body?.metadata ?? {}) as Record<string, unknown>;
  return (name ?? "") === "" && typeof generateName === "string"
    ? { id: "generated names", title: `A create with \`generateName\` is answered with ${status}` }
    : undefined;
}

/** The media types that servers have, at least one of which is in the usual headers. */
const OF_SERVERS = /json|yaml|protobuf|\*/;

/** A request that accepts nothing that the server has, and is answered as if it accepted everything. */
function acceptIgnored({ requirement, exchange }: Failure): Symptom | undefined {
  const isOfForms = /^(negotiation\.|exchanges\.media-type$)/.test(requirement);
  const isIgnored = exchange.some(({ status, requestHeaders: { accept = "" } }) =>
    status < 300 && status >= 200 && accept !== "" && !OF_SERVERS.test(accept)
  );
  return isOfForms && isIgnored
    ? {
      id: "Accept is ignored",
      title: "A request that accepts none of the server's media types is not answered with 406",
    }
    : undefined;
}

/** A write that changes an object although it is refused. */
function effectOfRefused({ exchange }: Failure): Symptom | undefined {
  const write = exchange.find((one) =>
    one.status >= 400 && one.status < 500 && !one.path.includes("dryRun=") &&
    hasEffect(one, exchange)
  );
  return write && {
    id: `a write that is answered with ${write.status} has an effect`,
    title: `A write that is answered with ${write.status} has an effect`,
  };
}

/** A deletion that succeeds and says nothing. */
function deletionWithoutBody({ expected, actual, exchange }: Failure): Symptom | undefined {
  const isEmpty = /^(success|a media type)\b/.test(expected) &&
    /^(2\d\d without a body|no Content-Type)$/.test(actual);
  const last = isEmpty ? exchange.findLast(({ status }) => status < 300) : undefined;
  return last?.method === "DELETE" && last.responseBody.trim() === ""
    ? { id: "deletions have no body", title: "A successful DELETE is answered without a body" }
    : undefined;
}

/** The id of the cause of lists that have no array of items. */
export const NO_ITEMS = "lists have no items";

/** What is observed of a list as a whole, or of the number of its items. */
const OF_LIST = /^(items: |200 \w+List\b|-1$)|^(?:200 )?\{"kind": ?"\w+List"/;

/** A list that has no array of items, as servers write that have none to show, of a deletion, too. */
export function listWithoutItems({ actual, exchange }: Failure): Symptom | undefined {
  const last = exchange.at(-1);
  const isOfList = OF_LIST.test(actual) || exchange.at(-2)?.method === "DELETE";
  if (last?.method !== "GET" || !isCollection(last.path) || !isOfList) return undefined;
  const [body] = last.status === 200 ? documentsOf(last.responseBody) : [];
  const isList = typeof body?.kind === "string" && body.kind.endsWith("List");
  return isList && !Array.isArray(body.items)
    ? { id: NO_ITEMS, title: "A list without objects has no array of `items`" }
    : undefined;
}

/** What is expected of a list as a whole. */
const A_LIST = /\b[A-Z]\w+List\b/;

/** A list without metadata, or with the kind of lists of anything. */
export function listWithoutForm({ expected, exchange }: Failure): Symptom | undefined {
  const last = exchange.at(-1);
  const isList = last?.method === "GET" && last.status === 200 && isCollection(last.path);
  const [body] = isList && A_LIST.test(expected) ? documentsOf(last.responseBody) : [];
  if (!Array.isArray(body?.items)) return undefined;
  if (membersOf(body.metadata as Json) === undefined) {
    // Who looks for the version of such a list finds none.
    return { id: "no resourceVersion of lists", title: "A list has no `metadata`" };
  }
  return body.kind === "List"
    ? { id: "lists of no type", title: "A list has the kind `List`, not the one of its type" }
    : undefined;
}
