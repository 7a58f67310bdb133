import { assert, assertEquals } from "@std/assert";
import fc from "fast-check";
import { CHECKS } from "../areas/mod.ts";
import { property } from "../check.ts";
import { caseNumbers, chooseByPairs, placesOfDistinct } from "./case_numbers.ts";
import { variantsIn } from "./case_variants.ts";
import { facts as checkFacts } from "./test_checks.ts";
import { INPUTS, TYPES, VERBS } from "./test_inputs.ts";

Deno.test("each variant is in a chosen case, also those that the first cases do not have", () => {
  const chosen = [...chooseByPairs(INPUTS, 30)].map((index) => INPUTS[index]!);
  assertEquals(new Set(chosen.map(({ resource }) => resource)), new Set(TYPES));
  assertEquals(new Set(chosen.map(({ steps }) => steps[0]!.do)), new Set(VERBS));
  const first = new Set(INPUTS.slice(1, 9).map(({ resource }) => resource));
  assertEquals(first.size, 1);
});

Deno.test("few cases have as many pairs as many that are generated one after the other", () => {
  const random = fc.record({
    resource: fc.constantFrom(...TYPES),
    verb: fc.constantFrom(...VERBS),
    form: fc.constantFrom("JSON", "YAML", "Protobuf"),
    text: fc.string({ minLength: 50 }),
  });
  const inputs = fc.sample(random, { seed: 3, numRuns: 200 });
  const { of } = variantsIn(inputs);
  const pairsIn = (places: Iterable<number>) => new Set([...places].flatMap((at) => of[at]!)).size;
  const chosen = chooseByPairs(inputs, 100);
  assert(chosen.size < 60, `${chosen.size}`);
  assert(pairsIn(chosen) >= pairsIn(Array(100).keys()));
});

Deno.test("cases without variants differ all the same: some of them run", () => {
  const texts = Array.from({ length: 200 }, (_, index) => `text ${index}`);
  assertEquals([...chooseByPairs(texts, 100)], [...Array(40).keys()]);
});

Deno.test("all cases that a check lists run before all others, and some generated ones", () => {
  const same = Array.from({ length: 200 }, () => 1);
  assertEquals([...chooseByPairs(same, 100, 40)], [...Array(60).keys()]);
  assertEquals(chooseByPairs(same, 100, 90).size, 100);
  assertEquals([...chooseByPairs(INPUTS, 30, 12)].slice(0, 12), [...Array(12).keys()]);
});

Deno.test("the same inputs give the same choice", () => {
  assertEquals(chooseByPairs(INPUTS, 40), chooseByPairs(INPUTS, 40));
});

Deno.test("cases are chosen, unless many are asked for or all are to run", () => {
  const numbers = (
    facts: { share?: number; runsAllCases?: boolean; repeatsInputs?: boolean },
    runs: number,
  ) =>
    caseNumbers(
      property({ ...checkFacts, ...facts, id: "watch/a", arbitrary, run: async () => {} }),
      runs,
    );
  const arbitrary = () => fc.boolean();
  const few = { generated: 200, isReduced: true, isDistinct: true };
  const all = { isReduced: false, isDistinct: true };
  assertEquals(numbers({ share: 0.5 }, 20), { most: 20, ...all, generated: 200, usual: 10 });
  assertEquals(numbers({ share: 0.6 }, 100), { most: 100, ...few, usual: 60 });
  assertEquals(numbers({}, 100), { most: 100, ...few, usual: 100 });
  assertEquals(numbers({ runsAllCases: true }, 100), {
    most: 100,
    ...all,
    generated: 100,
    usual: 100,
  });
  assertEquals(numbers({}, 200), {
    most: 200,
    generated: 200,
    usual: 200,
    isReduced: false,
    isDistinct: false,
  });
  assertEquals(numbers({ repeatsInputs: true }, 100).isDistinct, false);
});

Deno.test("of equal inputs the first has its place", () => {
  assertEquals(placesOfDistinct([{ a: 1 }, { a: 2 }, { a: 1 }, "1", 1, { a: 2, b: 1 }]), [
    0,
    1,
    3,
    4,
    5,
  ]);
});

Deno.test("all cases run where bugs show in what came before a request", () => {
  const reduced = (id: string) => {
    const check = CHECKS.find((each) => each.id === id);
    if (check === undefined) throw new Error(`There is no check ${id}`);
    return caseNumbers(check, 100).isReduced;
  };
  for (
    const id of [
      "resource-versions/gets",
      "watch/from-every-version",
      "selectors/deletions",
      "paging/pages-are-one-snapshot",
      "exchanges/sequences",
    ]
  ) {
    assertEquals(reduced(id), false, id);
  }
  assertEquals(reduced("deployments/invalid-specs"), true);
});
