import { assertEquals, assertThrows } from "@std/assert";
import { findAll, goPattern } from "./go_pattern.ts";

Deno.test("patterns have the syntax of Go", () => {
  assertEquals(goPattern("(?i)^abc$").test("ABC"), true);
  assertEquals(goPattern("^[[:alpha:]]+$").test("a1"), false);
  assertEquals(goPattern("\\Aab\\z").test("ab"), true);
  assertEquals(goPattern("\\-\\_").test("a-_b"), true);
  assertEquals(goPattern("^.$").test("😀"), true);
});

Deno.test("a pattern that is not valid is refused with Go's message", () => {
  const messages = {
    "(": "error parsing regexp: missing closing ): `(`",
    "(?=a)": "error parsing regexp: invalid or unsupported Perl syntax: `(?=`",
    "\\1": "error parsing regexp: invalid escape sequence: `\\1`",
  };
  for (const [pattern, message] of Object.entries(messages)) {
    assertThrows(() => goPattern(pattern), Error, message);
  }
});

Deno.test("a pattern for which backtracking would take years is matched at once", () => {
  assertEquals(goPattern("^(a+)+$").test(`${"a".repeat(10_000)}!`), false);
  assertEquals(goPattern("(x+x+)+y").test("x".repeat(10_000)), false);
});

Deno.test("all matches are found, up to a limit", () => {
  assertEquals(findAll("a(b)?", "xxab a"), ["ab", "a"]);
  assertEquals(findAll("[a-z]", "abc", 2), ["a", "b"]);
  assertEquals(findAll("z", "abc"), []);
});
