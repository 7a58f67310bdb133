/**
 * Generates Protobuf by mutation of the server's own messages, and bytes with the same prefix.
 *
 * @module
 */
import fc from "fast-check";
import { concatenate } from "../../client/bytes.ts";

/** The prefix of every Protobuf object. */
const MAGIC = [0x6b, 0x38, 0x73, 0x00];

const INTERESTING = [0x00, 0x01, 0x07, 0x08, 0x0a, 0x12, 0x22, 0x7f, 0x80, 0xff];

type Mutation = readonly [how: number, at: number, other: number];

/** Generates a valid message with up to six changes, or arbitrary bytes after the prefix. */
export const protobufBytes = (sample: Uint8Array): fc.Arbitrary<Uint8Array> =>
  fc.oneof(
    {
      weight: 6,
      arbitrary: fc.array(fc.tuple(fc.nat(7), fc.nat(), fc.nat()), { maxLength: 6 })
        .map((mutations) => mutations.reduce(mutate, sample)),
    },
    {
      weight: 1,
      arbitrary: fc.uint8Array({ maxLength: 60 }).map((bytes) =>
        Uint8Array.from([...MAGIC, ...bytes])
      ),
    },
  );

function mutate(bytes: Uint8Array, [how, at, other]: Mutation): Uint8Array {
  if (bytes.length === 0) return Uint8Array.of(other % 256);
  // Mostly change what follows the prefix, sometimes the prefix itself.
  const start = (other % 20 === 0 ? at : at + MAGIC.length) % (bytes.length + 1);
  const byte = INTERESTING[other % INTERESTING.length]!;
  const head = bytes.subarray(0, start);
  const tail = bytes.subarray(start);
  const length = other % 40;
  switch (how) {
    case 0:
      return bytes.with(start % bytes.length, byte);
    case 1:
      return flip(bytes, start, other);
    case 2:
      return head;
    case 3:
      return concatenate(head, tail.subarray(length));
    case 4:
      return concatenate(head, Uint8Array.from(Array(length).fill(byte)), tail);
    case 5:
      return concatenate(head, tail.subarray(0, length), tail);
    case 6:
      return concatenate(bytes, tail);
    // Longer than the longest varint.
    default:
      return concatenate(head, Uint8Array.from([...Array(other % 12).fill(0xff), 0x7f]), tail);
  }
}

function flip(bytes: Uint8Array, at: number, bit: number): Uint8Array {
  const index = at % bytes.length;
  return bytes.with(index, bytes[index]! ^ (1 << (bit % 8)));
}
