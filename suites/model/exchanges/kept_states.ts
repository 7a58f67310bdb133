/**
 * Follows the objects of one execution through its writes, and checks after each that the fields which
 * it does not name are as before, and those of patches as asked. A response that does not show the
 * object is decided by the next read.
 *
 * @module
 */
import type { HttpRequest, Json, JsonObject } from "../../client/http_client.ts";
import { asObject, metadataOf } from "../object.ts";
import { jsonPatched } from "../patches/json_patch.ts";
import { mergePatched } from "../patches/merge_patch.ts";
import { isReadFromProtobuf } from "../protobuf/read.ts";
import { isWhole, type ReadResponse } from "./forms.ts";
import type { ResourceRequest } from "./resource_request.ts";
import {
  changeBeside,
  changeOfOtherType,
  type KnownWrite,
  type Named,
  operationsIn,
  type UnnamedChange,
  unnamedChange,
} from "./unnamed_fields.ts";
import { type ExchangeViolation, violation } from "./violation.ts";
import { lostField, patchTypeOf } from "./written_fields.ts";

/** What is known of an object. */
interface Kept {
  readonly apiVersion: string;
  readonly uid: string;
  /** The last state that a response showed. */
  object: JsonObject;
  /** The versions before it. */
  readonly replaced: Set<string>;
  /** True if this execution has written it. */
  isOwn: boolean;
  /** The write since that state whose response did not show the object. */
  pending?: Pending;
}

interface Pending {
  readonly request: HttpRequest;
  readonly resource: ResourceRequest;
  readonly sent: Json | undefined;
}

/** Follows the objects of one execution. */
export class KeptStates {
  readonly #objects = new Map<string, Kept>();

  /**
   * Adds an exchange.
   *
   * @param sent the body of the request as JSON; undefined if it cannot be read
   * @param alone true if no other request of this execution was in flight at the same time
   */
  add(
    request: HttpRequest,
    resource: ResourceRequest,
    response: ReadResponse | undefined,
    { sent, alone }: { readonly sent: Json | undefined; readonly alone: boolean },
  ): ExchangeViolation[] {
    const { verb, subresource, name } = resource;
    if (verb === "watch") return [];
    if (verb === "get" || verb === "list") {
      const isState = subresource === "" || subresource === "status";
      return isState && alone && response?.status === 200 && !request.toDefaults
        ? this.#read(request, resource, response)
        : [];
    }
    // The deletion of a namespace deletes its objects.
    if (resource.resource === "namespaces") this.#objects.clear();
    const key = keyOf(resource, name !== "" ? name : nameIn(response, sent));
    const isUnknown = !alone || response === undefined || response.status >= 500 ||
      request.toDefaults;
    if (verb === "deletecollection" || (isUnknown && key === undefined)) {
      if (!resource.dryRun || isUnknown) this.#forgetAll(resource);
      return [];
    }
    if (isUnknown) return this.#forget(key);
    if (response.status >= 300 || key === undefined) return [];
    if (resource.dryRun && request.query?.dryRun !== "All") return this.#forget(key);
    return this.#written(key, { request, resource, sent }, response);
  }

  #read(
    { query = {} }: HttpRequest,
    resource: ResourceRequest,
    response: ReadResponse,
  ): ExchangeViolation[] {
    const body = asObject(response.json);
    const isNewest = query.resourceVersion === undefined && query.continue === undefined;
    if (body === undefined || !isWhole(response) || !isNewest) return [];
    const { items } = body;
    const shown = resource.verb === "get"
      ? [body]
      : Array.isArray(items)
      ? items.map(asObject)
      : [];
    return shown.flatMap((object) => {
      if (object === undefined) return [];
      const { name, namespace = "" } = metadataOf(object);
      const key = keyOf({ ...resource, namespace: String(namespace) }, String(name));
      return key === undefined ? [] : this.#shown(key, resource, object);
    });
  }

  #shown(key: string, resource: ResourceRequest, object: JsonObject): ExchangeViolation[] {
    const kept = this.#objects.get(key);
    const known = this.#keep(key, resource, object);
    if (kept === undefined || known === undefined || kept.uid !== known.uid) return [];
    const { before, pending, isOwn } = known;
    if (!isOwn || before === undefined || kept.apiVersion !== resource.apiVersion) return [];
    // What was changed by nobody is the matter of `CurrentStates`.
    return pending === undefined ? [] : judge({ ...pending, before, after: object, proven: false });
  }

  #written(key: string, write: Pending, response: ReadResponse): ExchangeViolation[] {
    const { request, resource, sent } = write;
    const { verb, subresource, apiVersion, dryRun } = resource;
    const kept = this.#objects.get(key);
    const body = asObject(response.json);
    const isState = body !== undefined && isWhole(response) && verb !== "delete" &&
      (subresource === "" || subresource === "status") && body.kind !== "Status";
    if (isState) {
      const before = verb === "create" || kept?.pending !== undefined ? undefined : kept?.object;
      const isSame = before !== undefined && metadataOf(body).uid === kept?.uid &&
        kept?.apiVersion === apiVersion;
      if (!dryRun) {
        const known = this.#keep(key, resource, body);
        if (known !== undefined) this.#objects.get(key)!.isOwn = true;
      }
      if (!isSame) return [];
      const version = versionOf(before);
      const proven = version !== undefined && versionNamedBy(request, sent) === version;
      return kept!.isOwn || proven
        ? judge({ request, resource, sent, before, after: body, proven })
        : [];
    }
    if (dryRun || kept === undefined) return [];
    // Of two writes that show nothing the first is not known, and other subresources have other effects.
    const isFollowed = kept.pending === undefined &&
      (subresource === "" || subresource === "status" ||
        subresource === "scale");
    if (!isFollowed) return this.#forget(key);
    kept.pending = write;
    return [];
  }

  /** Keeps a state; undefined if it was replaced before, or is none. */
  #keep(
    key: string,
    { apiVersion }: ResourceRequest,
    object: JsonObject,
  ):
    | { uid: string; before?: JsonObject; pending?: Pending | undefined; isOwn: boolean }
    | undefined {
    const { uid } = metadataOf(object);
    const version = versionOf(object);
    if (typeof uid !== "string" || version === undefined) {
      this.#objects.delete(key);
      return undefined;
    }
    const kept = this.#objects.get(key);
    if (kept?.uid !== uid || kept.apiVersion !== apiVersion) {
      const isOwn = kept?.uid === uid && kept.isOwn;
      this.#objects.set(key, { apiVersion, uid, object, replaced: new Set(), isOwn });
      return { uid, isOwn };
    }
    if (kept.replaced.has(version)) return undefined;
    const { object: before, pending, isOwn } = kept;
    const old = versionOf(before);
    if (old !== version) kept.replaced.add(old!);
    // Protobuf shows a part of the same state.
    if (old !== version || !isReadFromProtobuf(object)) kept.object = object;
    delete kept.pending;
    return { uid, before, pending, isOwn };
  }

  #forget(key: string | undefined): ExchangeViolation[] {
    if (key !== undefined) this.#objects.delete(key);
    return [];
  }

  #forgetAll({ resource, namespace }: ResourceRequest): void {
    const start = namespace === "" ? `${resource}/` : `${resource}/${namespace}/`;
    for (const key of this.#objects.keys()) if (key.startsWith(start)) this.#objects.delete(key);
  }
}

/** Returns what a write has changed beside what it names, and what it has not changed as asked. */
function judge(write: KnownWrite): ExchangeViolation[] {
  const { resource: { verb, subresource, dryRun } } = write;
  const isScaled = subresource === "scale";
  const change = verb === "delete"
    ? changeBeside({}, write) ?? changeOfOtherType({}, write)
    : isScaled
    ? changeBeside({ spec: { replicas: true } }, write)
    : unnamedChange(write);
  if (change !== undefined) {
    return [violation("exchanges.unnamed-fields-kept", {
      ...facts(change),
      ...dryRun && { harm: "misleading" },
    })];
  }
  const wrong = isScaled || verb === "delete" ? undefined : wronglyPatched(write);
  return wrong === undefined ? [] : [violation("exchanges.fields-as-written", wrong)];
}

/** All top-level fields: the metadata alone are compared. */
const ALL_BUT_METADATA: Named = Object.fromEntries(
  ["data", "type", "immutable", "spec", "status", "rules", "aggregationRule", "roleRef", "subjects"]
    .map((field) => [field, true] as const),
);

/** Returns what a JSON patch or merge patch should have made of an object, where it has not. */
function wronglyPatched(
  { request, resource, sent, before, after, proven }: KnownWrite,
): { expected: string; actual: string } | undefined {
  // Protobuf does not show all of the base.
  if (request.method !== "PATCH" || isReadFromProtobuf(before)) return undefined;
  const type = patchTypeOf(request.headers);
  const operations = type === undefined ? operationsIn(sent) : undefined;
  const patched = operations !== undefined
    ? jsonPatched(before, operations)
    : type === "merge" && sent !== undefined
    ? mergePatched(before, sent)
    : undefined;
  const expected = asObject(patched);
  if (expected === undefined) return undefined;
  const lost = isReadFromProtobuf(after)
    ? undefined
    : lostField({ method: "PUT", path: "", body: plausible(expected) }, resource, after);
  if (lost !== undefined || resource.subresource !== "") return lost;
  // Whether the server writes the status, and other versions, is its own affair.
  const differs = changeBeside(ALL_BUT_METADATA, { resource, before: expected, after, proven });
  return differs && facts(differs, "asked");
}

/** Returns an object without a `rollingUpdate` that does not fit the type of its strategy. */
function plausible(object: JsonObject): JsonObject {
  const spec = asObject(object.spec);
  if (asObject(spec?.strategy)?.type !== "Recreate") return object;
  return { ...object, spec: { ...spec, strategy: { type: "Recreate" } } };
}

function facts(
  { path, before, after }: UnnamedChange,
  as = "before",
): { expected: string; actual: string } {
  const shown = (value: Json | undefined) =>
    `${path}: ${(JSON.stringify(value) ?? "none").slice(0, 500)}`;
  return { expected: `${shown(before)}, as ${as}`, actual: shown(after) };
}

/** Returns the version that a write states as its base. */
function versionNamedBy({ method }: HttpRequest, sent: Json | undefined): string | undefined {
  if (method === "PATCH" && Array.isArray(sent)) {
    const test = sent.map(asObject).find((each) =>
      each?.op === "test" && each.path === "/metadata/resourceVersion"
    );
    return typeof test?.value === "string" ? test.value : undefined;
  }
  return versionOf(asObject(sent) ?? {});
}

function versionOf(object: JsonObject): string | undefined {
  const { resourceVersion } = metadataOf(object);
  return typeof resourceVersion === "string" && resourceVersion !== ""
    ? resourceVersion
    : undefined;
}

/** Returns the name that a create gave its object. */
function nameIn(response: ReadResponse | undefined, sent: Json | undefined): string | undefined {
  for (const each of [response?.json, sent]) {
    const { name } = metadataOf(asObject(each) ?? {});
    if (typeof name === "string" && name !== "") return name;
  }
  return undefined;
}

/** Returns the key of an object: types of one name in several groups may be the same objects. */
function keyOf({ resource, namespace }: ResourceRequest, name: string | undefined) {
  return name === undefined ? undefined : `${resource}/${namespace}/${decoded(name)}`;
}

function decoded(name: string): string {
  try {
    return decodeURIComponent(name);
  } catch {
    return name;
  }
}
