import { assert, assertEquals } from "@std/assert";
import fc from "fast-check";
import { clip, displayWidth, padded, wrap } from "./display_width.ts";

Deno.test("columns are counted as a terminal does", () => {
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

Deno.test("what is cut ends in an ellipsis and in no colour", () => {
  assertEquals(clip("watch/bookmarks", 8), "watch/b…");
  assertEquals(clip("日本語", 4), "日…");
  assertEquals(clip("\x1b[31mred alert\x1b[0m", 4), "\x1b[31mred\x1b[0m…");
});

Deno.test("long lines break at spaces and stand further in", () => {
  assertEquals(wrap("  expected    at most one item", 20), ["  expected at most", "    one item"]);
  assertEquals(wrap("short", 20), ["short"]);
});

Deno.test("whatever the text, what is cut, broken or padded has its width, and breaking loses nothing", () => {
  const texts = fc.string({ unit: fc.constantFrom("a", "/", " ", "日", "👩‍🚀", "e\u0301", "-") });
  fc.assert(fc.property(texts, fc.integer({ min: 40, max: 200 }), (text, columns) => {
    assert(displayWidth(clip(text, columns)) <= columns);
    assert(displayWidth(padded(text, columns)) >= columns);
    const lines = wrap(text, columns);
    assert(lines.every((line) => displayWidth(line) <= columns), JSON.stringify(lines));
    assertEquals(lines.join("").replaceAll(" ", ""), text.replaceAll(" ", ""));
  }));
});
