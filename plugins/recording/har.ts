/**
 * Recorded HTTP traffic, as files in the format HAR 1.2, which browsers and proxies read and write.
 *
 * @module
 */
import { isObject } from "@plumbline/server/shape";

/** Header fields in order, with names in lower case. */
export type RecordedHead = readonly (readonly [name: string, value: string])[];

/** A request and its response. */
export interface RecordedExchange {
  /** When the request arrived, in milliseconds since 1970. */
  readonly started: number;
  /** Milliseconds until the response ended. */
  readonly time: number;
  /** The method. */
  readonly method: string;
  /** The whole URL. */
  readonly url: string;
  /** The headers of the request. */
  readonly requestHead: RecordedHead;
  /** The body of the request; empty for none. */
  readonly requestBody: Uint8Array<ArrayBuffer>;
  /** The status of the response. */
  readonly status: number;
  /** The headers of the response. */
  readonly responseHead: RecordedHead;
  /** The body of the response; empty for none. */
  readonly responseBody: Uint8Array<ArrayBuffer>;
}

/** Returns the text of a HAR file. */
export function harOf(exchanges: readonly RecordedExchange[], version: string): string {
  const log = {
    version: "1.2",
    creator: { name: "plumbline", version },
    entries: exchanges.map(entryOf),
  };
  return `${JSON.stringify({ log }, undefined, 1)}\n`;
}

function entryOf(exchange: RecordedExchange) {
  const { started, time, method, url, requestHead, requestBody, status } = exchange;
  const { responseHead, responseBody } = exchange;
  const common = { httpVersion: "HTTP/1.1", cookies: [], headersSize: -1 };
  const queryString = Array.from(new URL(url).searchParams, ([name, value]) => ({ name, value }));
  return {
    startedDateTime: new Date(started).toISOString(),
    time,
    request: {
      method,
      url,
      ...common,
      headers: requestHead.map(([name, value]) => ({ name, value })),
      queryString,
      bodySize: requestBody.length,
      ...(requestBody.length > 0 && {
        postData: { mimeType: valueOf(requestHead, "content-type"), ...textOf(requestBody) },
      }),
    },
    response: {
      status,
      statusText: "",
      ...common,
      headers: responseHead.map(([name, value]) => ({ name, value })),
      content: {
        size: responseBody.length,
        mimeType: valueOf(responseHead, "content-type"),
        ...textOf(responseBody),
      },
      redirectURL: "",
      bodySize: responseBody.length,
    },
    cache: {},
    timings: { send: 0, wait: time, receive: 0 },
  };
}

const valueOf = (head: RecordedHead, wanted: string) =>
  head.find(([name]) => name === wanted)?.[1] ?? "";

/** Bytes that are no UTF-8 are written in base64. */
function textOf(bytes: Uint8Array): { readonly text: string; readonly encoding?: "base64" } {
  try {
    return { text: new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(bytes) };
  } catch {
    return { text: bytes.toBase64(), encoding: "base64" };
  }
}

/** Parses a HAR file. @throws {RangeError} for a text that is none */
export function readHar(text: string): readonly RecordedExchange[] {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    throw unusable("it is no JSON");
  }
  const entries = asFields(asFields(value).log).entries;
  if (!Array.isArray(entries)) throw unusable("it has no log.entries");
  return entries.map(readEntry);
}

function readEntry(value: unknown, index: number): RecordedExchange {
  const entry = asFields(value);
  const [request, response] = [asFields(entry.request), asFields(entry.response)];
  const { method, url } = request;
  const { status } = response;
  const where = `log.entries[${index}]`;
  if (typeof method !== "string") throw unusable(`${where}.request.method is no text`);
  if (typeof url !== "string" || !URL.canParse(url)) {
    throw unusable(`${where}.request.url is no URL`);
  }
  if (typeof status !== "number" || status < 200 || status > 599) {
    throw unusable(`${where}.response.status is no number from 200 to 599`);
  }
  const started = Date.parse(String(entry.startedDateTime));
  return {
    started: Number.isNaN(started) ? 0 : started,
    time: typeof entry.time === "number" ? entry.time : 0,
    method,
    url,
    requestHead: readHead(request.headers),
    requestBody: readBody(request.postData, where),
    status,
    responseHead: withType(readHead(response.headers), asFields(response.content).mimeType),
    responseBody: readBody(response.content, where),
  };
}

function readHead(value: unknown): RecordedHead {
  if (!Array.isArray(value)) return [];
  return value.map(asFields).map(({ name, value }) => [String(name).toLowerCase(), String(value)]);
}

/** The type of a body stands in the headers, or beside the body only. */
const withType = (head: RecordedHead, type: unknown): RecordedHead =>
  typeof type !== "string" || type === "" || head.some(([name]) => name === "content-type")
    ? head
    : [...head, ["content-type", type]];

function readBody(value: unknown, where: string): Uint8Array<ArrayBuffer> {
  const { text, encoding } = asFields(value);
  if (typeof text !== "string") return new Uint8Array();
  if (encoding !== "base64") return new TextEncoder().encode(text);
  try {
    return Uint8Array.fromBase64(text);
  } catch {
    throw unusable(`a body of ${where} is no base64`);
  }
}

const asFields = (value: unknown): Readonly<Record<string, unknown>> =>
  isObject(value) ? value : {};

const unusable = (why: string) => new RangeError(`Cannot use the recording as HAR: ${why}.`);
