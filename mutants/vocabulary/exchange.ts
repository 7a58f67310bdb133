/**
 * A request that a bug answers in another way, and changes of its response.
 *
 * @module
 */
import type { ApiError, JsonObject } from "@plumbline/server/api";
import { readBoolean } from "@plumbline/server/codec";
import { readRequestInfo, type Wire } from "@plumbline/server/parts";
import { parseObject } from "./json.ts";
import type { Asked } from "./target.ts";

/** Parameters of the query to set; an undefined one is removed. */
export type QueryChange = Readonly<Record<string, string | undefined>>;

/** Changes of a request. */
export interface RequestChange {
  readonly method?: string;
  readonly path?: string;
  readonly query?: QueryChange;
  /** The media type of the body. */
  readonly type?: string;
  /** The media types of the response. */
  readonly accept?: string;
  readonly body?: string | Uint8Array<ArrayBuffer>;
}

/** Another request of the same client. */
export interface OtherRequest {
  /** @default {the path of the request} */
  readonly path?: string;
  readonly type?: string;
  readonly body?: JsonObject;
}

/** A request, and the server without the bug. */
export interface Intercepted extends Asked {
  readonly url: URL;
  /** Returns the bytes of the body; may be called again. */
  bytes(): Promise<Uint8Array<ArrayBuffer>>;
  /** Returns the body as text. */
  text(): Promise<string>;
  /** Returns the JSON object in the body; undefined for other bodies. */
  object(): Promise<JsonObject | undefined>;
  /** Answers the request, or a changed one, without the bug; may be called again. */
  next(change?: RequestChange): Promise<Response>;
  /** Sends another request with the credentials and the `Accept` header of this one. */
  send(method: string, other?: OtherRequest): Promise<Response>;
}

/** Returns what a request asks for; undefined for a path that cannot be decoded. */
export function askedOf(request: Request): (Asked & { readonly url: URL }) | undefined {
  const url = new URL(request.url);
  const query = url.searchParams;
  try {
    const info = readRequestInfo(request.method, url.pathname, readBoolean(query, "watch"));
    return { request, url, info, query };
  } catch {
    return undefined;
  }
}

/** Returns a request with the functions that answer it. */
export function intercept(
  asked: Asked & { readonly url: URL },
  answer: Wire["answer"],
): Intercepted {
  const { request, url } = asked;
  let read: Promise<Uint8Array<ArrayBuffer>> | undefined;
  const bytes = () => read ??= request.arrayBuffer().then((buffer) => new Uint8Array(buffer));
  const text = async () => new TextDecoder().decode(await bytes());
  return {
    ...asked,
    bytes,
    text,
    object: async () => parseObject(await text()),
    async next(change = {}) {
      return await answer(changed(asked, await bytes(), change));
    },
    send: (method, { path = url.pathname, type, body } = {}) => {
      const headers = new Headers();
      for (const name of ["authorization", "accept"]) {
        const value = request.headers.get(name);
        if (value !== null) headers.set(name, value);
      }
      if (type !== undefined) headers.set("content-type", type);
      return answer(
        new Request(new URL(path, url), {
          method,
          headers,
          ...(body !== undefined && { body: JSON.stringify(body) }),
        }),
      );
    },
  };
}

function changed(
  { request, url }: { readonly request: Request; readonly url: URL },
  sent: Uint8Array<ArrayBuffer>,
  { method = request.method, path, query = {}, type, accept, body = sent }: RequestChange,
): Request {
  const target = new URL(url);
  if (path !== undefined) target.pathname = path;
  for (const [name, value] of Object.entries(query)) {
    if (value === undefined) target.searchParams.delete(name);
    else target.searchParams.set(name, value);
  }
  const headers = new Headers(request.headers);
  if (body !== sent) headers.delete("content-length");
  if (type !== undefined) headers.set("content-type", type);
  if (accept !== undefined) headers.set("accept", accept);
  return new Request(target, {
    method,
    headers,
    signal: request.signal,
    ...(method !== "GET" && method !== "HEAD" && body.length > 0 && { body }),
  });
}

/** Returns the response of an error. */
export function responseOf(error: ApiError): Response {
  return Response.json(error.toStatus("svc.io"), { status: error.code });
}

/** Returns the response with the JSON of its body changed; one of another type as it is. */
export async function rewriteJson(
  response: Response,
  change: (body: JsonObject) => JsonObject,
  status: number = response.status,
): Promise<Response> {
  const { body } = response;
  const headers = new Headers(response.headers);
  if (!(headers.get("content-type") ?? "").startsWith("application/json")) return response;
  const isCompressed = headers.get("content-encoding") === "gzip";
  headers.delete("content-encoding");
  const plain = isCompressed && body !== null
    ? new Response(body.pipeThrough(new DecompressionStream("gzip")))
    : response;
  return new Response(`${JSON.stringify(change(await plain.json()))}\n`, { status, headers });
}

/** Returns the response with the text of its body changed as it comes. */
export function rewriteStream(
  { body, status, headers }: Response,
  change: (text: string) => string,
): Response {
  const changing = new TransformStream<string, string>({
    transform: (text, controller) => controller.enqueue(change(text)),
  });
  const changed = body?.pipeThrough(new TextDecoderStream()).pipeThrough(changing)
    .pipeThrough(new TextEncoderStream());
  return new Response(changed ?? null, { status, headers });
}
