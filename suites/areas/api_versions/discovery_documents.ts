/**
 * Reads discovery: the documents at `/apis` and below.
 *
 * @module
 */
import { asObject } from "../../model/object.ts";
import { textsOf } from "../../model/access/review_rules.ts";
import type { Scope } from "../../scope.ts";
import type { HttpRequest, Json, JsonObject } from "../../client/http_client.ts";
import type { Target } from "../../client/target.ts";

/** A group in the document at `/apis`. */
export interface ServedGroup {
  readonly name: string;
  /** The versions in the listed order. */
  readonly versions: readonly string[];
  readonly preferred: string | undefined;
}

/** A resource in the document of an API version. */
export interface ServedResource {
  readonly name: string;
  readonly kind: string;
  readonly namespaced: boolean;
  readonly verbs: readonly string[];
}

const versionsSeen = new WeakMap<Target, Map<string, Promise<readonly string[]>>>();

/** Which of two configurations of a server to send requests to. */
export type Configuration = Pick<HttpRequest, "toDefaults">;

/** Returns the listed groups. */
export async function servedGroups(
  scope: Scope,
  configuration: Configuration = {},
): Promise<readonly ServedGroup[]> {
  const { json } = await scope.send({ method: "GET", path: "/apis", ...configuration });
  return objectsOf(asObject(json)?.groups).map((group) => ({
    name: String(group.name),
    versions: objectsOf(group.versions).map(({ version }) => String(version)),
    preferred: asObject(group.preferredVersion)?.version?.toString(),
  }));
}

/** Returns the listed versions of a group, "" for the core group; undefined if it is not listed. */
export async function versionsOfGroup(
  scope: Scope,
  group: string,
): Promise<readonly string[] | undefined> {
  if (group !== "") {
    return (await servedGroups(scope)).find(({ name }) => name === group)?.versions;
  }
  const { json } = await scope.send({ method: "GET", path: "/api" });
  const versions = asObject(json)?.versions;
  return versions === undefined ? undefined : textsOf(versions);
}

/** Returns the resources of an API version, or undefined if it is not served. */
export async function servedResources(
  scope: Scope,
  groupVersion: string,
  configuration: Configuration = {},
): Promise<readonly ServedResource[] | undefined> {
  const path = pathOfVersion(groupVersion);
  const { status, json } = await scope.send({ method: "GET", path, ...configuration });
  if (status !== 200) return undefined;
  return objectsOf(asObject(json)?.resources).map((resource) => ({
    name: String(resource.name),
    kind: String(resource.kind),
    namespaced: resource.namespaced === true,
    verbs: textsOf(resource.verbs),
  }));
}

/** Returns the path of an API version; `v1` is that of the core group. */
export function pathOfVersion(groupVersion: string): string {
  return groupVersion.includes("/") ? `/apis/${groupVersion}` : `/api/${groupVersion}`;
}

/** Returns the versions in which a target lists a resource, the preferred one first; cached per target. */
export function versionsOf(
  scope: Scope,
  group: string,
  resource: string,
): Promise<readonly string[]> {
  const seen = versionsSeen.get(scope.target) ?? new Map<string, Promise<readonly string[]>>();
  versionsSeen.set(scope.target, seen);
  const key = `${group}/${resource}`;
  let versions = seen.get(key);
  if (versions === undefined) seen.set(key, versions = readVersions(scope, group, resource));
  return versions;
}

async function readVersions(
  scope: Scope,
  group: string,
  resource: string,
): Promise<readonly string[]> {
  const listed = await versionsOfGroup(scope, group) ?? [];
  const has = await Promise.all(listed.map(async (version) => {
    const resources = await servedResources(scope, group === "" ? version : `${group}/${version}`);
    return resources?.some(({ name }) => name === resource) ?? false;
  }));
  return listed.filter((_, index) => has[index]);
}

function objectsOf(json: Json | undefined): JsonObject[] {
  const all = Array.isArray(json) ? json : [];
  return all.map((each) => asObject(each)).filter((each) => each !== undefined);
}
