import { assert, assertEquals } from "@std/assert";
import fc from "fast-check";
import { several } from "./several.ts";

Deno.test("nearly all cases have the whole number of values, and each has one", () => {
  const cases = fc.sample(several(fc.nat({ max: 9 }), 4), { numRuns: 200, seed: 1 });
  assert(cases.filter(({ length }) => length === 4).length > 150);
  assert(cases.every(({ length }) => length > 0 && length <= 4));
});

Deno.test("a case shrinks to the value that fails, wherever it is", () => {
  for (const seed of [1, 2, 3, 4, 5]) {
    const { counterexample } = fc.check(
      fc.property(several(fc.nat({ max: 99 }), 4), (values) => values.every((each) => each < 40)),
      { seed },
    );
    assertEquals(counterexample, [[40]]);
  }
});
