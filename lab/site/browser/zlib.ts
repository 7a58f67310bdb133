/**
 * Stands in for `node:zlib` in browsers: gzip by the platform.
 *
 * @module
 */

/** Compresses bytes or text, as `gzip` of Node does; the level is the platform's. */
export function gzip(
  body: Uint8Array<ArrayBuffer> | string,
  _options: unknown,
  done: (error: unknown, zipped?: Uint8Array) => void,
): void {
  const zipped = new Blob([body]).stream().pipeThrough(new CompressionStream("gzip"));
  new Response(zipped).arrayBuffer().then((buffer) => done(null, new Uint8Array(buffer)), done);
}

/** Absent, as in old releases of Node: `runtime/checksum.ts` has its own. */
export const crc32 = undefined;
