/**
 * Stands in for `runtime/http_client.ts` in browsers: requests go to a server in the same thread.
 *
 * @module
 */
import { serverAt } from "./servers.ts";

/** A request of the suites' client, as `runtime/http_client_types.ts` has it. */
interface ClientRequest {
  readonly method: string;
  readonly headers: readonly (readonly [name: string, value: string])[];
  readonly body?: string | Uint8Array<ArrayBuffer> | undefined;
  readonly signal: AbortSignal;
  readonly bare?: boolean | undefined;
}

interface ClientConnections {
  send(url: string, request: ClientRequest): Promise<Response>;
  close(): void;
}

/** Headers that `fetch` sends where the caller gives none. */
const DEFAULTS = { "accept": "*/*", "accept-encoding": "gzip", "user-agent": "plumbline" };

/** Opens connections to the servers of this thread; options of certificates have no meaning here. */
export function openConnections(): ClientConnections {
  const closing = new AbortController();
  return {
    async send(url, { method, headers: given, body, signal: own, bare = false }) {
      const signal = AbortSignal.any([own, closing.signal]);
      signal.throwIfAborted();
      const headers = new Headers(bare ? {} : DEFAULTS);
      for (const name of new Set(given.map(([name]) => name))) headers.delete(name);
      for (const [name, value] of given) headers.append(name, value);
      const { promise: aborted, reject } = Promise.withResolvers<never>();
      signal.addEventListener("abort", () => reject(signal.reason), { once: true });
      aborted.catch(() => {});
      const request = requestWith(url, { method, headers, body: body ?? null, signal });
      const response = await Promise.race([serverAt(url)(request), aborted]);
      return readable(response, signal);
    },
    close: () => closing.abort(new TypeError("the client is closed")),
  };
}

/** Opens the same connections: a request to a server in this thread has no headers of a connection. */
export const openBareConnections = openConnections;

/** Makes a request with all its headers: a browser leaves out some, such as `accept-encoding`. */
function requestWith(
  url: string,
  { headers, ...init }: RequestInit & { readonly headers: Headers },
): Request {
  const request = new Request(url, init);
  Object.defineProperty(request, "headers", { value: headers });
  return request;
}

/** Returns the response, decompressed, whose body ends with an error if the signal is aborted. */
function readable(response: Response, signal: AbortSignal): Response {
  const { status, statusText } = response;
  if (response.body === null) return response;
  const headers = new Headers(response.headers);
  const gzip = headers.get("content-encoding") === "gzip";
  if (gzip) {
    headers.delete("content-encoding");
    headers.delete("content-length");
  }
  const body = gzip ? response.body.pipeThrough(new DecompressionStream("gzip")) : response.body;
  return new Response(until(body, signal), { status, statusText, headers });
}

/** Returns a stream with the chunks of another one, until a signal is aborted. */
function until(body: ReadableStream<Uint8Array>, signal: AbortSignal): ReadableStream<Uint8Array> {
  const reader = body.getReader();
  return new ReadableStream({
    start(controller) {
      signal.addEventListener("abort", () => {
        controller.error(signal.reason);
        reader.cancel(signal.reason).catch(() => {});
      }, { once: true });
    },
    async pull(controller) {
      const { done, value } = await reader.read();
      if (signal.aborted) return;
      if (done) controller.close();
      else controller.enqueue(value);
    },
    cancel: (reason) => reader.cancel(reason),
  }, { highWaterMark: 0 });
}
