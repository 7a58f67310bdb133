/**
 * The frames in which a watch sends its events in the Protobuf form: a length, then the event,
 * which has no envelope itself but holds an object in one.
 *
 * @module
 */
import { BinaryWriter, WireType } from "@bufbuild/protobuf/wire";
import { readFields, refusing, textOf } from "./fields.ts";

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
  return refusing(() => {
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
