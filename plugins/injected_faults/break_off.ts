/**
 * Answers that end before they should.
 *
 * @module
 */

/**
 * An answer of whose body only so many bytes arrive before the connection breaks. More is announced
 * than is sent, and for that HTTP breaks the connection off.
 */
export function breakOff(response: Response, bytes: number): Response {
  const { status } = response;
  const headers = new Headers(response.headers);
  headers.set("content-length", String(ANNOUNCED));
  const body = response.body ?? new ReadableStream({ start: (controller) => controller.close() });
  return new Response(body.pipeThrough(firstBytes(bytes)), { status, headers });
}

/** More than any answer has. */
const ANNOUNCED = 2 ** 40;

function firstBytes(count: number): TransformStream<Uint8Array, Uint8Array> {
  let left = count;
  return new TransformStream({
    start(controller) {
      if (left === 0) controller.terminate();
    },
    transform(chunk, controller) {
      controller.enqueue(chunk.subarray(0, left));
      left -= Math.min(left, chunk.length);
      if (left === 0) controller.terminate();
    },
  });
}
