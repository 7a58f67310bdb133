/**
 * Keeps checks from sending requests that the target does not serve. A case that needs one decides
 * nothing.
 *
 * @module
 */
import { Discard } from "../check.ts";
import type { HttpRequest } from "../client/http_client.ts";
import { placeIn, type RequestPlace } from "../client/request_place.ts";
import type { ResourceType, Verb } from "../client/resource_type.ts";
import type { Target } from "../client/target.ts";
import { apiVersion } from "../resources/path.ts";

/** What is known of a target. */
type Known = Pick<Target, "types" | "dialect" | "lacks">;

/** The beginning of the reason of a case that needs what the target does not serve. */
const UNSERVED = "the target does not serve ";

/** The verbs that a target may not serve for any type. */
const PARTS = ["deletecollection", "update", "watch"] as const;

/** The media types of patches that a target may not serve. */
const PATCHES = ["merge-patch", "json-patch"] as const;

/** Returns true if a case was discarded because the target does not serve what it needs. */
export function isUnserved(reason: string): boolean {
  return reason.startsWith(UNSERVED);
}

/**
 * Verifies that the target serves a request.
 *
 * @throws {Discard} if it does not
 */
export function expectServed(request: HttpRequest, target: Known): void {
  const place = placeIn(request);
  if (place === undefined || place.isIrregular || place.subresource !== "") return;
  const verb = verbOf(request, place);
  if (verb === undefined) return;
  const type = target.types?.find((each) => isOf(each, place, target));
  if (type?.unserved?.includes(verb)) throw new Discard(`${UNSERVED}${verb} of ${type.resource}`);
  const { lacks = [] } = target;
  const part = PARTS.find((each) => each === verb);
  if (part !== undefined && lacks.includes(part)) throw new Discard(`${UNSERVED}${part}`);
  const form = verb === "patch" ? PATCHES.find((each) => isForm(request, each)) : undefined;
  if (form !== undefined && lacks.includes(form)) throw new Discard(`${UNSERVED}${form}`);
}

/** Returns the verb of a request; undefined for one that no verb has. */
function verbOf({ method, query }: HttpRequest, { name }: RequestPlace): Verb | undefined {
  switch (method) {
    case "GET":
      if (name !== "") return "get";
      return ["1", "true"].includes(query?.watch ?? "") ? "watch" : "list";
    case "POST":
      return name === "" ? "create" : undefined;
    case "PUT":
      return name === "" ? undefined : "update";
    case "PATCH":
      return name === "" ? undefined : "patch";
    case "DELETE":
      return name === "" ? "deletecollection" : "delete";
  }
}

function isOf(type: ResourceType, place: RequestPlace, { dialect }: Known): boolean {
  return (type.plural ?? type.resource) === place.resource &&
    apiVersion(type, dialect) === place.apiVersion;
}

function isForm({ headers = {} }: HttpRequest, form: typeof PATCHES[number]): boolean {
  return Object.entries(headers).some(([key, value]) =>
    key.toLowerCase() === "content-type" && String(value).startsWith(`application/${form}+json`)
  );
}
