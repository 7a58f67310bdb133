/**
 * Reads a request: the verb and resource of its method and path, and its body.
 *
 * @module
 */
import { ApiError, badRequest } from "../api_error.ts";
import type { RequestContext, RequestInfo, Verb } from "../context.ts";

// Of an item there is no create, of a collection no update: they are authorized before they are
// rejected.
const WRITES: readonly [string, Verb][] = [["POST", "create"], ["PUT", "update"], [
  "PATCH",
  "patch",
]];
const ITEM_VERBS: ReadonlyMap<string, Verb> = new Map([
  ...WRITES,
  ["GET", "get"],
  ["HEAD", "get"],
  ["DELETE", "delete"],
]);
const COLLECTION_VERBS: ReadonlyMap<string, Verb> = new Map([
  ...WRITES,
  ["GET", "list"],
  ["HEAD", "list"],
  ["DELETE", "deletecollection"],
]);

/**
 * Parses the verb and resource of a request (specification, "Path shapes" and the API verbs).
 *
 * @throws {URIError} when the path is not valid percent-encoding
 */
export function readRequestInfo(method: string, path: string, watches: boolean): RequestInfo {
  const parts = path.slice(1).split("/");
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
  // Only a path that continues after the namespace's name is a namespaced resource; the namespace
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

/** The maximum length of a URL in characters. */
const URL_LIMIT = 32 * 1024;

/**
 * Checks the length of a URL. The listener itself limits the header fields.
 *
 * @throws {ApiError} RequestURITooLong
 */
export function checkUrl({ url }: Request): void {
  if (url.length <= URL_LIMIT) return;
  throw new ApiError(
    "RequestURITooLong",
    `Request URI too long: it has ${url.length} characters, limit is ${URL_LIMIT}`,
  );
}

/** The maximum size of a request body in bytes: 3 MiB. */
export const BODY_LIMIT = 3 * 1024 * 1024;

/** Bodies of fewer bytes are handled without a pause. */
const PAUSE_FROM = 128 * 1024;

/** The body of a request, and the pauses between the steps of handling it. */
export function bodyOf(request: Request): Required<Pick<RequestContext, "body" | "pause">> {
  let isLarge = false;
  return {
    async body() {
      const announced = Number(request.headers.get("content-length") ?? "0");
      if (announced > BODY_LIMIT) throw tooLarge();
      try {
        // HTTP itself enforces Content-Length, so that the body can be read at once. To look at the
        // body first would make a stream of it.
        const bytes = announced > 0
          ? new Uint8Array(await request.arrayBuffer())
          : request.body
          ? await collect(request.body)
          : new Uint8Array();
        isLarge = bytes.length >= PAUSE_FROM;
        return bytes;
      } catch (error) {
        if (error instanceof ApiError) throw error;
        throw badRequest("Cannot read the body as the connection ended before it did");
      }
    },
    pause: () => isLarge ? new Promise((resolve) => setTimeout(resolve)) : undefined,
  };
}

async function collect(body: ReadableStream<Uint8Array>): Promise<Uint8Array> {
  const chunks: Uint8Array[] = [];
  let length = 0;
  for await (const chunk of body) {
    length += chunk.length;
    if (length > BODY_LIMIT) throw tooLarge();
    chunks.push(chunk);
  }
  const whole = new Uint8Array(length);
  let at = 0;
  for (const chunk of chunks) {
    whole.set(chunk, at);
    at += chunk.length;
  }
  return whole;
}

function tooLarge(): ApiError {
  return new ApiError(
    "RequestEntityTooLarge",
    `Request entity too large: limit is ${BODY_LIMIT}`,
  );
}
