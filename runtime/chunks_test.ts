import { assert, assertEquals, assertRejects } from "@std/assert";
import { chunksOf } from "./chunks.ts";

Deno.test("the chunks of a body end with an abort that the body itself has missed", async () => {
  let isCancelled = false;
  const body = new ReadableStream({
    pull(controller) {
      if (count === 0) controller.enqueue(new Uint8Array([1]));
    },
    cancel() {
      isCancelled = true;
    },
  });
  const ended = new AbortController();
  let count = 0;
  await assertRejects(
    async () => {
      for await (const chunk of chunksOf(body, ended.signal)) {
        assertEquals(chunk, new Uint8Array([1]));
        count++;
        setTimeout(() => ended.abort(new Error("enough")));
      }
    },
    Error,
    "enough",
  );
  assert(isCancelled && count > 0);
});

Deno.test("who leaves a body early cancels it", async () => {
  let isCancelled = false;
  const body = new ReadableStream({
    pull: (controller) => controller.enqueue(new Uint8Array([1])),
    cancel() {
      isCancelled = true;
    },
  });
  for await (const _ of chunksOf(body, new AbortController().signal)) break;
  assert(isCancelled);
});
