import { assertEquals, assertNotEquals } from "@std/assert";
import { generateToken, rejectionOf } from "./guard.ts";

const TOKEN = generateToken();
const guard = { token: TOKEN, cookie: "plumbline-4711" };
const COOKIE = { cookie: `other=1; plumbline-4711=${TOKEN}` };

function statusOf(
  headers: Record<string, string>,
  { path = "/", method = "GET" }: { path?: string; method?: string } = {},
): number | undefined {
  const url = `http://127.0.0.1:4711${path}`;
  const request = new Request(url, { method, headers: { host: "127.0.0.1:4711", ...headers } });
  return rejectionOf(request, guard)?.status;
}

Deno.test("the token is exchanged for a cookie and an address without it", () => {
  const request = new Request(`http://127.0.0.1:4711/?token=${TOKEN}`, {
    headers: { host: "127.0.0.1:4711" },
  });
  const { status, headers } = rejectionOf(request, guard)!;
  assertEquals(status, 303);
  assertEquals(headers.get("location"), "/");
  assertEquals(
    headers.get("set-cookie"),
    `plumbline-4711=${TOKEN}; Path=/; HttpOnly; SameSite=Strict`,
  );
});

Deno.test("the cookie is accepted under each name of this machine", () => {
  for (const host of ["127.0.0.1:4711", "localhost:4711", "[::1]:4711", "localhost"]) {
    assertEquals(statusOf({ ...COOKIE, host }), undefined, host);
  }
});

Deno.test("requests without the token, or with another one, are rejected", () => {
  assertEquals(statusOf({}), 401);
  assertEquals(statusOf({ cookie: `plumbline-4712=${TOKEN}` }), 401);
  assertEquals(statusOf({ cookie: `plumbline-4711=${TOKEN.slice(1)}` }), 401);
  assertEquals(statusOf({}, { path: `/?token=${generateToken()}` }), 401);
  assertEquals(statusOf({}, { path: "/?token=" }), 401);
});

Deno.test("a wrong token in the address is rejected even with the cookie", () => {
  assertEquals(statusOf(COOKIE, { path: "/?token=wrong" }), 401);
});

Deno.test("another host name is rejected even with the token", () => {
  for (const host of ["evil.example:4711", "127.0.0.1.evil.example", "localhost.evil.example"]) {
    assertEquals(statusOf({ ...COOKIE, host }, { path: `/?token=${TOKEN}` }), 403, host);
  }
});

Deno.test("cross-origin requests are rejected, from other ports too", () => {
  assertEquals(statusOf({ ...COOKIE, origin: "http://127.0.0.1:4711" }, POST), undefined);
  assertEquals(statusOf({ ...COOKIE, origin: "http://127.0.0.1:9999" }, POST), 403);
  assertEquals(statusOf({ ...COOKIE, origin: "null" }, POST), 403);
  const fetched = { "sec-fetch-site": "same-site", "sec-fetch-mode": "no-cors" };
  assertEquals(statusOf({ ...COOKIE, ...fetched }), 403);
  assertEquals(statusOf({ ...COOKIE, ...fetched, "sec-fetch-mode": "navigate" }, POST), 403);
});

const POST = { method: "POST" };

Deno.test("links to the page and its own requests are accepted", () => {
  const followed = { "sec-fetch-site": "cross-site", "sec-fetch-mode": "navigate" };
  assertEquals(statusOf({ ...COOKIE, ...followed }), undefined);
  const own = { "sec-fetch-site": "same-origin", "sec-fetch-mode": "cors" };
  assertEquals(statusOf({ ...COOKIE, ...own }), undefined);
  assertEquals(statusOf({ ...COOKIE, ...own }, POST), undefined);
  assertEquals(
    statusOf({ ...COOKIE, "sec-fetch-site": "none", "sec-fetch-mode": "navigate" }),
    undefined,
  );
});

Deno.test("tokens are long and unique", () => {
  assertEquals(generateToken().length, 64);
  assertNotEquals(generateToken(), generateToken());
});
