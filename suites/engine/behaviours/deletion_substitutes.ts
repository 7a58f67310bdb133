/**
 * Other requests for the same deletions: of a collection as deletions of its objects, of an object as a
 * deletion of the collection with its name, and those that are sent again until they have an effect.
 *
 * @module
 */
import type { HttpRequest, HttpResponse, JsonObject } from "../../client/http_client.ts";
import { placeIn } from "../../client/request_place.ts";
import { asObject, labelsOf, metadataOf, nameOf, namespaceOf, uidOf } from "../../model/object.ts";
import type { Behaviour } from "./behaviour.ts";
import { type Send, substitutedBy } from "./read_substitutes.ts";
import { currentOf } from "./request_bodies.ts";
import { isSelected } from "./selectors.ts";
import { withJson } from "./json_answer.ts";

/** The forms of deletions that others can replace. */
export const DELETION_SUBSTITUTES: readonly Behaviour[] = [
  {
    id: "repeated deletions",
    isIntermittent: true,
    name: "A DELETE that succeeds has no effect until it is sent again",
    concerns: ({ method }) => method === "DELETE",
    ...substitutedBy(untilDeleted),
  },
  {
    id: "deletions of collections",
    needs: ["dry-run"],
    name: "A DELETE of a collection does not do what a DELETE of each of its objects does",
    concerns: ({ verb }) => verb === "deletecollection",
    ...substitutedBy(asDeletions),
  },
  {
    id: "deletions of objects",
    needs: ["dry-run"],
    name: "A DELETE of an object does not do what a DELETE of the collection with its name does",
    concerns: ({ verb }) => verb === "delete",
    ...substitutedBy(asDeletionOfCollection),
  },
];

/** How often a deletion is sent that has no effect. */
const SENT = 3;

/** Sends a deletion again while it succeeds and what it answers to have deleted is still there. */
async function untilDeleted(
  request: HttpRequest,
  send: Send,
): Promise<HttpResponse | undefined> {
  if (request.method !== "DELETE" || isDryRun(request)) return undefined;
  const before = await notDeleted(request, send);
  if (before.size === 0) return undefined;
  let response = await send(request);
  for (let sent = 1; sent < SENT && response.status < 300; sent++) {
    const answered = (itemsOf(response.json) ?? []).flatMap((item) => uidOf(item) ?? []);
    const concerned = answered.length > 0 ? before.intersection(new Set(answered)) : before;
    const after = await notDeleted(request, send);
    // Of a part it is not known of which objects it is.
    const hasEffect = request.query?.limit !== undefined
      ? !before.isSubsetOf(after)
      : concerned.isDisjointFrom(after);
    if (hasEffect) break;
    const again = await send(request);
    // Another request may have deleted it in between.
    if (again.status === 404) break;
    if (again.status >= 300 || lengthOf(again) >= lengthOf(response)) response = again;
  }
  return response;
}

/** Returns the uids of the objects that a deletion concerns and that are not being deleted. */
async function notDeleted(
  { path, query = {}, identity }: HttpRequest,
  send: Send,
): Promise<ReadonlySet<string>> {
  const { labelSelector, fieldSelector } = query;
  const { status, json } = await send({
    method: "GET",
    path,
    query: { labelSelector, fieldSelector },
    ...(identity && { identity }),
  });
  const objects = itemsOf(json) ?? [asObject(json) ?? {}];
  const left = objects.filter((each) => metadataOf(each).deletionTimestamp === undefined);
  return new Set(status === 200 ? left.flatMap((each) => uidOf(each) ?? []) : []);
}

function itemsOf(json: HttpResponse["json"]): JsonObject[] | undefined {
  const { items } = asObject(json) ?? {};
  return Array.isArray(items) ? items.map((item) => asObject(item) ?? {}) : undefined;
}

const lengthOf = ({ json }: HttpResponse): number => itemsOf(json)?.length ?? 0;

/** The label of the objects of a case. */
const SCOPE = "plumbline/scope";

/** Returns the case that an object belongs to; undefined for one that this run did not create. */
function scopeOf(object: JsonObject): string | undefined {
  const scope = labelsOf(object)[SCOPE];
  return typeof scope === "string" ? scope : undefined;
}

/** Returns true for a deletion that is to have no effect. */
function isDryRun({ query = {}, body }: HttpRequest): boolean {
  const read = typeof body === "string" ? body.includes("dryRun") : asObject(body)?.dryRun;
  return query.dryRun !== undefined || (read !== undefined && read !== false);
}

/** Deletes each object of a collection; what answers a deletion of all of them is asked by a dry run. */
async function asDeletions(
  request: HttpRequest,
  send: Send,
): Promise<HttpResponse | undefined> {
  const { method, path, query = {}, identity } = request;
  const { labelSelector, fieldSelector, ...options } = query;
  const isCollection = method === "DELETE" && placeIn(request)?.name === "";
  const isPart = ["limit", "continue", "resourceVersion"].some((name) => name in query);
  if (!isCollection || isPart || isDryRun(request)) return undefined;
  const all = { path, query: { labelSelector, fieldSelector }, ...(identity && { identity }) };
  const { json, status } = await send({ ...all, method: "GET" });
  const items = itemsOf(json);
  if (status !== 200 || items === undefined) return undefined;
  const answer = await send({ ...request, query: { ...query, dryRun: "All" } });
  if (answer.status >= 300) return answer;
  if (!areOwn(items, request)) return undefined;
  return await deleteEach(items, { ...request, query: options }, send) ? answer : undefined;
}

/** Deletes objects of the collection of a request; false if one is refused. */
async function deleteEach(
  items: readonly JsonObject[],
  { place: _, ...request }: HttpRequest,
  send: Send,
): Promise<boolean> {
  for (const item of items) {
    const path = `${request.path}/${encodeURIComponent(nameOf(item))}`;
    const { status } = await send({ ...request, path });
    if (status >= 400 && status !== 404) return false;
  }
  return true;
}

/**
 * Returns true for objects of the run that can be deleted one by one below the path of their collection. A
 * server that ignores selectors lists the objects of others, too.
 */
const areOwn = (items: readonly JsonObject[], collection: HttpRequest): boolean =>
  items.every((item) =>
    scopeOf(item) !== undefined &&
    (placeIn(collection)?.namespace !== "" || namespaceOf(item) === "")
  );

/**
 * Deletes each object of the run that a deletion of a collection selects by labels, and answers with
 * their list: for a server that deletes more.
 */
export async function asSelectedDeletions(
  request: HttpRequest,
  send: Send,
): Promise<HttpResponse | undefined> {
  const { method, path, query = {}, identity, body } = request;
  const { labelSelector, fieldSelector, ...options } = query;
  const isDeletion = method === "DELETE" && placeIn(request)?.name === "";
  const hasOptions = body !== undefined || Object.keys(options).length > 0;
  if (!isDeletion || labelSelector === undefined || hasOptions) return undefined;
  const all = { path, query: { labelSelector, fieldSelector }, ...(identity && { identity }) };
  const response = await send({ ...all, method: "GET" });
  const listed = itemsOf(response.json);
  if (response.status !== 200 || listed === undefined) return undefined;
  const asked = new URLSearchParams({ labelSelector: String(labelSelector) });
  const items = listed.filter((item) => isSelected({ query: asked }, item) === true);
  const isDone = areOwn(items, request) &&
    await deleteEach(items, { ...request, query: options }, send);
  if (!isDone) return undefined;
  return withJson(response, { ...asObject(response.json), items });
}

/** Deletes the collection with the name of an object; what answers its deletion is asked by a dry run. */
async function asDeletionOfCollection(
  request: HttpRequest,
  send: Send,
): Promise<HttpResponse | undefined> {
  const { method, path, query = {} } = request;
  const { name = "", subresource, isIrregular } = placeIn(request) ?? {};
  const isObject = method === "DELETE" && name !== "" && subresource === "" && !isIrregular;
  if (!isObject || isDryRun(request)) return undefined;
  // A server that ignores field selectors would delete the objects of others, too.
  const scope = scopeOf(await currentOf(request, send) ?? {});
  if (scope === undefined) return undefined;
  const labelSelector = `${SCOPE}=${scope}`;
  const answer = await send({ ...request, query: { ...query, dryRun: "All" } });
  if (answer.status >= 300) return answer;
  const { place: _, ...all } = request;
  const { status } = await send({
    ...all,
    path: path.slice(0, path.lastIndexOf("/")),
    query: { ...query, labelSelector, fieldSelector: `metadata.name=${name}` },
  });
  return status < 300 ? answer : undefined;
}
