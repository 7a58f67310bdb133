/**
 * Reads the envelope of Protobuf bodies, by the specification alone.
 *
 * @module
 */

/** The fields of an envelope. */
export interface Envelope {
  readonly apiVersion: string;
  readonly kind: string;
  /** The complete serialized object. */
  readonly raw: Uint8Array;
  readonly contentEncoding: string;
  readonly contentType: string;
}

/** The first bytes of every envelope. */
export const MAGIC: readonly number[] = [0x6b, 0x38, 0x73, 0x00];

/** A field of a message. */
export interface MessageField {
  readonly number: number;
  /** The content of a field with a length; undefined for a numeric field. */
  readonly bytes: Uint8Array | undefined;
  /** The value of a field with a number of variable length. */
  readonly value?: number;
}

/**
 * Reads an envelope.
 *
 * @throws {SyntaxError} if the bytes are not an envelope; the message says why
 */
export function readEnvelope(bytes: Uint8Array): Envelope {
  if (!MAGIC.every((byte, index) => bytes[index] === byte)) {
    throw new SyntaxError(
      `the body begins with ${[...bytes.subarray(0, 4)]}, not with the magic bytes`,
    );
  }
  const fields = readFields(bytes.subarray(MAGIC.length));
  const typeMeta = readFields(last(fields, 1));
  return {
    apiVersion: textOf(last(typeMeta, 1)),
    kind: textOf(last(typeMeta, 2)),
    raw: last(fields, 2),
    contentEncoding: textOf(last(fields, 3)),
    contentType: textOf(last(fields, 4)),
  };
}

/** Returns true if the bytes contain a text. */
export function containsText(bytes: Uint8Array, text: string): boolean {
  return new TextDecoder("latin1").decode(bytes).includes(text);
}

/** Returns the bytes of an envelope with another API version or kind. */
export function withTypeMeta(
  bytes: Uint8Array,
  { apiVersion, kind }: Pick<Envelope, "apiVersion" | "kind">,
): Uint8Array<ArrayBuffer> {
  return envelopeOf({ ...readEnvelope(bytes), apiVersion, kind });
}

/** Returns the bytes of an envelope with another serialized object. */
export function withRaw(bytes: Uint8Array, raw: Uint8Array): Uint8Array<ArrayBuffer> {
  return envelopeOf({ ...readEnvelope(bytes), raw });
}

/** Another way to write an envelope, with the same meaning. */
export type Spelling = "media type stated" | "object before its type";

/** Returns the bytes of an envelope in another way, without the fields that it can leave out. */
export function respelled(
  bytes: Uint8Array,
  spelling: Spelling,
  mediaType: string,
): Uint8Array<ArrayBuffer> {
  const envelope = readEnvelope(bytes);
  const [type, raw] = [typeMetaOf(envelope), fieldOf(2, envelope.raw)];
  return new Uint8Array(
    spelling === "media type stated"
      ? [...MAGIC, ...type, ...raw, ...fieldOf(4, encoded(mediaType))]
      : [...MAGIC, ...raw, ...type],
  );
}

/** Returns the bytes of an envelope. */
export function envelopeOf(envelope: Envelope): Uint8Array<ArrayBuffer> {
  const { raw, contentEncoding, contentType } = envelope;
  return new Uint8Array([
    ...MAGIC,
    ...typeMetaOf(envelope),
    ...fieldOf(2, raw),
    ...fieldOf(3, encoded(contentEncoding)),
    ...fieldOf(4, encoded(contentType)),
  ]);
}

const encoded = (value: string): Uint8Array => new TextEncoder().encode(value);

const typeMetaOf = ({ apiVersion, kind }: Pick<Envelope, "apiVersion" | "kind">): number[] =>
  fieldOf(1, [...fieldOf(1, encoded(apiVersion)), ...fieldOf(2, encoded(kind))]);

function fieldOf(number: number, bytes: Uint8Array | number[]): number[] {
  const length: number[] = [];
  let rest = bytes.length;
  for (; rest >= 0x80; rest >>= 7) length.push((rest & 0x7f) | 0x80);
  return [number * 8 + 2, ...length, rest, ...bytes];
}

/**
 * Returns the fields of a message in order.
 *
 * @throws {SyntaxError} if the bytes are not a message
 */
export function readFields(bytes: Uint8Array): MessageField[] {
  const fields: MessageField[] = [];
  let at = 0;
  const varint = (): number => {
    for (let value = 0, scale = 1;; scale *= 128) {
      const byte = bytes[at++];
      if (byte === undefined) throw new SyntaxError("the body ends within a number");
      value += (byte & 0x7f) * scale;
      if (byte < 0x80) return value;
    }
  };
  const take = (length: number): Uint8Array => {
    if (at + length > bytes.length) throw new SyntaxError("the body ends within a field");
    return bytes.subarray(at, at += length);
  };
  while (at < bytes.length) {
    const tag = varint();
    const number = Math.floor(tag / 8);
    switch (tag % 8) {
      case 0:
        fields.push({ number, bytes: undefined, value: varint() });
        break;
      case 1:
        take(8);
        fields.push({ number, bytes: undefined });
        break;
      case 2:
        fields.push({ number, bytes: take(varint()) });
        break;
      case 5:
        take(4);
        fields.push({ number, bytes: undefined });
        break;
      default:
        throw new SyntaxError(`field ${number} has the unknown wire type ${tag % 8}`);
    }
  }
  return fields;
}

/**
 * Returns a message in which the first field of a path has another wire type, its content being the
 * same; undefined if the message has no such field.
 *
 * @param path The numbers of the fields, from the outermost message inwards; each is below 16.
 */
export function withOtherWireType(
  message: Uint8Array,
  [number, ...rest]: readonly number[],
): Uint8Array | undefined {
  const sent = message.slice();
  for (let at = 0; at < message.length;) {
    const found = message[at]! >> 3;
    const type = message[at]! & 7;
    let length = 0;
    let end = at + 1;
    // A number of up to 7 bits per byte: the value itself, or the length of what follows.
    for (let scale = 1;; scale *= 128) {
      const byte = message[end++];
      if (byte === undefined || message[at]! >= 0x80) return undefined;
      length += (byte & 0x7f) * scale;
      if (byte < 0x80) break;
    }
    if (type !== 0 && type !== 2) return undefined;
    const next = type === 2 ? end + length : end;
    if (found === number) {
      if (rest.length === 0) {
        sent[at] = found * 8 + (type === 2 ? 0 : 2);
        return sent;
      }
      if (type !== 2) return undefined;
      const inner = withOtherWireType(message.subarray(end, next), rest);
      if (inner !== undefined) sent.set(inner, end);
      return inner && sent;
    }
    at = next;
  }
  return undefined;
}

/** Returns the last field with a number, which is the one that counts; empty if there is none. */
function last(fields: readonly MessageField[], number: number): Uint8Array {
  return fields.findLast((field) => field.number === number)?.bytes ?? new Uint8Array();
}

function textOf(bytes: Uint8Array): string {
  return new TextDecoder().decode(bytes);
}
