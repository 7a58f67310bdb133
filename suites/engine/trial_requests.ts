/**
 * The requests of the trial of a resource type: on one object, which the trial creates and deletes.
 *
 * @module
 */
import type { HttpResponse, Json, JsonObject } from "../client/http_client.ts";
import type { Adaptation } from "../client/resource_type.ts";
import { asObject, metadataOf, namespaceOf } from "../model/object.ts";
import { canonical } from "../model/content.ts";
import { collectionPath, hasStatus, objectPath, type ResourceType } from "../resources/mod.ts";
import { isAbsent } from "../cleanup/absence.ts";
import { settledState, withPolicy } from "./adapted_requests.ts";
import type { ExecutionScope } from "./execution_scope.ts";

/** The milliseconds in which a deleted object must be gone, and the polling interval. */
const REMOVAL = { most: 3_000, interval: 100 } as const;

/** Creates and deletes an object of a type; returns what is refused. */
export async function trialRefusal(
  scope: ExecutionScope,
  type: ResourceType,
): Promise<string | undefined> {
  const response = await scope.create(type, scope.newObject(type, { name: "probe" }));
  if (response.status >= 300) return `create: ${shown(response)}`;
  return (await removeTrial(scope, type)).reason ?? await strangersOf(scope, type);
}

/** The result of a deletion. */
export interface TrialRemoval {
  /** Why the object is still there. */
  readonly reason?: string;
  /** The finalizers that are left. */
  readonly waits?: readonly string[];
  /** The finalizers of the object whose removal is answered as under way. */
  readonly later?: readonly string[];
}

/** Deletes the object of the probe. */
export async function removeTrial(
  scope: ExecutionScope,
  type: ResourceType,
  adaptation: Adaptation = {},
): Promise<TrialRemoval> {
  const path = trialPath(scope, type);
  const deleted = await scope.send(withPolicy({ method: "DELETE", path }, adaptation));
  if (deleted.status >= 300) return { reason: `delete: ${shown(deleted)}` };
  const answered = metadataOf(asObject(deleted.json) ?? {});
  const later = answered.deletionTimestamp === undefined
    ? {}
    : { later: stringsOf(answered.finalizers) };
  let last: JsonObject = {};
  let looks = 0;
  let status = 200;
  for (const until = performance.now() + REMOVAL.most; performance.now() < until;) {
    const read = await scope.send({ method: "GET", path });
    status = read.status;
    // Whatever it was answered with, what is gone at once was held by nothing.
    if (await isAbsent(scope, path, read)) {
      return looks === 0 && later.later?.length === 0 ? {} : later;
    }
    looks++;
    last = asObject(read.json) ?? {};
    await new Promise((resolve) => setTimeout(resolve, REMOVAL.interval));
  }
  const waits = stringsOf(metadataOf(last).finalizers);
  if (waits.length > 0) {
    // Lets the scope remove it.
    await change(scope, type, { metadata: { finalizers: null } });
    return { reason: `a deleted object waits for the finalizer ${waits.join(", ")}`, waits };
  }
  const own = stringsOf(asObject(last.spec)?.finalizers);
  return {
    reason: own.length > 0
      ? `a deleted object waits until spec.finalizers is without ${own.join(", ")}`
      : status >= 400
      ? `a GET of a deleted object is answered with ${status}`
      : "a deleted object is still there",
  };
}

/** Returns the texts of a list. */
export function stringsOf(json: Json | undefined): string[] {
  return (Array.isArray(json) ? json : []).map(String);
}

/** The milliseconds in which a controller writes the status of a new object. */
const CONTROLLED = 800;

/**
 * Creates an object, and returns which controller writes its status, as the reason not to check the type:
 * the checks write it, too. Undefined if none does, or if the type has no status.
 */
export async function controllerOf(
  scope: ExecutionScope,
  type: ResourceType,
): Promise<string | undefined> {
  if (!hasStatus(type)) return undefined;
  const created = await scope.create(type, scope.newObject(type, { name: "controlled" }));
  // The checks report that it is refused.
  if (created.status >= 300) return undefined;
  await new Promise((resolve) => setTimeout(resolve, CONTROLLED));
  const read = await scope.send({ method: "GET", path: trialPath(scope, type, "controlled") });
  const [before, after] = [created, read].map(({ json }) => asObject(json) ?? {});
  if (read.status !== 200 || canonical(before!.status ?? {}) === canonical(after!.status ?? {})) {
    return undefined;
  }
  const [known, managers] = [before, after].map((object) => settledState(object!).managers);
  const others = managers!.filter((manager) => !known!.includes(manager));
  // A server that names managers names the controller, too: otherwise it is the server's own doing.
  if (managers!.length > 0 && others.length === 0) return undefined;
  const who = others.map((manager) => manager.split(" ")[0]).join(", ") || "another client";
  return `${who} writes the status of new objects: check a server without controllers`;
}

/** Returns why objects of others disturb the checks: controllers may add some to each namespace. */
export async function strangersOf(
  scope: ExecutionScope,
  type: ResourceType,
): Promise<string | undefined> {
  if (!scope.exclusive || !type.namespaced) return undefined;
  const path = collectionPath(type, scope.target.dialect, scope.namespaces[0]);
  const { json } = await scope.send({ method: "GET", path });
  const { items } = asObject(json) ?? {};
  // A server that does not keep namespaces apart shows those of others.
  const isOwn = (item: Json) => namespaceOf(asObject(item) ?? {}) === scope.namespaces[0];
  return Array.isArray(items) && items.some(isOwn)
    ? "another client creates objects of this type in each new namespace"
    : undefined;
}

/** Sends a merge patch of the object of the trial, or an update that does the same. */
export async function change(
  scope: ExecutionScope,
  type: ResourceType,
  body: JsonObject,
): Promise<HttpResponse> {
  const path = trialPath(scope, type);
  if (!type.unserved?.includes("patch")) {
    const headers = { "content-type": "application/merge-patch+json" };
    return await scope.send({ method: "PATCH", path, headers, body });
  }
  const { json } = await scope.send({ method: "GET", path });
  return await scope.send({ method: "PUT", path, body: merged(asObject(json) ?? {}, body) });
}

/** Returns an object after a merge patch. */
function merged(object: JsonObject, change: JsonObject): JsonObject {
  const result: JsonObject = { ...object };
  for (const [key, value] of Object.entries(change)) {
    const members = asObject(value);
    if (value === null) delete result[key];
    else result[key] = members === undefined ? value : merged(asObject(result[key]) ?? {}, members);
  }
  return result;
}

/** Returns the path of the object of the trial. */
export function trialPath(scope: ExecutionScope, type: ResourceType, name = "probe"): string {
  const namespace = type.namespaced ? scope.namespaces[0] : undefined;
  return objectPath(type, scope.target.dialect, { namespace, name: scope.name(name, type) });
}

/** Returns the status and message of a refusal. */
export function shown({ status, json, text }: HttpResponse): string {
  const { message } = asObject(json) ?? {};
  const said = (typeof message === "string" ? message : text).replaceAll(/\s+/g, " ");
  return `${status} ${said.length > 300 ? `${said.slice(0, 300)}…` : said}`;
}
