import { assertEquals } from "@std/assert";
import { applied, conflictsOf, type Fields, NOTHING, updated } from "./ownership.ts";

const fields = (object: Record<string, string>): Fields => new Map(Object.entries(object));
const first = applied(NOTHING, "one", fields({ a: "1", b: "1" }));

Deno.test("two who apply the same share it, and one can hand it over", () => {
  const both = applied(first, "two", fields({ a: "1" }));
  assertEquals(conflictsOf(first, "two", fields({ a: "1" })), []);
  const handed = applied(both, "one", fields({ b: "1" }));
  assertEquals(handed.fields, fields({ a: "1", b: "1" }));
  assertEquals(handed.owners, new Map([["one", new Set(["b"])], ["two", new Set(["a"])]]));
});

Deno.test("what its only owner no longer applies is gone", () => {
  assertEquals(applied(first, "one", fields({ a: "1" })).fields, fields({ a: "1" }));
});

Deno.test("another value conflicts, and force takes the field away from its owner", () => {
  const other = fields({ a: "2" });
  assertEquals(conflictsOf(first, "two", other), ["a"]);
  assertEquals(conflictsOf(first, "one", other), []);
  const forced = applied(first, "two", other);
  assertEquals(forced.fields, fields({ a: "2", b: "1" }));
  assertEquals(forced.owners, new Map([["one", new Set(["b"])], ["two", new Set(["a"])]]));
});

Deno.test("an update owns what it changes, and nobody owns what it removes", () => {
  const after = updated(first, "three", fields({ a: "3" }));
  assertEquals(after.owners, new Map([["three", new Set(["a"])]]));
  assertEquals(updated(first, "three", first.fields), first);
});

Deno.test("an apply leaves alone what it never applied", () => {
  const others = updated(first, "three", fields({ a: "1", b: "1", c: "1" }));
  assertEquals(applied(others, "one", fields({ a: "1" })).fields, fields({ a: "1", c: "1" }));
});
