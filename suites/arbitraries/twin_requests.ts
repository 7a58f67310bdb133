/**
 * Arbitraries of valid and invalid writes with every verb, to send as a dry run and for real.
 *
 * @module
 */
import fc from "fast-check";
import { resourceVersionOf } from "../model/object.ts";
import { collectionPath, type ResourceType } from "../resources/mod.ts";
import type { Scope } from "../scope.ts";
import { pathOfObject, withMetadata, writeRequest } from "../session/write_request.ts";
import type { HttpRequest, JsonObject } from "../client/http_client.ts";

/** The kind of write. */
const ACTIONS = [
  "create",
  "update",
  "merge patch",
  "strategic patch",
  "json patch",
  "apply",
  "delete",
  "deletecollection",
] as const;

/** A verb, a patch by its kind. */
export type TwinAction = typeof ACTIONS[number];

/** The flaws of writes; not every action has each. */
const FLAWS = ["none", "wrong object", "stale", "wrong type", "bad label"] as const;

/** A write as it is generated. */
export interface GeneratedWrite {
  readonly action: TwinAction;
  readonly flaw: typeof FLAWS[number];
  readonly content: number;
}

/** Returns an arbitrary of writes, half of them valid. */
export function write(actions: readonly TwinAction[] = ACTIONS): fc.Arbitrary<GeneratedWrite> {
  return fc.record({
    action: fc.constantFrom(...actions),
    flaw: fc.oneof(fc.constant("none" as const), fc.constantFrom(...FLAWS)),
    content: fc.integer({ min: 1, max: 12 }),
  });
}

/** The pairs of action and flaw that every conforming server rejects. */
const REJECTED: readonly (readonly [TwinAction, GeneratedWrite["flaw"]])[] = [
  ["create", "wrong object"],
  ["create", "wrong type"],
  ["create", "bad label"],
  ["update", "stale"],
  ["update", "wrong type"],
  ["update", "bad label"],
  ["merge patch", "wrong object"],
  ["merge patch", "wrong type"],
  ["merge patch", "bad label"],
  ["strategic patch", "wrong object"],
  ["strategic patch", "bad label"],
  ["json patch", "wrong object"],
  ["json patch", "stale"],
  ["json patch", "wrong type"],
  ["json patch", "bad label"],
  ["apply", "wrong type"],
  ["apply", "bad label"],
  ["delete", "wrong object"],
  ["deletecollection", "bad label"],
];

/** Returns an arbitrary of writes that must be rejected. */
export function rejectedWrite(): fc.Arbitrary<GeneratedWrite> {
  return fc.record({
    pair: fc.constantFrom(...REJECTED),
    content: fc.integer({ min: 1, max: 12 }),
  }).map(({ pair: [action, flaw], content }) => ({ action, flaw, content }));
}

/** Returns the verb of an action. */
export function twinVerb(
  action: TwinAction,
): "create" | "update" | "patch" | "delete" | "deletecollection" {
  switch (action) {
    case "merge patch":
    case "strategic patch":
    case "json patch":
    case "apply":
      return "patch";
    default:
      return action;
  }
}

/**
 * Returns the request of a write. The flaw "wrong object" is the name of the existing object for a
 * create, and of a missing one for other actions.
 */
export function twinRequest(
  scope: Scope,
  type: ResourceType,
  { action, flaw, content }: GeneratedWrite,
  existing: JsonObject,
): HttpRequest {
  const elsewhere = (flaw === "wrong object") !== (action === "create");
  const name = elsewhere ? "another" : "object";
  const valid = scope.newObject(type, {
    name,
    content,
    // Patches remove nothing.
    merges: twinVerb(action) === "patch",
    labels: { written: flaw === "bad label" ? "not a label!" : `${content}` },
  });
  const object = flaw === "wrong type" ? { ...valid, metadata: { ...labelsWrong(valid) } } : valid;
  const path = pathOfObject(scope, type, valid);
  switch (action) {
    case "create":
      return writeRequest(scope, type, "POST", object);
    case "update": {
      const version = flaw === "stale" ? "1" : resourceVersionOf(existing);
      const based = flaw === "wrong type" || elsewhere || version === undefined
        ? object
        : withMetadata(object, { resourceVersion: version });
      return { ...writeRequest(scope, type, "PUT", valid), body: based };
    }
    case "merge patch":
      return { ...writeRequest(scope, type, "PATCH", valid), body: object };
    case "strategic patch":
      return {
        ...writeRequest(scope, type, "PATCH", valid),
        body: object,
        headers: { "content-type": "application/strategic-merge-patch+json" },
      };
    case "json patch": {
      const value = flaw === "wrong type"
        ? 7
        : flaw === "bad label"
        ? "not a label!"
        : `${content}`;
      const add = { op: "add", path: "/metadata/labels/written", value };
      const test = { op: "test", path: "/metadata/labels/written", value: "otherwise" };
      return {
        method: "PATCH",
        path,
        body: flaw === "stale" ? [test, add] : [add],
        headers: { "content-type": "application/json-patch+json" },
      };
    }
    case "apply":
      return {
        method: "PATCH",
        path,
        body: JSON.stringify(object),
        query: { fieldManager: "plumbline", force: flaw === "stale" ? undefined : "true" },
        headers: { "content-type": "application/apply-patch+yaml" },
      };
    case "delete":
      return { method: "DELETE", path };
    case "deletecollection":
      return {
        method: "DELETE",
        path: collectionPath(type, scope.target.dialect, namespaceOf(scope, type)),
        query: {
          labelSelector: flaw === "bad label" ? "not a label!" : scope.selector,
        },
      };
  }
}

function labelsWrong(object: JsonObject): JsonObject {
  return { ...(object.metadata as JsonObject), labels: "none" };
}

function namespaceOf(scope: Scope, type: ResourceType): string | undefined {
  return type.namespaced ? scope.namespaces[0] : undefined;
}
