/**
 * Reads the events of watches in Protobuf. The specification shows neither their frames nor their
 * fields: those here are the ones of real servers, and what does not fit them is not read at all.
 *
 * @module
 */
import type { JsonObject } from "../client/http_client.ts";
import { readEnvelope, readFields } from "./protobuf_envelope.ts";
import { objectMetadata } from "./protobuf_metadata.ts";

/** An event of a watch in Protobuf. */
export interface ProtobufEvent {
  readonly type: string;
  /** The metadata of its object, as far as Protobuf carries them. */
  readonly metadata: JsonObject;
  /** The numbers of the fields that the object has, in order and each once. */
  readonly fields: readonly number[];
}

/** The bytes of the length before each frame. */
const LENGTH = 4;

/** Returns the events of a watch; undefined if they cannot be read. */
export function protobufEvents(bytes: Uint8Array): readonly ProtobufEvent[] | undefined {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const events: ProtobufEvent[] = [];
  try {
    for (let at = 0; at < bytes.length;) {
      const length = view.getUint32(at);
      const end = at + LENGTH + length;
      if (end > bytes.length) return undefined;
      events.push(readEvent(bytes.subarray(at + LENGTH, end)));
      at = end;
    }
    return events;
  } catch {
    // Another serialization than that of real servers.
    return undefined;
  }
}

function readEvent(frame: Uint8Array): ProtobufEvent {
  const outer = readFields(frame);
  const inner = (fields: ReturnType<typeof readFields>, number: number) => {
    const found = fields.find((field) => field.number === number)?.bytes;
    if (found === undefined) throw new SyntaxError(`the event has no field ${number}`);
    return found;
  };
  const { raw } = readEnvelope(inner(readFields(inner(outer, 2)), 1));
  return {
    type: new TextDecoder().decode(inner(outer, 1)),
    metadata: objectMetadata(raw),
    fields: fieldNumbersOf(raw),
  };
}

/** Returns the numbers of the fields of a message, in order and each once. */
export function fieldNumbersOf(message: Uint8Array): readonly number[] {
  return [...new Set(readFields(message).map(({ number }) => number))].sort((a, b) => a - b);
}
