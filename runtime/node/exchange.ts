/**
 * Converts messages of `node:http` and `node:http2` to requests of the web, and responses back.
 *
 * @module
 */
import type { IncomingMessage, ServerResponse } from "node:http";
import type { Http2ServerRequest, Http2ServerResponse } from "node:http2";
import { webStreamOf } from "./web_stream.ts";

/** Methods that the constructor of requests rejects. */
const FORBIDDEN = ["CONNECT", "TRACE", "TRACK"];

/**
 * Returns the request of a message.
 *
 * @throws {TypeError} if its path or the header Host is no part of a URL
 */
export function toRequest(
  message: IncomingMessage | Http2ServerRequest,
  scheme: "http" | "https",
): Request {
  const { method = "GET", url = "/", rawHeaders } = message;
  const headers = new Headers();
  for (let at = 0; at + 1 < rawHeaders.length; at += 2) {
    const name = rawHeaders[at]!;
    if (!name.startsWith(":")) headers.append(name, rawHeaders[at + 1]!);
  }
  const authority = message.headers[":authority"] ?? message.headers.host ?? "localhost";
  const address = url.startsWith("/") ? `${scheme}://${authority}${url}` : url;
  const body = hasBody(message) && method !== "GET" && method !== "HEAD"
    ? webStreamOf(message, () => void message.resume())
    : null;
  const isForbidden = FORBIDDEN.includes(method.toUpperCase());
  const request = new Request(address, {
    method: isForbidden ? "POST" : method,
    headers,
    ...(body && { body, duplex: "half" }),
  });
  return isForbidden ? Object.defineProperty(request, "method", { value: method }) : request;
}

function hasBody(message: IncomingMessage | Http2ServerRequest): boolean {
  if ("stream" in message && message.httpVersionMajor === 2) return !message.stream.endAfterHeaders;
  const { headers } = message;
  return headers["transfer-encoding"] !== undefined || Number(headers["content-length"] ?? 0) > 0;
}

/** Headers of a connection, which HTTP/2 does not have. */
const OF_CONNECTION = ["connection", "keep-alive", "transfer-encoding", "upgrade"];

/**
 * Sends a response. A body that is whole gets its length; a stream is sent as it arrives, its head at
 * once.
 */
export async function sendResponse(
  response: Response,
  outgoing: ServerResponse | Http2ServerResponse,
  isHead: boolean,
): Promise<void> {
  const isHttp2 = "stream" in outgoing;
  outgoing.statusCode = response.status;
  for (const [name, value] of response.headers) {
    if (name === "set-cookie" || isHttp2 && OF_CONNECTION.includes(name)) continue;
    outgoing.setHeader(name, value);
  }
  const cookies = response.headers.getSetCookie();
  if (cookies.length > 0) outgoing.setHeader("set-cookie", cookies);
  const reader = response.body?.getReader();
  if (reader === undefined) return endWith(outgoing, new Uint8Array());
  outgoing.once("close", () => void reader.cancel().catch(() => {}));
  try {
    const whole = await wholeBody(reader);
    if (whole.ended) {
      if (!outgoing.hasHeader("content-length")) {
        outgoing.setHeader("content-length", whole.bytes.length);
      }
      return endWith(outgoing, isHead ? new Uint8Array() : whole.bytes);
    }
    // The types of HTTP/2 lack it.
    (outgoing as ServerResponse).flushHeaders();
    await pass(whole.bytes, outgoing);
    for (let { value, done } = await whole.next; !done; { value, done } = await reader.read()) {
      if (outgoing.destroyed) return;
      await pass(value!, outgoing);
    }
    outgoing.end();
  } catch {
    // The client sees a body that ends early.
    outgoing.destroy();
    if (isHttp2) outgoing.stream?.close(INTERNAL_ERROR);
  }
}

/** The code of HTTP/2 for a stream that the server breaks off. */
const INTERNAL_ERROR = 2;

type Bytes = Uint8Array<ArrayBuffer>;
type Read = ReadableStreamReadResult<Bytes>;

function endWith(outgoing: ServerResponse | Http2ServerResponse, bytes: Bytes): void {
  if (bytes.length > 0) (outgoing as ServerResponse).end(bytes);
  else outgoing.end();
}

/** Writes bytes, and waits while the client does not read. */
async function pass(
  bytes: Bytes,
  outgoing: ServerResponse | Http2ServerResponse,
): Promise<void> {
  if (bytes.length === 0 || (outgoing as ServerResponse).write(bytes)) return;
  await new Promise<void>((resolve) => {
    const go = () => {
      outgoing.off("drain", go).off("close", go);
      resolve();
    };
    outgoing.on("drain", go).on("close", go);
  });
}

/**
 * Returns the body if it is known as a whole, which a stream that waits for something is not: then its
 * first bytes and the next read.
 */
async function wholeBody(
  reader: ReadableStreamDefaultReader<Bytes>,
): Promise<
  { readonly ended: true; readonly bytes: Bytes } | {
    readonly ended: false;
    readonly bytes: Bytes;
    readonly next: Promise<Read>;
  }
> {
  const first = reader.read();
  const known = await orLater(first);
  if (known === undefined) return { ended: false, bytes: new Uint8Array(), next: first };
  if (known.done) return { ended: true, bytes: new Uint8Array() };
  const next = reader.read();
  const end = await orLater(next);
  return end?.done
    ? { ended: true, bytes: known.value }
    : { ended: false, bytes: known.value, next };
}

/** Returns the value of a promise; undefined if it is still pending after the current turn. */
const orLater = (promise: Promise<Read>): Promise<Read | undefined> =>
  Promise.race([
    promise,
    new Promise<undefined>((resolve) => setImmediate(resolve, undefined)),
  ]);
