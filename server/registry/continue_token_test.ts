/**
 * Continue tokens: valid for the server and collection that they were issued for, until they
 * expire.
 *
 * @module
 */
import { assertEquals, assertInstanceOf, assertRejects } from "@std/assert";
import fc from "fast-check";
import { ApiError } from "../api_error.ts";
import { AdjustableClock } from "../sources.ts";
import { assertRefused, secretOf, SECRETS, type TestServer, withServer } from "../testing.ts";
import { continueTokens, TOKEN_LIFETIME } from "./continue_token.ts";

const COLLECTION = { resource: "/secrets", namespace: "default" };
const KEY = new Uint8Array(32).fill(7);

const text = () => fc.string({ unit: "binary-ascii", maxLength: 20 });
const positions = () =>
  fc.record({
    revision: fc.nat(),
    since: fc.constant(Date.now()),
    after: fc.record({ namespace: text(), name: text() }),
  });

const clock = new AdjustableClock();
const tokens = continueTokens(KEY, clock);

async function reasonOf(action: () => Promise<unknown>): Promise<string> {
  const error = await assertRejects(action);
  assertInstanceOf(error, ApiError);
  return error.reason;
}

Deno.test("a token contains its position", async () => {
  await fc.assert(fc.asyncProperty(positions(), async (position) => {
    const token = await tokens.issue(COLLECTION, position);
    assertEquals(await tokens.read(COLLECTION, token), position);
  }));
});

Deno.test("a token is valid only for its collection and server", async () => {
  const others = [
    { resource: "/secrets", namespace: "other" },
    { resource: "/secrets" },
    { resource: "/secrets", namespace: "" },
    { resource: "apps/deployments", namespace: "default" },
  ];
  const stranger = continueTokens(new Uint8Array(32).fill(8), clock);
  await fc.assert(fc.asyncProperty(positions(), async (position) => {
    const token = await tokens.issue(COLLECTION, position);
    for (const other of others) {
      assertEquals(await reasonOf(() => tokens.read(other, token)), "BadRequest");
    }
    assertEquals(await reasonOf(() => stranger.read(COLLECTION, token)), "BadRequest");
  }));
});

Deno.test("any other text is rejected as a token", async () => {
  await fc.assert(fc.asyncProperty(fc.string({ unit: "binary-ascii" }), async (token) => {
    assertEquals(await reasonOf(() => tokens.read(COLLECTION, token)), "BadRequest");
  }));
});

/** Returns the first page of secrets and the token for the next one. */
async function firstPage(server: TestServer): Promise<string> {
  for (const name of ["a", "b", "c"]) await server.must("POST", SECRETS, { body: secretOf(name) });
  const page = await server.must("GET", `${SECRETS}?limit=1`);
  return page.metadata.continue;
}

const next = (token: string) => `${SECRETS}?limit=1&continue=${encodeURIComponent(token)}`;

/** Returns the token with one bit or character changed, removed or inserted. */
function alterations(token: string): Set<string> {
  const altered = new Set<string>();
  for (let at = 0; at < token.length; at++) {
    const [head, tail] = [token.slice(0, at), token.slice(at + 1)];
    altered.add(head + tail);
    for (let bit = 0; bit < 7; bit++) {
      altered.add(head + String.fromCharCode(token.charCodeAt(at) ^ (1 << bit)) + tail);
    }
    for (const character of "Aa0-_.=+/ ") {
      altered.add(head + character + tail);
      altered.add(head + character + token[at] + tail);
    }
  }
  for (const extra of ["=", "==", " ", "A", ".", "\0", "é"]) altered.add(token + extra);
  altered.delete(token);
  return altered;
}

Deno.test("a token with any changed bit or character is rejected", async () => {
  const after = { namespace: "default", name: "a" };
  const token = await tokens.issue(COLLECTION, { revision: 12, since: clock.now(), after });
  for (const wrong of alterations(token)) {
    assertEquals(await reasonOf(() => tokens.read(COLLECTION, wrong)), "BadRequest", wrong);
  }
});

Deno.test("an altered token returns and deletes nothing, and the original stays valid", async () => {
  await withServer(async (server) => {
    const token = await firstPage(server);
    const every = [...alterations(token)];
    for (const wrong of every.filter((_, index) => index % 20 === 0)) {
      assertRefused(await server.ask("GET", next(wrong)), "BadRequest");
      assertRefused(await server.ask("DELETE", next(wrong)), "BadRequest");
    }
    const page = await server.must("GET", next(token));
    assertEquals(page.items.map((item: { metadata: { name: string } }) => item.metadata.name), [
      "b",
    ]);
    assertEquals((await server.must("GET", SECRETS)).items.length, 3);
  });
});

Deno.test("a token of another collection is rejected", async () => {
  await withServer(async (server) => {
    const token = encodeURIComponent(await firstPage(server));
    for (
      const path of [
        "/api/v1/secrets",
        "/api/v1/namespaces/other/secrets",
        "/api/v1/namespaces",
        "/apis/apps/v1/namespaces/default/deployments",
      ]
    ) {
      assertRefused(await server.ask("GET", `${path}?limit=1&continue=${token}`), "BadRequest");
    }
  });
});

Deno.test("a token expires five minutes after the first page", async () => {
  await withServer(async (server) => {
    const token = await firstPage(server);
    server.clock.advance(TOKEN_LIFETIME - 30_000);
    const page = await server.must("GET", next(token));
    server.clock.advance(60_000);
    for (const late of [token, page.metadata.continue]) {
      const answer = await server.ask("GET", next(late));
      assertRefused(answer, "Expired");
    }
    assertRefused(await server.ask("DELETE", next(token)), "Expired");
    const again = await server.must("GET", `${SECRETS}?limit=1`);
    assertEquals(again.items.length, 1);
    assertEquals((await server.must("GET", SECRETS)).items.length, 3);
  });
});

Deno.test("a young token whose revision is compacted is rejected as expired", async () => {
  await withServer(async (server) => {
    await firstPage(server);
    // The next write supersedes the state at once; nine tenths of the history pass before the
    // token.
    const { metadata } = await server.must("GET", SECRETS);
    await server.must("DELETE", `${SECRETS}/b`);
    server.clock.advance(TOKEN_LIFETIME * 0.9);
    const old = `${SECRETS}?limit=1&resourceVersion=${metadata.resourceVersion}`;
    const page = await server.must("GET", old);
    server.clock.advance(TOKEN_LIFETIME * 0.5);
    assertRefused(await server.ask("GET", next(page.metadata.continue)), "Expired");
  });
});
