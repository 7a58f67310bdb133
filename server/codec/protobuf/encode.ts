/**
 * Encodes JSON as Protobuf messages.
 *
 * Like real servers it sends every field whose empty value equals unset, empty or not, in the order
 * of the field numbers and with sorted map keys.
 *
 * @module
 */
import { type BinaryWriter, INT32_MAX, INT32_MIN, WireType } from "@bufbuild/protobuf/wire";
import type { Json, JsonObject } from "../../object.ts";
import type { Message, MessageField } from "./messages.ts";

/** As a bigint: the nearest JSON number is 2^63, one too many. */
const GREATEST_INT64 = 2n ** 63n - 1n;

/** Returns the wire type of a field: varint for numbers, length-delimited for everything else. */
function wireType(field: MessageField): WireType {
  const number = field.type === "bool" || field.type === "int32" || field.type === "int64";
  return number ? WireType.Varint : WireType.LengthDelimited;
}

/** Writes the fields of a message. Throws a TypeError that names the first wrong value. */
export function writeMessage(writer: BinaryWriter, message: Message, object: JsonObject): void {
  for (const field of message.fields) {
    const value = field.name === undefined ? object : object[field.name] ?? null;
    if (field.label === "repeated") writeAll(writer, field, value, message);
    else if (field.label === "map") writeEntries(writer, field, value, message);
    else if (value !== null || !(field.explicit || field.type === "bytes")) {
      writer.tag(field.number, wireType(field));
      writeValue(writer, field, value, message);
    }
  }
}

function writeAll(writer: BinaryWriter, field: MessageField, values: Json, owner: Message): void {
  if (values === null) return;
  if (!Array.isArray(values)) throw wrong(owner, field, "a list", values);
  for (const value of values) {
    writer.tag(field.number, wireType(field));
    writeValue(writer, field, value, owner);
  }
}

function writeEntries(
  writer: BinaryWriter,
  field: MessageField,
  entries: Json,
  owner: Message,
): void {
  if (entries === null) return;
  if (!isObject(entries)) throw wrong(owner, field, "an object", entries);
  for (const key of Object.keys(entries).sort()) {
    writer.tag(field.number, WireType.LengthDelimited).fork();
    writer.tag(1, WireType.LengthDelimited).string(key);
    writer.tag(2, wireType(field));
    writeValue(writer, field, entries[key] ?? null, owner);
    writer.join();
  }
}

/** Writes one value; null is the zero value of its type. */
function writeValue(writer: BinaryWriter, field: MessageField, value: Json, owner: Message): void {
  switch (field.type) {
    case "string":
      if (typeof (value ?? "") !== "string") throw wrong(owner, field, "a string", value);
      writer.string(value as string ?? "");
      return;
    case "bytes":
      if (typeof (value ?? "") !== "string") throw wrong(owner, field, "base64", value);
      writer.bytes(decodeBase64(owner, field, value as string ?? ""));
      return;
    case "bool":
      if (typeof (value ?? false) !== "boolean") throw wrong(owner, field, "a boolean", value);
      writer.bool(value === true);
      return;
    case "int32":
      if (!isInteger(value, INT32_MIN, INT32_MAX)) {
        throw wrong(owner, field, "a 32-bit integer", value);
      }
      writer.int32(value ?? 0);
      return;
    case "int64":
      if (!isInteger(value, -(2 ** 63), 2 ** 63)) {
        throw wrong(owner, field, "a 64-bit integer", value);
      }
      writer.int64(value === 2 ** 63 ? GREATEST_INT64 : BigInt(value ?? 0));
      return;
    default:
      writeNested(writer, field, value, owner);
  }
}

function writeNested(writer: BinaryWriter, field: MessageField, value: Json, owner: Message): void {
  const message = field.message!;
  const fields = message.leaf ? message.leaf.fields(value) : value ?? {};
  if (fields !== undefined && !isObject(fields)) throw wrong(owner, field, "an object", value);
  writer.fork();
  if (fields) writeMessage(writer, message, fields);
  writer.join();
}

function decodeBase64(owner: Message, field: MessageField, value: string): Uint8Array {
  try {
    return Uint8Array.fromBase64(value);
  } catch {
    throw wrong(owner, field, "base64", value);
  }
}

function isObject(value: Json): value is JsonObject {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

function isInteger(value: Json, least: number, greatest: number): value is number | null {
  if (typeof value !== "number") return value === null;
  return Number.isInteger(value) && least <= value && value <= greatest;
}

function wrong({ name }: Message, field: MessageField, what: string, value: Json): TypeError {
  const current = JSON.stringify(value).slice(0, 100);
  return new TypeError(
    `Cannot write ${name} as ${field.name ?? "it"} must be ${what}: current value is ${current}`,
  );
}
