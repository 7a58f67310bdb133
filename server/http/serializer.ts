/**
 * From values to bytes and from events to the frames of a stream, one serializer an encoding.
 *
 * @module
 */
import { loadProtobuf } from "../codec/protobuf.ts";
import { writeYaml } from "../codec/yaml.ts";
import type { Dialect } from "../dialect.ts";
import type { JsonObject } from "../object.ts";
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
