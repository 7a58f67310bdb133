/**
 * Serializes objects and watch events, one serializer for each encoding.
 *
 * @module
 */
import { loadProtobuf } from "../codec/protobuf.ts";
import type { Field, ObjectSchema, Schema } from "../codec/schema.ts";
import { writeYaml } from "../codec/yaml.ts";
import type { Dialect } from "../dialect.ts";
import type { ApiObject, Json, JsonObject } from "../object.ts";
import type { Conversion } from "../registry/conversion.ts";
import type { StoredVersion } from "../storage/storage.ts";
import { type Encoding, encodingMediaType } from "./negotiation.ts";
import type { WatchFraming } from "./watch_socket.ts";

/** Bytes that own their memory. */
export type Bytes = Uint8Array<ArrayBuffer>;

/** Writes values in one encoding. */
export interface Serializer {
  /** The Content-Type of one value. */
  readonly mediaType: string;
  /** The cache key for the bytes of a stored version. */
  readonly cacheKey: string;
  /** The Content-Type of a watch. */
  readonly streamType: string;
  /** How the events of a watch are separated. */
  readonly framing: WatchFraming;
  /** Encodes one value. */
  encode(value: JsonObject): Bytes;
  /** Returns the same as text, for the encodings that are text and made from it. */
  text?(value: JsonObject): string;
  /** Encodes one watch event around an encoded value. */
  frame(type: string, encoded: Bytes): Bytes;
}

const encoder = new TextEncoder();
const FRAME_END = encoder.encode("}\n");

const json: Serializer = {
  mediaType: "application/json",
  cacheKey: "json",
  streamType: "application/json",
  framing: "lines",
  encode: (value) => encoder.encode(`${JSON.stringify(value)}\n`),
  text: (value) => `${JSON.stringify(value)}\n`,
  frame: (type, encoded) =>
    concatenate([
      encoder.encode(`{"type":"${type}","object":`),
      encoded.subarray(0, -1),
      FRAME_END,
    ]),
};

const prettyJson: Serializer = {
  ...json,
  cacheKey: "pretty json",
  encode: (value) => encoder.encode(`${JSON.stringify(value, null, 2)}\n`),
  text: (value) => `${JSON.stringify(value, null, 2)}\n`,
};

const yaml: Serializer = {
  mediaType: "application/yaml",
  cacheKey: "yaml",
  streamType: "application/yaml",
  framing: "lines",
  encode: (value) => encoder.encode(writeYaml(value)),
  frame: (_type, encoded) => encoded,
};

async function protobuf(dialect: Dialect): Promise<Serializer> {
  const { encodeProtobuf, encodeProtobufWatchEvent } = await loadProtobuf();
  const mediaType = encodingMediaType("protobuf", dialect);
  return {
    mediaType,
    cacheKey: "protobuf",
    streamType: `${mediaType};stream=watch`,
    framing: "length-prefixed",
    encode: (value) => encodeProtobuf(value, { dialect }),
    frame: (type, object) => encodeProtobufWatchEvent({ type, object }),
  };
}

/** Returns the serializer of an encoding; `pretty` indents JSON and is ignored otherwise. */
export function serializerOf(
  encoding: Encoding,
  { dialect, pretty }: { dialect: Dialect; pretty: boolean },
): Serializer | Promise<Serializer> {
  switch (encoding) {
    case "json":
      return pretty ? prettyJson : json;
    case "yaml":
      return yaml;
    case "protobuf":
      return protobuf(dialect);
  }
}

/** Concatenates chunks; a single one is returned as it is. */
export function concatenate(chunks: readonly Bytes[]): Bytes {
  if (chunks.length === 1) return chunks[0]!;
  const whole = new Uint8Array(chunks.reduce((sum, chunk) => sum + chunk.length, 0));
  let at = 0;
  for (const chunk of chunks) {
    whole.set(chunk, at);
    at += chunk.length;
  }
  return whole;
}

/** Returns a value with its empty fields; the same value if it has them all. */
export type EmptyFields = (value: Json) => Json;

const known = new WeakMap<ObjectSchema, EmptyFields>();

const same: EmptyFields = (value) => value;

/**
 * Returns a function that adds the empty fields to objects of a type. Its result may share parts
 * with its argument, which is not changed.
 */
export function emptyFieldsOf(schema: ObjectSchema): EmptyFields {
  let fill = known.get(schema);
  if (!fill) {
    // A recursive type finds this function and uses it for the nested values.
    known.set(schema, same);
    fill = fillerOf(schema);
    known.set(schema, fill);
  }
  return fill;
}

function fillerOf(schema: ObjectSchema): EmptyFields {
  const fields = [...schema.fields.values()];
  const empty = fields.filter(isWritten).map(({ name }) => name);
  const inner = fields.flatMap(({ name, schema }) => {
    const fill = partsOf(schema);
    return fill === same ? [] : [[name, fill] as const];
  });
  if (empty.length === 0 && inner.length === 0) return same;
  return (value) => {
    if (typeof value !== "object" || value === null || Array.isArray(value)) return value;
    let result = value;
    for (const name of empty) {
      if (value[name] === undefined) result = { ...result, [name]: null };
    }
    for (const [name, fill] of inner) {
      const part = value[name];
      const filled = part === undefined ? part : fill(part);
      if (filled !== part) result = { ...result, [name]: filled! };
    }
    return result;
  };
}

const isWritten = ({ schema, default: empty, keepsEmpty, required }: Field): boolean =>
  schema.type === "time" || schema.type === "microTime"
    ? empty !== undefined
    : schema.type === "list" && keepsEmpty && !required;

function partsOf(schema: Schema): EmptyFields {
  switch (schema.type) {
    case "object":
      return emptyFieldsOf(schema);
    case "list": {
      const fill = partsOf(schema.items);
      return fill === same ? same : (value) => fillItems(value, fill);
    }
    default:
      return same;
  }
}

function fillItems(value: Json, fill: EmptyFields): Json {
  if (!Array.isArray(value)) return value;
  const filled = value.map(fill);
  return filled.some((item, index) => item !== value[index]) ? filled : value;
}

/** Returns a function that adds the empty fields to whole objects. */
const withEmptyFields = (object: JsonObject, fill: EmptyFields | undefined): JsonObject =>
  fill ? fill(object) as JsonObject : object;

/** Options for writing whole objects. */
export interface Writing {
  readonly serializer: Serializer;
  /** Undefined if the request has the storage version. */
  readonly conversion?: Conversion | undefined;
  /** Undefined if empty fields are not written. */
  readonly emptyFields?: EmptyFields | undefined;
}

/** Returns an object in the form in which it is written. */
export function written(object: ApiObject, { conversion, emptyFields }: Writing): JsonObject {
  return withEmptyFields(conversion ? conversion.fromStorage(object) : object, emptyFields);
}

/** Returns the encoded bytes of a stored version, from the cache if possible. */
export function encodedVersion(version: StoredVersion, writing: Writing): Bytes {
  const key = cacheKey(writing);
  const known = version.encodings.get(key);
  if (known) return known;
  const bytes = writing.serializer.encode(written(version.object, writing));
  version.encodings.set(key, bytes);
  return bytes;
}

/** Returns the cache key for the bytes. */
export const cacheKey = ({ serializer, conversion }: Writing): string =>
  conversion ? `${serializer.cacheKey} ${conversion.apiVersion}` : serializer.cacheKey;
