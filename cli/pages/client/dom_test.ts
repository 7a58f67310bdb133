import { assertEquals } from "@std/assert";
import fc from "fast-check";
import * as text from "@plumbline/reports/text";
import { formatDuration, pluralize, splitCode, truncate } from "./dom.js";

Deno.test("the live pages format durations, counts and lengths, and find code, as the reports do", () => {
  fc.assert(fc.property(fc.nat(10_000_000), (number) => {
    assertEquals(formatDuration(number), text.formatDuration(number));
    assertEquals(pluralize(number, "case"), text.pluralize(number, "case"));
  }));
  fc.assert(fc.property(fc.string({ unit: fc.constantFrom("`", "a", "<", "\n") }), (written) => {
    assertEquals(splitCode(written), text.splitCode(written));
  }));
  fc.assert(
    fc.property(fc.string({ unit: "binary" }), fc.integer({ min: 1, max: 20 }), (long, limit) => {
      assertEquals(truncate(long, limit), text.truncate(long, limit));
    }),
  );
});
