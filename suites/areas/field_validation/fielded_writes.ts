/**
 * Writes of objects with all their fields, in every form: create, update, patches and apply.
 *
 * @module
 */
import type { HttpRequest, HttpResponse, Json, JsonObject } from "../../client/http_client.ts";
import type { DemandedName, Feature } from "../../features.ts";
import { type Place, valueAtPlace } from "../../model/field_injection.ts";
import { filledIn, merged, rightValue } from "../../model/fields/shape.ts";
import type { FieldedType } from "../../model/fields/stored_types.ts";
import { jsonText, type Tree, treeOf, yamlText } from "../../model/tree.ts";
import { asObject, nameOf, namespaceOf } from "../../model/object.ts";
import { collectionPath, objectPath, typeNamed } from "../../resources/mod.ts";
import type { Scope } from "../../scope.ts";
import { readWarnings } from "./model/warnings.ts";
import { rejected } from "../../session/objects.ts";

/** A way to write an object. */
export type Form =
  | "create"
  | "update"
  | "merge patch"
  | "JSON patch"
  | "strategic merge patch"
  | "apply that creates"
  | "apply";

/** The forms that every server supports. */
export const BASIC_FORMS: readonly Form[] = ["create", "update", "merge patch", "JSON patch"];

/** The forms of server-side apply. */
export const APPLY_FORMS: readonly Form[] = ["apply", "apply that creates"];

/** The form of strategic merge patches. */
export const STRATEGIC_FORMS: readonly Form[] = ["strategic merge patch"];

/** Returns true for the forms that write a new object. */
export function writesNew(form: Form): boolean {
  return form === "create" || form === "apply that creates";
}

/** The names of the forms among the parts of the API that a target may lack. */
const PARTS: Readonly<Partial<Record<Form, DemandedName | Feature>>> = {
  "update": "update",
  "merge patch": "merge-patch",
  "JSON patch": "json-patch",
  "strategic merge patch": "strategic-merge-patch",
  "apply that creates": "server-side-apply",
  "apply": "server-side-apply",
};

/**
 * Returns the forms that a type has on a target: through a subresource nothing is created, and the
 * target may not serve each verb.
 */
export function writeForms(
  { target }: Pick<Scope, "target">,
  { resource, subresource }: FieldedType,
  forms: readonly Form[],
): readonly Form[] {
  const { unserved = [], conditionalUpdates } = typeNamed(target, resource);
  return forms.filter((form) => {
    if (writesNew(form) && subresource !== undefined) return false;
    const part = PARTS[form];
    if (part !== undefined && target.lacks?.includes(part)) return false;
    if (form === "create") return true;
    return form === "update"
      ? !unserved.includes("update") && !conditionalUpdates
      : !unserved.includes("patch");
  });
}

/** Options of a valid object. */
export interface ObjectOptions {
  /** The words of its name. */
  readonly name?: string;
  /** The position of the right values. */
  readonly position?: number;
  /** The place of a field that is otherwise not set. */
  readonly including?: Place;
}

/** Returns a valid object of a type with all its fields. */
export function validObject(
  scope: Scope,
  { id, resource, shape, isDescribed }: FieldedType,
  { name = "object", position = 0, including = [] }: ObjectOptions = {},
): JsonObject {
  const type = typeNamed(scope.target, resource);
  const own = scope.newObject(type, { name: `${id} ${name}` });
  const { apiVersion, kind, metadata } = own;
  const fields = inObject(scope, own, rightValue(shape, position, including)) as JsonObject;
  // The fields of a described type are a part of it.
  if (isDescribed) return merged(own, fields);
  // A status needs a whole object around it.
  const isWhole = "spec" in fields ? "template" in (fields.spec as JsonObject) : !fields.status;
  return merged(isWhole ? { apiVersion, kind, metadata } as JsonObject : own, fields);
}

/** Returns a right value with the words that depend on its object. */
export function inObject(scope: Scope, object: JsonObject, value: Json): Json {
  return filledIn(value, {
    name: nameOf(object),
    namespace: namespaceOf(object),
    group: `rbac.authorization.${scope.target.dialect.suffix}`,
  });
}

/** An object that updates and patches change. */
export interface PreparedObject {
  /** The object as it was sent. */
  readonly object: JsonObject;
  /** The object in the response, for a type that the server describes. */
  readonly stored?: JsonObject;
  /** The texts of the warnings. */
  readonly warnings: readonly string[];
}

/**
 * Creates the object that updates and patches change, with its status.
 *
 * @throws {Discard} if it is rejected
 */
export async function prepareObject(scope: Scope, type: FieldedType): Promise<PreparedObject> {
  const object = validObject(scope, type);
  const created = await scope.create(typeNamed(scope.target, type.resource), object);
  const stored = type.subresource === undefined || created.status >= 300
    ? created
    : await scope.send(writeOf(scope, type, "update", { valid: object, body: treeOf(object) }));
  if (stored.status >= 300) {
    throw rejected(stored, "the object could not be created");
  }
  return {
    object,
    ...(type.isDescribed && { stored: asObject(stored.json) ?? {} }),
    warnings: readWarnings(stored.headers.get("warning")).texts,
  };
}

/**
 * Returns the object that a form writes. What replaces an object or a part of it has the fields that
 * the server has set: it may demand them in objects of its own types.
 */
export function writtenObject(
  form: Form,
  object: JsonObject,
  { stored }: { readonly stored?: JsonObject | undefined },
): JsonObject {
  const replaces = form === "update" || form === "JSON patch";
  return stored === undefined || !replaces ? object : merged({ ...stored, metadata: {} }, object);
}

/** What is written. */
export interface WrittenContent {
  /** The valid object, which determines the path. */
  readonly valid: JsonObject;
  /** The object that a JSON patch changes. @default {the valid one} */
  readonly stored?: JsonObject | undefined;
  readonly body: Tree;
  /** Where the body differs from the valid object; a JSON patch writes these alone. */
  readonly changed?: readonly Place[];
  /** Writes an apply as YAML instead of JSON. @default {false} */
  readonly yaml?: boolean;
}

const MEDIA_TYPES: Readonly<Record<Form, string>> = {
  "create": "application/json",
  "update": "application/json",
  "merge patch": "application/merge-patch+json",
  "JSON patch": "application/json-patch+json",
  "strategic merge patch": "application/strategic-merge-patch+json",
  "apply that creates": "application/apply-patch+yaml",
  "apply": "application/apply-patch+yaml",
};

/** Returns the request that writes the content in a form. */
export function writeOf(
  scope: Scope,
  { resource, subresource }: FieldedType,
  form: Form,
  { valid, stored = valid, body, changed = [[]], yaml = false }: WrittenContent,
  query: HttpRequest["query"] = {},
): HttpRequest {
  const type = typeNamed(scope.target, resource);
  const { dialect } = scope.target;
  const namespace = namespaceOf(valid) || undefined;
  const path = form === "create"
    ? collectionPath(type, dialect, namespace)
    : objectPath(type, dialect, { namespace, name: nameOf(valid) });
  const applies = APPLY_FORMS.includes(form);
  return {
    method: form === "create" ? "POST" : form === "update" ? "PUT" : "PATCH",
    path: subresource === undefined ? path : `${path}/${subresource}`,
    headers: { "content-type": MEDIA_TYPES[form] },
    query: { ...query, ...(applies && { fieldManager: "plumbline", force: "true" }) },
    body: yaml
      ? yamlText(body).trimStart()
      : jsonText(form === "JSON patch" ? jsonPatch(stored, body, changed) : body),
  };
}

/** Returns a JSON patch that sets what differs at these places; the valid object is stored. */
function jsonPatch(valid: JsonObject, body: Tree, changed: readonly Place[]): Tree {
  const steps = changed.map((place) => {
    const at = writablePlace(valid, place);
    const op = typeof at.at(-1) === "number" ? "replace" : "add";
    const path = at.map((key) => `/${String(key).replaceAll("~", "~0").replaceAll("/", "~1")}`);
    return treeOfMembers({
      op: treeOf(op),
      path: treeOf(path.join("")),
      value: treeAt(body, at),
    });
  });
  return { kind: "array", items: steps };
}

/** Returns the longest part of a place that a JSON patch can set: its parent exists. */
function writablePlace(valid: JsonObject, place: Place): Place {
  const stored = { ...valid, stringData: undefined } as unknown as Json;
  const length = place.findIndex((_, index) =>
    (valueAtPlace(stored, place.slice(0, index)) as JsonObject)[place[index]!] === undefined
  );
  return length < 0 ? place : place.slice(0, length + 1);
}

const treeOfMembers = (members: Readonly<Record<string, Tree>>): Tree => ({
  kind: "object",
  members: Object.entries(members),
});

/** Returns the part of a tree at a place; of a field that occurs more than once the first. */
function treeAt(tree: Tree, place: Place): Tree {
  return place.reduce((each, key) => {
    if (each.kind === "array") return each.items[Number(key)]!;
    if (each.kind === "object") return each.members.find(([name]) => name === key)![1];
    throw new RangeError(`Cannot find ${place.join(".")} in the body`);
  }, tree);
}

/** The values of `fieldValidation`; undefined is the default. */
export const MODES = [undefined, "Ignore", "Warn", "Strict"] as const;

/** Returns the object as it is stored, or the error of the read. */
export function readObject(
  scope: Scope,
  { resource }: FieldedType,
  object: JsonObject,
): Promise<HttpResponse> {
  const { target, target: { dialect } } = scope;
  const namespace = namespaceOf(object) || undefined;
  const path = objectPath(typeNamed(target, resource), dialect, {
    namespace,
    name: nameOf(object),
  });
  return scope.send({ method: "GET", path });
}
