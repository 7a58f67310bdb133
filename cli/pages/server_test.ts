import { assert, assertEquals, assertRejects, assertStringIncludes } from "@std/assert";
import { AddressInUse } from "@plumbline/runtime/errors";
import { LiveFeed, pageRoutes, startLiveServer } from "./mod.ts";

const PAGE = { title: "A page", body: "<main></main>", program: "export {};" };

/** Opens the address as a browser does and returns the headers to go on with. */
async function enter(address: string): Promise<{ cookie: string }> {
  const response = await fetch(address, { redirect: "manual" });
  await response.body?.cancel();
  assertEquals(response.status, 303);
  return { cookie: response.headers.get("set-cookie")!.split(";")[0]! };
}

Deno.test("a port in use is an error", async () => {
  const listener = Deno.listen({ hostname: "127.0.0.1", port: 0 });
  const { port } = listener.addr;
  await assertRejects(
    () => startLiveServer({ port, routes: {} }),
    AddressInUse,
    `Cannot listen on 127.0.0.1:${port}: the port is in use`,
  );
  listener.close();
});

Deno.test("a live server listens on loopback and requires the token", async () => {
  await using server = await startLiveServer({ routes: pageRoutes(PAGE) });
  assertStringIncludes(server.address, "http://127.0.0.1:");
  const without = await fetch(server.url);
  assertEquals(without.status, 401);
  assertStringIncludes(await without.text(), "that the program printed");
  const headers = await enter(server.address);
  const page = await fetch(server.url, { headers });
  assertEquals(page.status, 200);
  assertStringIncludes(await page.text(), "<title>A page</title>");
});

Deno.test("no response may be cached, framed or sniffed", async () => {
  await using server = await startLiveServer({ routes: pageRoutes(PAGE) });
  const headers = await enter(server.address);
  for (const path of ["", "client/dom.js", "client/feed.js", "client/program.js", "nothing"]) {
    for (const asked of [{}, headers]) {
      const response = await fetch(`${server.url}${path}`, { headers: asked });
      await response.body?.cancel();
      const told = response.headers;
      assertEquals(told.get("x-content-type-options"), "nosniff");
      assertEquals(told.get("referrer-policy"), "no-referrer");
      assertStringIncludes(told.get("cache-control")!, "no-store");
      assertStringIncludes(told.get("content-security-policy")!, "default-src 'none'");
      assertStringIncludes(told.get("content-security-policy")!, "frame-ancestors 'none'");
    }
  }
});

Deno.test("the policy of the page allows its modules, with a new nonce each time, and its server", async () => {
  await using server = await startLiveServer({ routes: pageRoutes(PAGE) });
  const headers = await enter(server.address);
  const policies: string[] = [];
  for (let time = 0; time < 2; time++) {
    const response = await fetch(server.url, { headers });
    const policy = response.headers.get("content-security-policy")!;
    const [, nonce] = /script-src 'nonce-([0-9a-f]{32})';/.exec(policy) ?? [];
    assert(nonce !== undefined, policy);
    assertStringIncludes(await response.text(), `<script type="module" nonce="${nonce}"`);
    assert(!/unsafe|\*|http/.test(policy), policy);
    policies.push(policy);
  }
  assert(policies[0] !== policies[1]);
});

Deno.test("unknown paths and unknown methods differ", async () => {
  await using server = await startLiveServer({ routes: pageRoutes(PAGE) });
  const headers = await enter(server.address);
  for (const [path, method, status] of [["nothing", "GET", 404], ["", "DELETE", 405]] as const) {
    const response = await fetch(`${server.url}${path}`, { headers, method });
    assertEquals(response.status, status);
    await response.body?.cancel();
  }
});

Deno.test("each server has its own token and cookie", async () => {
  await using one = await startLiveServer({ routes: pageRoutes(PAGE) });
  await using other = await startLiveServer({ routes: pageRoutes(PAGE) });
  const headers = await enter(one.address);
  const response = await fetch(other.url, { headers });
  assertEquals(response.status, 401);
  await response.body?.cancel();
});

Deno.test("a server closes while its feed has readers", async () => {
  const feed = new LiveFeed();
  const routes = { "GET /events": (request: Request) => feed.response(request) };
  const server = await startLiveServer({ routes });
  const headers = await enter(server.address);
  const response = await fetch(`${server.url}events`, { headers });
  feed.add("one", 1);
  feed.end();
  await server.close();
  assertEquals(
    await response.text(),
    'retry: 1000\n\nid: 1\ndata: {"type":"one","data":1}\n\ndata: {"type":"end","data":{}}\n\n',
  );
});

Deno.test("a server closes even if its feed was not ended", async () => {
  const feed = new LiveFeed();
  const routes = { "GET /events": (request: Request) => feed.response(request) };
  const server = await startLiveServer({ routes });
  const headers = await enter(server.address);
  const response = await fetch(`${server.url}events`, { headers });
  await server.close();
  await response.text().catch(() => {});
  assertEquals(feed.readers, 0);
});

Deno.test("another host name is rejected, even with the token", async () => {
  await using server = await startLiveServer({ routes: pageRoutes(PAGE) });
  const { cookie } = await enter(server.address);
  const { port } = new URL(server.url);
  using connection = await Deno.connect({ hostname: "127.0.0.1", port: Number(port) });
  const lines = ["GET / HTTP/1.1", "Host: rebound.example", `Cookie: ${cookie}`];
  const request = [...lines, "Connection: close", "", ""].join("\r\n");
  await connection.write(new TextEncoder().encode(request));
  const answer = await new Response(connection.readable).text();
  assertStringIncludes(answer, "HTTP/1.1 403");
  assertStringIncludes(answer, "use localhost");
});
