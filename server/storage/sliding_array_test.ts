/**
 * The sliding array against index arithmetic.
 *
 * @module
 */
import * as fc from "fast-check";
import { assertEquals } from "@std/assert";
import { SlidingArray } from "./sliding_array.ts";

Deno.test("SlidingArray keeps each element's index while the front is dropped", () => {
  fc.assert(
    fc.property(
      fc.nat(5),
      fc.array(fc.oneof(fc.constant("push"), fc.nat(40)), { maxLength: 100, size: "max" }),
      (start, steps) => {
        const array = new SlidingArray<number>(start);
        let first = start;
        let end = start;
        for (const step of steps) {
          if (typeof step === "number") {
            array.dropBefore(step);
            first = Math.max(first, Math.min(step, end));
          } else {
            array.push(end++);
          }
        }
        assertEquals([array.start, array.end, array.length], [first, end, end - first]);
        for (let index = -1; index <= end + 1; index++) {
          assertEquals(array.at(index), index >= first && index < end ? index : undefined);
          const found = array.firstIndex((element) => element >= index);
          assertEquals(found, Math.max(first, Math.min(index, end)));
        }
        assertEquals(array.last(), first < end ? end - 1 : undefined);
      },
    ),
  );
});
