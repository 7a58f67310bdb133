/**
 * What a request is about, read off its method and path alone: authorization and routing need it
 * before anything else is looked at.
 *
 * @module
 */
import type { RequestInfo, Verb } from "../context.ts";

const ITEM_VERBS: ReadonlyMap<string, Verb> = new Map([
  ["GET", "get"],
  ["HEAD", "get"],
  ["PUT", "update"],
  ["PATCH", "patch"],
  ["DELETE", "delete"],
]);
const COLLECTION_VERBS: ReadonlyMap<string, Verb> = new Map([
  ["GET", "list"],
  ["HEAD", "list"],
  ["POST", "create"],
  ["DELETE", "deletecollection"],
]);

/**
 * Reads what a request is about (interface, "Path shapes" and the API verbs).
 *
 * @throws {URIError} when the path is not valid percent-encoding
 */
export function readRequestInfo(method: string, path: string, watches: boolean): RequestInfo {
  const parts = path.split("/");
  parts.shift();
  if (parts.at(-1) === "") parts.pop();
  const grouped = parts[0] === "apis";
  const rest = grouped ? 3 : 2;
  if ((parts[0] !== "api" && !grouped) || parts.length <= rest) {
    return nonResource(method, path);
  }
  const segments = path.includes("%") ? parts.map(decodeURIComponent) : parts;
  const group = grouped ? segments[1]! : "";
  const version = segments[rest - 1]!;
  let at = rest;
  let namespace = "";
  // Below a namespace only what stands behind its name is a namespaced resource; the namespace
  // object itself and its two subresources are cluster-scoped requests.
  if (segments[at] === "namespaces" && segments.length > at + 2 && !isOfNamespace(segments, at)) {
    namespace = segments[at + 1]!;
    at += 2;
  }
  const resource = segments[at]!;
  const name = segments[at + 1] ?? "";
  const subresource = segments.slice(at + 2).join("/");
  return {
    path,
    isResource: true,
    verb: verbOf(method, name !== "", watches) ?? "",
    group,
    version,
    namespace,
    resource,
    name,
    subresource,
  };
}

function isOfNamespace(segments: readonly string[], at: number): boolean {
  return segments.length === at + 3 &&
    (segments[at + 2] === "status" || segments[at + 2] === "finalize");
}

function verbOf(method: string, named: boolean, watches: boolean): Verb | undefined {
  const verb = (named ? ITEM_VERBS : COLLECTION_VERBS).get(method);
  return verb === "list" && watches ? "watch" : verb;
}

function nonResource(method: string, path: string): RequestInfo {
  return {
    path,
    isResource: false,
    verb: method.toLowerCase(),
    group: "",
    version: "",
    namespace: "",
    resource: "",
    name: "",
    subresource: "",
  };
}
