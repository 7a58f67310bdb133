/**
 * Other requests for the same: a patch as an update, an update as a merge patch, a deletion of a
 * collection as deletions of its objects, pages as parts of the whole list, a selection from it.
 *
 * A case that fails with a form of request, and passes where it is replaced, fails for this form. What a
 * replaced request violates by being accepted cannot be seen so: what must be rejected is sent as it is.
 *
 * @module
 */
import type { HttpRequest, HttpResponse, Json, JsonObject } from "../../client/http_client.ts";
import { placeIn, type RequestPlace } from "../../client/request_place.ts";
import { asObject, metadataOf } from "../../model/object.ts";
import { jsonPatched, type PatchOperation } from "../../model/patches/json_patch.ts";
import { mergePatched } from "../../model/patches/merge_patch.ts";
import { sameJson } from "../../model/patches/same_json.ts";
import type { Behaviour, Seen } from "./behaviour.ts";
import { WATCHES } from "./watch_substitutes.ts";
import { PAST_WATCHES } from "./past_watches.ts";
import { STRING_DATA } from "./string_data.ts";
import { UNKNOWN_FIELDS } from "./unknown_fields.ts";
import { asMergePatchOf } from "./strategic_lists.ts";
import { DELETION_SUBSTITUTES } from "./deletion_substitutes.ts";
import { APPLY_SUBSTITUTES } from "./apply_substitutes.ts";
import { GENERATED_NAMES } from "./generated_names.ts";
import { bodyOf, bodyType, currentOf, PATCH_TYPE, withBodyType } from "./request_bodies.ts";
import { READ_SUBSTITUTES, type Send, substitutedBy } from "./read_substitutes.ts";

const JSON_PATCH = "application/json-patch+json";
const STRATEGIC_PATCH = "application/strategic-merge-patch+json";

/** How often an update is sent again that another write came before. */
const CONFLICTS = 5;

/** The forms of writes of objects and of their subresources. */
const WRITES: readonly Behaviour[] = [
  {
    id: "JSON patches",
    family: "patches",
    needs: ["update"],
    name: "A JSON patch does not do what an update with the same changes does",
    concerns: ({ contentType }) => contentType === JSON_PATCH,
    ...substitutedBy(ifServed(jsonAsUpdate)),
  },
  {
    id: "merge patches",
    family: "patches",
    needs: ["update"],
    name: "A merge patch does not do what an update with the same changes does",
    concerns: ({ contentType }) => contentType === PATCH_TYPE,
    ...substitutedBy(ifServed((request, send) => mergedAsUpdate(request, send))),
  },
  {
    id: "strategic merge patches",
    family: "patches",
    needs: ["merge-patch"],
    name: "A strategic merge patch does not do what a merge patch with the same changes does",
    concerns: ({ contentType }) => contentType === STRATEGIC_PATCH,
    ...substitutedBy(ifServed(asPlainPatch)),
  },
  {
    id: "updates",
    family: "updates",
    needs: ["merge-patch"],
    name: "An update does not do what a merge patch with the same changes does",
    concerns: ({ verb }) => verb === "update",
    ...substitutedBy(ifServed(asMergePatch)),
  },
];

/** Patches of all forms: what no form of patch does can be seen by updates only. */
const PATCHES: Behaviour = {
  id: "patches",
  needs: ["update"],
  name: "A patch does not do what an update with the same changes does",
  parts: [
    "patches",
    ...WRITES.filter(({ family }) => family !== "updates")
      .flatMap(({ id }) => [id, `${id} of subresources`]),
  ],
  concerns: ({ verb }) => verb === "patch",
  ...substitutedBy(ifServed(asAnyUpdate)),
};

/** The forms of requests that others can replace. */
export const SUBSTITUTES: readonly Behaviour[] = [
  ...WRITES.flatMap((form) => [ofObjects(form), ofSubresources(form)]),
  PATCHES,
  {
    id: "the default of fieldValidation",
    needs: ["field-validation"],
    name: "A write without `fieldValidation` is not handled as one with `fieldValidation=Warn`",
    concerns: ({ verb, query }) => isWritten(verb) && !query.has("fieldValidation"),
    ...substitutedBy((request, send) => {
      const { method, query = {} } = request;
      const isWrite = ["POST", "PUT", "PATCH"].includes(method);
      if (!isWrite || query.fieldValidation !== undefined) return;
      return send({ ...request, query: { ...query, fieldValidation: "Warn" } });
    }),
  },
  {
    id: "bodies in YAML",
    name: "A body in YAML does not do what the same body in JSON does",
    concerns: ({ contentType }) => contentType === "application/yaml",
    ...substitutedBy((request, send) => {
      if (bodyType(request) !== "application/yaml") return;
      const body = asObject(bodyOf(request));
      return body && send({ ...withBodyType(request, "application/json"), body });
    }),
  },
  {
    id: "dry runs of reviews",
    needs: ["dry-run"],
    name: "A review with `dryRun=All` does not do what one without it does",
    concerns: ({ verb, place, query }) =>
      verb === "create" && isReview(place?.resource) && query.has("dryRun"),
    ...substitutedBy((request, send) => {
      const { method, query = {} } = request;
      const isDryRun = query.dryRun !== undefined && isReview(placeIn(request)?.resource);
      if (method !== "POST" || !isDryRun) return;
      return send({ ...request, query: { ...query, dryRun: undefined } });
    }),
  },
  UNKNOWN_FIELDS,
  STRING_DATA,
  GENERATED_NAMES,
  ...APPLY_SUBSTITUTES,
  ...DELETION_SUBSTITUTES,
  ...READ_SUBSTITUTES,
  WATCHES,
  PAST_WATCHES,
];

/** What a target answers that does not serve a form of write for a type. */
const NOT_SERVED: readonly number[] = [404, 405, 415, 501];

/**
 * Leaves a write as it is where the one in place of it is not served: a case that changes nothing passes
 * for that, and shows nothing of the write.
 */
function ifServed(
  replace: (request: HttpRequest, send: Send) => Promise<HttpResponse | undefined>,
): typeof replace {
  return async (request, send) => {
    const response = await replace(request, send);
    return response !== undefined && NOT_SERVED.includes(response.status) ? undefined : response;
  };
}

/** Returns a form of writes of objects as a whole. */
function ofObjects(form: Behaviour): Behaviour {
  return only(form, (place) => (place?.subresource ?? "") === "");
}

/** Returns a form of writes of subresources. */
function ofSubresources({ id, name, ...form }: Behaviour): Behaviour {
  return only({
    ...form,
    id: `${id} of subresources`,
    name: name.replace(" does not do", " of a subresource does not do"),
  }, (place) => (place?.subresource ?? "") !== "");
}

/** Returns a form of some of the requests that it is of. */
function only(
  { concerns, relieve, ...form }: Behaviour,
  isOwn: (place: RequestPlace | undefined) => boolean,
): Behaviour {
  return {
    ...form,
    concerns: (one) => isOwn(one.place) && concerns!(one),
    relieve() {
      const { replace } = relieve!();
      return {
        replace: async (request, send) =>
          isOwn(placeIn(request)) ? await replace!(request, send) : undefined,
      };
    },
  };
}

const isReview = (resource = ""): boolean => resource.endsWith("reviews");

const isWritten = (verb: string): boolean => ["create", "update", "patch", "apply"].includes(verb);

/** Returns the requests of a form. */
export function replacedIn({ concerns = () => false }: Behaviour, seen: readonly Seen[]): Seen[] {
  return seen.filter(concerns);
}

/** Sends a strategic merge patch as a merge patch with the lists that it makes of the current ones. */
async function asPlainPatch(request: HttpRequest, send: Send): Promise<HttpResponse | undefined> {
  const patch = bodyType(request) === STRATEGIC_PATCH ? asObject(bodyOf(request)) : undefined;
  if (patch === undefined) return undefined;
  const body = asMergePatchOf(await currentOf(request, send), patch);
  if (body === undefined) return undefined;
  const { bytes: _, ...rest } = withBodyType(request, PATCH_TYPE);
  return send({ ...rest, body });
}

/** Sends an update with what the operations of a JSON patch make of the current object. */
async function jsonAsUpdate(request: HttpRequest, send: Send): Promise<HttpResponse | undefined> {
  const operations = bodyType(request) === JSON_PATCH ? bodyOf(request) : undefined;
  if (!Array.isArray(operations)) return;
  const isOfVersion = operations.some((one) =>
    /^\/metadata(\/resourceVersion|\/uid)?$|^$/.test(String(asObject(one)?.path))
  );
  return await asUpdate(request, send, {
    isOfVersion,
    change: (object) => jsonPatched(object, operations as unknown as PatchOperation[]),
  });
}

/** Sends an update with what a merge patch, or a strategic one, makes of the current object. */
async function mergedAsUpdate(
  request: HttpRequest,
  send: Send,
  type: typeof PATCH_TYPE | typeof STRATEGIC_PATCH = PATCH_TYPE,
): Promise<HttpResponse | undefined> {
  const patch = bodyType(request) === type ? asObject(bodyOf(request)) : undefined;
  if (patch === undefined) return;
  const { resourceVersion, uid } = metadataOf(patch);
  return await asUpdate(request, send, {
    isOfVersion: resourceVersion !== undefined || uid !== undefined,
    change(object) {
      const plain = type === PATCH_TYPE ? patch : asMergePatchOf(object, patch);
      return plain && mergePatched(object, plain);
    },
  });
}

/** Sends an update in place of a patch of any form. */
async function asAnyUpdate(request: HttpRequest, send: Send): Promise<HttpResponse | undefined> {
  return await jsonAsUpdate(request, send) ?? await mergedAsUpdate(request, send) ??
    await mergedAsUpdate(request, send, STRATEGIC_PATCH);
}

/** Sends an update with the object that a patch makes of the current one. */
async function asUpdate(
  request: HttpRequest,
  send: Send,
  { change, isOfVersion }: {
    readonly change: (object: JsonObject) => Json | undefined;
    readonly isOfVersion: boolean;
  },
): Promise<HttpResponse | undefined> {
  for (let tries = 0;; tries++) {
    const current = await currentOf(request, send);
    const body = current && asObject(change(current));
    // A patch that fails is answered as such.
    if (body === undefined) return undefined;
    const { bytes: _, ...rest } = withBodyType(request, "application/json");
    const response = await send({ ...rest, method: "PUT", body });
    if (response.status !== 409 || isOfVersion || tries >= CONFLICTS) return response;
  }
}

/** Sends the difference of an update to the current object as a merge patch. */
async function asMergePatch(
  request: HttpRequest,
  send: Send,
): Promise<HttpResponse | undefined> {
  const isJson = ["application/json", "application/yaml"].includes(bodyType(request));
  const body = request.method === "PUT" && isJson ? asObject(bodyOf(request)) : undefined;
  const current = body && await currentOf(request, send);
  if (current === undefined) return undefined;
  const { status: _, ...content } = current;
  const patch = difference(placeIn(request)?.subresource ? current : content, body!);
  // The version and the uid are conditions, whether they are the current ones or not.
  const { resourceVersion, uid } = metadataOf(body!);
  return send({
    ...withBodyType(request, PATCH_TYPE),
    method: "PATCH",
    body: {
      ...patch,
      metadata: {
        ...asObject(patch.metadata),
        ...resourceVersion !== undefined && { resourceVersion },
        ...uid !== undefined && { uid },
      },
    },
  });
}

/** What the server sets in metadata: who leaves it out does not remove it. */
const OF_SERVER =
  /^(managedFields|creationTimestamp|deletionTimestamp|deletionGracePeriodSeconds|generation|uid|resourceVersion|name|namespace|selfLink)$/;

/** Returns the merge patch that makes one object of another. */
function difference(from: JsonObject, to: JsonObject, isMetadata = false): JsonObject {
  const patch: JsonObject = {};
  for (const key of Object.keys(from)) {
    if (!(key in to) && !(isMetadata && OF_SERVER.test(key))) patch[key] = null;
  }
  for (const [key, value] of Object.entries(to)) {
    const [old, inner] = [from[key], asObject(value)];
    if (old !== undefined && sameJson(old, value)) continue;
    const before = old === undefined ? undefined : asObject(old);
    patch[key] = inner !== undefined && before !== undefined
      ? difference(before, inner, key === "metadata")
      : value;
  }
  return patch;
}
