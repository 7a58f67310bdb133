import { assert, assertEquals } from "@std/assert";
import fc from "fast-check";
import { type Check, property } from "../check.ts";
import { caseNumbers, casesBeside, chooseByPairs } from "./case_numbers.ts";
import { facts as checkFacts } from "./test_checks.ts";
import { INPUTS, TYPES, VERBS } from "./test_inputs.ts";

Deno.test("each variant is in a chosen case, if there are fewer variants than cases", () => {
  const chosen = [...chooseByPairs(INPUTS, 8)].map((index) => INPUTS[index]!);
  assertEquals(chosen.length, 8);
  assertEquals(new Set(chosen.map(({ resource }) => resource)), new Set(TYPES));
  assertEquals(new Set(chosen.map(({ steps }) => steps[0]!.do)), new Set(VERBS));
  // The first eight generated ones do not have them.
  const first = new Set(INPUTS.slice(1, 9).map(({ resource }) => resource));
  assertEquals(first.size, 1);
});

Deno.test("pairs decide among cases with the same variants", () => {
  const pairs = VERBS.flatMap((verb) => TYPES.map((type) => ({ verb, type })));
  const twice = pairs.flatMap((pair) => [pair, pair]);
  const chosen = [...chooseByPairs(twice, 20)].map((index) => twice[index]);
  assertEquals(new Set(chosen), new Set(pairs));
});

Deno.test("the inputs that a check lists run before all others", () => {
  assertEquals([...chooseByPairs(INPUTS, 30, 12)].slice(0, 12), [...Array(12).keys()]);
  assertEquals([...chooseByPairs(INPUTS, 30, 40)], [...Array(30).keys()]);
});

Deno.test("the same inputs give the same choice, and without variants the first ones", () => {
  assertEquals(chooseByPairs(INPUTS, 20), chooseByPairs(INPUTS, 20));
  const same = Array.from({ length: 50 }, () => 1);
  assertEquals([...chooseByPairs(same, 20)], [...Array(20).keys()]);
});

Deno.test("few cases are chosen among more, many all run", () => {
  const numbers = (facts: { share?: number }, runs: number) =>
    caseNumbers(
      property({ ...checkFacts, ...facts, id: "watch/a", arbitrary, run: async () => {} }),
      runs,
    );
  const arbitrary = () => fc.boolean();
  assertEquals(numbers({ share: 0.5 }, 20), { generated: 200, most: 10, usual: 10 });
  assertEquals(numbers({}, 60), { generated: 60, most: 60, usual: 60 });
  assertEquals(numbers({ share: 0.6 }, 1_000), { generated: 600, most: 600, usual: 600 });
  assertEquals(numbers({ share: 0.6 }, 100), { generated: 60, most: 60, usual: 60 });
});

Deno.test("all cases that a check lists run, and some generated ones", () => {
  const numbers = { generated: 200, most: 40, usual: 100 };
  assertEquals([0, 10, 50, 90].map((listed) => casesBeside(listed, numbers)), [40, 40, 70, 100]);
});

Deno.test("a check whose cases send many requests runs fewer of them, but at least forty", () => {
  const numbers = (id: Check["id"], runs: number) =>
    caseNumbers(property({ ...checkFacts, id, arbitrary, run: async () => {} }), runs);
  const arbitrary = () => fc.boolean();
  // Some 24 requests, and some 4.
  assertEquals(numbers("access/operations", 100), { generated: 200, most: 40, usual: 100 });
  const { most } = numbers("concurrency/one-deleter-wins", 100);
  assert(most > 40 && most < 70, `${most}`);
  // Few cases all run, and of many a share.
  assertEquals(numbers("access/operations", 30).most, 30);
  assertEquals(numbers("access/operations", 1_000).most, 400);
  assertEquals(numbers("access/unknown", 100).most, 100);
});
