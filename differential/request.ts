/**
 * From a step to the request that is sent, for one server: versions are that server's own.
 *
 * @module
 */
import type { Step } from "./step.ts";
import { type ComparedType, type Json, type JsonObject, TYPES } from "./types.ts";

/** A request as it goes over the wire. */
export interface WireRequest {
  readonly method: string;
  /** Path and query. */
  readonly path: string;
  readonly contentType?: string;
  readonly body?: Json;
}

/** What one server said of versions so far. */
export interface Memory {
  /** The newest and the first version by type and slot. */
  readonly versions: Map<string, { first: string; current: string }>;
  /** The version of the last collection listed, by type. */
  readonly collections: Map<number, string>;
}

/** An empty memory. */
export const createMemory = (): Memory => ({ versions: new Map(), collections: new Map() });

/** Where a sequence lives: the same on both servers. */
export interface Place {
  readonly namespace: string;
  /** Unique to the sequence. */
  readonly id: string;
}

/** The key of a step's object in a memory. */
export const slotOf = (step: Step): string => `${step.type}/${step.slot}`;

/** The request for a step. */
export function requestOf(step: Step, place: Place, memory: Memory): WireRequest {
  const type = TYPES[step.type]!;
  const name = `${place.id}-${step.slot}`;
  const collection = pathOf(type, place.namespace);
  const item = `${collection}/${name}`;
  const query = queryOf(step, place, memory, type);
  const patch = { ...patchBody(step, memory) };
  switch (step.action) {
    case "create":
      return {
        method: "POST",
        path: collection + query,
        contentType: "application/json",
        body: fullBody(step, place, memory),
      };
    case "put":
      return {
        method: "PUT",
        path: item + query,
        contentType: "application/json",
        body: fullBody(step, place, memory),
      };
    case "put status":
      return {
        method: "PUT",
        path: `${item}/status${query}`,
        contentType: "application/json",
        body: fullBody(step, place, memory),
      };
    case "merge patch":
      return {
        method: "PATCH",
        path: item + query,
        contentType: "application/merge-patch+json",
        body: patch,
      };
    case "patch status":
      return {
        method: "PATCH",
        path: `${item}/status${query}`,
        contentType: "application/merge-patch+json",
        body: patch,
      };
    case "strategic patch":
      return {
        method: "PATCH",
        path: item + query,
        contentType: "application/strategic-merge-patch+json",
        body: patch,
      };
    case "json patch":
      return {
        method: "PATCH",
        path: item + query,
        contentType: "application/json-patch+json",
        body: jsonPatch(step),
      };
    case "apply":
      return {
        method: "PATCH",
        path: item + query,
        contentType: "application/apply-patch+yaml",
        body: fullBody(step, place, memory),
      };
    case "get":
      return { method: "GET", path: item + query };
    case "list":
      return { method: "GET", path: collection + query };
    case "delete":
      return { method: "DELETE", path: item + query };
    case "deletecollection":
      return { method: "DELETE", path: collection + query };
  }
}

/** The path of a collection. */
export function pathOf(type: ComparedType, namespace: string): string {
  const group = type.apiVersion.includes("/")
    ? `/apis/${type.apiVersion}`
    : `/api/${type.apiVersion}`;
  return `${group}/${type.namespaced ? `namespaces/${namespace}/` : ""}${type.resource}`;
}

function queryOf(step: Step, place: Place, memory: Memory, type: ComparedType): string {
  const query = new URLSearchParams(step.query);
  if (query.get("resourceVersion") === "current") {
    query.set("resourceVersion", memory.collections.get(step.type) ?? "1");
  }
  if (query.get("fieldSelector")?.endsWith("=x")) {
    query.set("fieldSelector", query.get("fieldSelector")!.replace(/=x$/, `=${place.id}-a`));
  }
  if (!type.namespaced && (step.action === "list" || step.action === "deletecollection")) {
    // Cluster-scoped objects of others must not be seen or touched.
    const own = `sequence=${place.id}`;
    query.set(
      "labelSelector",
      query.has("labelSelector") ? `${own},${query.get("labelSelector")}` : own,
    );
  }
  if (step.action === "apply" && !query.has("fieldManager")) query.set("fieldManager", "m1");
  return query.size > 0 ? `?${query}` : "";
}

function versionOf(step: Step, memory: Memory): string | undefined {
  if (step.version === "none") return undefined;
  return memory.versions.get(slotOf(step))?.[step.version];
}

function fullBody(step: Step, place: Place, memory: Memory): JsonObject {
  const type = TYPES[step.type]!;
  const version = step.action === "create" ? undefined : versionOf(step, memory);
  const body: JsonObject = {
    apiVersion: type.apiVersion,
    kind: type.kind,
    metadata: {
      name: `${place.id}-${step.slot}`,
      labels: { sequence: place.id },
      ...(version !== undefined && { resourceVersion: version }),
    },
    ...structuredClone(type.body),
  };
  step.mutations.forEach(({ place, value }) => setAt(body, place.split("."), value));
  return body;
}

function patchBody(step: Step, memory: Memory): JsonObject {
  const body: JsonObject = {};
  const version = versionOf(step, memory);
  if (version !== undefined) body.metadata = { resourceVersion: version };
  const mutations = step.mutations.filter(({ place }) => !/\.\d+\./.test(place));
  mutations.forEach(({ place, value }) => setAt(body, place.split("."), value));
  return body;
}

/** JSON patches replace and add in turn, so that missing places are met as well. */
function jsonPatch(step: Step): Json {
  return step.mutations.map(({ place, value }, index) => ({
    op: value === null ? "remove" : index % 2 === 0 ? "add" : "replace",
    path: `/${place.split(".").map((part) => part.replaceAll("/", "~1")).join("/")}`,
    ...(value !== null && { value }),
  }));
}

function setAt(target: JsonObject, path: readonly string[], value: Json): void {
  let at: JsonObject = target;
  for (const part of path.slice(0, -1)) {
    const next = at[part];
    if (typeof next !== "object" || next === null) at[part] = {};
    at = at[part] as JsonObject;
  }
  at[path.at(-1)!] = structuredClone(value);
}
