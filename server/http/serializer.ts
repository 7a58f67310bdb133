/**
 * Serializes objects and watch events, one serializer for each encoding.
 *
 * @module
 */
import { shownAs } from "../registry/resource.ts";
import { loadProtobuf } from "../codec/protobuf.ts";
import type { Field, ObjectSchema, Schema } from "../codec/schema.ts";
import { writeYaml } from "../codec/yaml.ts";
import type { Dialect } from "../dialect.ts";
import type { ApiObject, Json, JsonObject } from "../object.ts";
import type { Conversion } from "../registry/conversion.ts";
import type { StoredVersion } from "../storage/storage.ts";
import { type Encoding, mediaTypeOf } from "./negotiation.ts";

/** Bytes that own their memory. */
export type Bytes = Uint8Array<ArrayBuffer>;

/** Writes values in one encoding. */
export interface Serializer {
  /** The Content-Type of one value. */
  readonly mediaType: string;
  /** Under this name the bytes of a version are kept. */
  readonly cacheKey: string;
  /** The Content-Type of a watch. */
  readonly streamType: string;
  /** One value. */
  encode(value: JsonObject): Bytes;
  /** One event of a watch, around a value that is encoded already. */
  frame(type: string, encoded: Bytes): Bytes;
}

const encoder = new TextEncoder();
const FRAME_END = encoder.encode("}\n");

const json: Serializer = {
  mediaType: "application/json",
  cacheKey: "json",
  streamType: "application/json",
  encode: (value) => encoder.encode(`${JSON.stringify(value)}\n`),
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
};

const yaml: Serializer = {
  mediaType: "application/yaml",
  cacheKey: "yaml",
  streamType: "application/yaml",
  encode: (value) => encoder.encode(writeYaml(value)),
  frame: (_type, encoded) => encoded,
};

async function protobuf(dialect: Dialect): Promise<Serializer> {
  const { encodeProtobuf, encodeProtobufWatchEvent } = await loadProtobuf();
  const mediaType = mediaTypeOf("protobuf", dialect);
  return {
    mediaType,
    cacheKey: "protobuf",
    streamType: `${mediaType};stream=watch`,
    encode: (value) => encodeProtobuf(value, { dialect }),
    frame: (type, object) => encodeProtobufWatchEvent({ type, object }),
  };
}

/** The serializer of an encoding; `pretty` is for people and concerns JSON only. */
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

/** All chunks in one. */
export function concatenate(chunks: readonly Uint8Array[]): Bytes {
  const whole = new Uint8Array(chunks.reduce((sum, chunk) => sum + chunk.length, 0));
  let at = 0;
  for (const chunk of chunks) {
    whole.set(chunk, at);
    at += chunk.length;
  }
  return whole;
}

/** Returns a value with its empty fields, the very same where it has them all. */
export type EmptyFields = (value: Json) => Json;

const known = new WeakMap<ObjectSchema, EmptyFields>();

const same: EmptyFields = (value) => value;

/**
 * What writes out the empty fields of objects of a type. What it returns may share parts with what
 * it is given, which is left as it is.
 */
export function emptyFieldsOf(schema: ObjectSchema): EmptyFields {
  let fill = known.get(schema);
  if (!fill) {
    // A type within itself finds this, which is what there is to be done below it.
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
  schema.type === "time" ? empty !== undefined : schema.type === "list" && keepsEmpty && !required;

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

/** The same for whole objects. */
export const withEmptyFields = (object: JsonObject, fill: EmptyFields | undefined): JsonObject =>
  fill ? fill(object) as JsonObject : object;

/** How whole objects are written. */
export interface Writing {
  readonly serializer: Serializer;
  /** Absent where objects are shown in the version they are stored in. */
  readonly conversion?: Conversion;
  /** Absent where empty fields are not written. */
  readonly emptyFields?: EmptyFields;
}

/** An object as it is written. */
export function written(object: ApiObject, { conversion, emptyFields }: Writing): JsonObject {
  return withEmptyFields(shownAs(object, conversion), emptyFields);
}

/** A version's bytes, made once. */
export function encodedVersion(version: StoredVersion, writing: Writing): Bytes {
  const key = cacheKey(writing);
  const known = version.encodings.get(key);
  if (known) return known;
  const bytes = writing.serializer.encode(written(version.object, writing));
  version.encodings.set(key, bytes);
  return bytes;
}

/** Under this name the bytes are kept. */
export const cacheKey = ({ serializer, conversion }: Writing): string =>
  conversion ? `${serializer.cacheKey} ${conversion.apiVersion}` : serializer.cacheKey;
