/**
 * Rewrites requests and responses at the connection, for variants of encodings.
 *
 * @module
 */
import { readBoolean } from "@plumbline/server/codec";
import type { ApiObject, JsonObject } from "@plumbline/server/api";
import type { StoredVersion } from "@plumbline/server/storage";
import type { Install } from "../vocabulary/on.ts";
import { withObject } from "../vocabulary/results.ts";
import { wrap } from "../vocabulary/wrap.ts";

/** Options of {@linkcode jsonAnswers}. */
export interface JsonAnswers {
  /** Returns the changed document; for watches it is called with the object of each event. */
  readonly change?: (body: JsonObject, request: Request, response: Response) => JsonObject;
  /** Returns the encoded document, including its line break. */
  readonly write?: (body: JsonObject) => string;
}

/** Changes the objects in responses in every format, including those of watch events. */
export function shownObjects(change: (object: ApiObject) => ApiObject): Install {
  const shown = (version: StoredVersion) => withObject(version, change(version.object));
  return wrap("exchange", "encode", ({ encode }, result, appearance, sending) => {
    switch (result.kind) {
      case "object":
        return encode({ ...result, version: shown(result.version) }, appearance, sending);
      case "list":
        return encode({ ...result, versions: result.versions.map(shown) }, appearance, sending);
      case "watch": {
        const { source } = result;
        const next = async () =>
          (await source.next())?.map((event) =>
            "version" in event ? { ...event, version: shown(event.version) } : event
          );
        return encode({ ...result, source: { ...source, next } }, appearance, sending);
      }
      default:
        return encode(result, appearance, sending);
    }
  });
}

/** Changes JSON responses, including watch events. */
export function jsonAnswers({ change = (body) => body, write = line }: JsonAnswers): Install {
  return wrap("wire", "answer", async ({ answer }, request) => {
    const response = await answer(request);
    if (!isJson(response) || !response.body) return response;
    const encoded = (body: JsonObject) => write(change(body, request, response));
    if (!isWatch(request, response)) {
      return withBody(response, encoded(JSON.parse(await textOf(response))));
    }
    const encodedEvent = (text: string) => {
      const { type, object } = JSON.parse(text);
      return write({ type, object: change(object, request, response) });
    };
    return withBody(response, eachLine(response.body, encodedEvent));
  });
}

/** Changes the chunks of watch streams. */
export function watchBytes(
  change: (piece: Uint8Array) => readonly Uint8Array[],
): Install {
  return wrap("wire", "answer", async ({ answer }, request) => {
    const response = await answer(request);
    if (!isJson(response) || !isWatch(request, response)) return response;
    const changed = new TransformStream<Uint8Array, Uint8Array>({
      transform(piece, controller) {
        for (const part of change(piece)) controller.enqueue(part);
      },
    });
    return withBody(response, response.body!.pipeThrough(changed));
  });
}

/**
 * Returns the request with its URL and body changed. The body is passed as one character per byte.
 */
export async function rewriteRequest(
  request: Request,
  change: (text: string) => string,
): Promise<Request> {
  const { method, signal } = request;
  const headers = new Headers(request.headers);
  const url = change(request.url);
  if (!request.body) return new Request(url, { method, headers, signal });
  // One character per byte, so that bodies that are not UTF-8 stay intact.
  const sent = Array.from(new Uint8Array(await request.arrayBuffer()), charOf).join("");
  headers.delete("content-length");
  const body = Uint8Array.from(change(sent), (character) => character.charCodeAt(0));
  return new Request(url, { method, headers, body, signal });
}

/** Returns true if the response is a watch stream. */
export function isWatch(request: Request, response: Response): boolean {
  return request.method === "GET" && response.status === 200 &&
    readBoolean(new URL(request.url).searchParams, "watch");
}

/** Returns true if the response is JSON. */
export const isJson = ({ headers }: Response): boolean =>
  headers.get("content-type")?.startsWith("application/json") ?? false;

/** Returns the text of a response, decompressed if necessary. */
export async function textOf(response: Response): Promise<string> {
  if (response.headers.get("content-encoding") !== "gzip") return await response.text();
  const plain = response.body!.pipeThrough(new DecompressionStream("gzip"));
  return await new Response(plain).text();
}

/** Returns the response with another, uncompressed body. */
export function withBody({ status, headers: old }: Response, body: BodyInit): Response {
  const headers = new Headers(old);
  headers.delete("content-encoding");
  return new Response(body, { status, headers });
}

const line = (body: JsonObject): string => `${JSON.stringify(body)}\n`;

const charOf = (byte: number): string => String.fromCharCode(byte);

/** Changes each line of a stream. */
function eachLine(
  body: ReadableStream<Uint8Array<ArrayBuffer>>,
  change: (line: string) => string,
): ReadableStream<Uint8Array> {
  let rest = "";
  const lines = new TransformStream<string, string>({
    transform(text, controller) {
      const parts = `${rest}${text}`.split("\n");
      rest = parts.pop() ?? "";
      for (const part of parts) controller.enqueue(change(part));
    },
  });
  return body.pipeThrough(new TextDecoderStream()).pipeThrough(lines)
    .pipeThrough(new TextEncoderStream());
}
