/**
 * Whether dry runs of a case had an effect, by what later responses show.
 *
 * @module
 */
import { withoutOwnSelector } from "@plumbline/reports/text";
import type { JsonObject } from "../../client/http_client.ts";
import { canonical } from "../../client/canonical_json.ts";
import { asObject, metadataOf, nameOf, resourceVersionOf, uidOf } from "../../model/object.ts";
import type { Seen } from "./behaviour.ts";

/** Returns true for a write that is to have no effect. */
export function isDryRun({ query, body }: Seen): boolean {
  return query.get("dryRun") === "All" ||
    (Array.isArray(body?.dryRun) && body.dryRun.includes("All"));
}

/** Returns true for a write with a value of `dryRun` that is to be rejected. */
export function hasOtherDryRun({ method, query }: Seen): boolean {
  return method !== "GET" && !["", "All"].includes(query.get("dryRun") ?? "");
}

/** Returns true if a response or an event shows what a dry run wrote. */
export function hasEffect(one: Seen, at: number, seen: readonly Seen[]): boolean {
  return showsWritten(one, at, seen) || changesState(one, at, seen);
}

const isSuccess = ({ status }: Seen): boolean => status >= 200 && status < 300;
const isReal = (one: Seen): boolean => one.method !== "GET" && !isDryRun(one) && isSuccess(one);
const itemsOf = (list: JsonObject | undefined): JsonObject[] =>
  Array.isArray(list?.items) ? list.items.map((item) => asObject(item) ?? {}) : [];

/** Returns true if the object of the response is shown later, or by an event. */
function showsWritten(one: Seen, at: number, seen: readonly Seen[]): boolean {
  const uid = one.answer && uidOf(one.answer);
  if (uid === undefined || one.verb.startsWith("delete")) return false;
  const version = resourceVersionOf(one.answer!);
  const content = contentOf(one.answer);
  // The version of what was not written is the current one, which an earlier response may not show.
  const isSame = (object: JsonObject) =>
    uidOf(object) === uid &&
    (one.verb === "create" || resourceVersionOf(object) === version && isContent(object, content));
  const read = ({ answer }: Seen) => [...answer ? [answer] : [], ...itemsOf(answer)];
  // The events of a watch that was opened before may be later ones.
  const sent = seen.flatMap(({ events }) => events.map(({ object }) => object));
  return !seen.slice(0, at).flatMap(read).some(isSame) &&
    [...seen.slice(at + 1).flatMap(read), ...sent].some(isSame);
}

/** Returns true for an object with a content; forms that do not show it may have it. */
function isContent(object: JsonObject, content: string): boolean {
  return /^(Table|PartialObjectMetadata)/.test(String(object.kind)) ||
    contentOf(object) === content;
}

/** Returns true if the object, or one of the collection, is another one in the next read. */
function changesState(one: Seen, at: number, seen: readonly Seen[]): boolean {
  if (one.place === undefined || !["", "status"].includes(one.place.subresource)) return false;
  for (const key of keysOf(one, seen.slice(0, at))) {
    const before = seen.slice(0, at).map((each) => stateIn(each, key)).findLast(isDefined) ??
      (one.verb === "create" ? ABSENT : UNKNOWN);
    const next = seen.slice(at + 1).find((each) => stateIn(each, key) !== undefined);
    const after = next === undefined || isReal(next) ? UNKNOWN : stateIn(next, key);
    const isKnown = before !== UNKNOWN && after !== UNKNOWN;
    const isSame = before === after ||
      (before === PRESENT && after !== ABSENT && !isEnding(after)) ||
      (before === ENDING && after !== ABSENT);
    if (isKnown && !isSame) return true;
  }
  return false;
}

const isDefined = (state: string | undefined): state is string => state !== undefined;

/** The state of an object that exists, of one whose deletion has begun, and of one that may exist. */
const [PRESENT, ENDING, UNKNOWN] = ["present", "ending", "unknown"];

/** Returns true for the content of an object whose deletion has begun. */
const isEnding = (state = ""): boolean => state.includes('"deletionTimestamp":');

/** The state of an object that does not exist. */
export const ABSENT = "absent";

/** An object: its collection, namespace and name. */
export interface Key {
  readonly resource: string;
  readonly namespace: string;
  readonly name: string;
}

/** Returns the objects that a write could change. */
function keysOf(one: Seen, before: readonly Seen[]): readonly Key[] {
  const { resource, namespace, name } = one.place!;
  if (one.verb === "create") {
    const created = nameOf(one.body ?? {});
    return created === "" ? [] : [{ resource, namespace, name: created }];
  }
  if (one.verb !== "deletecollection") return [{ resource, namespace, name }];
  // Which objects a selector selects is not known.
  if (!isWhole(one)) return [];
  return before.flatMap(({ place, verb, answer }) =>
    place?.resource === resource && place.namespace === namespace && verb === "create"
      ? [{ resource, namespace, name: nameOf(answer ?? {}) }]
      : []
  );
}

/**
 * Returns what a response shows of an object: its content in a read, or whether it exists. Undefined if
 * it shows nothing of it.
 */
export function stateIn(each: Seen, { resource, namespace, name }: Key): string | undefined {
  const { place, verb, status, answer } = each;
  if (place?.resource !== resource || place.subresource !== "" && !isReal(each)) return undefined;
  const isSame = place.namespace === namespace &&
    (verb === "create" ? nameOf(each.body ?? answer ?? {}) : place.name) === name;
  if (verb === "get" && isSame) {
    return status === 404 ? ABSENT : status === 200 ? contentOf(answer) : undefined;
  }
  if (verb === "list" && status === 200 && isWhole(each) && Array.isArray(answer?.items)) {
    if (place.namespace !== namespace && place.namespace !== "") return undefined;
    const found = itemsOf(answer).find((item) =>
      nameOf(item) === name && (metadataOf(item).namespace ?? "") === namespace
    );
    // Other forms do not show all fields.
    return found === undefined ? ABSENT : each.accept === "" ? contentOf(found) : UNKNOWN;
  }
  if (!isReal(each)) return undefined;
  if (verb === "deletecollection") return place.namespace === namespace ? UNKNOWN : undefined;
  if (!isSame) return undefined;
  // What reads show otherwise than writes answer has another bug.
  if (verb === "delete" || answer === undefined) return UNKNOWN;
  return metadataOf(answer).deletionTimestamp === undefined ? PRESENT : ENDING;
}

/** Returns the content of an object without what controllers write, and what lists leave out. */
function contentOf(object: JsonObject | undefined): string {
  if (object === undefined || uidOf(object) === undefined) return UNKNOWN;
  const { kind: _, apiVersion: __, status, metadata: ____, ...content } = object;
  const { labels, annotations, finalizers, deletionTimestamp, uid } = metadataOf(object);
  // A controller may have written the status.
  const resourceVersion = status === undefined ? resourceVersionOf(object) : undefined;
  const metadata = { labels, annotations, finalizers, deletionTimestamp, uid, resourceVersion };
  return canonical(JSON.parse(JSON.stringify({ ...content, metadata })));
}

/** Returns true for a request on all objects of a case. */
function isWhole({ query }: Seen): boolean {
  return ["fieldSelector", "limit", "continue", "resourceVersion"].every((name) =>
    !query.has(name)
  ) && withoutOwnSelector(query.get("labelSelector") ?? "") === "";
}
