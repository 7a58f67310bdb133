/**
 * From results to bytes. A stored version is encoded once a form and shared by all who send it.
 *
 * @module
 */
import { stringify } from "@std/yaml";
import type { JsonObject } from "../object.ts";
import type { Result } from "../registry/registry.ts";
import { apiVersionOf } from "../registry/resource.ts";
import type { StoredVersion } from "../storage/storage.ts";
import { type Format, MEDIA_TYPES } from "./negotiation.ts";
import { watchStream } from "./watch_stream.ts";

const encoder = new TextEncoder();
const COMMA = encoder.encode(",");
const LIST_END = encoder.encode("]}\n");

/** How an answer is to look. */
export interface Appearance {
  readonly format: Format;
  /** Indented for people (interface, parameter `pretty`). */
  readonly pretty: boolean;
}

/** The answer to a request. */
export function encode(result: Result, { format, pretty }: Appearance): Response {
  if (result.kind === "watch") {
    return respond(200, "application/json", watchStream(result.source));
  }
  const status = result.kind === "list" ? 200 : result.status;
  if (format === "yaml" || pretty) {
    const text = format === "yaml"
      ? stringify(valueOf(result), { schema: "json" } as never)
      : `${JSON.stringify(valueOf(result), null, 2)}\n`;
    return respond(status, MEDIA_TYPES[format], encoder.encode(text));
  }
  return respond(status, MEDIA_TYPES.json, jsonBytes(result));
}

/** A refusal or another value, in JSON. */
export function encodeValue(status: number, value: JsonObject, headers?: HeadersInit): Response {
  return respond(status, MEDIA_TYPES.json, encoder.encode(`${JSON.stringify(value)}\n`), headers);
}

function respond(status: number, type: string, body: BodyInit, headers?: HeadersInit): Response {
  return new Response(body, {
    status,
    headers: { "content-type": type, "cache-control": "no-cache, private", ...headers },
  });
}

type Stored = Exclude<Result, { kind: "watch" }>;

function jsonBytes(result: Stored): Uint8Array<ArrayBuffer> {
  switch (result.kind) {
    case "object":
      return encodedJson(result.version);
    case "value":
      return encoder.encode(`${JSON.stringify(result.value)}\n`);
    case "list":
      return listBytes(result);
  }
}

/** A version's JSON, with a line break at its end. */
export function encodedJson(version: StoredVersion): Uint8Array<ArrayBuffer> {
  const known = version.encodings.get(MEDIA_TYPES.json);
  if (known) return known;
  const bytes = encoder.encode(`${JSON.stringify(version.object)}\n`);
  version.encodings.set(MEDIA_TYPES.json, bytes);
  return bytes;
}

function listBytes(list: Stored & { kind: "list" }): Uint8Array<ArrayBuffer> {
  const head = JSON.stringify(listHead(list));
  const chunks = [encoder.encode(`${head.slice(0, -1)},"items":[`)];
  list.versions.forEach((version, index) => {
    if (index > 0) chunks.push(COMMA);
    // Without the line break.
    chunks.push(encodedJson(version).subarray(0, -1));
  });
  chunks.push(LIST_END);
  return concatenate(chunks);
}

const listHead = ({ definition, metadata }: Stored & { kind: "list" }): JsonObject => ({
  kind: `${definition.kind}List`,
  apiVersion: apiVersionOf(definition),
  metadata,
});

function valueOf(result: Stored): JsonObject {
  switch (result.kind) {
    case "object":
      return result.version.object;
    case "value":
      return result.value;
    case "list":
      return { ...listHead(result), items: result.versions.map(({ object }) => object) };
  }
}

/** All chunks in one. */
export function concatenate(chunks: readonly Uint8Array[]): Uint8Array<ArrayBuffer> {
  const whole = new Uint8Array(chunks.reduce((sum, chunk) => sum + chunk.length, 0));
  let at = 0;
  for (const chunk of chunks) {
    whole.set(chunk, at);
    at += chunk.length;
  }
  return whole;
}
