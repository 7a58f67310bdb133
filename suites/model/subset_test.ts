import { assertEquals } from "@std/assert";
import { firstLost } from "./subset.ts";

Deno.test("an answer may have more fields than were sent", () => {
  assertEquals(firstLost({ a: [{ b: 1 }] }, { a: [{ b: 1, c: 2 }], d: 3 }), undefined);
});

Deno.test("a lost or changed field is reported by its path", () => {
  assertEquals(firstLost({ a: [{ b: 1 }] }, { a: [{ b: 2 }] }), ".a[0].b");
  assertEquals(firstLost({ a: [1, 2] }, { a: [1] }), ".a");
  assertEquals(firstLost({ a: { b: 1 } }, { a: [] }), ".a");
  assertEquals(firstLost({ a: 1 }, undefined), ".");
  assertEquals(firstLost("1", 1), ".");
});

Deno.test("a time that is sent may come back in another spelling", () => {
  assertEquals(
    firstLost({ at: "2026-01-01T00:00:00Z" }, { at: "2026-01-01T00:00:00.0Z" }),
    undefined,
  );
  assertEquals(firstLost({ at: "2026-01-01T00:00:00Z" }, { at: "2026-01-01T00:00:01Z" }), ".at");
  assertEquals(firstLost({ at: "2026-01-01T00:00:00Z" }, {}), ".at");
});
