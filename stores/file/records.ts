/**
 * The lines of a data file. Each is a checksum in hexadecimal, a space and a record as JSON:
 *
 * 1. a header;
 * 2. as many entries as it states: the facts, and the objects at the header's revision;
 * 3. what was written after that, in order, each with its number.
 *
 * @module
 */
import type { ApiObject, Json } from "@plumbline/server/api";
import { crc32 } from "@plumbline/runtime/checksum";
import type { DataFile } from "@plumbline/runtime/data_file";

/** The version of the format; others are rejected. */
export const FORMAT = 1;

/** A storage key as resource, namespace and name. */
export type KeyParts = readonly [resource: string, namespace: string, name: string];

/** The first line. */
export interface Header {
  /** The version of the format. */
  readonly plumbline: number;
  /** Settings that the objects depend on. */
  readonly settings: Readonly<Record<string, string>>;
  /** The revision of the entries. */
  readonly revision: number;
  /** The number of entries. */
  readonly entries: number;
  /** The number of the last record before those that follow the entries. */
  readonly number: number;
}

/** An object of the state that the file begins with. */
export interface ObjectEntry {
  readonly k: KeyParts;
  readonly o: ApiObject;
}

/** A fact beside the objects, such as a token; one without a value is removed. */
export interface FactEntry {
  /** Its name. */
  readonly f: string;
  /** Its value. */
  readonly v?: Json;
}

/** The place of a record in the order of all of them. */
interface Numbered {
  /** The number, one more than that of the record before. */
  readonly n: number;
  /** The number of the newest record that was on the disk when this one was written. */
  readonly s: number;
}

/** A write. */
export interface WriteRecord extends Numbered {
  readonly k: KeyParts;
  /** The time in milliseconds of the clock. */
  readonly t: number;
  /** The revision. */
  readonly r: number;
  /** The object; absent for a deletion. */
  readonly o?: ApiObject;
}

/** A changed fact. */
export interface FactRecord extends Numbered, FactEntry {}

/** The length of the checksum and the space. */
const PREFIX = 9;
const NEWLINE = 10;
const encoder = new TextEncoder();
const decoder = new TextDecoder();

/** Returns the line of a record. */
export function lineOf(
  record: Header | ObjectEntry | FactEntry | WriteRecord | FactRecord,
): Uint8Array {
  const content = encoder.encode(JSON.stringify(record));
  const line = new Uint8Array(PREFIX + content.length + 1);
  encoder.encodeInto(checksumOf(content), line);
  line.set(content, PREFIX);
  line[line.length - 1] = NEWLINE;
  return line;
}

const checksumOf = (content: Uint8Array) => `${crc32(content).toString(16).padStart(8, "0")} `;

/** A line as it was read. */
export interface Line {
  /** The offset of its first byte. */
  readonly offset: number;
  /** The offset after its newline. */
  readonly end: number;
  /** The record; undefined if the line is damaged or has no end. */
  readonly record: unknown;
}

/** The number of bytes that are read at once. */
const BLOCK = 1024 * 1024;

/** Reads the lines of a file in order. */
export function* readLines(file: Pick<DataFile, "read" | "size">): Generator<Line> {
  let rest: Uint8Array = new Uint8Array();
  let offset = 0;
  for (let at = 0; at < file.size;) {
    const block = file.read(at, BLOCK);
    if (block.length === 0) break;
    at += block.length;
    const bytes = rest.length === 0 ? block : concatenated(rest, block);
    let start = 0;
    for (let end; (end = bytes.indexOf(NEWLINE, Math.max(start, 0))) >= 0; start = end + 1) {
      const record = recordIn(bytes.subarray(start, end));
      yield { offset: offset + start, end: offset + end + 1, record };
    }
    rest = bytes.slice(start);
    offset += start;
  }
  if (rest.length > 0) yield { offset, end: offset + rest.length, record: undefined };
}

function concatenated(left: Uint8Array, right: Uint8Array): Uint8Array {
  const all = new Uint8Array(left.length + right.length);
  all.set(left);
  all.set(right, left.length);
  return all;
}

function recordIn(line: Uint8Array): unknown {
  const content = line.subarray(PREFIX);
  if (decoder.decode(line.subarray(0, PREFIX)) !== checksumOf(content)) return undefined;
  try {
    return JSON.parse(decoder.decode(content));
  } catch {
    return undefined;
  }
}
