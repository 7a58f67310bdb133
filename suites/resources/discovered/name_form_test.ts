import { assertEquals, assertMatch, assertNotEquals } from "@std/assert";
import { nameFormOf } from "./name_form.ts";

Deno.test("a name without a dot says nothing of the form of names", () => {
  assertEquals(nameFormOf("example"), undefined);
  assertEquals(nameFormOf(""), undefined);
  assertEquals(nameFormOf(".example"), undefined);
});

Deno.test("what follows the first dot of a name is kept", () => {
  assertEquals(nameFormOf("v1.apps.example")?.("p1"), "p1.apps.example");
});

Deno.test("an address stands for other addresses, in canonical form", () => {
  const form = nameFormOf("2001:db8::1")!;
  assertMatch(form("p1"), /^2001:db8(:[1-9a-f][0-9a-f]{3}){6}$/);
  assertEquals(form("p1"), form("p1"));
  assertNotEquals(form("p1"), form("p2"));
});
