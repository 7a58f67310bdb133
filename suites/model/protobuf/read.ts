/**
 * Reads objects in Protobuf as JSON.
 *
 * @module
 */
import type { Json, JsonObject } from "../../client/http_client.ts";
import { type MessageField, readEnvelope, readFields } from "../protobuf_envelope.ts";
import { type Message, MESSAGES, type ValueType } from "./messages.ts";

const decoder = new TextDecoder("utf-8", { fatal: true });

/** Objects that were read from Protobuf: zero values and absent ones are the same in it. */
const read = new WeakSet<JsonObject>();

/** Returns true for an object that was read from Protobuf, and for the items of such a list. */
export const isReadFromProtobuf = (object: JsonObject): boolean => read.has(object);

/**
 * Returns the object in a Protobuf body, without what is not known of its kind; undefined for other
 * kinds.
 *
 * @throws {SyntaxError} if the bytes are no message of the kind
 */
export function readProtobufObject(bytes: Uint8Array): JsonObject | undefined {
  const { apiVersion, kind, raw } = readEnvelope(bytes);
  const message = MESSAGES[kind];
  if (message === undefined) return undefined;
  const isList = kind.endsWith("List");
  const object = { apiVersion, kind, ...isList && { items: [] }, ...readMessage(message, raw) };
  read.add(object);
  const { items } = object as JsonObject;
  if (Array.isArray(items)) { for (const item of items) read.add(item as JsonObject); }
  return object;
}

function readMessage(message: Message, bytes: Uint8Array): JsonObject {
  const result: JsonObject = {};
  for (const field of readFields(bytes)) {
    const { name, type, of, isOptional = false } = message[field.number] ?? {};
    if (name === undefined || type === undefined || type === "opaque") continue;
    const before = result[name];
    if (of === "map") {
      const entry = readMessage(
        { 1: { name: "key", type: "text" }, 2: { name: "value", type } },
        bytesOf(field),
      );
      const { key = "", value = type === "texts" ? [] : "" } = entry;
      result[name] = { ...before as JsonObject, [String(key)]: value };
      continue;
    }
    const value = readValue(type, field);
    if (of === "list") {
      result[name] = [...(Array.isArray(before) ? before : []), value ?? ""];
    } else if (value !== undefined && (value || isOptional)) {
      result[name] = value;
    }
  }
  return result;
}

function readValue(type: ValueType, field: MessageField): Json | undefined {
  const { value = 0 } = field;
  switch (type) {
    case "text":
      return decoder.decode(bytesOf(field));
    case "bytes":
      return base64(bytesOf(field));
    case "flag":
      return value === 1;
    case "number":
      return value;
    case "time": {
      const seconds = readFields(bytesOf(field)).find(({ number }) => number === 1)?.value;
      return seconds === undefined
        ? undefined
        : new Date(seconds * 1_000).toISOString().replace(".000Z", "Z");
    }
    case "number or text": {
      const { type: isText = 0, number = 0, text = "" } = readMessage({
        1: { name: "type", type: "number" },
        2: { name: "number", type: "number" },
        3: { name: "text", type: "text" },
      }, bytesOf(field));
      return isText === 1 ? text : number;
    }
    case "json": {
      const raw = readFields(bytesOf(field)).find(({ number }) => number === 1);
      return raw && JSON.parse(decoder.decode(bytesOf(raw))) as Json;
    }
    case "texts":
      return readFields(bytesOf(field)).map((each) => decoder.decode(bytesOf(each)));
    case "opaque":
      return undefined;
    default:
      return readMessage(type, bytesOf(field));
  }
}

function bytesOf({ bytes, number }: MessageField): Uint8Array {
  if (bytes === undefined) throw new SyntaxError(`field ${number} is a number`);
  return bytes;
}

function base64(bytes: Uint8Array): string {
  let text = "";
  for (const byte of bytes) text += String.fromCharCode(byte);
  return btoa(text);
}
