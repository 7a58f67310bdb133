/**
 * Connections of `node:http` and `node:https`, whose responses are those of `fetch`.
 *
 * @module
 */
import { Agent as HttpAgent, type IncomingMessage, request as requestHttp } from "node:http";
import { Agent as HttpsAgent, request as requestHttps } from "node:https";
import type { Readable } from "node:stream";
import { rootCertificates } from "node:tls";
import { createBrotliDecompress, createGunzip, createInflate } from "node:zlib";
import type { ClientConnections, ClientRequest, ConnectionOptions } from "../http_client_types.ts";
import { webStreamOf } from "./web_stream.ts";

/** Opens connections over HTTP/1.1. */
export function openNodeConnections(
  { caCertificates = [], clientCertificate, fresh = false }: ConnectionOptions = {},
): ClientConnections {
  const pool = { keepAlive: !fresh, maxSockets: Infinity };
  const plain = new HttpAgent(pool);
  const secure = new HttpsAgent({
    ...pool,
    ...(caCertificates.length > 0 && { ca: [...rootCertificates, ...caCertificates] }),
    ...(clientCertificate && { cert: clientCertificate.certificate, key: clientCertificate.key }),
  });
  return {
    send: (url, request) =>
      url.startsWith("https:")
        ? send(requestHttps, secure, url, request)
        : send(requestHttp, plain, url, request),
    close() {
      plain.destroy();
      secure.destroy();
    },
  };
}

/** Headers that `fetch` sends where the caller gives none. */
const DEFAULTS = { "accept": "*/*", "accept-encoding": "gzip,br", "user-agent": "plumbline" };

/** Methods that have a body, perhaps an empty one. */
const WITH_BODY = ["POST", "PUT", "PATCH"];

function send(
  start: typeof requestHttps,
  agent: HttpAgent | HttpsAgent,
  url: string,
  { method, headers: given, body, signal, bare = false }: ClientRequest,
): Promise<Response> {
  return new Promise((resolve, reject) => {
    const failed = (error: unknown) => reject(new TypeError("fetch failed", { cause: error }));
    if (signal.aborted) return failed(signal.reason);
    const headers: Record<string, string | string[]> = bare ? {} : { ...DEFAULTS };
    for (const name of new Set(given.map(([name]) => name))) {
      const values = given.filter(([other]) => other === name).map(([, value]) => value);
      headers[name] = values.length === 1 ? values[0]! : values;
    }
    const bytes = typeof body === "string" ? new TextEncoder().encode(body) : body;
    const isWhole = headers["transfer-encoding"] === undefined;
    if (isWhole && (bytes !== undefined || WITH_BODY.includes(method))) {
      headers["content-length"] = String(bytes?.length ?? 0);
    }
    let message: IncomingMessage | undefined;
    const request = start(url, { method, headers, agent: agent as HttpsAgent });
    const abort = () => {
      request.destroy(signal.reason);
      message?.destroy(signal.reason);
    };
    signal.addEventListener("abort", abort, { once: true });
    request.once("close", () => signal.removeEventListener("abort", abort));
    request.on("error", failed);
    request.once("response", (received: IncomingMessage) => {
      message = received;
      try {
        resolve(responseOf(received, method));
      } catch (error) {
        request.destroy();
        failed(error);
      }
    });
    request.end(bytes);
  });
}

/** Statuses of responses without a body. */
const WITHOUT_BODY = [101, 204, 205, 304];

/** Returns the response of `fetch` for one of `node:http`. */
function responseOf(message: IncomingMessage, method: string): Response {
  const { statusCode = 0, statusMessage = "", rawHeaders } = message;
  const headers = new Headers();
  for (let at = 0; at + 1 < rawHeaders.length; at += 2) {
    headers.append(rawHeaders[at]!, rawHeaders[at + 1]!);
  }
  const isEmpty = method === "HEAD" || WITHOUT_BODY.includes(statusCode);
  if (isEmpty) {
    message.resume();
    return new Response(null, { status: statusCode, statusText: statusMessage, headers });
  }
  const body = webStreamOf(decoded(message, headers));
  return new Response(body, { status: statusCode, statusText: statusMessage, headers });
}

/** Decompresses a body, and removes the headers that described the compressed one. */
function decoded(message: IncomingMessage, headers: Headers): Readable {
  const decoder = decoderOf(headers.get("content-encoding")?.toLowerCase());
  if (decoder === undefined) return message;
  headers.delete("content-encoding");
  headers.delete("content-length");
  message.on("error", (error) => decoder.destroy(error));
  decoder.once("close", () => message.destroy());
  return message.pipe(decoder);
}

function decoderOf(coding: string | undefined): ReturnType<typeof createGunzip> | undefined {
  switch (coding) {
    case "gzip":
    case "x-gzip":
      return createGunzip();
    case "br":
      return createBrotliDecompress();
    case "deflate":
      return createInflate();
    default:
      return undefined;
  }
}
