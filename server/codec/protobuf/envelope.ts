/**
 * The Protobuf form of whole objects: the envelope that says what is inside
 * (interface, "Content negotiation").
 *
 * @module
 */
import { BinaryReader, BinaryWriter, WireType } from "@bufbuild/protobuf/wire";
import { badRequest } from "../../api_error.ts";
import type { Dialect } from "../../dialect.ts";
import type { Json, JsonObject } from "../../object.ts";
import { readMessage } from "./decode.ts";
import { writeMessage } from "./encode.ts";
import { type Fields, readFields, refusing, textOf } from "./fields.ts";
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

/** Whether a kind has a Protobuf form; a Table, for one, has none. */
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
  return refusing(() => {
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
