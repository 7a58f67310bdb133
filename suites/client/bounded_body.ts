/**
 * Reads bodies of a target that may send anything: without end, or more than fits into memory.
 *
 * @module
 */
import { chunksOf } from "@plumbline/runtime/chunks";

/**
 * The most bytes of one response, decompressed. The largest lists of real servers in a run are a
 * few megabytes; a dozen checks at a time must not fill the memory.
 */
export const RESPONSE_LIMIT = 32 * 1024 * 1024;

/** The deepest nesting of JSON that is parsed; objects of the API stay below 100. */
const MAX_DEPTH = 2_000;

/** Thrown if a response has more bytes than are read. */
export class ResponseTooLarge extends Error {
  /** The class of the error. */
  override readonly name = "ResponseTooLarge";
}

/**
 * Reads a body to its end.
 *
 * @throws {ResponseTooLarge} if it has more bytes than the limit
 * @throws the reason of the request's signal, once it is aborted
 */
export async function readBytes(
  response: Response,
  limit: number,
  signal: AbortSignal,
): Promise<Uint8Array<ArrayBuffer>> {
  const announced = Number(response.headers.get("content-length") ?? Infinity);
  // Nothing larger can follow, unless it is compressed.
  if (announced <= limit && !response.headers.has("content-encoding")) {
    return new Uint8Array(await response.arrayBuffer());
  }
  // A chunk keeps a whole buffer of the runtime, however short it is: its bytes are copied at once.
  let bytes = new Uint8Array(FIRST_BUFFER);
  let length = 0;
  for await (const chunk of chunksOf(response.body, signal)) {
    const end = length + chunk.length;
    // Leaving the loop cancels the body.
    if (end > limit) throw new ResponseTooLarge(`the response has more than ${limit} bytes`);
    if (end > bytes.length) {
      const larger = new Uint8Array(Math.max(end, Math.min(2 * bytes.length, limit)));
      larger.set(bytes.subarray(0, length));
      bytes = larger;
    }
    bytes.set(chunk, length);
    length = end;
  }
  return bytes.slice(0, length);
}

/** The bytes of the first buffer for a body of unknown length. */
const FIRST_BUFFER = 4 * 1024;

/** Returns true if a text is nested so deep that JSON of it could not be walked recursively. */
export function isNestedTooDeep(text: string): boolean {
  if (text.length < 2 * MAX_DEPTH || !opensMany(text)) return false;
  let depth = 0;
  for (let at = 0; at < text.length; at++) {
    switch (text.charCodeAt(at)) {
      case 0x22: {
        at = endOfString(text, at);
        if (at < 0) return false;
        break;
      }
      case 0x5b:
      case 0x7b:
        if (++depth > MAX_DEPTH) return true;
        break;
      case 0x5d:
      case 0x7d:
        depth--;
    }
  }
  return false;
}

/** Returns true if a text has as many opening brackets, in strings or not, as the deepest nesting. */
function opensMany(text: string): boolean {
  let count = 0;
  for (const bracket of ["{", "["]) {
    for (let at = text.indexOf(bracket); at >= 0; at = text.indexOf(bracket, at + 1)) {
      if (++count > MAX_DEPTH) return true;
    }
  }
  return false;
}

function endOfString(text: string, start: number): number {
  for (let end = text.indexOf('"', start + 1); end > 0; end = text.indexOf('"', end + 1)) {
    let backslashes = 0;
    while (text.charCodeAt(end - 1 - backslashes) === 0x5c) backslashes++;
    if (backslashes % 2 === 0) return end;
  }
  return -1;
}
