import { assertEquals } from "@std/assert";
import { withinRateLimit } from "./rate_limit.ts";

/** Responses with these values of `Retry-After`, and a success after them. */
function answering(...delays: readonly string[]): () => Promise<Response> {
  const left = [...delays];
  return () => {
    const delay = left.shift();
    return Promise.resolve(
      delay === undefined
        ? new Response(null, { status: 201 })
        : new Response(null, { status: 429, headers: { "retry-after": delay } }),
    );
  };
}

const statusOf = async (send: () => Promise<Response>, isOver = () => false): Promise<number> =>
  (await withinRateLimit(send, (response) => response, isOver)).status;

Deno.test("a request is sent again after the time that the target asks for", async () => {
  assertEquals(await statusOf(answering("0", "0")), 201);
});

Deno.test("a request is not sent again without a delay in seconds", async () => {
  assertEquals(await statusOf(answering("soon")), 429);
  assertEquals(await statusOf(answering("86400")), 429);
});

Deno.test("nothing is sent again once the run is ending", async () => {
  assertEquals(await statusOf(answering("0"), () => true), 429);
});

Deno.test("a target that rejects every request is asked only so often", async () => {
  let sent = 0;
  const status = await statusOf(() => {
    sent++;
    return answering("0")();
  });
  assertEquals([status, sent], [429, 11]);
});
