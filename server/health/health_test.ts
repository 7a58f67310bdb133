/**
 * The health endpoints as anybody sees them.
 *
 * @module
 */
import { assertEquals } from "@std/assert";
import { assertRefused, withServer } from "../testing.ts";
import { healthHandler } from "./health.ts";

const WELL = { name: "ping", fault: () => undefined };
const ILL = { name: "store", fault: () => "the disk is full" };

async function ask(checks: Parameters<typeof healthHandler>[0], path: string) {
  const { pathname, searchParams } = new URL(path, "http://localhost");
  const response = healthHandler(checks)(pathname, searchParams);
  return response && { status: response.status, text: await response.text() };
}

Deno.test("without credentials, all is well", async () => {
  await withServer(async (server) => {
    for (const path of ["/readyz", "/livez", "/readyz/", "/readyz/ping", "/livez/ping"]) {
      const answer = await server.ask("GET", path, { token: null });
      assertEquals({ status: answer.status, text: answer.text }, { status: 200, text: "ok" }, path);
    }
  });
});

Deno.test("a check there is not is not found, without credentials too", async () => {
  await withServer(async (server) => {
    assertRefused(await server.ask("GET", "/livez/nope", { token: null }), "NotFound");
  });
});

const TABLE: readonly [path: string, status: number, text: string][] = [
  ["/readyz?verbose", 500, "[+]ping ok\n[-]store failed: the disk is full\nreadyz check failed\n"],
  ["/readyz", 500, "[+]ping ok\n[-]store failed: the disk is full\nreadyz check failed\n"],
  ["/readyz?exclude=store", 200, "ok"],
  [
    "/readyz?verbose&exclude=store",
    200,
    "[+]ping ok\n[+]store excluded: ok\nhealthz check passed\n",
  ],
  ["/readyz/ping", 200, "ok"],
  ["/livez/ping?verbose", 200, "[+]ping ok\nhealthz check passed\n"],
  ["/livez/store", 500, "[-]store failed: the disk is full\nlivez check failed\n"],
];

for (const [path, status, text] of TABLE) {
  Deno.test(`${path} answers ${status} while one of two checks fails`, async () => {
    assertEquals(await ask([WELL, ILL], path), { status, text });
  });
}

Deno.test("other paths are not health's business", async () => {
  assertEquals(await ask([WELL], "/readyzz"), undefined);
  assertEquals(await ask([WELL], "/readyz/ping/more"), undefined);
  assertEquals(await ask([WELL], "/api/readyz"), undefined);
});
