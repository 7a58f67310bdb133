/**
 * Sends a request to a server and reads the whole answer.
 *
 * @module
 */
import { fromProtobuf, fromProtobufStream, PROTOBUF } from "./protobuf.ts";
import type { Target } from "./target.ts";

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
  /** Ends the request. @default {after 30 seconds} */
  readonly signal?: AbortSignal;
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

/** The name of the client, by which servers record field owners: recordings have it. */
const USER_AGENT = "differential/1";

/** Sends a request and resolves with the head of its answer. */
export async function open(target: Target, request: WireRequest): Promise<Response> {
  const { method, path, user = "admin", accept = "application/json", headers, body } = request;
  const token = target.tokens[user];
  return await (target.fetch ?? fetch)(target.url + path, {
    method,
    headers: {
      accept,
      "user-agent": USER_AGENT,
      ...(token && { authorization: `Bearer ${token}` }),
      // Without a media type, fetch would send text as text/plain.
      ...(body !== undefined && { "content-type": request.contentType ?? "" }),
      ...headers,
    },
    ...(body !== undefined && { body }),
    ...(target.client && { client: target.client }),
    redirect: "manual",
    signal: request.signal ?? AbortSignal.timeout(TIMEOUT),
  });
}

/** Sends a request and reads the whole answer. */
export async function send(target: Target, request: WireRequest): Promise<WireAnswer> {
  const answer = await openOrEnd(target, request);
  const contentType = answer.headers.get("content-type") ?? "";
  return {
    status: answer.status,
    mediaType: contentType.split(";", 1)[0]!,
    text: textOf(await answer.bytes(), contentType),
    warnings: warningTexts(answer.headers.get("warning") ?? ""),
  };
}

/** A real server ends the answer to a request that makes it panic: it is one with the status 500. */
async function openOrEnd(target: Target, request: WireRequest): Promise<Response> {
  try {
    return await open(target, request);
  } catch (error) {
    const { cause } = error as Error;
    const isEnded = cause instanceof Error && /unexpected internal error/.test(cause.message);
    if (!isEnded) throw error;
    return new Response("ended by the server", { status: 500 });
  }
}

/** A request whose body is JSON, and whose answer is expected to be. */
export interface JsonRequest extends Omit<WireRequest, "body" | "accept"> {
  readonly body?: unknown;
}

/** An answer with its body parsed; a body that is not a JSON object is `{ text }`. */
export interface JsonAnswer {
  readonly status: number;
  // deno-lint-ignore no-explicit-any -- the programs read objects of many kinds
  readonly body: any;
  readonly warnings: readonly string[];
}

/** Sends a JSON body, by default as `application/json`, and parses the answer. */
export async function sendJson(target: Target, request: JsonRequest): Promise<JsonAnswer> {
  const { status, text, warnings } = await send(target, inJson(request));
  return { status, body: parse(text), warnings };
}

function inJson({ body, contentType = "application/json", ...rest }: JsonRequest): WireRequest {
  return { ...rest, ...(body !== undefined && { contentType, body: JSON.stringify(body) }) };
}

/** Sends a request; returns undefined if no whole answer comes. */
export async function trySend(
  target: Target,
  request: JsonRequest,
): Promise<JsonAnswer | undefined> {
  try {
    const { status, text, warnings } = await send(target, inJson(request));
    return { status, body: JSON.parse(text), warnings };
  } catch {
    return undefined;
  }
}

/** Sends a request that must succeed, and returns the body of its answer. */
export async function demand(target: Target, request: JsonRequest): Promise<JsonAnswer["body"]> {
  const { status, body } = await sendJson(target, request);
  if (status < 300) return body;
  throw new Error(
    `Cannot go on as ${request.method} ${request.path} got ${status}: ${JSON.stringify(body)}`,
  );
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
