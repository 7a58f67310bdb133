/**
 * Decodes Protobuf messages into JSON.
 *
 * The result is what the API's JSON encoding shows: an empty field is left out unless empty differs
 * from unset or the encoding always shows it.
 *
 * @module
 */
import { type BinaryReader, WireType } from "@bufbuild/protobuf/wire";
import type { Json, JsonObject } from "../../object.ts";
import type { Message, MessageField } from "./messages.ts";

const PLAIN = { configurable: true, enumerable: true, writable: true };

/**
 * Reads a message's fields up to a position of the reader, into an object. Throws any Error when
 * the bytes are not such a message.
 */
export function readMessage(
  reader: BinaryReader,
  end: number,
  message: Message,
  into: JsonObject = {},
): JsonObject {
  while (reader.pos < end) {
    const [number, wireType] = reader.tag();
    const field = message.byNumber.get(number);
    if (!field) reader.skip(wireType, number);
    else if (field.label === "map") readEntry(reader, field, wireType, into);
    else if (field.label === "repeated") readItem(reader, field, wireType, into);
    else readSingle(reader, field, wireType, into);
  }
  if (reader.pos !== end) throw new RangeError(`${message.name} is longer than its length says`);
  return complete(message, into);
}

/** Adds fields that the JSON encoding shows although the bytes do not have them. */
function complete(message: Message, into: JsonObject): JsonObject {
  for (const field of message.shown) {
    if (field.name === undefined) complete(field.message!, into);
    else into[field.name] ??= hasNoZero(field) ? null : zero(field);
  }
  return into;
}

/** Returns true for a field that JSON shows as null where it is absent. */
const hasNoZero = ({ label, explicit, type }: MessageField): boolean =>
  label !== undefined || explicit === true || type === "bytes";

function readSingle(
  reader: BinaryReader,
  field: MessageField,
  wireType: WireType,
  into: JsonObject,
): void {
  const { name, message } = field;
  if (name === undefined) {
    readMessage(reader, nestedEnd(reader, wireType), message!, into);
    return;
  }
  const before = into[name];
  if (message && !message.leaf && isObject(before)) {
    // A message may be split into two fields, which are merged.
    readMessage(reader, nestedEnd(reader, wireType), message, before);
    return;
  }
  const value = readValue(reader, field, wireType);
  const empty = value === "" || value === 0 || value === false;
  if (!empty || message || field.explicit || field.kept) into[name] = value;
  else if (before !== undefined) delete into[name];
}

function readItem(
  reader: BinaryReader,
  field: MessageField,
  wireType: WireType,
  into: JsonObject,
): void {
  const items = (into[field.name!] ??= []) as Json[];
  const numeric = !field.message && field.type !== "string" && field.type !== "bytes";
  if (!numeric || wireType !== WireType.LengthDelimited) {
    items.push(readValue(reader, field, wireType));
    return;
  }
  // Numbers may be packed: many after one tag.
  const end = nestedEnd(reader, wireType);
  while (reader.pos < end) items.push(readValue(reader, field, WireType.Varint));
}

function readEntry(
  reader: BinaryReader,
  field: MessageField,
  wireType: WireType,
  into: JsonObject,
): void {
  const entries = (into[field.name!] ??= {}) as JsonObject;
  const end = nestedEnd(reader, wireType);
  let key = "";
  let value: Json | undefined;
  while (reader.pos < end) {
    const [number, entryType] = reader.tag();
    if (number === 1) key = readScalar(reader, "string", entryType) as string;
    else if (number === 2) value = readValue(reader, field, entryType);
    else reader.skip(entryType, number);
  }
  setEntry(entries, key, value ?? zero(field));
}

/** Sets a key: an assignment to "__proto__" would not. */
function setEntry(entries: JsonObject, key: string, value: Json): void {
  if (key !== "__proto__") entries[key] = value;
  else Object.defineProperty(entries, key, { value, ...PLAIN });
}

function readValue(
  reader: BinaryReader,
  { type, message }: MessageField,
  wireType: WireType,
): Json {
  if (!message) return readScalar(reader, type, wireType);
  const end = nestedEnd(reader, wireType);
  if (!message.leaf) return readMessage(reader, end, message);
  if (end === reader.pos) return message.leaf.zero;
  return message.leaf.value(readMessage(reader, end, message));
}

function readScalar(reader: BinaryReader, type: string, wireType: WireType): Json {
  const expected = type === "string" || type === "bytes"
    ? WireType.LengthDelimited
    : WireType.Varint;
  if (wireType !== expected) throw new TypeError(`a ${type} must not have wire type ${wireType}`);
  switch (type) {
    case "string":
      return reader.string();
    case "bytes":
      return reader.bytes().toBase64();
    case "bool":
      return reader.bool();
    case "int32":
      return reader.int32();
    default:
      return Number(reader.int64());
  }
}

/** Reads the length of a nested message and returns the position of its end. */
function nestedEnd(reader: BinaryReader, wireType: WireType): number {
  if (wireType !== WireType.LengthDelimited) {
    throw new TypeError(`a message must not have wire type ${wireType}`);
  }
  const length = reader.uint32();
  const end = reader.pos + length;
  if (end > reader.len) throw new RangeError("a length points past the end");
  return end;
}

/** Returns the JSON value of an absent field. */
function zero({ type, message }: MessageField): Json {
  if (message?.leaf) return message.leaf.zero;
  if (message) return complete(message, {});
  if (type === "bool") return false;
  return type === "string" || type === "bytes" ? "" : 0;
}

function isObject(value: Json | undefined): value is JsonObject {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
