/**
 * The Protobuf encoding of whole objects: an envelope with their API version and kind
 * (specification, "Content negotiation").
 *
 * @module
 */
import { BinaryReader, BinaryWriter, WireType } from "@bufbuild/protobuf/wire";
import { ApiError, badRequest } from "../../api_error.ts";
import type { Dialect } from "../../dialect.ts";
import type { Json, JsonObject } from "../../object.ts";
import { readMessage } from "./decode.ts";
import { writeMessage } from "./encode.ts";
import { messageOfKind } from "./messages.ts";

/** The API version and kind of an object. */
export interface TypeMeta {
  /** The group and version, for example `apps/v1`. */
  readonly apiVersion: string;
  /** The kind, for example `Deployment`. */
  readonly kind: string;
}

/** Options of the encoding. */
export interface ProtobufOptions {
  /** The dialect, whose suffix ends the groups' names. */
  readonly dialect: Dialect;
}

/** Options of decoding. */
export interface DecodeProtobufOptions extends ProtobufOptions {
  /** The type that the endpoint expects, for envelopes without one. */
  readonly expected?: TypeMeta;
}

/** The first four bytes of every object. */
const MAGIC = Uint8Array.of(0x6b, 0x38, 0x73, 0x00);

/** Returns true if a kind has a Protobuf encoding; a Table, for example, has none. */
export function hasProtobuf(
  { apiVersion, kind }: TypeMeta,
  { dialect }: ProtobufOptions,
): boolean {
  return messageOfKind(apiVersion, kind, dialect) !== undefined;
}

/**
 * Encodes an object in its envelope. Fields that the kind does not have are left out, and so are
 * the API version and kind of a list's items.
 *
 * Throws a TypeError for a kind without a Protobuf encoding, or a value that is not of its field's
 * type: objects are validated before they are sent.
 *
 * @example
 * ```ts
 * import { assertEquals } from "@std/assert";
 * import { DIALECTS } from "../../dialect.ts";
 * import { decodeProtobuf, encodeProtobuf } from "./envelope.ts";
 *
 * const dialect = DIALECTS.svc;
 * const secret = { apiVersion: "v1", kind: "Secret", metadata: {}, data: { key: "dmFsdWU=" } };
 * const bytes = encodeProtobuf(secret, { dialect });
 * assertEquals(decodeProtobuf(bytes, { dialect }).data, secret.data);
 * ```
 */
export function encodeProtobuf(
  object: JsonObject,
  { dialect }: ProtobufOptions,
): Uint8Array<ArrayBuffer> {
  const apiVersion = text(object.apiVersion);
  const kind = text(object.kind);
  const message = messageOfKind(apiVersion, kind, dialect);
  if (!message) throw new TypeError(`Cannot write ${apiVersion} ${kind} as Protobuf: no such form`);
  const writer = new BinaryWriter().raw(MAGIC);
  writer.tag(1, WireType.LengthDelimited).fork();
  writer.tag(1, WireType.LengthDelimited).string(apiVersion);
  writer.tag(2, WireType.LengthDelimited).string(kind);
  writer.join();
  writer.tag(2, WireType.LengthDelimited).fork();
  writeMessage(writer, message, object);
  writer.join();
  writer.tag(3, WireType.LengthDelimited).string("");
  writer.tag(4, WireType.LengthDelimited).string("");
  return writer.finish();
}

/**
 * Decodes an object into its JSON form. Throws an ApiError `BadRequest` for bytes that are not an
 * object of a known kind.
 */
export function decodeProtobuf(
  bytes: Uint8Array,
  options: DecodeProtobufOptions,
): JsonObject {
  return asBadRequest(() => {
    if (MAGIC.some((byte, index) => bytes[index] !== byte)) {
      throw badRequest("Cannot read the body as Protobuf as it does not begin with 6b 38 73 00");
    }
    if (bytes.length === MAGIC.length) throw badRequest("Cannot read the body as it is empty");
    const envelope = readFields(bytes.subarray(MAGIC.length));
    requirePlain(envelope, options.dialect);
    const { apiVersion, kind } = typeMetaOf(envelope, options.expected);
    const message = messageOfKind(apiVersion, kind, options.dialect);
    if (!message) {
      throw badRequest(`Cannot read the body as ${apiVersion} ${kind} has no Protobuf form here`);
    }
    const raw = envelope.get(2) ?? new Uint8Array();
    const object = readMessage(new BinaryReader(raw), raw.length, message);
    if (kind.endsWith("List") && object.items === null) object.items = [];
    return { kind, ...(apiVersion && { apiVersion }), ...object };
  });
}

/** Rejects envelopes whose content is encoded further, or is not Protobuf. */
function requirePlain(envelope: Fields, dialect: Dialect): void {
  const encoding = textOf(envelope, 3);
  const contentType = textOf(envelope, 4);
  if (encoding) throw badRequest(`Cannot read the body as its encoding is unknown: ${encoding}`);
  if (contentType && contentType !== dialect.protobuf) {
    throw badRequest(
      `Cannot read the body as its envelope must hold ${dialect.protobuf}: it holds ${contentType}`,
    );
  }
}

function typeMetaOf(envelope: Fields, expected: TypeMeta | undefined): TypeMeta {
  const typeMeta = readFields(envelope.get(1) ?? new Uint8Array());
  const apiVersion = textOf(typeMeta, 1) || expected?.apiVersion || "";
  const kind = textOf(typeMeta, 2) || expected?.kind || "";
  return { apiVersion, kind };
}

function text(value: Json | undefined): string {
  return typeof value === "string" ? value : "";
}

/** The bytes of a message's fields by number; of a repeated field, the last. */
export type Fields = ReadonlyMap<number, Uint8Array>;

/** Reads the fields of a message. Throws any Error when the bytes are not a message. */
export function readFields(bytes: Uint8Array): Fields {
  const fields = new Map<number, Uint8Array>();
  const reader = new BinaryReader(bytes);
  while (reader.pos < reader.len) {
    const [number, wireType] = reader.tag();
    if (wireType === WireType.LengthDelimited) fields.set(number, reader.bytes());
    else reader.skip(wireType, number);
  }
  return fields;
}

/** Returns a text field; empty if it is absent. */
export function textOf(fields: Fields, number: number): string {
  return new TextDecoder().decode(fields.get(number));
}

/** Runs a decoder and converts any error into an ApiError `BadRequest`. */
export function asBadRequest<T>(read: () => T): T {
  try {
    return read();
  } catch (error) {
    if (error instanceof ApiError) throw error;
    const why = error instanceof Error ? error.message : String(error);
    throw badRequest(`Cannot read the body as Protobuf: ${why}`);
  }
}

/** An event of a watch. */
export interface ProtobufWatchEvent {
  /** The type of the event, for example `ADDED`. */
  readonly type: string;
  /** The object in its envelope, as `encodeProtobuf` returns it. */
  readonly object: Uint8Array;
}

/** The size in bytes of a frame's length, which is big-endian. */
const HEADER = 4;

/** Encodes an event as a frame. The object is encoded already, so that watchers share it. */
export function encodeProtobufWatchEvent(
  { type, object }: ProtobufWatchEvent,
): Uint8Array<ArrayBuffer> {
  const event = new BinaryWriter();
  event.tag(1, WireType.LengthDelimited).string(type);
  event.tag(2, WireType.LengthDelimited).fork();
  event.tag(1, WireType.LengthDelimited).bytes(object);
  const body = event.join().finish();
  const frame = new Uint8Array(HEADER + body.length);
  new DataView(frame.buffer).setUint32(0, body.length);
  frame.set(body, HEADER);
  return frame;
}

/** Decodes one whole frame. Throws an ApiError `BadRequest` for an invalid frame. */
export function decodeProtobufWatchEvent(frame: Uint8Array): ProtobufWatchEvent {
  return asBadRequest(() => {
    const stated = new DataView(frame.buffer, frame.byteOffset, frame.byteLength).getUint32(0);
    const body = frame.subarray(HEADER);
    if (stated !== body.length) {
      throw new RangeError(`a frame of ${body.length} bytes must say so: it says ${stated}`);
    }
    const event = readFields(body);
    const object = readFields(event.get(2) ?? new Uint8Array()).get(1) ?? new Uint8Array();
    return { type: textOf(event, 1), object };
  });
}
