import { assertEquals } from "@std/assert";
import fc from "fast-check";
import {
  formatDuration,
  isOwnSelector,
  safeJson,
  safeLine,
  safeText,
  truncate,
  withoutOwnSelector,
  withoutRunNames,
} from "./text.ts";

Deno.test("harmful characters are escaped, all others are kept", () => {
  assertEquals(
    safeText("a\x1b[31mb\x9b\u202ec\r\n\té😀"),
    "a\\u{1b}[31mb\\u{9b}\\u{202e}c\\r\n\té😀",
  );
  assertEquals(safeText("\ud800 \udfff \ufffe"), "\\u{d800} \\u{dfff} \\u{fffe}");
  assertEquals(safeLine("a\nb"), "a\\nb");
});

Deno.test("escaped JSON parses to the same value", () => {
  fc.assert(fc.property(fc.jsonValue({ stringUnit: "binary" }), (value) => {
    const text = safeJson(value);
    assertEquals(JSON.stringify(JSON.parse(text)), JSON.stringify(value));
    assertEquals(safeText(text), text);
  }));
  assertEquals(safeJson("\x7f\u{e0001}"), '"\\u007f\\udb40\\udc01"');
});

Deno.test("truncating does not split a character", () => {
  assertEquals(truncate("abc", 3), "abc");
  assertEquals(truncate("ab😀c", 3), "ab… (5 characters)");
});

Deno.test("durations have a fitting unit", () => {
  assertEquals([12.4, 1_250, 61_000].map(formatDuration), ["12 ms", "1.3 s", "1 min 1 s"]);
});

Deno.test("the names of a run's objects lose what they begin with", () => {
  const text = "MODIFIED plumbline-r2b4d946-008a/pr2b4d946-v48200-s2 at 3945, plumbline-x pr-s0";
  assertEquals(withoutRunNames(text), "MODIFIED 008a/s2 at 3945, plumbline-x pr-s0");
});

Deno.test("the selector of a case is no part of what a check selects by", () => {
  const own = "plumbline/scope=pr0000001-a1";
  assertEquals(["", own, `${own},a=b`, "a=b"].map(isOwnSelector), [false, true, false, false]);
  assertEquals(
    ["", own, `${own},a=b`, `a=b,${own}`, `a,${own},b`].map(withoutOwnSelector),
    ["", "", "a=b", "a=b", "a,b"],
  );
});
