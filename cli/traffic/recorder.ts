/**
 * Passes requests on to a server, and remembers them with their responses.
 *
 * @module
 */
import type { RecordedExchange } from "@plumbline/plugins";
import type { RecordedHead } from "@plumbline/plugins/types";
import type { Access } from "./access.ts";

/** Headers of a connection, which are not those of the next one, and of encodings. */
const OF_CONNECTION = [
  "accept-encoding",
  "connection",
  "content-length",
  "host",
  "keep-alive",
  "proxy-connection",
  "te",
  "trailer",
  "transfer-encoding",
  "upgrade",
];

/** The body was decompressed. */
const OF_RESPONSE = [...OF_CONNECTION, "content-encoding"];

type Bytes = Uint8Array<ArrayBuffer>;

/** An exchange whose response is still arriving. */
type Growing = Omit<RecordedExchange, "responseBody" | "time"> & { chunks: Bytes[]; time: number };

/** The proxy of one recording. */
export class Recorder {
  readonly #access: Access;
  readonly #stopped: AbortSignal;
  readonly #exchanges: Growing[] = [];

  /** Creates a proxy in front of a server; `stopped` ends the requests that are in progress. */
  constructor(access: Access, stopped: AbortSignal) {
    this.#access = access;
    this.#stopped = stopped;
  }

  /** Returns what was recorded, in the order of the requests; open watches with what was sent. */
  exchanges(): readonly RecordedExchange[] {
    return this.#exchanges.map(({ chunks, ...exchange }) => ({
      ...exchange,
      responseBody: joined(chunks),
    }));
  }

  /** Answers a request of a client with the response of the server. */
  async answer(request: Request): Promise<Response> {
    if (request.headers.get("upgrade")?.toLowerCase() === "websocket") {
      return new Response("Cannot record a WebSocket. Watch over HTTP.\n", { status: 501 });
    }
    const { url: base, token, connections } = this.#access;
    const { pathname, search } = new URL(request.url);
    const url = base + pathname + search;
    const head = headOf(request.headers, OF_CONNECTION);
    const hasCredentials = head.some(([name]) => name === "authorization");
    const headers = token === undefined || hasCredentials
      ? head
      : [...head, ["authorization", `Bearer ${token}`] as const];
    const body = new Uint8Array(await request.arrayBuffer());
    const started = Date.now();
    const { method } = request;
    const signal = AbortSignal.any([request.signal, this.#stopped]);
    let response: Response;
    try {
      const sent = body.length > 0 ? body : undefined;
      response = await connections.send(url, { method, headers, body: sent, signal });
    } catch (error) {
      return new Response(`Cannot reach ${base}: ${reasonOf(error)}\n`, { status: 502 });
    }
    const exchange: Growing = {
      started,
      time: Date.now() - started,
      method,
      url,
      requestHead: headers,
      requestBody: body,
      status: response.status,
      responseHead: headOf(response.headers, OF_RESPONSE),
      chunks: [],
    };
    this.#exchanges.push(exchange);
    const { status } = response;
    const responseHeaders = exchange.responseHead.map(([name, value]): [string, string] => [
      name,
      value,
    ]);
    if (!response.body) return new Response(null, { status, headers: responseHeaders });
    return new Response(response.body.pipeThrough(kept(exchange)), {
      status,
      headers: responseHeaders,
    });
  }
}

/** Passes a body on, and keeps its bytes. */
const kept = (exchange: Growing): TransformStream<Bytes, Bytes> =>
  new TransformStream({
    transform(chunk, controller) {
      exchange.chunks.push(chunk.slice());
      controller.enqueue(chunk);
    },
    flush() {
      exchange.time = Date.now() - exchange.started;
    },
  });

const headOf = (headers: Headers, without: readonly string[]): RecordedHead =>
  [...headers].filter(([name]) => !without.includes(name));

function joined(chunks: readonly Bytes[]): Bytes {
  const all = new Uint8Array(chunks.reduce((size, { length }) => size + length, 0));
  let at = 0;
  for (const chunk of chunks) {
    all.set(chunk, at);
    at += chunk.length;
  }
  return all;
}

/** Returns why a request failed. */
export function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  return error.cause instanceof Error ? error.cause.message : error.message;
}
