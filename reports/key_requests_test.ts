import { assertEquals } from "@std/assert";
import type { Exchange, Failure } from "./events.ts";
import { keyRequests } from "./key_requests.ts";

const exchange = (method: string, path: string, status = 200): Exchange => ({
  method,
  path,
  identity: "admin",
  requestHeaders: {},
  status,
  responseHeaders: {},
  responseBody: "",
  sentAt: 0,
  duration: 1,
});

function shown(
  exchanges: readonly Exchange[],
  contradicting: readonly number[] = [],
  actual = "another state",
): string[] {
  const exchange = exchanges.map((one, index) => ({ ...one, number: index + 1 }));
  const entries = exchanges.map((_, index) => ({
    number: index + 1,
    ...(contradicting.includes(index + 1) && { contradicts: true }),
  }));
  const failure = { exchange, actual, ...(contradicting.length > 0 && { timeline: { entries } }) };
  return keyRequests(failure as unknown as Failure).map(({ method, path }) => `${method} ${path}`);
}

Deno.test("the last request is shown, after the last write that succeeded", () => {
  const writes = [exchange("POST", "/a"), exchange("PUT", "/a"), exchange("PATCH", "/a", 409)];
  assertEquals(shown([...writes, exchange("GET", "/b"), exchange("GET", "/a")]), [
    "PUT /a",
    "GET /a",
  ]);
  assertEquals(shown([exchange("GET", "/b"), exchange("GET", "/a")]), ["GET /b", "GET /a"]);
  assertEquals(shown([exchange("GET", "/a")]), ["GET /a"]);
  assertEquals(shown([]), []);
});

Deno.test("requests that contradict each other are shown, wherever they are", () => {
  const all = ["/1", "/2", "/3", "/4"].map((path) => exchange("PUT", path));
  assertEquals(shown(all, [1, 3]), ["PUT /1", "PUT /3"]);
  assertEquals(shown(all, [2]), ["PUT /1", "PUT /2"]);
});

Deno.test("a watch whose events are wrong is shown, with a write that it shows", () => {
  const watch = exchange("GET", "/a?watch=1&resourceVersion=1");
  const writes = [exchange("PUT", "/a/b"), exchange("PUT", "/a/c")];
  const all = [exchange("POST", "/a"), watch, ...writes, exchange("GET", "/a")];
  assertEquals(shown(all, [], "ADDED of b"), ["GET /a?watch=1&resourceVersion=1", "PUT /a/c"]);
  const dry = [watch, exchange("POST", "/a?dryRun=All"), ...writes];
  assertEquals(shown(dry, [], "an event"), [
    "GET /a?watch=1&resourceVersion=1",
    "POST /a?dryRun=All",
  ]);
  assertEquals(shown(all), ["PUT /a/c", "GET /a"]);
});

Deno.test("a status that is wrong is shown with its request, whatever follows", () => {
  const all = [exchange("POST", "/a"), exchange("DELETE", "/a", 403), exchange("GET", "/a")];
  assertEquals(shown(all, [], "403 Forbidden"), ["POST /a", "DELETE /a"]);
});
