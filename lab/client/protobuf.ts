/**
 * Reads and writes Protobuf bodies.
 *
 * The answers of both servers are read by the reference server's own reader: what it read wrong of
 * the real server's bytes would differ from what the reference server meant to write.
 *
 * @module
 */
// Adds the messages of the kinds of a release.
import "@plumbline/kubernetes";
import { DIALECTS, type Json } from "@plumbline/server/api";
import { loadProtobuf } from "@plumbline/server/codec";

const { decodeProtobuf, decodeProtobufWatchEvent, encodeProtobuf } = await loadProtobuf();

const dialect = DIALECTS.kubernetes;

/** The Protobuf media type. */
export const PROTOBUF: string = dialect.protobuf;

/** Encodes an object; returns undefined for other values and for wrong field types. */
export function toProtobuf(value: Json): Uint8Array<ArrayBuffer> | undefined {
  if (typeof value !== "object" || value === null || Array.isArray(value)) return undefined;
  try {
    return encodeProtobuf(value, { dialect });
  } catch {
    return undefined;
  }
}

/** Returns the JSON text equivalent to the bytes. */
export const fromProtobuf = (bytes: Uint8Array): string =>
  JSON.stringify(decodeProtobuf(bytes, { dialect }));

/** Returns the events of a watch as JSON, one per line. Each frame starts with its length. */
export function fromProtobufStream(bytes: Uint8Array): string {
  const lines: string[] = [];
  let at = 0;
  while (at < bytes.length) {
    const length = new DataView(bytes.buffer, bytes.byteOffset + at).getUint32(0);
    const { type, object } = decodeProtobufWatchEvent(bytes.subarray(at, at + 4 + length));
    lines.push(JSON.stringify({ type, object: decodeProtobuf(object, { dialect }) }));
    at += 4 + length;
  }
  return lines.join("\n");
}
