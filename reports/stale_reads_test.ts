import { assertEquals } from "@std/assert";
import type { Exchange } from "./events.ts";
import { staleReads } from "./stale_reads.ts";

const COLLECTION = "/api/v1/namespaces/one/secrets";

const exchange = (method: string, path: string, body: unknown, status = 200) =>
  ({ method, path, status, responseBody: JSON.stringify(body) }) as unknown as Exchange;

const object = (name: string, resourceVersion: string) => ({
  kind: "Secret",
  metadata: { name, namespace: "one", resourceVersion },
});

const list = (path: string, ...items: readonly unknown[]) => exchange("GET", path, { items });

const read = (version: string) => exchange("GET", `${COLLECTION}/a`, object("a", version));
const create = exchange("POST", COLLECTION, object("a", "1"), 201);
const update = exchange("PUT", `${COLLECTION}/a`, object("a", "2"));
const removal = exchange("DELETE", `${COLLECTION}/a`, { kind: "Status" });
const missing = exchange("GET", `${COLLECTION}/a`, {}, 404);

/** Returns the indices of the stale reads. */
const staleIn = (...exchanges: readonly Exchange[]) =>
  staleReads({ exchange: exchanges }).map((one) => exchanges.indexOf(one));

Deno.test("a most recent read of a state before an acknowledged write is stale", () => {
  assertEquals(staleIn(create, update, read("1"), read("2")), [2]);
  assertEquals(staleIn(create, missing), [1]);
  assertEquals(staleIn(create, update, list(COLLECTION, object("a", "1"))), [2]);
  assertEquals(staleIn(create, list("/api/v1/secrets", object("a", "1")), list(COLLECTION)), [2]);
  assertEquals(staleIn(create, removal, list(COLLECTION, object("a", "1"))), [2]);
  const own = `${COLLECTION}?labelSelector=plumbline%2Fscope%3Da`;
  assertEquals(staleIn(create, list(own)), [1]);
});

Deno.test("a read of another state, a part of a collection, or after a deletion is not stale", () => {
  assertEquals(staleIn(create, update, read("3")), []);
  assertEquals(staleIn(create, removal, missing, create, read("1")), []);
  for (const query of ["labelSelector=b", "fieldSelector=b", "limit=1", "continue=b"]) {
    assertEquals(staleIn(create, list(`${COLLECTION}?${query}`)), []);
  }
  const exact = `${COLLECTION}?resourceVersion=1&resourceVersionMatch=Exact`;
  assertEquals(staleIn(create, update, list(exact, object("a", "1"))), []);
  // What a deletion of a collection leaves is not known, and dry runs store nothing.
  assertEquals(staleIn(create, exchange("DELETE", COLLECTION, {}), list(COLLECTION)), []);
  const dry = exchange("PUT", `${COLLECTION}/a?dryRun=All`, object("a", "2"));
  assertEquals(staleIn(create, dry, read("1")), []);
  // The order of requests of several clients is not known.
  assertEquals(staleIn(create, { ...update, client: "1" }, read("1")), []);
});

Deno.test("a list that is older than a write is behind, whatever it selects", () => {
  const object = { metadata: { name: "a", resourceVersion: "12" } };
  const listOf = (resourceVersion: string) =>
    staleReads(
      {
        exchange: [
          { method: "POST", path: "/api/v1/namespaces/x/secrets", status: 201, body: object },
          {
            method: "GET",
            path: "/api/v1/secrets?labelSelector=a%3Db",
            status: 200,
            body: { metadata: { resourceVersion }, items: [] },
          },
        ].map(({ body, ...one }) => ({ ...one, responseBody: JSON.stringify(body) })),
      } as unknown as Parameters<typeof staleReads>[0],
    ).length;
  assertEquals(["11", "12", "x"].map(listOf), [1, 0, 0]);
});
