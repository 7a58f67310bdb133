import { assert, assertEquals } from "@std/assert";
import fc from "fast-check";
import { type AtomicStep, isLinearizable } from "./linearizability.ts";

const write = (began: number, ended: number, value: string): AtomicStep => ({
  began,
  ended,
  apply: () => value,
});

const read = (began: number, ended: number, value: string): AtomicStep => ({
  began,
  ended,
  apply: (state) => state === value ? state : undefined,
});

Deno.test("a read shows the last write, or one that overlaps with it", () => {
  assertEquals(isLinearizable([write(1, 2, "a"), read(3, 4, "a")]), true);
  assertEquals(isLinearizable([write(1, 2, "a"), read(3, 4, "")]), false);
  assertEquals(isLinearizable([write(1, 4, "a"), read(2, 3, "")]), true);
  assertEquals(isLinearizable([write(1, 4, "a"), read(2, 3, "a")]), true);
});

Deno.test("reads do not go back", () => {
  assertEquals(isLinearizable([write(1, 9, "a"), read(2, 3, "a"), read(4, 5, "")]), false);
  assertEquals(isLinearizable([write(1, 9, "a"), read(2, 3, ""), read(4, 5, "a")]), true);
});

Deno.test("a write without a response happens once, at any later time, or never", () => {
  const lost = write(1, Infinity, "a");
  assertEquals(isLinearizable([lost]), true);
  assertEquals(isLinearizable([lost, read(2, 3, ""), read(7, 8, "a")]), true);
  assertEquals(isLinearizable([lost, read(2, 3, ""), read(7, 8, "")]), true);
  assertEquals(isLinearizable([lost, read(2, 3, "a"), read(7, 8, "")]), false);
  assertEquals(
    isLinearizable([lost, read(2, 3, "a"), write(4, 5, "b"), read(6, 7, "a")]),
    false,
  );
});

Deno.test("a search that takes too long is given up", () => {
  const steps = Array.from({ length: 30 }, (_, index) => write(1, 100, `${index}`));
  assertEquals(isLinearizable([...steps, read(101, 102, "none")], "", 1_000), undefined);
});

/** Tries all orders. */
function bruteForce(steps: readonly AtomicStep[], state = ""): boolean {
  if (steps.every(({ ended }) => ended === Infinity)) return true;
  const firstEnd = Math.min(...steps.map(({ ended }) => ended));
  return steps.some((step) => {
    const after = step.began > firstEnd ? undefined : step.apply(state);
    return after !== undefined && bruteForce(steps.filter((each) => each !== step), after);
  });
}

Deno.test("the search and the trial of all orders agree", () => {
  const verdicts = { in: 0, out: 0 };
  const step = fc.record({
    began: fc.nat({ max: 12 }),
    lasts: fc.integer({ min: 1, max: 6 }),
    writes: fc.boolean(),
    lost: fc.constantFrom(true, false, false, false),
    value: fc.constantFrom("", "a", "b", "c"),
  });
  fc.assert(
    fc.property(fc.array(step, { minLength: 1, maxLength: 6 }), (generated) => {
      const steps = generated.map(({ began, lasts, writes, lost, value }) =>
        writes
          ? write(began, lost ? Infinity : began + lasts, value)
          : read(began, began + lasts, value)
      );
      const expected = bruteForce(steps);
      verdicts[expected ? "in" : "out"]++;
      assertEquals(isLinearizable(steps), expected);
    }),
    { numRuns: 5_000, seed: 7 },
  );
  assert(verdicts.in > 500 && verdicts.out > 500, JSON.stringify(verdicts));
});
