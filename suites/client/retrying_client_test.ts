import { assertEquals } from "@std/assert";
import type { HttpClient, HttpResponse } from "./http_client.ts";
import { RetryingClient } from "./retrying_client.ts";

/** Returns a client that answers with these statuses, and the requests that it got. */
function answering(...statuses: number[]): { client: HttpClient; sent: string[] } {
  const sent: string[] = [];
  const client: HttpClient = {
    get requests() {
      return sent.length;
    },
    send: ({ path }) => {
      sent.push(path);
      const status = statuses.shift() ?? 200;
      const response: HttpResponse = { status, headers: new Headers(), text: "", json: undefined };
      return Promise.resolve(response);
    },
    watch: () => Promise.reject(new Error("not sent here")),
    close() {},
  };
  return { client, sent };
}

Deno.test("a request that fails now and then is sent again", async () => {
  for (
    const [statuses, expected, count] of [
      [[200], 200, 1],
      [[401, 201], 201, 2],
      [[503, 500, 200], 200, 3],
      [[500, 500, 500, 200], 500, 3],
      [[404, 200], 404, 1],
    ] as const
  ) {
    const { client, sent } = answering(...statuses);
    const { status } = await new RetryingClient(client).send({ method: "GET", path: "/a" });
    assertEquals([status, sent.length], [expected, count]);
  }
});
