/**
 * Writes objects in Protobuf.
 *
 * @module
 */
import type { Json, JsonObject } from "../../client/http_client.ts";
import { asObject } from "../object.ts";
import { envelopeOf, type MessageField, readEnvelope, readFields } from "../protobuf_envelope.ts";
import { type Message, MESSAGES, type ValueType } from "./messages.ts";

const encoder = new TextEncoder();

/** Returns true if the fields of a kind are known, so that its objects can be written. */
export function isWritable(kind: string): boolean {
  return MESSAGES[kind] !== undefined;
}

/**
 * Returns the body of an object in Protobuf.
 *
 * @throws {RangeError} if the fields of its kind are not known
 */
export function writeObject(object: JsonObject): Uint8Array<ArrayBuffer> {
  const { apiVersion = "", kind = "" } = object;
  const message = MESSAGES[String(kind)];
  if (message === undefined) {
    throw new RangeError(`Cannot encode a ${kind}: its fields are unknown`);
  }
  return envelope(String(apiVersion), String(kind), writeMessage(message, object));
}

/** Returns the Protobuf body of an object with other metadata in it, and without its status. */
export function withMetadataIn(bytes: Uint8Array, metadata: JsonObject): Uint8Array<ArrayBuffer> {
  const { apiVersion, kind, raw } = readEnvelope(bytes);
  const { 1: { type } = { type: "opaque" } } = MESSAGES[kind] ?? {};
  const others = readFields(raw).filter(({ number }) =>
    number !== 1 && MESSAGES[kind]?.[number]?.name !== "status"
  );
  const written = writeMessage(type as Message, metadata);
  return envelope(apiVersion, kind, [...field(1, written), ...others.flatMap(copied)]);
}

function envelope(apiVersion: string, kind: string, raw: readonly number[]) {
  const bytes = new Uint8Array(raw);
  return envelopeOf({ apiVersion, kind, raw: bytes, contentEncoding: "", contentType: "" });
}

function copied({ number, bytes, value = 0 }: MessageField): number[] {
  return bytes === undefined ? [...varint(number * 8), ...varint(value)] : field(number, bytes);
}

function writeMessage(message: Message, object: JsonObject): number[] {
  return Object.entries(message).flatMap(([key, { name, type, of }]) => {
    const value = object[name];
    if (value === undefined || value === null) return [];
    const number = Number(key);
    if (of === "list") {
      return (Array.isArray(value) ? value : []).flatMap((each) => writeValue(number, type, each));
    }
    if (of !== "map") return writeValue(number, type, value);
    return Object.entries(asObject(value) ?? {}).flatMap(([key, each]) =>
      field(number, [...field(1, encoder.encode(key)), ...writeValue(2, type, each)])
    );
  });
}

function writeValue(number: number, type: ValueType, value: Json): number[] {
  switch (type) {
    case "text":
      return field(number, encoder.encode(String(value)));
    case "bytes":
      return field(number, Array.from(atob(String(value)), (each) => each.charCodeAt(0)));
    case "flag":
      return [...varint(number * 8), value === true ? 1 : 0];
    case "number":
      return [...varint(number * 8), ...varint(Number(value))];
    case "time": {
      const seconds = Math.floor(Date.parse(String(value)) / 1_000);
      return field(number, [8, ...varint(seconds)]);
    }
    case "number or text":
      return field(
        number,
        typeof value === "number"
          ? [8, 0, 16, ...varint(value)]
          : [8, 1, ...field(3, encoder.encode(String(value)))],
      );
    case "json":
      return field(number, field(1, encoder.encode(JSON.stringify(value))));
    case "texts":
      return field(
        number,
        (Array.isArray(value) ? value : []).flatMap((each) =>
          field(1, encoder.encode(String(each)))
        ),
      );
    case "opaque":
      return [];
    default:
      return field(number, writeMessage(type, asObject(value) ?? {}));
  }
}

function field(number: number, bytes: Uint8Array | readonly number[]): number[] {
  return [...varint(number * 8 + 2), ...varint(bytes.length), ...bytes];
}

function varint(value: number): number[] {
  const bytes: number[] = [];
  let rest = value;
  for (; rest >= 0x80; rest = Math.floor(rest / 128)) bytes.push((rest % 128) | 0x80);
  return [...bytes, rest];
}
