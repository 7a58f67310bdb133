/**
 * Symptoms of failures that name the cause, whatever requirement is violated.
 *
 * @module
 */
import type { Exchange, Failure } from "./events.ts";
import { isCollection, isWatch } from "./key_requests.ts";
import { type Json, membersOf } from "./json.ts";
import { segmentsOf } from "./likeness.ts";
import { requestName, requestPhrase } from "./request_words.ts";
import { leftBody, REFUSALS, type Symptom } from "./refusal_symptoms.ts";
import { serverErrorOf } from "./server_errors.ts";
import { documentsOf, renamedWrite } from "./answered_versions.ts";
import { reusedUid } from "./reused_uids.ts";
import { takenName } from "./taken_names.ts";

/** Number of characters of a text that are compared. */
const MAX_TEXT = 1_000;

/** Returns the symptom of a failure, undefined if it shows none that is known. */
export function symptomOf({ expected, actual, ...facts }: Failure): Symptom | undefined {
  // The texts are a target's, and may be long.
  const failure = {
    ...facts,
    expected: expected.slice(0, MAX_TEXT),
    actual: actual.slice(0, MAX_TEXT),
  };
  for (const find of SYMPTOMS) {
    const found = find(failure);
    if (found !== undefined) return found;
  }
  return undefined;
}

const SYMPTOMS: readonly ((failure: Failure) => Symptom | undefined)[] = [
  leftBody,
  serverError,
  unanswered,
  ...REFUSALS,
  eventOfOtherNamespace,
  listForStream,
  unknownEvent,
  eventWithoutKind,
  otherKind,
  applyOfMissing,
  jsonNotAcceptable,
  unservedMethod,
  otherVersion,
  limitIgnored,
  limitOfDeletionIgnored,
  unselectedDeleted,
  otherNameSelected,
  matchIgnored,
  takenName,
  reusedUid,
  textsReturned,
];

/** A Secret with `stringData`, which only requests have. */
function textsReturned({ expected, exchange }: Failure): Symptom | undefined {
  const answer = /^no (field )?stringData$/.test(expected)
    ? exchange.findLast(({ responseBody }) => responseBody.includes('"stringData"'))
    : undefined;
  if (answer === undefined) return undefined;
  const what = answer.method === "GET" ? "a read" : "a write";
  const how = /[?&]dryRun=All/.test(answer.path) ? " with `dryRun=All`" : "";
  return {
    id: `stringData in the response to ${what}${how}`,
    title: `The response to ${what} of a Secret${how} shows \`stringData\``,
  };
}

/** An answer with a 5xx status: its message names the cause. */
function serverError(failure: Failure): Symptom | undefined {
  const error = /^5\d\d\b/.test(failure.actual) ? serverErrorOf(failure) : undefined;
  if (error === undefined) return undefined;
  const { status, message, words } = error;
  const failed = failure.exchange.findLast((one) => one.status === status);
  if (message === "" && failed !== undefined) {
    const what = verbOf(failed);
    const title = `${what} is answered with ${status} and no message`;
    return { id: `${status} for ${what}`, title };
  }
  return {
    id: `${status} ${words}`.trim(),
    title: `Requests are answered with ${status}${message && `: ${message}`}`,
  };
}

/** No answer at all. */
function unanswered({ actual, exchange }: Failure): Symptom | undefined {
  if (!/^(none: (Cannot reach|\S+ answers other requests)|no response)/.test(actual)) {
    return undefined;
  }
  const shown = exchange.findLast(({ status }) => status === 0);
  // What prepares a case is not shown, but named in the words.
  const [, method = "", path = ""] = shown === undefined
    ? /\(([A-Z]+) (\/[^)]*)\)/.exec(actual) ?? []
    : ["", shown.method, shown.path];
  const verb = isWatch({ path }) ? "watch" : method;
  if (shown === undefined) {
    const title = verb === "" ? "Requests get no response" : `No response to ${verb} ${path}`;
    return { id: `no response ${verb}`.trim(), title };
  }
  const words = requestPhrase(shown, exchange);
  return isOfNoObject(shown)
    ? {
      id: "no response to what is no object",
      title: `${words} with a body that is no JSON object gets no response`,
    }
    : { id: `no response ${verb}`, title: `${words} gets no response` };
}

/** A body with more characters may not be recorded as a whole. */
const WHOLE = 1_000;

/** Returns true for a create or an update whose body is no object in JSON. */
function isOfNoObject({ method, requestBody = "", requestHeaders }: Exchange): boolean {
  const isJson = /^application\/json\b/.test(requestHeaders["content-type"] ?? "");
  if (!/^(POST|PUT)$/.test(method) || !isJson || requestBody.length > WHOLE) return false;
  try {
    return membersOf(JSON.parse(requestBody)) === undefined;
  } catch {
    return true;
  }
}

function listForStream({ expected, actual }: Failure): Symptom | undefined {
  const isList = /^a \S+ instead of a stream$/.test(actual) ||
    /\btype\b.*\bobject\b/.test(expected) && /^\{[^{]*"kind": ?"\w+List"/.test(actual);
  if (!isList) return undefined;
  // Of which types, the cause lists.
  const title = "A watch is answered with a list instead of a stream";
  return { id: "list instead of a stream", title };
}

/** The types of events. */
const EVENT_TYPES: readonly unknown[] = ["ADDED", "MODIFIED", "DELETED", "BOOKMARK", "ERROR"];

/** A watch whose event has a type that no client knows. */
function unknownEvent({ exchange }: Failure): Symptom | undefined {
  const types = exchange.filter(isWatch).flatMap(({ responseBody }) =>
    documentsOf(responseBody).filter(({ object }) => object !== undefined).map(({ type }) => type)
  );
  const type = types.find((one) => !EVENT_TYPES.includes(one));
  if (type === undefined) return undefined;
  return {
    id: "events of an unknown type",
    title: `A watch sends an event of type ${
      JSON.stringify(type).slice(0, 40)
    }, which no client knows`,
  };
}

/** An event whose object has no type, of which clients can make nothing. */
function eventWithoutKind({ actual }: Failure): Symptom | undefined {
  return /^(ADDED|MODIFIED|DELETED|BOOKMARK) of no apiVersion no kind\b/.test(actual)
    ? {
      id: "events without a kind",
      title: "The object of a watch event has no `apiVersion` and no `kind`",
    }
    : undefined;
}

/** An object that is answered under another kind than it has in other responses. */
function otherKind({ expected, actual, exchange }: Failure): Symptom | undefined {
  const shown = exchange.filter(({ status, requestHeaders: { accept = "" } }) =>
    status < 300 && !/;as=|protobuf/.test(accept)
  ).flatMap((request) =>
    documentsOf(request.responseBody).map(({ kind, metadata }) => ({
      request,
      kind: String(kind),
      uid: membersOf(metadata as Json)?.uid,
    }))
  );
  for (const { request, kind, uid } of shown) {
    const due = shown.find((one) => uid !== undefined && one.uid === uid && one.kind !== kind)
      ?.kind;
    const isShown = new RegExp(`\\b${kind}\\b`).test(actual) &&
      new RegExp(`\\b${due}\\b`).test(expected);
    if (due === undefined || !isShown || !/^\w+$/.test(`${kind}${due}`)) continue;
    const title = `${
      requestName(request, exchange)
    } is answered with kind ${kind} in place of ${due}`;
    return { id: `${kind} in place of ${due}`, title };
  }
  return undefined;
}

/** The namespaces of the events that were observed, such as `ADDED of v1 Secret one/a at 7`. */
const EVENTS = /\b(?:ADDED|MODIFIED|DELETED) (?:of )?(?:\S+ [A-Z]\w+ )?([a-z][\w-]*)\/[\w.-]+/g;

/** A watch of a namespace that sends an event of an object in another one. */
function eventOfOtherNamespace({ actual, exchange }: Failure): Symptom | undefined {
  const namespaces = new Set([...actual.matchAll(EVENTS)].map(([, namespace]) => namespace!));
  // A case may have watches of several namespaces: it is the one that sent the event.
  const isShown = exchange.filter(isWatch).some(({ path, responseBody }) => {
    const [, own] = /\/namespaces\/([^/?]+)\/[^/?]+\?/.exec(path) ?? [];
    return own !== undefined &&
      [...namespaces].some((one) =>
        one !== own && new RegExp(`"namespace": ?"${one}"`).test(responseBody)
      );
  });
  return isShown
    ? {
      id: "namespaces are not kept apart",
      title: "A watch of a namespace shows objects of others",
    }
    : undefined;
}

/** A valid apply to a name that no object has: it is to create one. */
function applyOfMissing({ expected, actual, exchange }: Failure): Symptom | undefined {
  // An object that exists, as far as the check knows, is not to be created.
  const isValid = !/error|refus|reject|4\d\d|\bexists\b/i.test(expected);
  const isRefused = exchange.some(({ method, status, requestHeaders }) =>
    method === "PATCH" && status === 404 &&
    requestHeaders["content-type"]?.includes("apply-patch") === true
  );
  if (!isValid || !isRefused || !/^404\b.*not ?found/i.test(actual)) return undefined;
  const title = "An apply to a name that does not exist is answered with 404";
  return { id: "apply does not create", title };
}

/** A request that accepts JSON, which every server has, and is answered with 406. */
function jsonNotAcceptable({ actual, exchange }: Failure): Symptom | undefined {
  const refused = /^406\b/.test(actual) ? exchange.findLast(isNotAcceptable) : undefined;
  if (refused === undefined) return undefined;
  const title = `${requestName(refused, exchange)} that accepts JSON is answered with 406`;
  return { id: `406 for ${verbOf(refused)}`, title };
}

function isNotAcceptable({ status, requestHeaders }: Exchange): boolean {
  const { accept = "" } = requestHeaders;
  return status === 406 && /^(|\*\/\*|application\/json)$/.test(accept);
}

/** A method or media type that is refused although the request is valid. */
function unservedMethod({ expected, actual, exchange }: Failure): Symptom | undefined {
  const [status] = /^(405|415|501)\b/.exec(actual) ?? [];
  if (status === undefined || /error|refus|reject|4\d\d/i.test(expected)) return undefined;
  const refused = exchange.findLast((one) => one.status === Number(status));
  if (refused === undefined) return undefined;
  const what = [verbOf(refused), status === "415" && refused.requestHeaders["content-type"]]
    .filter(Boolean).join(" of ");
  return { id: `${status} for ${what}`, title: `${what} is answered with ${status}` };
}

/** A write whose response has a different resourceVersion than the object. */
function otherVersion(failure: Failure): Symptom | undefined {
  const { requirement, actual, expected } = failure;
  if (/^[45]\d\d\b/.test(actual)) return undefined;
  const id = "resource-versions.answered-version";
  const what = "A write is answered with a resourceVersion that is not the object's";
  if (requirement !== id) return undefined;
  const found = renamedWrite(failure);
  if (found !== undefined) {
    const { request: { method, path }, name, answered, stored } = found;
    return {
      id,
      title: `${what}: ${method} ${path}: ${name} answered as ${answered}, is ${stored}`,
    };
  }
  return { id, title: `${what}: expected ${expected}, actual ${actual}` };
}

/** A page with more items than its limit. */
function limitIgnored(failure: Failure): Symptom | undefined {
  const { requirement, expected, actual: found, exchange } = failure;
  if (!/^paging\.|\.list-\w+(-\w+)?-(first|next)-/.test(requirement)) return undefined;
  const ignored = exchange.find((one) => {
    const { limit, resourceVersion } = queryOf(one);
    const items = itemsOf(one);
    return one.method === "GET" && Number(limit) > 0 && resourceVersion !== "0" &&
      items !== undefined && items > Number(limit);
  });
  const id = "limit is ignored";
  if (ignored === undefined) {
    // What is printed of the response may be cut off.
    const isCounted = /^at most \d+ items$/.test(expected) && /^\d+ items$/.test(found);
    return isCounted
      ? { id, title: `\`limit\` is ignored: expected ${expected}, actual ${found}` }
      : undefined;
  }
  const actual = `${itemsOf(ignored)} items for ${ignored.method} ${ignored.path}`;
  return { id, title: `\`limit\` is ignored: ${actual}` };
}

/** A deletion of a collection that deletes more than its limit. */
function limitOfDeletionIgnored({ expected, actual, exchange }: Failure): Symptom | undefined {
  const isMore = /^at most \d+ (objects )?deleted$/.test(expected) && /^\d+ deleted$/.test(actual);
  const isLimited = exchange.some((one) =>
    one.method === "DELETE" && Number(queryOf(one).limit) > 0
  );
  return isMore && isLimited
    ? { id: "limit of a deletion is ignored", title: "A DELETE of a collection ignores `limit`" }
    : undefined;
}

/** A deletion of a collection that deletes what its selectors do not select. */
function unselectedDeleted({ expected, actual, exchange }: Failure): Symptom | undefined {
  const isShown = / left after /.test(expected) && / deleted, too$/.test(actual);
  const isSelecting = exchange.some(({ method, path }) =>
    method === "DELETE" && /[?&](label|field)Selector=/.test(path)
  );
  return isShown && isSelecting
    ? {
      id: "a deletion deletes what is not selected",
      title: "A DELETE of a collection deletes objects that its selectors do not select",
    }
    : undefined;
}

/** A list of the object with one name that shows objects with others, which is what was observed. */
function otherNameSelected({ expected, actual, exchange }: Failure): Symptom | undefined {
  const last = exchange.at(-1);
  const [, name] = /^metadata\.name==?([^,]+)$/.exec((last && queryOf(last).fieldSelector) ?? "") ??
    [];
  const isList = last?.method === "GET" && last.status === 200 && !isWatch(last);
  if (name === undefined || !isList || !expected.includes(name)) return undefined;
  const [body] = documentsOf(last.responseBody);
  const names = (Array.isArray(body?.items) ? body.items : []).map((item) =>
    String(membersOf(membersOf(item)?.metadata as Json)?.name ?? "")
  );
  return names.some((other) => other !== "" && other !== name && actual.includes(other))
    ? { id: "fieldSelector is ignored", title: "A list ignores `fieldSelector`" }
    : undefined;
}

/** A `resourceVersionMatch` that is invalid for its request but accepted. */
function matchIgnored({ requirement, expected, actual }: Failure): Symptom | undefined {
  const isCell = /\.list-(exact|not-older)-(whole|first)-(unset|zero)$/.test(requirement);
  if (!isCell || !/error|4xx/.test(expected) || !/^2\d\d/.test(actual)) return undefined;
  return {
    id: "resourceVersionMatch is ignored",
    title: `\`resourceVersionMatch\` is ignored: expected ${expected}, actual ${actual}`,
  };
}

function verbOf({ method, path }: Exchange): string {
  if (isWatch({ path })) return "watch";
  const { subresource } = segmentsOf(path);
  if (subresource !== "") return `${method} of \`${subresource}\``;
  return method === "DELETE" && isCollection(path) ? "DELETE of a collection" : method;
}

function queryOf({ path }: Exchange): Readonly<Record<string, string>> {
  return Object.fromEntries(new URLSearchParams(path.split("?")[1] ?? ""));
}

function itemsOf({ responseBody }: Exchange): number | undefined {
  try {
    const { items } = JSON.parse(responseBody);
    return Array.isArray(items) ? items.length : undefined;
  } catch {
    return undefined;
  }
}
