import { assert, assertEquals, assertNotEquals, assertThrows } from "@std/assert";
import fc from "fast-check";
import {
  combinationsIn,
  type Constraint,
  coveringArray,
  type Dimensions,
  type Row,
} from "./covering_array.ts";

/** Generates dimensions `d0`, `d1`, … with one to four values. */
const dimensionsArbitrary = fc.array(fc.integer({ min: 1, max: 4 }), { minLength: 3, maxLength: 5 })
  .map((sizes): Dimensions =>
    Object.fromEntries(
      sizes.map((size, index) => [`d${index}`, Array.from({ length: size }, (_, at) => `v${at}`)]),
    )
  );

/** Generates pairs of values that exclude each other. */
const exclusions = fc.array(
  fc.tuple(fc.nat(4), fc.nat(3), fc.nat(4), fc.nat(3)),
  { maxLength: 4 },
);

const constraintsOf = (excluded: readonly (readonly number[])[]): Constraint[] =>
  excluded.filter(([one, , other]) => one !== other).map(([one, at, other, value]) => ({
    of: [`d${one}`, `d${other}`],
    allows: (row) => row[`d${one}`] !== `v${at}` || row[`d${other}`] !== `v${value}`,
  }));

/** Returns every row that satisfies the constraints. */
function allRows(dimensions: Dimensions, constraints: readonly Constraint[]): Row[] {
  const rows = Object.entries(dimensions).reduce<Row[]>(
    (rows, [name, values]) =>
      rows.flatMap((row) => values.map((value) => ({ ...row, [name]: value }))),
    [{}],
  );
  return rows.filter((row) =>
    constraints.every(({ of, allows }) => of.some((name) => !(name in row)) || allows(row))
  );
}

Deno.test("every combination that some row can have is covered, and no other", () => {
  fc.assert(fc.property(
    dimensionsArbitrary,
    exclusions,
    fc.constantFrom(1 as const, 2 as const, 3 as const),
    fc.option(fc.constantFrom("d0", "d2"), { nil: undefined }),
    fc.integer(),
    (dimensions, excluded, strength, including, seed) => {
      const constraints = constraintsOf(excluded);
      const possible = allRows(dimensions, constraints);
      fc.pre(possible.length > 0);
      const { rows, combinations } = coveringArray(dimensions, {
        strength,
        including,
        seed,
        constraints,
      });
      const texts = new Set(possible.map((row) => JSON.stringify(row)));
      assert(rows.every((row) => texts.has(JSON.stringify(row))));
      assertEquals(combinations, combinationsIn(possible, { strength, including }));
      assertEquals(combinationsIn(rows, { strength, including }), combinations);
    },
  ));
});

const TEN = Object.fromEntries(
  Array.from({ length: 10 }, (_, index) => [`d${index}`, ["a", "b", "c"]]),
);

Deno.test("ten dimensions of three values need few rows, and the first ones cover most", () => {
  const { rows, combinations } = coveringArray(TEN, { strength: 2, seed: 1 });
  assert(rows.length <= 22, `${rows.length} rows`);
  const half = rows.slice(0, Math.ceil(rows.length / 2));
  assert(combinationsIn(half, { strength: 2 }) > 0.75 * combinations);
});

Deno.test("the rows depend on the seed, and on nothing else", () => {
  const of = (seed: number) => coveringArray(TEN, { strength: 2, seed }).rows;
  assertEquals(of(1), of(1));
  assertNotEquals(of(1), of(2));
});

Deno.test("dimensions that no row satisfies are refused", () => {
  const constraints = [{ of: ["d0"], allows: () => false }];
  assertThrows(() => coveringArray(TEN, { strength: 2, seed: 1, constraints }), RangeError);
});
