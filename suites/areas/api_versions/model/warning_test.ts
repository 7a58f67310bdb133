import { assertEquals } from "@std/assert";
import { isWellFormed, warningsOf } from "./warning.ts";

Deno.test("warnings are divided at commas outside of quotes", () => {
  const header = '299 - "one, two", 199 host:80 "th\\"ree" "Sat, 21 Nov 2026 05:00:00 GMT"';
  assertEquals(warningsOf(header), [
    '299 - "one, two"',
    '199 host:80 "th\\"ree" "Sat, 21 Nov 2026 05:00:00 GMT"',
  ]);
  assertEquals(warningsOf(null), []);
  assertEquals(warningsOf(" "), []);
});

Deno.test("a warning has a code of three digits, an agent and a text in quotes", () => {
  for (const good of ['299 - "a"', '299 host "a \\" b"', '199 - "a" "date"']) {
    assertEquals(isWellFormed(good), true, good);
  }
  for (const bad of ["deprecated", '29 - "a"', '299 "a"', "299 - a", '299 - "a', ""]) {
    assertEquals(isWellFormed(bad), false, bad);
  }
});
