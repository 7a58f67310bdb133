/**
 * Sends the requests of checks together with those that a resource type needs besides, so that its
 * objects behave as those of other types: the finalizers that a server adds to a new object are
 * removed, and the first writes and the removals of its controllers awaited.
 *
 * @module
 */
import type { HttpRequest, HttpResponse, Json, JsonObject } from "../client/http_client.ts";
import { placeIn, type RequestPlace } from "../client/request_place.ts";
import type { Adaptation, ResourceType, SettledState } from "../client/resource_type.ts";
import type { Target } from "../client/target.ts";
import { asObject, metadataOf, nameOf, resourceVersionOf, uidOf } from "../model/object.ts";
import { contains } from "../resources/discovered/json.ts";
import { apiVersion } from "../resources/path.ts";
import { expectServed } from "./unserved.ts";

/** The milliseconds in which controllers must act, of quiet after that, and between two looks. */
const PATIENCE = { most: 5_000, quiet: 200, interval: 40 } as const;

/** What requests need to be adapted. */
export interface Adapting {
  readonly target: Pick<Target, "types" | "dialect" | "lacks">;
  /** Sends a request as it is. */
  send(request: HttpRequest): Promise<HttpResponse>;
}

/** Returns the adaptation of the type of a request to a collection or an object. */
export function adaptedPlace(
  target: Adapting["target"],
  request: Pick<HttpRequest, "path" | "place">,
): Adaptation | undefined {
  return typeOf(target, placeIn(request), ({ adaptation }) => !!adaptation)?.adaptation;
}

/** Returns the type of a collection or an object, if it passes a test. */
function typeOf(
  { types = [], dialect }: Adapting["target"],
  place: RequestPlace | undefined,
  test: (type: ResourceType) => boolean,
): ResourceType | undefined {
  if (place === undefined || place.subresource !== "" || place.isIrregular) return undefined;
  return types.find((each) =>
    test(each) && (each.plural ?? each.resource) === place.resource &&
    apiVersion(each, dialect) === place.apiVersion
  );
}

/** Sends a request, and those that the type of its objects needs. */
export async function sendAdapted(
  request: HttpRequest,
  adapting: Adapting,
): Promise<HttpResponse> {
  expectServed(request, adapting.target);
  const adaptation = adaptedPlace(adapting.target, request);
  if (adaptation === undefined || request.method === "GET") return await adapting.send(request);
  const response = await adapting.send(withPolicy(request, adaptation));
  if (response.status >= 300 || isDryRun(request)) return response;
  if (request.method !== "DELETE" && response.status === 201) {
    return await afterCreate(request, response, adaptation, adapting);
  }
  if (adaptation.removedLater !== undefined) {
    await awaitRemoval(request, response, adaptation, adapting);
  }
  return response;
}

/** Returns a deletion with a policy, if the one by default would orphan dependents. */
export function withPolicy(request: HttpRequest, { deletesInBackground }: Adaptation): HttpRequest {
  const { method, query, body } = request;
  if (method !== "DELETE" || !deletesInBackground) return request;
  const options = asObject(body);
  const all: Readonly<Record<string, unknown>> = { ...query, ...options };
  // A parameter that is undefined is not sent.
  const { propagationPolicy, orphanDependents } = all;
  if (propagationPolicy !== undefined || orphanDependents !== undefined) return request;
  const policy = { propagationPolicy: "Background" };
  // A body replaces the parameters.
  if (options !== undefined) return { ...request, body: { ...options, ...policy } };
  return body === undefined ? { ...request, query: { ...query, ...policy } } : request;
}

/** Returns the response to a create, with the object as it is once the type's other writes are done. */
async function afterCreate(
  request: HttpRequest,
  response: HttpResponse,
  { finalizers, settled }: Adaptation,
  { send }: Adapting,
): Promise<HttpResponse> {
  const path = placeIn(request)?.name === ""
    ? pathIn(request, nameIn(response.json) ?? nameIn(request.body))
    : request.path;
  if (path === undefined || (finalizers === undefined && settled === undefined)) return response;
  if (finalizers !== undefined) {
    const object = asObject((await send({ method: "GET", path })).json) ?? {};
    await send(withoutFinalizers(path, object, finalizers));
  }
  if (settled !== undefined) await awaitSettled(path, settled, send);
  const { headers = {} } = request;
  const accept = Object.entries(headers).filter(([key]) => key.toLowerCase() === "accept");
  const pretty = request.query?.pretty;
  const now = await send({
    method: "GET",
    path,
    headers: Object.fromEntries(accept),
    ...(pretty !== undefined && { query: { pretty } }),
  });
  // Another request of the check may have changed the object meanwhile.
  if (now.status !== 200 || !hasStill(response.json, now.json)) return response;
  const { status, headers: answered, exchange } = response;
  const adapted = { ...now, status, headers: answered, own: response };
  return exchange === undefined ? adapted : { ...adapted, exchange };
}

/** Waits until other clients have written to a new object, and no more for a moment. */
async function awaitSettled(
  path: string,
  settled: SettledState,
  send: Adapting["send"],
): Promise<void> {
  let version: string | undefined;
  let since = 0;
  await poll(async () => {
    const { status, json } = await send({ method: "GET", path });
    const object = asObject(json) ?? {};
    if (resourceVersionOf(object) !== version) {
      version = resourceVersionOf(object);
      since = performance.now();
    }
    // A controller that does not see its own write yet repeats it.
    return status !== 200 ||
      isSettled(object, settled) && performance.now() - since >= PATIENCE.quiet;
  });
}

/** Returns the request that removes the finalizers in the spec of an object. */
export function finalization(path: string, { spec, ...object }: JsonObject): HttpRequest {
  const { resourceVersion: _, ...metadata } = metadataOf(object);
  const body = { ...object, metadata, spec: { ...asObject(spec), finalizers: [] } };
  return { method: "PUT", path: `${path}/finalize`, body };
}

/** Returns the request that removes some of the finalizers of an object. */
export function withoutFinalizers(
  path: string,
  object: JsonObject,
  added: readonly string[],
): HttpRequest {
  const { finalizers } = metadataOf(object);
  const rest = (Array.isArray(finalizers) ? finalizers : [])
    .filter((each) => !added.includes(String(each)));
  return {
    method: "PATCH",
    path,
    headers: { "content-type": "application/merge-patch+json" },
    body: { metadata: { finalizers: rest.length > 0 ? rest : null } },
  };
}

/** Waits until deleted objects are gone, or have only finalizers that the server does not remove. */
async function awaitRemoval(
  request: HttpRequest,
  response: HttpResponse,
  { removedLater = [], finalizedAs }: Adaptation,
  { send }: Adapting,
): Promise<void> {
  const { path, query } = request;
  const name = placeIn(request)?.name ?? "";
  const isGoing = (object: JsonObject) => {
    const { deletionTimestamp, finalizers } = metadataOf(object);
    const held = (Array.isArray(finalizers) ? finalizers : []).map(String);
    // The server also removes its own finalizers from an object that others keep.
    return deletionTimestamp !== undefined &&
      (held.length === 0 || held.some((each) => removedLater.includes(each)));
  };
  const { labelSelector, fieldSelector } = query ?? {};
  const look: HttpRequest = name === ""
    ? { method: "GET", path, query: { labelSelector, fieldSelector } }
    : { method: "GET", path };
  // A response without the object does not say whether it is gone.
  const { kind } = asObject(response.json) ?? {};
  if (kind === "Status") return;
  if (finalizedAs !== undefined) {
    if (!name.endsWith(finalizedAs)) return;
    const found = await send({ method: "GET", path });
    const { deletionTimestamp } = metadataOf(asObject(found.json) ?? {});
    if (deletionTimestamp === undefined) return;
    await send(finalization(path, asObject(found.json) ?? {}));
  }
  await poll(async () => {
    const { status, json } = await send(look);
    if (status !== 200) return true;
    const object = asObject(json) ?? {};
    const objects = name === "" && Array.isArray(object.items)
      ? object.items.map((item) => asObject(item) ?? {})
      : [object];
    return !objects.some(isGoing);
  });
}

/** Returns the field managers and conditions of an object. */
export function settledState({ status, metadata }: JsonObject): SettledState {
  const { conditions } = asObject(status) ?? {};
  const { managedFields } = asObject(metadata) ?? {};
  const of = (json: Json | undefined, text: (each: JsonObject) => string) =>
    (Array.isArray(json) ? json : []).map((each) => text(asObject(each) ?? {}));
  return {
    managers: of(managedFields, ({ manager, subresource }) => `${manager} ${subresource ?? ""}`),
    conditions: of(conditions, ({ type, status }) => `${type}=${status}`).sort(),
  };
}

/** Returns true if other clients have written to an object what they write to a new one. */
function isSettled(object: JsonObject, { managers, conditions }: SettledState): boolean {
  const now = settledState(object);
  return managers.every((manager) => now.managers.includes(manager)) &&
    now.conditions.join() === conditions.join();
}

/** Returns true if an object still has all that it had, whatever others added. */
function hasStill(before: Json | undefined, after: Json | undefined): boolean {
  const [one, other] = [asObject(before), asObject(after)];
  // What is no JSON cannot be compared.
  if (one === undefined || other === undefined) return one === other;
  if (one.kind !== other.kind || uidOf(one) !== uidOf(other)) return false;
  const { annotations = {}, labels = {} } = metadataOf(one);
  const { metadata, spec } = other;
  return contains({ metadata: metadata ?? {}, spec: spec ?? {} }, {
    metadata: { annotations, labels },
    spec: one.spec ?? {},
  });
}

/** Returns the path of an object of a collection; undefined without a name. */
function pathIn({ path }: HttpRequest, name: string | undefined): string | undefined {
  return name === undefined ? undefined : `${path}/${name}`;
}

function nameIn(json: Json | undefined): string | undefined {
  const object = asObject(json);
  const name = object && nameOf(object);
  return name ? encodeURIComponent(name) : undefined;
}

/** Tries again until it is done, or for a while. */
async function poll(isDone: () => Promise<boolean>): Promise<void> {
  for (const until = performance.now() + PATIENCE.most; performance.now() < until;) {
    if (await isDone()) return;
    await new Promise((resolve) => setTimeout(resolve, PATIENCE.interval));
  }
}

function isDryRun({ query, body }: HttpRequest): boolean {
  return query?.dryRun !== undefined || asObject(body)?.dryRun !== undefined;
}
