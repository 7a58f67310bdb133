import { assertEquals } from "@std/assert";
import fc from "fast-check";
import { leavingOut } from "./leaving_out.ts";

/** Runs listed inputs until one fails, and returns the smallest that fails and its path. */
function smallest<Input extends object>(
  arbitrary: fc.Arbitrary<Input>,
  fails: (input: Input) => boolean,
  options: fc.Parameters<[Input]>,
) {
  const details = fc.check(fc.property(arbitrary, (input) => !fails(input)), {
    seed: 7,
    ...options,
  });
  return { input: details.counterexample?.[0], path: details.counterexamplePath ?? undefined };
}

const LISTED = { name: "listed", steps: Array.from({ length: 21 }, (_, at) => at) };
const arbitrary = () =>
  leavingOut(fc.constantFrom<typeof LISTED>({ name: "generated", steps: [1] }), "steps");

Deno.test("a listed case is shrunk to the members that it fails for, and found again by its path", () => {
  const fails = ({ steps }: typeof LISTED) => steps.includes(4) && steps.includes(17);
  const { input, path } = smallest(arbitrary(), fails, { examples: [[LISTED]] });
  assertEquals(input, { name: "listed", steps: [4, 17] });
  const again = smallest(arbitrary(), () => true, {
    examples: [[LISTED]],
    path: path!,
    endOnFailure: true,
  });
  assertEquals(again.input, input);
});

Deno.test("a listed case that fails without any member keeps one", () => {
  const { input } = smallest(arbitrary(), () => true, { examples: [[LISTED]] });
  assertEquals(input?.steps.length, 1);
});

Deno.test("a case that is a list is shrunk as one", () => {
  const lists = leavingOut(fc.constantFrom<number[][]>([0]).chain((list) => fc.constant(list)));
  const { input } = smallest(lists, (list) => list.includes(3), { examples: [[[1, 2, 3, 4]]] });
  assertEquals(input, [3]);
});

Deno.test("a generated case is shrunk as it was generated", () => {
  const numbers = leavingOut(
    fc.record({ steps: fc.array(fc.nat(), { minLength: 3, maxLength: 9 }) }),
    "steps",
  );
  const { input } = smallest(numbers, () => true, {});
  assertEquals(input, { steps: [0, 0, 0] });
});
