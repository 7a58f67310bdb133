/**
 * Text and bytes.
 *
 * @module
 */

const encoder = new TextEncoder();

/** Returns the bytes of a text. */
export const bytesOf = (data: string | Uint8Array<ArrayBuffer>): Uint8Array<ArrayBuffer> =>
  typeof data === "string" ? encoder.encode(data) : data;

/** Returns the lines of a text; the last one may lack its end. */
export function linesOf(text: string): readonly string[] {
  const lines = text.split("\n");
  if (lines.at(-1) === "") lines.pop();
  return lines;
}

/** Returns the bytes of several pieces. */
export function joinBytes(parts: readonly Uint8Array[]): Uint8Array<ArrayBuffer> {
  const whole = new Uint8Array(parts.reduce((length, part) => length + part.length, 0));
  let at = 0;
  for (const part of parts) {
    whole.set(part, at);
    at += part.length;
  }
  return whole;
}
