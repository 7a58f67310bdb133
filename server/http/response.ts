/**
 * Builds responses: the form that the client accepts, bodies, compression and errors. A stored version is
 * encoded once for each form, and shared by all responses that carry it.
 *
 * @module
 */
import { readBoolean } from "../codec/scalar.ts";
import { ApiError, badRequest } from "../api_error.ts";
import type { RequestContext } from "../context.ts";
import type { Dialect } from "../dialect.ts";
import type { ApiObject, JsonObject } from "../object.ts";
import { type ResourceDefinition, schemaOf } from "../registry/resource.ts";
import type { Result } from "../registry/contracts.ts";
import { jsonList, listHead } from "./list_body.ts";
import { type Encoding, type Form, negotiate, type View } from "./negotiation.ts";
import {
  type Bytes,
  emptyFieldsOf,
  encodedVersion,
  type Serializer,
  serializerOf,
  type Writing,
  written,
} from "./serializer.ts";
import { viewList, viewObject, type ViewOptions } from "./view.ts";
import { markWatch } from "./watch_socket.ts";
import { watchStream } from "./watch_stream.ts";

const encoder = new TextEncoder();

/** The form of a response, selected before the verb runs so that a 406 has no side effects. */
export interface Appearance extends Writing {
  /** Undefined for whole objects. */
  readonly view?: ViewOptions;
}

/** Facts about the response that are known before the verb runs. */
export interface Expectation {
  readonly dialect: Dialect;
  /** The resource, if the response contains its objects. */
  readonly definition?: ResourceDefinition;
  /** True if the response is a list of objects. */
  readonly isList: boolean;
  /** Milliseconds since 1970. */
  readonly now: number;
}

/**
 * Selects the form of the response to a request.
 *
 * @throws {ApiError} NotAcceptable, or BadRequest for a wrong `includeObject`
 */
export function appearanceOf(
  context: RequestContext,
  expectation: Expectation,
): Appearance | Promise<Appearance> {
  const { request, query, info } = context;
  const { dialect, definition, isList } = expectation;
  const form = negotiate(request.headers.get("accept"), () => ({
    dialect,
    encodings: encodingsFor(info.verb, definition),
    views: viewsFor(info.verb, isList, definition).filter((view) =>
      view !== "Table" || !definition?.withoutTable?.includes(info.subresource)
    ),
  }));
  // A watch has one event per line, even if `pretty` is set.
  const pretty = query.has("pretty") && readBoolean(query, "pretty") && info.verb !== "watch";
  const serializer = serializerOf(form.encoding, { dialect, pretty });
  return serializer instanceof Promise
    ? serializer.then((loaded) => appearanceIn(form, loaded, context, expectation))
    : appearanceIn(form, serializer, context, expectation);
}

function appearanceIn(
  form: Form,
  serializer: Serializer,
  { query }: RequestContext,
  { dialect, definition, now }: Expectation,
): Appearance {
  const conversion = definition?.conversion;
  // Protobuf has no null.
  const emptyFields = definition && !definition.schema && form.encoding !== "protobuf"
    ? emptyFieldsOf(schemaOf(definition, dialect))
    : undefined;
  const writing = { serializer, conversion, emptyFields };
  if (form.view === "whole" || !definition) return writing;
  const includeObject = readIncludeObject(query, form);
  const { suffix } = dialect;
  const show = (object: ApiObject) => written(object, writing);
  return { ...writing, view: { form, definition, suffix, includeObject, show, now } };
}

function encodingsFor(verb: string, definition: ResourceDefinition | undefined): Encoding[] {
  if (definition?.withoutProtobuf) {
    return encodingsFor(verb, undefined).filter((encoding) => encoding !== "protobuf");
  }
  // Only built-in resources have a Protobuf form.
  if (definition?.schema) return verb === "watch" ? ["json"] : ["json", "yaml"];
  if (verb === "watch") return ["json", "protobuf"];
  return definition ? ["json", "yaml", "protobuf"] : ["json", "yaml"];
}

function viewsFor(
  verb: string,
  isList: boolean,
  definition: ResourceDefinition | undefined,
): View[] {
  if (!definition) return ["whole"];
  // Resources that cannot be listed have no table.
  if (definition.answer) return ["whole", "PartialObjectMetadata"];
  const isStream = verb === "watch";
  return [
    "whole",
    "Table",
    ...(isList ? ["PartialObjectMetadataList" as const] : ["PartialObjectMetadata" as const]),
    ...(isStream ? ["PartialObjectMetadata" as const] : []),
  ];
}

const INCLUDE_OBJECT = ["None", "Metadata", "Object"] as const;

function readIncludeObject(query: URLSearchParams, { view }: Form): ViewOptions["includeObject"] {
  const word = query.get("includeObject") || "Metadata";
  const known = INCLUDE_OBJECT.find((candidate) => candidate === word);
  if (!known && view === "Table") {
    throw badRequest(
      `Cannot read includeObject as it must be one of ${INCLUDE_OBJECT.join(", ")}: ` +
        `current value is "${word}"`,
    );
  }
  return known ?? "Metadata";
}

/** Options for sending a response. */
export interface Sending {
  readonly request: Request;
  /** True if large responses are compressed for clients that accept it. */
  readonly compresses: boolean;
}

/** Returns the response to a request. */
export function encode(
  result: Result,
  appearance: Appearance,
  sending: Sending,
): Response | Promise<Response> {
  const { serializer } = appearance;
  if (result.kind === "watch") {
    const stream = watchStream(result.source, appearance);
    return markWatch(respond(200, serializer.streamType, stream), serializer.framing);
  }
  const status = result.kind === "list" ? 200 : result.status;
  const headers = { ...(result.kind !== "list" && result.headers) };
  const text = writtenText(result, appearance, sending);
  if (text !== undefined) return respondToWrite(status, serializer.mediaType, text, headers);
  const body = bodyOf(result, appearance);
  return isLarge(body) && sending.compresses
    ? respondLarge(status, serializer.mediaType, body, { headers, sending })
    : respond(status, serializer.mediaType, body, headers);
}

async function respondLarge(
  status: number,
  type: string,
  whole: Bytes | string,
  { headers, sending }: { headers: Readonly<Record<string, string>>; sending: Sending },
): Promise<Response> {
  const { body, headers: coding } = await compress(whole, sending.request);
  const vary = headers.vary ? `${headers.vary}, ${coding.vary}` : coding.vary;
  return respond(status, type, body, { ...headers, ...coding, vary });
}

/** Returns the form of an error: the encoding that the client accepts, or else JSON. */
function errorSerializer(
  accept: string | null,
  dialect: Dialect,
): Serializer | Promise<Serializer> {
  return serializerOf(errorEncoding(accept, dialect), { dialect, pretty: false });
}

function errorEncoding(accept: string | null, dialect: Dialect): Encoding {
  const encodings = ["json", "yaml", "protobuf"] as const;
  try {
    return negotiate(accept, () => ({ dialect, encodings, views: ["whole"] })).encoding;
  } catch {
    return "json";
  }
}

/** Returns the strong entity tag of a document, for `If-None-Match`. */
export async function entityTag(value: JsonObject): Promise<string> {
  const digest = await crypto.subtle.digest("SHA-512", encoder.encode(JSON.stringify(value)));
  return `"${new Uint8Array(digest).toHex().toUpperCase()}"`;
}

/** Returns a response that must not be cached, unless its headers state otherwise. */
export function respond(
  status: number,
  type: string,
  body: BodyInit,
  headers?: HeadersInit,
): Response {
  return new Response(body, {
    status,
    headers: { "content-type": type, "cache-control": "no-cache, private", ...headers },
  });
}

/**
 * Returns a response to a write. No cache reuses one that does not ask for it (RFC 9111 section 3), and
 * the runtime sends a response fastest whose only header is its type.
 */
const respondToWrite = (
  status: number,
  type: string,
  body: string,
  headers: Readonly<Record<string, string>>,
): Response => new Response(body, { status, headers: { "content-type": type, ...headers } });

/**
 * Returns the text of an object that the request has written; undefined for other results. Its bytes
 * are not kept: most objects are written more often than read.
 */
function writtenText(
  result: Exclude<Result, { kind: "watch" }>,
  appearance: Appearance,
  { request: { method } }: Sending,
): string | undefined {
  const { serializer, view } = appearance;
  if (result.kind !== "object" || view || method === "GET" || method === "HEAD") return undefined;
  const text = serializer.text?.(written(result.version.object, appearance));
  return text === undefined || text.length > THRESHOLD ? undefined : text;
}

function bodyOf(
  result: Exclude<Result, { kind: "watch" }>,
  appearance: Appearance,
): Bytes | string {
  const { serializer, view } = appearance;
  switch (result.kind) {
    case "value":
      return serializer.encode(result.value);
    case "object":
      return view
        ? serializer.encode(viewObject(result.version.object, view))
        : encodedVersion(result.version, appearance);
    case "list": {
      const stored = () => result.versions.map(({ object }) => object);
      if (view) return serializer.encode(viewList(stored(), result.metadata, view));
      if (serializer.mediaType === "application/json") return jsonList(result, appearance);
      const items = stored().map((object) => written(object, appearance));
      return serializer.encode({ ...listHead(result), items });
    }
  }
}

/** The minimum size for compression, in bytes: for smaller bodies it costs more than it saves. */
const THRESHOLD = 128 * 1024;

/** A level that is nearly as fast as the fastest and nearly as small as the best. */
const LEVEL = 4;

/** An encoded body with its headers. */
export interface SentBody {
  readonly body: Bytes | string;
  readonly headers: { readonly vary: string; readonly "content-encoding"?: string };
}

/** Returns true if a body is large enough for compression. */
const isLarge = (body: Bytes | string): boolean => body.length > THRESHOLD;

/** Compresses a large body for a request that accepts it. */
async function compress(
  body: Bytes | string,
  request: Request,
): Promise<SentBody> {
  const headers = { vary: "accept-encoding" };
  if (!await acceptsGzip(request)) return { body, headers };
  return { body: await zip(body), headers: { ...headers, "content-encoding": "gzip" } };
}

/** Returns true if the client accepts gzip explicitly; without the header it may not support it. */
async function acceptsGzip(request: Request): Promise<boolean> {
  if (!request.headers.has("accept-encoding")) return false;
  const { acceptsEncodings } = await import("@std/http");
  return acceptsEncodings(request, "gzip", "identity") === "gzip";
}

/** Compresses off the main thread, so that other requests are served meanwhile. */
async function zip(body: Bytes | string): Promise<Bytes> {
  const { gzip } = await import("node:zlib");
  return await new Promise((resolve, reject) =>
    gzip(body, { level: LEVEL }, (error, zipped) => {
      if (error) reject(error);
      else resolve(new Uint8Array(zipped));
    })
  );
}

/** Returns an API error as it is, and any other as an internal error without details. */
export async function refuse(
  error: unknown,
  request: Request,
  dialect: Dialect,
): Promise<Response> {
  const refusal = error instanceof ApiError
    ? error
    : new ApiError("InternalError", "Internal error occurred");
  const retryAfter = refusal.details?.retryAfterSeconds;
  const headers: Record<string, string> = {};
  if (retryAfter !== undefined) headers["retry-after"] = String(retryAfter);
  if (refusal.reason === "Unauthorized") headers["www-authenticate"] = "Bearer";
  const accept = request.headers.get("accept");
  const { encode, mediaType } = await errorSerializer(accept, dialect);
  return respond(refusal.code, mediaType, encode(refusal.toStatus(dialect.suffix)), headers);
}
