/**
 * The one client of all comparisons: sends a request to a server and reads the whole answer.
 *
 * @module
 */
import { fromProtobuf, fromProtobufStream, PROTOBUF } from "./requests/protobuf.ts";

/** The URL, tokens and HTTP client for one of the two servers. */
export interface ServerAccess {
  readonly url: string;
  /** Bearer tokens by user name; a user without an entry sends none. */
  readonly tokens: Readonly<Record<string, string>>;
  readonly client?: Deno.HttpClient;
}

/** A request. */
export interface WireRequest {
  readonly method: string;
  /** Path and query. */
  readonly path: string;
  /** The user who sends it. @default {"admin"} */
  readonly user?: string;
  /** The Accept header. @default {"application/json"} */
  readonly accept?: string;
  readonly contentType?: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string | Uint8Array<ArrayBuffer>;
}

/** An answer. */
export interface WireAnswer {
  readonly status: number;
  /** The media type without parameters, empty if there is none. */
  readonly mediaType: string;
  /** The body; a Protobuf body as the equivalent JSON text. */
  readonly text: string;
  /** The texts of the items of the Warning header. */
  readonly warnings: readonly string[];
}

/** Timeout of an answer in milliseconds. */
const TIMEOUT = 30_000;

/** Sends a request and reads the whole answer. */
export async function send(target: ServerAccess, request: WireRequest): Promise<WireAnswer> {
  const { method, path, user = "admin", accept = "application/json", headers, body } = request;
  const token = target.tokens[user];
  const answer = await fetchOrEnd(target.url + path, {
    method,
    headers: {
      accept,
      "user-agent": "differential/1",
      ...(token && { authorization: `Bearer ${token}` }),
      // Without a media type, fetch would send text as text/plain.
      ...(body !== undefined && { "content-type": request.contentType ?? "" }),
      ...headers,
    },
    ...(body !== undefined && { body }),
    ...(target.client && { client: target.client }),
    redirect: "manual",
    signal: AbortSignal.timeout(TIMEOUT),
  });
  const contentType = answer.headers.get("content-type") ?? "";
  return {
    status: answer.status,
    mediaType: contentType.split(";", 1)[0]!,
    text: textOf(await answer.bytes(), contentType),
    warnings: warningTexts(answer.headers.get("warning") ?? ""),
  };
}

/** The text in place of an answer that a server ended, as it does if the request made it panic. */
export const ENDED = "ended by the server";

async function fetchOrEnd(url: string, request: RequestInit): Promise<Response> {
  try {
    return await fetch(url, request);
  } catch (error) {
    const { cause } = error as Error;
    const isEnded = cause instanceof Error && /unexpected internal error/.test(cause.message);
    if (!isEnded) throw error;
    return new Response(ENDED, { status: 500 });
  }
}

/** A request whose body is JSON, and whose answer is expected to be. */
export interface JsonRequest extends Omit<WireRequest, "body" | "accept"> {
  readonly body?: unknown;
}

/** An answer with its body parsed; a body that is not a JSON object is `{ text }`. */
export interface JsonAnswer {
  readonly status: number;
  // deno-lint-ignore no-explicit-any -- the comparisons read objects of many kinds
  readonly body: any;
  readonly warnings: readonly string[];
}

/** Sends a JSON body, by default as `application/json`, and parses the answer. */
export async function sendJson(target: ServerAccess, request: JsonRequest): Promise<JsonAnswer> {
  const { body, contentType = "application/json", ...rest } = request;
  const { status, text, warnings } = await send(target, {
    ...rest,
    ...(body !== undefined && { contentType, body: JSON.stringify(body) }),
  });
  return { status, body: parse(text), warnings };
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return { text };
  }
}

function textOf(bytes: Uint8Array, contentType: string): string {
  if (!contentType.startsWith(PROTOBUF)) return new TextDecoder().decode(bytes);
  return contentType.includes("stream=watch") ? fromProtobufStream(bytes) : fromProtobuf(bytes);
}

/** Returns the quoted texts of `299 - "text"` items (RFC 7234 section 5.5). */
function warningTexts(header: string): string[] {
  return [...header.matchAll(/\d{3} \S+ "((?:[^"\\]|\\.)*)"/g)]
    .map(([, text]) => text!.replaceAll(/\\(.)/g, "$1"));
}
