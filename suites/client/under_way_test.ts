import { assertEquals } from "@std/assert";
import { UnderWay } from "./under_way.ts";

const secrets = "/api/v1/namespaces/a/secrets";

/** Sends a request, which is answered with a status, or not at all. */
function send(underWay: UnderWay, request: { method: string; path: string }, status?: number) {
  underWay.begin(request);
  if (status === undefined) underWay.whyUnanswered(request, 1);
  else underWay.answered(request, status);
  underWay.end(request);
}

Deno.test("a server that fails every request names the one since which, and those under way then", () => {
  const underWay = new UnderWay("http://a");
  const slow = { method: "PATCH", path: `${secrets}/slow` };
  underWay.begin(slow);
  send(underWay, { method: "POST", path: secrets }, 201);
  send(underWay, { method: "GET", path: `${secrets}/one` }, 500);
  send(underWay, { method: "GET", path: `${secrets}?limit=1` });
  assertEquals(
    underWay.breakdown?.text,
    `no request for objects has succeeded since POST ${secrets}; 2 got status 500 or no response. ` +
      `Requests under way then: PATCH ${secrets}/slow, GET ${secrets}/one. To find the one that stops ` +
      `it, start the server again and send PATCH ${secrets}/slow alone; if the server still answers ` +
      "after it, the next",
  );
});

Deno.test("one request for objects that succeeds shows that the server works", () => {
  const underWay = new UnderWay("http://a");
  send(underWay, { method: "GET", path: secrets }, 503);
  send(underWay, { method: "PUT", path: secrets }, 405);
  assertEquals(underWay.breakdown?.requests, 1);
  send(underWay, { method: "GET", path: secrets }, 200);
  assertEquals(underWay.breakdown, undefined);
});

Deno.test("documents that are answered without a store show nothing", () => {
  const underWay = new UnderWay("http://a");
  send(underWay, { method: "GET", path: secrets }, 500);
  for (const path of ["/version", "/api/v1", "/apis/apps/v1", "/readyz"]) {
    send(underWay, { method: "GET", path }, 200);
  }
  send(underWay, { method: "GET", path: "/apis/apps/v1/deployments" }, 500);
  assertEquals(underWay.breakdown?.requests, 2);
  assertEquals(
    underWay.breakdown?.text,
    "no request for objects has succeeded from the first one on; 2 got status 500. " +
      `Requests under way then: GET ${secrets}`,
  );
});

Deno.test("a server is silent that has left all requests waiting for a while, and answered before", () => {
  let now = 0;
  const underWay = new UnderWay("http://a", () => now);
  const isSilentAfter = (requests: number, time: number): boolean => {
    for (let count = 0; count < requests; count++) send(underWay, { method: "GET", path: secrets });
    now += time;
    return underWay.isSilent;
  };
  assertEquals(isSilentAfter(9, 90_000), false);
  send(underWay, { method: "POST", path: secrets }, 201);
  assertEquals(isSilentAfter(9, 30_000), false);
  assertEquals(isSilentAfter(0, 30_000), true);
  send(underWay, { method: "GET", path: secrets }, 200);
  assertEquals(isSilentAfter(3, 90_000), false);
  // A server that answers with errors is not silent.
  send(underWay, { method: "GET", path: secrets }, 503);
  assertEquals(isSilentAfter(9, 90_000), false);
});

Deno.test("a request that a server leaves waiting is named, and that it answers others", () => {
  const underWay = new UnderWay("http://a");
  const request = { method: "POST", path: secrets };
  assertEquals(
    underWay.whyUnanswered(request, 7),
    `Cannot reach http://a: no complete answer within 7 ms (POST ${secrets})`,
  );
  send(underWay, { method: "GET", path: "/version" }, 200);
  assertEquals(
    underWay.whyUnanswered(request, 7),
    `http://a answers other requests, but not this one: no complete answer within 7 ms (POST ${secrets})`,
  );
});
