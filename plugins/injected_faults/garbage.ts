/**
 * Adds text to the body of a response that does not belong there.
 *
 * @module
 */
import type { FaultEffect } from "./rule.ts";

const GARBAGE = "}garbage (injected fault)";

/** Returns a response with text after its body, or after so many lines of it. */
export function withGarbage(
  response: Response,
  { text = GARBAGE, afterEvents }: Extract<FaultEffect, { kind: "garbage" }>,
): Response {
  if (!response.body) return response;
  const { status } = response;
  const headers = new Headers(response.headers);
  headers.delete("content-length");
  const added = new TextEncoder().encode(afterEvents === undefined ? text : `${text}\n`);
  const body = response.body.pipeThrough(
    afterEvents === undefined ? atTheEnd(added) : afterLines(afterEvents, added),
  );
  return new Response(body, { status, headers });
}

const atTheEnd = (added: Uint8Array): TransformStream<Uint8Array, Uint8Array> =>
  new TransformStream({ flush: (controller) => controller.enqueue(added) });

const NEWLINE = 10;

function afterLines(count: number, added: Uint8Array): TransformStream<Uint8Array, Uint8Array> {
  let left = count;
  return new TransformStream({
    start(controller) {
      if (left === 0) controller.enqueue(added);
    },
    transform(chunk, controller) {
      let rest = chunk;
      while (left > 0) {
        const end = rest.indexOf(NEWLINE);
        if (end === -1) break;
        controller.enqueue(rest.subarray(0, end + 1));
        rest = rest.subarray(end + 1);
        if (--left === 0) controller.enqueue(added);
      }
      if (rest.length > 0) controller.enqueue(rest);
    },
  });
}
