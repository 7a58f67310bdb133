/**
 * The health endpoints as anybody sees them.
 *
 * @module
 */
import { assertEquals, assertThrows } from "@std/assert";
import { startServer } from "@plumbline/reference";
import { assertRefused, withServer } from "../testing.ts";
import { type HealthCheck, HealthChecks } from "./checks.ts";
import { healthHandler } from "./health.ts";

const WELL: HealthCheck = { name: "ping", failure: () => undefined };
const ILL: HealthCheck = { name: "store/disk", failure: () => "it is full" };
const BROKEN: HealthCheck = {
  name: "broken",
  failure: () => {
    throw new Error("it threw");
  },
};
const READY: HealthCheck = { name: "open", readinessOnly: true, failure: () => "not yet" };

async function ask(checks: readonly HealthCheck[], path: string) {
  const { pathname, searchParams } = new URL(path, "http://localhost");
  const response = healthHandler(new HealthChecks(checks))(pathname, searchParams);
  return response && { status: response.status, text: await response.text() };
}

Deno.test("without credentials, all is well", async () => {
  await withServer(async (server) => {
    for (
      const path of ["/readyz", "/livez", "/healthz", "/readyz/", "/readyz/ping", "/livez/ping"]
    ) {
      const answer = await server.ask("GET", path, { token: null });
      assertEquals({ status: answer.status, text: answer.text }, { status: 200, text: "ok" }, path);
    }
  });
});

Deno.test("an unknown bearer token gets 401, other credentials and a known one the answer", async () => {
  await withServer(async (server) => {
    const statusOf = async (path: string, authorization: string) =>
      (await server.ask("GET", path, { token: null, headers: { authorization } })).status;
    for (const path of ["/readyz", "/livez", "/healthz?verbose", "/readyz/ping", "/readyz/none"]) {
      assertEquals(await statusOf(path, "Bearer nobody"), 401, path);
      const known = path === "/readyz/none" ? 404 : 200;
      for (const authorization of ["Bearer bob-token", "Basic YTph", "Bearer", "Bearer "]) {
        assertEquals(await statusOf(path, authorization), known, `${path} ${authorization}`);
      }
    }
    assertRefused(await server.ask("GET", "/livez", { token: "nobody" }), "Unauthorized");
  });
});

Deno.test("the verbose form names checks, each of which answers by itself", async () => {
  await withServer(async (server) => {
    for (const endpoint of ["/readyz", "/livez"]) {
      const { text } = await server.ask("GET", `${endpoint}?verbose`, { token: null });
      const lines = text.trimEnd().split("\n");
      assertEquals(lines.pop(), "healthz check passed");
      assertEquals(lines.length > 1, true);
      for (const line of lines) {
        const [, name] = /^\[\+\](\S+) ok$/.exec(line) ?? [];
        const single = await server.ask("GET", `${endpoint}/${name}`, { token: null });
        assertEquals(single.status, 200, line);
      }
    }
  });
});

Deno.test("a check there is not is not found, without credentials too", async () => {
  await withServer(async (server) => {
    assertRefused(await server.ask("GET", "/livez/nope", { token: null }), "NotFound");
    assertRefused(await server.ask("GET", "/readyz/ping/more", { token: null }), "NotFound");
    // What concerns readiness alone says nothing of life.
    assertRefused(await server.ask("GET", "/livez/shutdown", { token: null }), "NotFound");
  });
});

const VERBOSE = "[+]ping ok\n[-]store/disk failed: it is full\nreadyz check failed\n";

const TABLE: readonly [path: string, status: number, text: string][] = [
  ["/readyz?verbose", 500, VERBOSE],
  ["/readyz", 500, VERBOSE],
  ["/readyz?exclude=store/disk", 200, "ok"],
  ["/readyz?exclude=store/disk&exclude=other", 200, "ok"],
  [
    "/readyz?verbose&exclude=store/disk",
    200,
    "[+]ping ok\n[+]store/disk excluded: ok\nhealthz check passed\n",
  ],
  [
    "/readyz?exclude=ping&verbose=true&exclude=store/disk",
    200,
    "[+]ping excluded: ok\n[+]store/disk excluded: ok\nhealthz check passed\n",
  ],
  [
    "/readyz?verbose&exclude=store/disk&exclude=a&exclude=b",
    200,
    "[+]ping ok\n[+]store/disk excluded: ok\n" +
    'warn: some health checks cannot be excluded: no matches for "a","b"\nhealthz check passed\n',
  ],
  ["/readyz/ping", 200, "ok"],
  ["/livez/ping?verbose", 200, "[+]ping ok\nhealthz check passed\n"],
  ["/livez/store/disk", 500, "[-]store/disk failed: it is full\nlivez check failed\n"],
];

for (const [path, status, text] of TABLE) {
  Deno.test(`${path} answers ${status} while one of two checks fails`, async () => {
    assertEquals(await ask([WELL, ILL], path), { status, text });
  });
}

Deno.test("an error within a check is a reason to fail", async () => {
  assertEquals(await ask([BROKEN], "/livez/broken"), {
    status: 500,
    text: "[-]broken failed: it threw\nlivez check failed\n",
  });
});

Deno.test("a server that is not ready lives all the same", async () => {
  assertEquals((await ask([WELL, READY], "/readyz"))?.status, 500);
  assertEquals((await ask([WELL, READY], "/livez"))?.status, 200);
  assertEquals((await ask([WELL, READY], "/healthz"))?.status, 200);
});

Deno.test("other paths are not health's business", async () => {
  assertEquals(await ask([WELL], "/readyzz"), undefined);
  assertEquals(await ask([WELL], "/api/readyz"), undefined);
  assertEquals(await ask([WELL], "/"), undefined);
});

Deno.test("a check can be made to fail and to recover", async () => {
  const server = await startServer();
  const ready = async () => {
    const response = await fetch(`${server.url}/readyz`);
    return [response.status, await response.text()];
  };
  try {
    server.health.fail("storage", "the test says so");
    const [status, text] = await ready();
    assertEquals(status, 500);
    assertEquals(String(text).includes("[-]storage failed: the test says so\n"), true);
    server.health.recover("storage");
    assertEquals(await ready(), [200, "ok"]);
    assertThrows(() => server.health.fail("nope", "?"), RangeError, "use one of ping, storage");
    assertThrows(() => server.health.recover("nope"), RangeError, '"nope"');
  } finally {
    await server.close();
  }
});
