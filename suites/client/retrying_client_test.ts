import { assertEquals } from "@std/assert";
import type { HttpClient, HttpResponse } from "./http_client.ts";
import { Refusals, RetryingClient } from "./retrying_client.ts";

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

Deno.test("a server that refused several requests now and then gets a request more often", async () => {
  const refusals = new Refusals();
  const sendOnce = async (...statuses: number[]) => {
    const { client } = answering(...statuses);
    return (await new RetryingClient(client, refusals).send({ method: "GET", path: "/a" })).status;
  };
  for (let times = 0; times < 3; times++) {
    assertEquals(refusals.frequent, []);
    assertEquals(await sendOnce(401, 200), 200);
  }
  assertEquals(refusals.frequent, ["401"]);
  assertEquals(await sendOnce(401, 401, 401, 401, 200), 200);
});

Deno.test("a refusal that is not followed by an answer is none of now and then", async () => {
  const refusals = new Refusals();
  for (let times = 0; times < 5; times++) {
    const { client } = answering(500, 500, 500);
    await new RetryingClient(client, refusals).send({ method: "GET", path: "/a" });
  }
  assertEquals(refusals.frequent, []);
});

Deno.test("a request without credentials that is refused is sent once", async () => {
  for (const own of [{ identity: "" }, { headers: { Authorization: "Bearer wrong" } }]) {
    const { client, sent } = answering(401, 200);
    await new RetryingClient(client).send({ method: "GET", path: "/a", ...own });
    assertEquals(sent.length, 1);
  }
});
