/**
 * The frames of WebSockets (RFC 6455), as a server sends and reads them.
 *
 * @module
 */

/** What a frame carries. */
export const OPCODE = { continuation: 0, text: 1, binary: 2, close: 8, ping: 9, pong: 10 } as const;

/** A frame of a client. */
export interface Frame {
  readonly opcode: number;
  /** Unmasked. Empty for messages, where they are not read. */
  readonly payload: Uint8Array<ArrayBuffer>;
  /** False if the message goes on in a further frame. */
  readonly isLast: boolean;
}

const FINAL = 0x80;
const MASKED = 0x80;

/** Returns an unmasked frame, the only one of its message. */
export function encodeFrame(opcode: number, payload: Uint8Array): Uint8Array<ArrayBuffer> {
  const { length } = payload;
  const size = length < 126 ? 2 : length < 0x10000 ? 4 : 10;
  const frame = new Uint8Array(size + length);
  const view = new DataView(frame.buffer);
  frame[0] = FINAL | opcode;
  frame[1] = size === 2 ? length : size === 4 ? 126 : 127;
  if (size === 4) view.setUint16(2, length);
  if (size === 10) view.setBigUint64(2, BigInt(length));
  frame.set(payload, size);
  return frame;
}

/** Returns the frame that ends a connection. */
export function closeFrame(code: number, reason: string): Uint8Array<ArrayBuffer> {
  const text = new TextEncoder().encode(reason);
  const payload = new Uint8Array(2 + text.length);
  new DataView(payload.buffer).setUint16(0, code);
  payload.set(text, 2);
  return encodeFrame(OPCODE.close, payload);
}

/** Splits the bytes of a client into frames. */
export class FrameReader {
  readonly #found: (frame: Frame) => void;
  readonly #reads: boolean;
  #bytes = new Uint8Array();
  /** Bytes of a message's payload that are still to be ignored. */
  #ignored = 0;

  /** Calls back with each frame; with the content of messages if they are read. */
  constructor(found: (frame: Frame) => void, reads = false) {
    this.#found = found;
    this.#reads = reads;
  }

  /** Takes the next bytes. */
  push(bytes: Uint8Array): void {
    const joined = new Uint8Array(this.#bytes.length + bytes.length);
    joined.set(this.#bytes);
    joined.set(bytes, this.#bytes.length);
    let at = 0;
    for (;;) {
      const skipped = Math.min(this.#ignored, joined.length - at);
      at += skipped;
      this.#ignored -= skipped;
      const next = this.#ignored > 0 ? undefined : this.#read(joined, at);
      if (next === undefined) break;
      at = next;
    }
    this.#bytes = joined.slice(at);
  }

  /** Reads the frame at a position and returns the next position; undefined if bytes are missing. */
  #read(bytes: Uint8Array<ArrayBuffer>, start: number): number | undefined {
    const view = new DataView(bytes.buffer, start);
    if (view.byteLength < 2) return undefined;
    const opcode = view.getUint8(0) & 0x0f;
    const short = view.getUint8(1) & 0x7f;
    const lengthSize = short === 127 ? 8 : short === 126 ? 2 : 0;
    const maskSize = view.getUint8(1) & MASKED ? 4 : 0;
    const head = 2 + lengthSize + maskSize;
    if (view.byteLength < head) return undefined;
    const length = lengthSize === 8
      ? Number(view.getBigUint64(2))
      : lengthSize === 2
      ? view.getUint16(2)
      : short;
    if (opcode < OPCODE.close && !this.#reads) {
      this.#ignored = length;
      this.#found({ opcode, payload: new Uint8Array(), isLast: (view.getUint8(0) & FINAL) !== 0 });
      return start + head;
    }
    if (view.byteLength < head + length) return undefined;
    const mask = bytes.subarray(start + head - maskSize, start + head);
    const payload = bytes.slice(start + head, start + head + length);
    if (maskSize > 0) { for (let at = 0; at < length; at++) payload[at]! ^= mask[at % 4]!; }
    this.#found({ opcode, payload, isLast: (view.getUint8(0) & FINAL) !== 0 });
    return start + head + length;
  }
}

/** Joins the frames of a message. */
export class MessageReader {
  #isText = false;
  #parts: Uint8Array<ArrayBuffer>[] = [];

  /** Takes the next frame of a message; returns the message with its last one. */
  add({ opcode, payload, isLast }: Frame): string | Uint8Array<ArrayBuffer> | undefined {
    if (opcode !== OPCODE.continuation) this.#isText = opcode === OPCODE.text;
    this.#parts.push(payload);
    if (!isLast) return undefined;
    const parts = this.#parts.splice(0);
    const whole = new Uint8Array(parts.reduce((length, part) => length + part.length, 0));
    let at = 0;
    for (const part of parts) {
      whole.set(part, at);
      at += part.length;
    }
    return this.#isText ? new TextDecoder().decode(whole) : whole;
  }
}
