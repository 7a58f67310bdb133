import { assertEquals } from "@std/assert";
import { readWarnings } from "./warnings.ts";

Deno.test("parses several items and unescapes their texts", () => {
  const header =
    '299 - "unknown field \\"a, b\\"", 299 host:80 "two" "Wed, 21 Oct 2015 07:28:00 GMT"';
  assertEquals(readWarnings(header).texts, ['unknown field "a, b"', "two"]);
  assertEquals(readWarnings(header).malformed, undefined);
  assertEquals(readWarnings(null), { texts: [] });
});

Deno.test("reports malformed items", () => {
  for (const wrong of ['29 - "a"', "299 - a", '299 "a"', "unknown field", '299 - "a" b']) {
    assertEquals(readWarnings(wrong).malformed, wrong);
  }
});
