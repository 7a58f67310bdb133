/**
 * Parses the verb and the resource of a request (specification, "Path shapes").
 *
 * @module
 */
import type { HttpRequest, HttpResponse } from "../../client/http_client.ts";
import { asObject } from "../object.ts";

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

/** Returns the verb and resource of a request; undefined for other paths. */
export function resourceRequestOf(
  { method, path, query = {}, body }: Pick<HttpRequest, "method" | "path" | "query" | "body">,
): ResourceRequest | undefined {
  const match = /^\/(?:api\/(v[^/]+)|apis\/([^/]+)\/(v[^/]+))\/(.+?)\/?$/.exec(path);
  if (!match) return undefined;
  const [, coreVersion, group, version, rest] = match;
  let parts: string[];
  try {
    parts = rest!.split("/").map(decodeURIComponent);
  } catch {
    return undefined;
  }
  const isInNamespace = parts[0] === "namespaces" && parts.length >= 3 &&
    !["status", "finalize"].includes(parts[2]!);
  const namespace = isInNamespace ? parts[1]! : "";
  const [resource = "", name = "", subresource = "", ...more] = isInNamespace
    ? parts.slice(2)
    : parts;
  if (more.length > 0 || parts.includes("")) return undefined;
  const options = typeof body === "object" && body !== null && !Array.isArray(body) ? body : {};
  return {
    verb: verbOf(method, query, name),
    apiVersion: coreVersion ?? `${group}/${version}`,
    resource,
    namespace,
    name,
    subresource,
    dryRun: query.dryRun !== undefined || (method === "DELETE" && options.dryRun !== undefined),
  };
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
