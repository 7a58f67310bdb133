import { assertEquals } from "@std/assert";
import fc from "fast-check";
import * as text from "../../reports/text.ts";
import { counted, cut, spoken } from "./dom.js";

Deno.test("the pages say times, counts and lengths as the reports do", () => {
  fc.assert(fc.property(fc.nat(10_000_000), (number) => {
    assertEquals(spoken(number), text.spoken(number));
    assertEquals(counted(number, "case"), text.counted(number, "case"));
  }));
  fc.assert(
    fc.property(fc.string({ unit: "binary" }), fc.integer({ min: 1, max: 20 }), (long, limit) => {
      assertEquals(cut(long, limit), text.cut(long, limit));
    }),
  );
});
