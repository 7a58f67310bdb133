/**
 * One change in every form of a write: an update, each patch type and an apply.
 *
 * @module
 */
import type { HttpRequest, Json, JsonObject } from "../client/http_client.ts";
import type { Target } from "../client/target.ts";
import { asObject, metadataOf, nameOf, namespaceOf } from "../model/object.ts";
import { apiVersion, type ResourceType } from "../resources/mod.ts";
import type { Scope } from "../scope.ts";
import { pathOfObject } from "./write_request.ts";

/** The forms of a write to an object that exists. */
export const WRITE_FORMS = [
  "update",
  "merge-patch",
  "strategic-merge-patch",
  "json-patch",
  "apply",
] as const;

/** A form of a write. */
export type WriteForm = typeof WRITE_FORMS[number];

/** The media types of the patches. */
const MEDIA_TYPES = {
  "update": "application/json",
  "merge-patch": "application/merge-patch+json",
  "strategic-merge-patch": "application/strategic-merge-patch+json",
  "json-patch": "application/json-patch+json",
  "apply": "application/apply-patch+yaml",
} as const satisfies Record<WriteForm, string>;

/** Returns true if a target supports a form of a write. */
export function supports({ lacks = [] }: Pick<Target, "lacks">, form: WriteForm): boolean {
  return !lacks.includes(form === "apply" ? "server-side-apply" : form);
}

/** Options of a write. */
export interface ChangeOptions {
  /** Writes the subresource. */
  readonly subresource?: "status";
  /** Query parameters besides those that an apply needs. */
  readonly query?: HttpRequest["query"];
  /** The manager of an apply. @default {"plumbline"} */
  readonly manager?: string;
}

/**
 * Returns the request that makes a change to an object in one form. It names no resourceVersion
 * unless the change does: of a type that accepts no update, or none without, a merge patch does the
 * same.
 *
 * @param current The object as the client knows it.
 * @param change The members to set, as a merge patch: null removes one. An apply cannot remove.
 */
export function changeRequest(
  scope: Scope,
  type: ResourceType,
  current: JsonObject,
  requested: WriteForm,
  change: JsonObject,
  options: ChangeOptions = {},
): HttpRequest {
  const { resourceVersion } = metadataOf(change);
  const isConditional = resourceVersion !== undefined &&
    !["", "0"].includes(String(resourceVersion));
  const isPatched = type.unserved?.includes("update") === true ||
    type.conditionalUpdates === true && !isConditional;
  const form = requested === "update" && isPatched ? "merge-patch" : requested;
  const { subresource, manager = "plumbline" } = options;
  const path = pathOfObject(scope, type, current);
  const applies = form === "apply" && { fieldManager: manager, force: "true" };
  return {
    method: form === "update" ? "PUT" : "PATCH",
    path: subresource === undefined ? path : `${path}/${subresource}`,
    headers: { "content-type": MEDIA_TYPES[form] },
    query: { ...applies, ...options.query },
    body: bodyOf(scope, type, current, form, change),
  };
}

function bodyOf(
  scope: Scope,
  type: ResourceType,
  current: JsonObject,
  form: WriteForm,
  change: JsonObject,
): Json {
  switch (form) {
    case "update": {
      const { resourceVersion: _version, ...metadata } = metadataOf(current);
      return merged({ ...identityOf(scope, type), ...current, metadata }, change);
    }
    case "merge-patch":
    case "strategic-merge-patch":
      return change;
    case "json-patch": {
      const { resourceVersion: _version, ...metadata } = metadataOf(current);
      return operationsOf({ ...current, metadata }, change, "");
    }
    case "apply": {
      const namespace = namespaceOf(current);
      const place = { name: nameOf(current), ...(namespace !== "" && { namespace }) };
      const applied = withoutNull(change);
      return {
        ...identityOf(scope, type),
        ...applied,
        metadata: { ...place, ...metadataOf(applied) },
      };
    }
  }
}

function identityOf(scope: Scope, type: ResourceType): JsonObject {
  return { apiVersion: apiVersion(type, scope.target.dialect), kind: type.kind };
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

/** Returns the operations of a JSON patch that do what a merge patch does. */
function operationsOf(object: JsonObject, change: JsonObject, path: string): Json[] {
  return Object.entries(change).flatMap(([key, value]): Json[] => {
    const place = `${path}/${key.replaceAll("~", "~0").replaceAll("/", "~1")}`;
    if (value === null) return key in object ? [{ op: "remove", path: place }] : [];
    const [members, before] = [asObject(value), asObject(object[key])];
    if (members !== undefined && before !== undefined) {
      return operationsOf(before, members, place);
    }
    return [{ op: "add", path: place, value: members === undefined ? value : merged({}, members) }];
  });
}

function withoutNull(object: JsonObject): JsonObject {
  return merged({}, object);
}
