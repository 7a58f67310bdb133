/**
 * Judges what became of a request: its response, the object afterwards, and the events of a watch.
 *
 * @module
 */
import type { HttpResponse, JsonObject, WatchDocument } from "../../client/http_client.ts";
import type { RequirementId } from "../../catalogue.ts";
import { canonical, contentOf } from "../content.ts";
import { type Discrepancy, discrepancy, harmOfRejection } from "../discrepancy.ts";
import {
  asObject,
  describe,
  labelsOf,
  metadataOf,
  nameOf,
  resourceVersionOf,
  uidOf,
} from "../object.ts";
import { firstLost } from "../subset.ts";
import type { ActionName } from "./actions.ts";
import { type Edit, edited } from "./edits.ts";
import type { RequestRow } from "./facets.ts";
import { type Refusal, refusalOf } from "./refusals.ts";

/** The facts about a request that was sent. */
export interface ObservedRequest {
  readonly action: ActionName;
  readonly row: RequestRow;
  /** The object before the request, if there was one. */
  readonly before: JsonObject | undefined;
  /** The uid of an object that had the name before, if there was one. */
  readonly earlierUid: string | undefined;
  /** The object that the request creates, if it creates one. */
  readonly sent: JsonObject;
  /** The edits that the request makes. */
  readonly edits: readonly Edit[];
  readonly response: HttpResponse;
  /** The object in a get afterwards; undefined for 404. */
  readonly after: JsonObject | undefined;
  /** The objects of the scope in a list afterwards, if there was one. */
  readonly listed: readonly JsonObject[] | undefined;
  /** The events of the object, if a watch was open. */
  readonly events: readonly WatchDocument[] | undefined;
}

/** The label that all objects of a scope have. */
const SCOPE = "plumbline/scope";

/** The name of the unknown field that requests have. */
export const UNKNOWN_FIELD = "plumblineUnknown";

/** Returns how the outcome of a request differs from what the API allows. */
export function judge(observed: ObservedRequest): Discrepancy[] {
  const { action, row, response, before } = observed;
  const refusal = refusalOf(action, row);
  const accepted = response.status < 300;
  const unchanged = (id: RequirementId) => [
    ...judgeUnchanged(id, observed),
    ...judgeEvents(observed, false),
  ];
  const found = judgeAgreement(observed);
  if (!accepted) {
    return [
      ...judgeRefusal(observed, refusal),
      ...unchanged("requests.refused-changes-nothing"),
      ...found,
    ];
  }
  if (refusal !== undefined && !refusal.optional) {
    return [
      discrepancy(refusal.requirement, `an error, because of: ${row.flaw}`, answerOf(response)),
      ...found,
    ];
  }
  if (row.dryRun === "All") {
    return [...judgeAnswer(observed), ...unchanged("requests.dry-run-changes-nothing"), ...found];
  }
  if (action === "delete") return [...judgeDeleted(observed), ...found];
  return [
    ...judgeAnswer(observed),
    ...judgeWritten(observed),
    ...(before === undefined ? judgeCreated(observed) : judgeChanged(observed, before)),
    ...found,
  ];
}

/** Judges the error that a request was answered. */
export function judgeRefusal(
  { action, row, response }: Pick<ObservedRequest, "action" | "row" | "response">,
  refusal?: Refusal,
): Discrepancy[] {
  const { status } = response;
  if (refusal === undefined) {
    const isWaiting = row.state === "terminating" && !action.startsWith("delete");
    const id = isWaiting
      ? "requests.terminating-accepts-writes"
      : row.dropped !== "none"
      ? "requests.field-dropped"
      : "requests.accepted";
    return [discrepancy(id, "success", answerOf(response))];
  }
  const found: Discrepancy[] = [];
  if (refusal.codes !== undefined && !refusal.codes.includes(status)) {
    found.push({
      ...discrepancy(
        refusal.codeRequirement ?? "requests.refusal-code",
        `${refusal.codes.join(" or ")}, because of: ${row.flaw}`,
        answerOf(response),
      ),
      ...harmOfRejection(response),
    });
  }
  const isStatus = asObject(response.json)?.kind === "Status" || row.accept !== "JSON";
  if ((status >= 500 && refusal.codes !== undefined) || !isStatus) {
    found.push(discrepancy("requests.refusal-status", "4xx and a Status", answerOf(response)));
  }
  return found;
}

/**
 * Returns true for an object that waits for the garbage collector, which may write to it or remove it
 * at any time: between a get and a list, too.
 */
function isCollected({ action, after }: Pick<ObservedRequest, "action" | "after">): boolean {
  const { deletionTimestamp, finalizers } = metadataOf(after ?? {});
  return action.startsWith("delete") && deletionTimestamp !== undefined &&
    Array.isArray(finalizers) &&
    finalizers.some((each) => each === "orphan" || each === "foregroundDeletion");
}

/** A get and a list show the same. */
function judgeAgreement(observed: ObservedRequest): Discrepancy[] {
  const { after, listed, sent } = observed;
  if (listed === undefined) return [];
  const item = listed.find((each) => nameOf(each) === nameOf(sent));
  const others = listed.filter((each) =>
    nameOf(each) !== nameOf(sent) && isOfScope(each, observed)
  );
  if (others.length > 0) {
    const expected = `no object but ${nameOf(sent)}`;
    return [discrepancy("requests.write-takes-effect", expected, others.map(describe).join())];
  }
  if (item === undefined && after === undefined) return [];
  if (item !== undefined && after !== undefined && isSameState(after, item)) return [];
  const isOther = item === undefined ||
    resourceVersionOf(item) !== resourceVersionOf(after ?? {});
  if (isOther && isCollected(observed)) return [];
  return [discrepancy("requests.list-agrees", stateText(after), stateText(item))];
}

/**
 * Returns true for an object with the label of the scope, or without any. That a list shows those of other
 * scopes, which its selector does not select, is a violation of its own.
 */
function isOfScope(object: JsonObject, { sent, before, after }: ObservedRequest): boolean {
  const own = [sent, before, after].map((one) => labelsOf(one ?? {})[SCOPE])
    .find((scope) => scope !== undefined);
  const other = labelsOf(object)[SCOPE];
  return own === undefined || other === undefined || other === own;
}

function judgeUnchanged(id: RequirementId, { before, after }: ObservedRequest): Discrepancy[] {
  if (before === undefined && after === undefined) return [];
  if (before !== undefined && after !== undefined && isSameState(before, after)) return [];
  return [discrepancy(id, `unchanged: ${stateText(before)}`, stateText(after))];
}

/** Judges the object in the response to a write. */
function judgeAnswer(observed: ObservedRequest): Discrepancy[] {
  const { action, row, response, before, sent } = observed;
  const found = [...judgeWarnings(observed)];
  if (action === "delete" || row.accept !== "JSON") return found;
  const object = asObject(response.json) ?? {};
  const lost = before === undefined
    ? firstLost(sent, object)
    : differenceOf(expectedOf(observed, before), object);
  if (lost !== undefined) {
    found.push(discrepancy("requests.answer-is-result", lost, stateText(object)));
  }
  return found;
}

function judgeWarnings({ row, response }: ObservedRequest): Discrepancy[] {
  if (row.dropped === "none") return [];
  const field = row.dropped === "unknown field" ? UNKNOWN_FIELD : "kind";
  const header = response.headers.get("warning") ?? "";
  const texts = [...header.matchAll(/"(?:[^"\\]|\\.)*"/g)].map(([text]) => text);
  const about = texts.filter((text) => text.includes(field)).length;
  const expected = row.fieldValidation === "Ignore" ? 0 : 1;
  const found: Discrepancy[] = [];
  if (about !== expected) {
    const facts = `${expected} warnings about ${field} with fieldValidation ${row.fieldValidation}`;
    found.push(
      discrepancy("requests.dropped-with-warning", facts, texts.join("; ") || "no warning"),
    );
  }
  if (row.accept === "JSON" && asObject(response.json)?.[UNKNOWN_FIELD] !== undefined) {
    found.push(discrepancy("requests.field-dropped", `no ${UNKNOWN_FIELD}`, UNKNOWN_FIELD));
  }
  return found;
}

/** Judges the object after a write that was accepted, whatever it did. */
function judgeWritten({ response, after, row }: ObservedRequest): Discrepancy[] {
  if (after === undefined) {
    return [discrepancy("requests.write-takes-effect", "the object", "404")];
  }
  const answered = asObject(response.json);
  if (row.accept !== "JSON" || answered === undefined || isSameState(answered, after)) return [];
  return [discrepancy("requests.write-takes-effect", stateText(answered), stateText(after))];
}

function judgeCreated(observed: ObservedRequest): Discrepancy[] {
  const { sent, after, earlierUid } = observed;
  if (after === undefined) return [];
  const found = [...judgeEvents(observed, true)];
  const lost = firstLost(sent, after);
  if (lost !== undefined) {
    found.push(discrepancy("requests.write-takes-effect", `${lost} as sent`, stateText(after)));
  }
  if (earlierUid !== undefined && uidOf(after) === earlierUid) {
    found.push(discrepancy("requests.new-identity", `another uid than ${earlierUid}`, earlierUid));
  }
  return found;
}

function judgeChanged(observed: ObservedRequest, before: JsonObject): Discrepancy[] {
  const { action, after } = observed;
  if (after === undefined) return [];
  const found: Discrepancy[] = [];
  for (const field of ["uid", "creationTimestamp"]) {
    const [was, is] = [metadataOf(before)[field], metadataOf(after)[field]];
    if (was !== is) found.push(discrepancy("requests.identity-kept", `${field} ${was}`, `${is}`));
  }
  const expected = expectedOf(observed, before);
  const isStatus = action.endsWith("-status");
  const lost = differenceOf(expected, after);
  if (lost !== undefined) {
    const id = isStatus
      ? lost.includes("status") ? "requests.status-written" : "requests.status-only"
      : "requests.write-takes-effect";
    found.push(discrepancy(id, lost, stateText(after)));
  }
  const changes = differenceOf(before, expected) !== undefined;
  const kept = resourceVersionOf(before) === resourceVersionOf(after);
  if (changes && kept) {
    const text = `another resourceVersion than ${resourceVersionOf(before)}`;
    found.push(discrepancy("requests.version-changes", text, "the same"));
  }
  // The records of field ownership may change.
  if (!changes && !kept && action !== "apply" && isSettled(before, after)) {
    const text = `resourceVersion ${resourceVersionOf(before)}, as nothing changed`;
    found.push(discrepancy("requests.unchanged-keeps-version", text, describe(after)));
  }
  return [
    ...found,
    ...judgeGeneration(observed, before, after),
    ...judgeEvents(observed, changes ? true : kept ? false : undefined),
  ];
}

function judgeGeneration(
  { action, row }: ObservedRequest,
  before: JsonObject,
  after: JsonObject,
): Discrepancy[] {
  if (row.resource !== "deployments") return [];
  const [was, is] = [before, after].map((object) => Number(metadataOf(object).generation ?? 0));
  const counts = row.change === "content" && !action.endsWith("-status");
  if (counts ? is! > was! : is === was) return [];
  const expected = counts ? `a generation above ${was}` : `generation ${was}`;
  return [discrepancy("requests.generation", expected, `${is}`)];
}

function judgeDeleted(observed: ObservedRequest): Discrepancy[] {
  const { row, before, after } = observed;
  const found = [...judgeEvents(observed, row.state === "terminating" ? undefined : true)];
  const waits = row.state === "held" || row.state === "terminating";
  // These policies add a finalizer.
  const mayWait = row.propagation === "Foreground" || row.propagation === "Orphan";
  if (after === undefined) {
    return waits
      ? [...found, discrepancy("requests.delete-waits", "the object, being deleted", "404")]
      : found;
  }
  const { deletionTimestamp: time } = metadataOf(after);
  if (!waits && !(mayWait && typeof time === "string")) {
    return [...found, discrepancy("requests.delete-removes", "404", stateText(after))];
  }
  const earlier = metadataOf(before ?? {}).deletionTimestamp;
  if (typeof time !== "string" || (earlier !== undefined && earlier !== time)) {
    const expected = `deletionTimestamp ${earlier ?? "set"}`;
    found.push(discrepancy("requests.delete-waits", expected, stateText(after)));
  }
  return found;
}

/** Judges the events of the object; undefined if either is allowed. */
function judgeEvents(observed: ObservedRequest, expected?: boolean): Discrepancy[] {
  const { action, events, after } = observed;
  if (events === undefined || expected === undefined) return [];
  const text = events.map(({ type, object }) => `${type} of ${describe(object)}`).join();
  if (!expected) {
    return events.length === 0 ? [] : [discrepancy("requests.watch-silent", "no event", text)];
  }
  const isShown = ({ type, object }: typeof events[number]) =>
    after === undefined
      ? type === "DELETED"
      : type !== "DELETED" && resourceVersionOf(object) === resourceVersionOf(after);
  if (isCollected(observed) ? events.some(isShown) : events.slice(-1).some(isShown)) return [];
  const state = action === "delete" && after === undefined ? "DELETED" : stateText(after);
  return [discrepancy("requests.watch-shows-change", `an event: ${state}`, text || "no event")];
}

/** Returns the object that the request makes of another one. */
function expectedOf({ action, edits, row }: ObservedRequest, before: JsonObject): JsonObject {
  if (!action.endsWith("-status")) {
    return edited(before, edits.filter(({ path }) => path[0] !== "status"));
  }
  const status = edits.filter(({ path }) => path[0] === "status");
  return row.change === "nothing" ? before : edited(before, status);
}

/** Returns the first difference of what a client may compare; undefined if there is none. */
function differenceOf(expected: JsonObject, actual: JsonObject): string | undefined {
  const [one, other] = [comparable(expected), comparable(actual)];
  const keys = [...new Set([...Object.keys(one), ...Object.keys(other)])].sort();
  const key = keys.find((each) => canonical(one[each] ?? null) !== canonical(other[each] ?? null));
  return key === undefined ? undefined : `${key}: ${JSON.stringify(one[key])?.slice(0, 600)}`;
}

/** Returns the fields of an object by name, without those that a server changes by itself. */
function comparable(object: JsonObject): JsonObject {
  const {
    resourceVersion: _version,
    generation: _generation,
    managedFields: _managers,
    ...metadata
  } = metadataOf(object);
  const { status, metadata: _metadata, apiVersion: _apiVersion, kind: _kind, ...others } = object;
  return {
    ...Object.fromEntries(
      Object.entries(metadata).map(([key, value]) => [`metadata.${key}`, value]),
    ),
    ...others,
    ...(asObject(status) && { status: withoutZeros(asObject(status)!) }),
  };
}

/** Returns a status without zeros, which may be left out. */
function withoutZeros(status: JsonObject): JsonObject {
  return Object.fromEntries(Object.entries(status).filter(([, value]) => value !== 0));
}

/** Returns true for equal objects; the status of a deployment may change by itself. */
function isSameState(one: JsonObject, other: JsonObject): boolean {
  if (contentOf(one) === contentOf(other)) return true;
  return !isSettled(one, other) &&
    differenceOf({ ...one, status: {} }, { ...other, status: {} }) === undefined;
}

/** Returns false if the status changed, which a controller does. */
function isSettled(one: JsonObject, other: JsonObject): boolean {
  return canonical(one.status ?? {}) === canonical(other.status ?? {});
}

function answerOf({ status, json, text }: HttpResponse): string {
  const { reason = "", message = "" } = asObject(json) ?? {};
  return `${status} ${reason} ${message || text.slice(0, 200)}`.trim();
}

function stateText(object: JsonObject | undefined): string {
  return object === undefined ? "no object" : JSON.stringify({
    ...object,
    metadata: { ...metadataOf(object), managedFields: [] },
  }).slice(0, 1_000);
}
