import { assert, assertEquals } from "@std/assert";
import fc from "fast-check";
import { clipToWidth, displayWidth, padToWidth, wrapText } from "./terminal.ts";

Deno.test("the width counts columns as a terminal does", () => {
  for (
    const [text, width] of [
      ["", 0],
      ["plain", 5],
      ["日本", 4],
      ["e\u0301", 1],
      ["👩‍🚀!", 3],
      ["\x1b[31mred\x1b[0m", 3],
    ] as const
  ) assertEquals(displayWidth(text), width, text);
});

Deno.test("clipped text ends in an ellipsis and resets its colour", () => {
  assertEquals(clipToWidth("watch/bookmarks", 8), "watch/b…");
  assertEquals(clipToWidth("日本語", 4), "日…");
  assertEquals(clipToWidth("\x1b[31mred alert\x1b[0m", 4), "\x1b[31mred\x1b[39m…");
});

Deno.test("long lines wrap at spaces with a hanging indent", () => {
  assertEquals(wrapText("  expected    at most one item", 20), [
    "  expected    at",
    "    most one item",
  ]);
  assertEquals(wrapText("short", 20), ["short"]);
});

Deno.test("clipped, wrapped and padded text fits the width, and wrapping loses nothing", () => {
  const texts = fc.string({ unit: fc.constantFrom("a", "/", " ", "日", "👩‍🚀", "e\u0301", "-") });
  fc.assert(fc.property(texts, fc.integer({ min: 40, max: 200 }), (text, columns) => {
    assert(displayWidth(clipToWidth(text, columns)) <= columns);
    assert(displayWidth(padToWidth(text, columns)) >= columns);
    const lines = wrapText(text, columns);
    assert(lines.every((line) => displayWidth(line) <= columns), JSON.stringify(lines));
    assertEquals(lines.join("").replaceAll(" ", ""), text.replaceAll(" ", ""));
  }));
});
