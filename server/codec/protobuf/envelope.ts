/**
 * The Protobuf form of whole objects: the envelope that says what is inside
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

/** How a kind is named. */
export interface TypeMeta {
  /** The group and version, for example `apps/v1`. */
  readonly apiVersion: string;
  /** The kind, for example `Deployment`. */
  readonly kind: string;
}

/** What the form depends on. */
export interface ProtobufOptions {
  /** Whose suffix ends the groups' names. */
  readonly dialect: Dialect;
}

/** How bytes are read. */
export interface DecodeProtobufOptions extends ProtobufOptions {
  /** What the object is when its envelope leaves that out, as the endpoint knows it. */
  readonly expected?: TypeMeta;
}

/** The four bytes every object begins with. */
const MAGIC = Uint8Array.of(0x6b, 0x38, 0x73, 0x00);

/** True if a kind has a Protobuf form; a Table, for one, has none. */
export function hasProtobuf(
  { apiVersion, kind }: TypeMeta,
  { dialect }: ProtobufOptions,
): boolean {
  return messageOfKind(apiVersion, kind, dialect) !== undefined;
}

/**
 * The Protobuf form of an object, in its envelope. Fields that the kind does not have are left
 * out, as is what a list's items say of their kind.
 *
 * Throws a TypeError for a kind without a Protobuf form, or a value that is not of its field's
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
 * The object that bytes in the Protobuf form say, as its JSON form would have it.
 * Throws an ApiError `BadRequest` for any bytes that are not an object of a known kind.
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

/** The envelope can say that what it holds is encoded once more, or is no Protobuf at all. */
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

/** The bytes of a message's fields by number; of a field that comes twice, the last. */
export type Fields = ReadonlyMap<number, Uint8Array>;

/** Reads the fields of such a message. Throws an Error of any class when the bytes are not one. */
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

/** A field that is text; empty when it is left out. */
export function textOf(fields: Fields, number: number): string {
  return new TextDecoder().decode(fields.get(number));
}

/** Runs a reader of foreign bytes: whatever it throws becomes an ApiError `BadRequest`. */
export function asBadRequest<T>(read: () => T): T {
  try {
    return read();
  } catch (error) {
    if (error instanceof ApiError) throw error;
    const why = error instanceof Error ? error.message : String(error);
    throw badRequest(`Cannot read the body as Protobuf: ${why}`);
  }
}

/** An event as it travels in a watch. */
export interface ProtobufWatchEvent {
  /** What happened, for example `ADDED`. */
  readonly type: string;
  /** The object in its envelope, as `encodeProtobuf` makes it. */
  readonly object: Uint8Array;
}

/** A frame begins with its length in so many bytes, the highest first. */
const HEADER = 4;

/** Puts an event into a frame. The object is encoded already, so that watchers can share it. */
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

/** Takes one whole frame apart. Throws an ApiError `BadRequest` when the bytes are none. */
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
