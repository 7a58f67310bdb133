/**
 * Streams of the web on top of those of Node.
 *
 * @module
 */
import type { Readable } from "node:stream";

/**
 * Returns the bytes of a readable stream, without delay and with backpressure.
 *
 * @param cancelled called if the reader wants no more; by default the stream is destroyed
 */
export function webStreamOf(
  readable: Readable,
  cancelled: () => void = () => void readable.destroy(),
): ReadableStream<Uint8Array<ArrayBuffer>> {
  let ended = false;
  return new ReadableStream({
    start(controller) {
      const end = (finish: () => void) => {
        if (ended) return;
        ended = true;
        finish();
      };
      readable.on("data", (chunk: Uint8Array<ArrayBuffer>) => {
        if (ended) return;
        controller.enqueue(new Uint8Array(chunk.buffer, chunk.byteOffset, chunk.byteLength));
        if ((controller.desiredSize ?? 0) <= 0) readable.pause();
      });
      readable.once("end", () => end(() => controller.close()));
      readable.once("error", (error) => end(() => controller.error(error)));
      readable.once(
        "close",
        () =>
          end(() => controller.error(new TypeError("the connection was closed before the end"))),
      );
      readable.pause();
    },
    pull() {
      readable.resume();
    },
    cancel() {
      ended = true;
      cancelled();
    },
  });
}
