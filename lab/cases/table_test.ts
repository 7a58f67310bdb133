import { assertEquals } from "@std/assert";
import { firstCase, tableOf } from "./table.ts";

/** A kill after so many cases, whose case has this position. */
const kill = (cases: number, position?: number) => ({
  cases,
  failure: {
    expected: "",
    actual: "",
    curl: [],
    replay: `check --seed 1${position === undefined ? "" : ` --path ${position}:2`} --only a/b`,
  },
});

Deno.test("the first case that failed is the least of all kills, also of one that ran all cases", () => {
  assertEquals(firstCase([]), undefined);
  assertEquals(firstCase([kill(7)]), 7);
  assertEquals(firstCase([kill(100, 41), kill(50, 49)]), 42);
  // One of few cases that were chosen among many.
  assertEquals(firstCase([kill(20, 180)]), 20);
});

Deno.test("checks that need most cases are first, and what was missed is listed", () => {
  const trial = (bug: string, check: string, seed: number, first?: number) => ({
    bug,
    check,
    seed,
    first,
  });
  const lines = tableOf([
    trial("a/x", "a/one", 1, 3),
    trial("a/x", "a/one", 2, 1),
    trial("a/y", "a/two", 1, 40),
    trial("a/y", "a/two", 2),
  ]);
  assertEquals(lines.slice(1), [
    "a/two 1 1/2 40 40",
    "a/one 1 2/2 3 3",
    "missed in 1 of 4 trials",
    "a/y by a/two, seed 2",
  ]);
});
