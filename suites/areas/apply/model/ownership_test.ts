import { assertEquals } from "@std/assert";
import { afterApply, afterUpdate, conflictsOf, type Fields, NO_OBJECT } from "./ownership.ts";

const fields = (object: Record<string, string>): Fields => new Map(Object.entries(object));
const first = afterApply(NO_OBJECT, "one", fields({ a: "1", b: "1" }));

Deno.test("managers that apply the same value share the field, and one can give it up", () => {
  const both = afterApply(first, "two", fields({ a: "1" }));
  assertEquals(conflictsOf(first, "two", fields({ a: "1" })), []);
  const handed = afterApply(both, "one", fields({ b: "1" }));
  assertEquals(handed.fields, fields({ a: "1", b: "1" }));
  assertEquals(handed.owners, new Map([["one", new Set(["b"])], ["two", new Set(["a"])]]));
});

Deno.test("removes a field that its only owner no longer applies", () => {
  assertEquals(afterApply(first, "one", fields({ a: "1" })).fields, fields({ a: "1" }));
});

Deno.test("another value conflicts, and force takes over the field", () => {
  const other = fields({ a: "2" });
  assertEquals(conflictsOf(first, "two", other), ["a"]);
  assertEquals(conflictsOf(first, "one", other), []);
  const forced = afterApply(first, "two", other);
  assertEquals(forced.fields, fields({ a: "2", b: "1" }));
  assertEquals(forced.owners, new Map([["one", new Set(["b"])], ["two", new Set(["a"])]]));
});

Deno.test("an update owns the fields it changes, and removed fields have no owner", () => {
  const after = afterUpdate(first, "three", fields({ a: "3" }));
  assertEquals(after.owners, new Map([["three", new Set(["a"])]]));
  assertEquals(afterUpdate(first, "three", first.fields), first);
});

Deno.test("an apply leaves fields that its manager never applied", () => {
  const others = afterUpdate(first, "three", fields({ a: "1", b: "1", c: "1" }));
  assertEquals(afterApply(others, "one", fields({ a: "1" })).fields, fields({ a: "1", c: "1" }));
});
