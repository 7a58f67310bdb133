/**
 * The small messages that are read by hand: envelopes and watch events, whose fields all are
 * texts, bytes or messages.
 *
 * @module
 */
import { BinaryReader, WireType } from "@bufbuild/protobuf/wire";
import { ApiError, badRequest } from "../../api_error.ts";

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
export function refusing<T>(read: () => T): T {
  try {
    return read();
  } catch (error) {
    if (error instanceof ApiError) throw error;
    const why = error instanceof Error ? error.message : String(error);
    throw badRequest(`Cannot read the body as Protobuf: ${why}`);
  }
}
