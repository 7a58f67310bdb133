/**
 * Other requests for applies, and applies in place of others: an apply as a create or a merge patch, a
 * create as an apply.
 *
 * @module
 */
import type { HttpRequest, HttpResponse, Json } from "../../client/http_client.ts";
import { placeIn } from "../../client/request_place.ts";
import { asObject, nameOf } from "../../model/object.ts";
import type { Behaviour } from "./behaviour.ts";
import { type Send, substitutedBy } from "./read_substitutes.ts";
import { bodyOf, bodyType, currentOf, PATCH_TYPE, withBodyType } from "./request_bodies.ts";

const APPLY = "application/apply-patch+yaml";

/** The forms of writes that applies can replace, or that can replace applies. */
export const APPLY_SUBSTITUTES: readonly Behaviour[] = [
  {
    id: "applies",
    needs: ["merge-patch"],
    name: "An apply does not do what a create or a merge patch with the same object does",
    concerns: ({ verb }) => verb === "apply",
    ...substitutedBy(asMergePatch),
  },
  {
    id: "creates",
    needs: ["server-side-apply"],
    name: "A create does not do what an apply with the same object does",
    concerns: ({ verb, place, body }) =>
      verb === "create" && place?.subresource === "" && nameOf(body ?? {}) !== "",
    ...substitutedBy(asApply),
  },
];

/** Creates the object of an apply, or changes it by a merge patch. */
async function asMergePatch(request: HttpRequest, send: Send): Promise<HttpResponse | undefined> {
  const { path, query = {} } = request;
  const { fieldManager } = query;
  const body = bodyType(request) === APPLY ? asObject(bodyOf(request)) : undefined;
  // Without a manager it must be rejected, and `null` has another meaning.
  if (body === undefined || fieldManager === undefined || hasNull(body)) return undefined;
  const { force: _, ...others } = query;
  const { place: __, bytes: ___, ...write } = { ...request, query: others, body };
  if (await currentOf(request, send) !== undefined) return send(withBodyType(write, PATCH_TYPE));
  const { name = "", subresource = "" } = placeIn(request) ?? {};
  if (subresource !== "" || nameOf(body) !== name) return undefined;
  const collection = path.slice(0, path.lastIndexOf("/"));
  return send({ ...withBodyType(write, "application/json"), method: "POST", path: collection });
}

/** Applies the object of a create, if there is none of its name. */
async function asApply(request: HttpRequest, send: Send): Promise<HttpResponse | undefined> {
  const { method, path, query = {} } = request;
  const { name = "", subresource = "" } = placeIn(request) ?? {};
  const isCreate = method === "POST" && name === "" && subresource === "";
  const body = isCreate ? asObject(bodyOf(request)) : undefined;
  if (body === undefined || nameOf(body) === "" || hasNull(body)) return undefined;
  const own = `${path}/${encodeURIComponent(nameOf(body))}`;
  if (await currentOf({ ...request, path: own }, send) !== undefined) return undefined;
  const { place: _, bytes: __, ...write } = request;
  const response = await send({
    ...withBodyType(write, APPLY),
    method: "PATCH",
    path: own,
    query: { fieldManager: "plumbline", ...query },
    body: JSON.stringify(body),
  });
  // What an apply refuses a create may accept.
  return response.status < 300 ? response : undefined;
}

/** Returns true if a value has a `null` anywhere. */
function hasNull(value: Json): boolean {
  return value === null || (typeof value === "object" && Object.values(value).some(hasNull));
}
