/**
 * Reads the body of a response until it ends or is aborted.
 *
 * @module
 */

/**
 * Returns the chunks of a body as they arrive. In Deno, a body sometimes misses the abort of its
 * request and goes on, so it is cancelled as well.
 *
 * @param signal the signal of the request
 * @throws the reason of the signal once it is aborted
 */
export async function* chunksOf(
  body: ReadableStream<Uint8Array<ArrayBuffer>> | null,
  signal: AbortSignal,
): AsyncGenerator<Uint8Array<ArrayBuffer>, void> {
  if (body === null) return;
  const reader = body.getReader();
  const cancel = () => void reader.cancel(signal.reason).catch(() => {});
  signal.addEventListener("abort", cancel, { once: true });
  try {
    for (;;) {
      signal.throwIfAborted();
      const { value, done } = await reader.read();
      signal.throwIfAborted();
      if (done) return;
      yield value;
    }
  } finally {
    signal.removeEventListener("abort", cancel);
    await reader.cancel().catch(() => {});
  }
}
