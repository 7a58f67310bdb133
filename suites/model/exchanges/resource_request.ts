/**
 * The verb and the resource of a request (specification, "Verbs").
 *
 * @module
 */
import type { HttpRequest, HttpResponse } from "../../client/http_client.ts";
import { placeIn } from "../../client/request_place.ts";
import { asObject } from "../object.ts";
import { readProtobufObject } from "../protobuf/read.ts";

/** The verbs of requests to resources. */
export type RequestVerb =
  | "get"
  | "list"
  | "watch"
  | "create"
  | "update"
  | "patch"
  | "delete"
  | "deletecollection";

/** A request to a resource of an API group. */
export interface ResourceRequest {
  readonly verb: RequestVerb;
  /** `v1`, or `<group>/<version>`. */
  readonly apiVersion: string;
  /** The name of the type in the path. */
  readonly resource: string;
  /** Empty for cluster-scoped resources and across all namespaces. */
  readonly namespace: string;
  /** Empty for a collection. */
  readonly name: string;
  /** Empty if there is none. */
  readonly subresource: string;
  /** True if nothing is persisted: `dryRun` is present in the query or the body. */
  readonly dryRun: boolean;
}

const VERBS = {
  POST: "create",
  PUT: "update",
  PATCH: "patch",
  DELETE: "delete",
  GET: "get",
} as const;

/** Returns the verb and resource of a request; undefined for other paths, and irregular ones. */
export function resourceRequestOf(
  request: Pick<HttpRequest, "method" | "path" | "place" | "query" | "body" | "bytes">,
): ResourceRequest | undefined {
  const place = placeIn(request);
  if (place === undefined || place.isIrregular || !/(^|\/)v[^/]+$/.test(place.apiVersion)) {
    return undefined;
  }
  const { method, query = {} } = request;
  const { apiVersion, resource, namespace, name, subresource } = place;
  return {
    verb: verbOf(method, query, name),
    apiVersion,
    resource,
    namespace,
    name,
    subresource,
    dryRun: query.dryRun !== undefined || (method === "DELETE" && hasDryRun(request)),
  };
}

/** Returns true if the options in a body, of any form, have `dryRun`. */
function hasDryRun({ body, bytes }: Pick<HttpRequest, "body" | "bytes">): boolean {
  if (bytes !== undefined) {
    try {
      return readProtobufObject(bytes)?.dryRun !== undefined;
    } catch {
      // What cannot be read could have it.
      return true;
    }
  }
  // A text is YAML, in which the name may be in quotes.
  if (typeof body === "string") return body.includes("dryRun");
  return asObject(body)?.dryRun !== undefined;
}

function verbOf(
  method: HttpRequest["method"],
  query: NonNullable<HttpRequest["query"]>,
  name: string,
): RequestVerb {
  if (name !== "" || method === "POST") return VERBS[method];
  if (method === "DELETE") return "deletecollection";
  if (method !== "GET") return VERBS[method];
  return /^(1|true|t)$/i.test(query.watch ?? "") ? "watch" : "list";
}

/** Returns the path of the object of a request; for a create that of the created object. */
export function objectPathOf(
  { path }: HttpRequest,
  { verb, name, subresource }: ResourceRequest,
  response: HttpResponse | undefined,
): string | undefined {
  if (subresource !== "") return path.slice(0, path.lastIndexOf(`/${subresource}`));
  if (name !== "") return path;
  if (verb === "deletecollection") return path;
  const created = asObject(asObject(response?.json)?.metadata)?.name;
  return verb === "create" && typeof created === "string"
    ? `${path}/${encodeURIComponent(created)}`
    : undefined;
}
